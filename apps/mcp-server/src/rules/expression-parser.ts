import { isDigit, isWordCharacter, skipSpace } from '@mini-agent/llm-router/rules';
import type { Segment, SlotInput, SlotReading } from '@mini-agent/llm-router/rules';
import { ExpressionCursor } from './expression-cursor.ts';
import { readFunction, readRoot } from './expression-functions.ts';
import { readListFunction } from './expression-lists.ts';
import type { Expression, Sign } from './expression-node.ts';
import {
  binaryNode,
  callNode,
  negated,
  negativeAtom,
  numberNode,
  parenthesised,
} from './expression-node.ts';
import { mayBeSpecial, readNumberNode, readUsualNumber } from './expression-number.ts';
import { applyFunction, readPostfix } from './expression-postfix.ts';
import { readSign, type WrittenSign } from './expression-sign.ts';
import { operatorSymbols, operatorWords, ordinals, prefixWords } from './expression-words.ts';

/** Binding powers: the calculator's, `+ -` 10, `* /` 20, a sign 25, `^` 30. */
const powers: Readonly<Record<Sign, number>> = {
  '+': 10,
  '-': 10,
  '*': 20,
  '/': 20,
  mod: 20,
  '^': 30,
};
const signPower = 25;
const implicitPower = 20;

/** Binds tighter than every operator between two values. */
export const operandPower = 40;

/** The calculator takes 500 characters; nesting is bounded, so that no text can exhaust the stack. */
const longestExpression = 500;
const deepestNesting = 40;

/**
 * Reads an arithmetic expression in symbols, English or Chinese words at `position`, as far as it goes. A second reading where "and" in a number
 * ("one hundred and five") may also separate two numbers.
 */
export function readExpression(
  input: SlotInput,
  position: number,
): readonly SlotReading<Expression>[] {
  const places = readingsOf.get(input.segment) ?? new Map<number, Readings>();
  readingsOf.set(input.segment, places);
  const known = places.get(position) ?? readAt(input, position);
  places.set(position, known);
  return known;
}

type Readings = readonly SlotReading<Expression>[];

/** Many slots ask for an expression at the same place of a segment. */
const readingsOf = new WeakMap<Segment, Map<number, Readings>>();

function readAt(input: SlotInput, position: number): Readings {
  const lower = input.lower.slice(0, position + longestExpression);
  const readings: SlotReading<Expression>[] = [];
  for (const longNumbers of lower.includes(' and ', position) ? [true, false] : [true]) {
    const cursor = new ExpressionCursor(lower, position, longNumbers);
    const value = readBinary(cursor, 0);
    if (value === undefined) continue;
    const end = cursor.at;
    if (readings.some((reading) => reading.end === end)) continue;
    readings.push({
      value: value.words ? value : copied(value, input.text.slice(position, end)),
      end,
    });
  }
  return readings;
}

/** Symbols only: the user's own spelling is kept, without the commas that group digits. */
function copied(value: Expression, text: string): Expression {
  const written = text.replace(/(\d),(?=\d{3})/g, '$1').trim();
  return { ...value, text: written, inner: written };
}

/** Reads operands joined by operators that bind tighter than `least`. */
export function readBinary(cursor: ExpressionCursor, least: number): Expression | undefined {
  if (cursor.depth >= deepestNesting) return undefined;
  cursor.depth++;
  let left = readPrefix(cursor);
  while (left !== undefined) {
    const { at } = cursor;
    const next: Expression | undefined = continueWith(cursor, left, least);
    if (next === undefined) {
      cursor.at = at;
      break;
    }
    left = next;
  }
  cursor.depth--;
  return left;
}

function continueWith(
  cursor: ExpressionCursor,
  left: Expression,
  least: number,
): Expression | undefined {
  const { at } = cursor;
  const symbol = cursor.peek();
  if ((symbol === 't' || symbol === 'r') && powers['^'] > least) {
    const raised = cursor.attempt(() => readOrdinalPower(cursor, left));
    if (raised !== undefined) return raised;
  }
  const operator = readOperator(cursor, symbol);
  if (operator === undefined) {
    cursor.at = at;
    return implicitFactors.has(symbol) ? readImplicit(cursor, left, least) : undefined;
  }
  const power = powers[operator.sign];
  if (power <= least) return undefined;
  const right = readBinary(cursor, operator.sign === '^' ? power - 1 : power);
  if (right === undefined || left.endsInList === true) return undefined;
  return binaryNode(operator.sign, { left, right, words: operator.words });
}

