/** How tightly a piece of expression text holds together; the calculator's precedences. */
export const sumLevel = 1;
export const productLevel = 2;
export const signLevel = 3;
export const powerLevel = 4;
export const atomLevel = 5;

/** A piece of an expression as the calculator reads it. */
export interface Expression {
  readonly text: string;
  readonly level: number;
  /** How many operations it holds: a lone number is nothing to calculate. */
  readonly operations: number;
  /** Something in it was written in words, so its text had to be made instead of copied. */
  readonly words: boolean;
  /** `percent` and `fraction` may be followed by "of". */
  readonly kind?: 'number' | 'percent' | 'fraction';
  /** The text without the parentheses that only others need. */
  readonly inner?: string;
  /** Ends with a list in words: "the average of 10 and 20 plus 5" has two readings, so no operator may follow. */
  readonly endsInList?: boolean;
  readonly operation?: {
    readonly sign: Sign;
    readonly left: Expression;
    readonly right: Expression;
  };
}

export type Sign = '+' | '-' | '*' | '/' | '^' | 'mod';

export function numberNode(text: string, words: boolean): Expression {
  return { text, level: atomLevel, operations: 0, words, kind: 'number' };
}

/** A fraction without a finite decimal form. */
export function fractionNode(numerator: string, denominator: string): Expression {
  return {
    text: `(${numerator}/${denominator})`,
    level: atomLevel,
    operations: 0,
    words: true,
    kind: 'fraction',
  };
}

const levels: Readonly<Record<Exclude<Sign, 'mod'>, number>> = {
  '+': sumLevel,
  '-': sumLevel,
  '*': productLevel,
  '/': productLevel,
  '^': powerLevel,
};

export function binaryNode(
  sign: Sign,
  sides: { left: Expression; right: Expression; words: boolean },
): Expression {
  const { left, right } = sides;
  const operations = left.operations + right.operations + 1;
  const words = sides.words || left.words || right.words;
  const operation = { sign, left, right };
  const endsInList = right.endsInList ?? false;
  if (sign === 'mod') {
    const text = `mod(${left.text}, ${right.text})`;
    return { text, level: atomLevel, operations, words, operation, endsInList };
  }
  const level = levels[sign];
  const rightLevel = sign === '^' ? signLevel : level + 1;
  const leftText = grouped(left, sign === '^' ? atomLevel : level);
  const rightText = grouped(right, rightLevel);
  const space = sign === '^' ? '' : ' ';
  const text = `${leftText}${space}${sign}${space}${rightText}`;
  return { text, level, operations, words, operation, endsInList };
}

export function negated(node: Expression, words: boolean): Expression {
  return {
    text: `-${grouped(node, signLevel)}`,
    level: signLevel,
    operations: node.operations,
    words: words || node.words,
  };
}

/** A number with its sign as one value: the base of "负5的平方". */
export function negativeAtom(node: Expression): Expression {
  return { text: `(-${node.text})`, level: atomLevel, operations: node.operations, words: true };
}

export function callNode(name: string, parameters: readonly Expression[]): Expression {
  return {
    text: `${name}(${parameters.map((parameter) => parameter.text).join(', ')})`,
    level: atomLevel,
    operations: parameters.reduce((sum, parameter) => sum + parameter.operations, 1),
    words: true,
  };
}

/** `5!`, `20%`, `3²`. */
export function postfixNode(
  node: Expression,
  suffix: string,
  traits: Partial<Expression> & { words: boolean },
): Expression {
  return {
    text: `${grouped(node, atomLevel)}${suffix}`,
    level: atomLevel,
    operations: node.operations + 1,
    ...traits,
    words: traits.words || node.words,
  };
}

export function parenthesised(node: Expression): Expression {
  return { ...node, text: `(${node.text})`, inner: node.text, level: atomLevel, endsInList: false };
}

/** Text of `node` where something of `level` is needed. */
export function grouped(node: Expression, level: number): string {
  return node.level < level ? `(${node.text})` : node.text;
}

/** "The average of 10 and 20 percent": whether 10 is a percentage too is not said. */
export function isPartlyPercent(items: readonly Expression[]): boolean {
  const percentages = items.filter(({ kind }) => kind === 'percent').length;
  return percentages > 0 && percentages < items.length;
}