/** @param symbol the next character */
function readOperator(
  cursor: ExpressionCursor,
  symbol: string,
): { sign: Sign; words: boolean } | undefined {
  if (symbol === '*' && cursor.takeSymbol('**')) return { sign: '^', words: true };
  if (symbol === '%') return readModulo(cursor);
  if (symbol === 'x') return readTimesLetter(cursor);
  const sign = operatorSymbols[symbol];
  if (sign !== undefined) {
    cursor.takeSymbol(symbol);
    return { sign, words: false };
  }
  const word = cursor.takeEntry(operatorWords);
  return word === undefined ? undefined : { sign: word, words: true };
}

/**
 * `17 % 5` and `17%5`: a remainder where an operand follows; everything else was taken as a percentage before. `20% 50` may be either.
 */
function readModulo(cursor: ExpressionCursor): { sign: Sign; words: boolean } | undefined {
  const spacedBefore = cursor.lower[cursor.at] === ' ';
  cursor.takeSymbol('%');
  const spacedBehind = cursor.lower[cursor.at] === ' ';
  const isRemainder = spacedBefore === spacedBehind && /[\d(.√π]/.test(cursor.peek());
  return isRemainder ? { sign: 'mod', words: false } : undefined;
}

/** `3 x 4`, `3x4`: only between two operands that begin with a digit or a parenthesis; `2x+3` has an unknown in it. */
function readTimesLetter(cursor: ExpressionCursor): { sign: Sign; words: boolean } | undefined {
  const before = cursor.lower.slice(0, cursor.at).trimEnd().at(-1);
  if (!isDigit(before) && before !== ')') return undefined;
  cursor.takeSymbol('x');
  const spaced = cursor.lower[cursor.at] === ' ';
  if (!/[\d(.]/.test(cursor.peek()) && !(spaced && /[a-z\u4e00-\u9fff]/.test(cursor.peek()))) {
    return undefined;
  }
  return { sign: '*', words: true };
}

/** "2 to the 10th power", "2 to the third". */
function readOrdinalPower(cursor: ExpressionCursor, left: Expression): Expression | undefined {
  if (!cursor.takeWords('to the') && !cursor.takeWords('raised to the')) return undefined;
  const at = skipSpace(cursor.lower, cursor.at);
  const written = /^(?:(\d{1,3})(?:st|nd|rd|th)|([a-z]{5,7}))(?![a-z0-9])/.exec(
    cursor.lower.slice(at, at + 12),
  );
  const exponent = written?.[1] ?? ordinals.get(written?.[2] ?? '')?.toString();
  if (written === null || exponent === undefined) return undefined;
  cursor.at = at + written[0].length;
  cursor.takeWords('power');
  return binaryNode('^', { left, right: numberNode(exponent, true), words: true });
}

const implicitFactors: ReadonlySet<string> = new Set(['(', '√', 'π']);

/** `2(3+4)`, `(1+2)(3+4)`, `2π`: a product without its sign. */
function readImplicit(
  cursor: ExpressionCursor,
  left: Expression,
  least: number,
): Expression | undefined {
  if (implicitPower <= least || left.words) return undefined;
  if (!/[\d)π!]/.test(cursor.lower.charAt(cursor.at - 1))) return undefined;
  const right = readBinary(cursor, implicitPower);
  return right === undefined ? undefined : binaryNode('*', { left, right, words: false });
}

/** A sign or a function in front of an operand, or the operand. */
function readPrefix(cursor: ExpressionCursor): Expression | undefined {
  let first = cursor.peek();
  if (first === 't' && cursor.takeWords('the')) first = cursor.peek();
  // Most operands are numbers or parentheses: nothing else can begin like them, except a list.
  const isPlain = first === '(' || first === '.' || isDigit(first);
  if (isPlain && (cursor.inList || !cursor.mayHoldList)) return readAtom(cursor);
  const sign = readSign(cursor, first);
  if (sign !== undefined) return readSigned(cursor, sign);
  const list = cursor.inList ? undefined : cursor.attempt(() => readListFunction(cursor));
  if (list !== undefined) return list.endsInList === true ? list : readPostfixes(cursor, list);
  if (cursor.takeSymbol('根号下')) return readUnderRoot(cursor);
  const name = cursor.attempt(() => cursor.takeEntry(prefixWords));
  if (name !== undefined) {
    const operand = readBinary(cursor, signPower);
    if (operand === undefined) return undefined;
    // "The absolute value of 3 - 10": how far it reaches cannot be heard.
    const reachesFar = name === 'abs' || name === 'floor' || name === 'ceil';
    return {
      ...applyFunction(name, operand),
      endsInList: reachesFar || (operand.endsInList ?? false),
    };
  }
  if (cursor.takeSymbol('√')) {
    const operand = readBinary(cursor, signPower);
    return operand === undefined ? undefined : callNode('sqrt', [operand]);
  }
  return readAtom(cursor);
}

/** How far 根号下 reaches in 根号下16加9 cannot be heard, so it takes one plain operand and nothing behind it. */
function readUnderRoot(cursor: ExpressionCursor): Expression | undefined {
  const operand = readBinary(cursor, 0);
  return operand?.operations === 0 ? callNode('sqrt', [operand]) : undefined;
}

function readSigned(
  cursor: ExpressionCursor,
  { negative, words }: WrittenSign,
): Expression | undefined {
  const whole = cursor.attempt(() => {
    const number = readNumberNode(cursor);
    if (number === undefined) return undefined;
    if (cursor.peek() !== '的' || !negative) return undefined;
    return readPostfixes(cursor, negativeAtom(number));
  });
  if (whole !== undefined) return whole;
  const operand = readBinary(cursor, signPower);
  if (operand === undefined) return undefined;
  // "negative five squared": of the number or of its square? The calculator's rule for -5^2 is not what the words say.
  if ((words || (negative && operand.words)) && operand.operation?.sign === '^') return undefined;
  return negative ? negated(operand, words) : { ...operand, words: true };
}

/** A number, a function call, a constant or a parenthesis, with what stands behind it. */
function readAtom(cursor: ExpressionCursor): Expression | undefined {
  const start = skipSpace(cursor.lower, cursor.at);
  cursor.at = start;
  const atom = readBareAtom(cursor, start);
  return atom === undefined ? undefined : readPostfixes(cursor, atom);
}

function readBareAtom(cursor: ExpressionCursor, start: number): Expression | undefined {
  const first = cursor.lower[start];
  if (first === '(') return readParenthesis(cursor);
  if (isDigit(first) && !mayBeSpecial(cursor.lower, start)) {
    return readUsualNumber(cursor, start) ?? readFunction(cursor);
  }
  return (
    cursor.attempt(() => readRoot(cursor)) ??
    readNumberNode(cursor) ??
    readFunction(cursor) ??
    readConstant(cursor)
  );
}

function readPostfixes(cursor: ExpressionCursor, atom: Expression): Expression | undefined {
  let value = atom;
  for (let count = 0; count < deepestNesting; count++) {
    const { at } = cursor;
    const next = readPostfix(cursor, value);
    if (next === undefined) {
      cursor.at = at;
      return value;
    }
    value = next;
  }
  return undefined;
}

function readParenthesis(cursor: ExpressionCursor): Expression | undefined {
  return cursor.attempt(() => {
    if (!cursor.takeSymbol('(')) return undefined;
    const inner = readBinary(cursor, 0);
    return inner !== undefined && cursor.takeSymbol(')') ? parenthesised(inner) : undefined;
  });
}

function readConstant(cursor: ExpressionCursor): Expression | undefined {
  if (cursor.takeSymbol('π')) return numberNode('pi', false);
  if (cursor.takeSymbol('圆周率')) return numberNode('pi', true);
  for (const name of ['pi', 'e']) {
    if (!cursor.lower.startsWith(name, cursor.at)) continue;
    if (isWordCharacter(cursor.lower[cursor.at + name.length])) continue;
    cursor.at += name.length;
    return numberNode(name, false);
  }
  return undefined;
}
