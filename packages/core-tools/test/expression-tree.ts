import fc from 'fast-check';
import { Fraction } from 'fraction.js';

export type CallName = 'abs' | 'floor' | 'ceil' | 'round' | 'min' | 'max' | 'sum' | 'mean';
export type BinaryKind = '+' | '-' | '*' | '/' | 'mod' | 'implicit';

/** An expression as a tree, for comparing the calculator with an independent evaluation. */
export type Tree =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'negative'; readonly value: Tree }
  /** `base^-a^b^c`: a tower of single digits with an optional sign. */
  | {
      readonly kind: 'power';
      readonly base: Tree;
      readonly isInverse: boolean;
      readonly tower: readonly number[];
    }
  | { readonly kind: 'call'; readonly name: CallName; readonly values: readonly Tree[] }
  /** `implicit` is a product without a sign. */
  | { readonly kind: BinaryKind; readonly left: Tree; readonly right: Tree };

/** Why a tree has no value to compare with. */
export type NoValue = 'division by zero' | 'too large';

const PRECEDENCE = {
  '+': 10,
  '-': 10,
  '*': 20,
  '/': 20,
  mod: 20,
  implicit: 20,
  negative: 25,
  power: 30,
  call: 99,
  number: 99,
};
/** Far below the calculator's limit of 16,384 bits, so that no limit decides a comparison. */
const LARGEST = 1n << 3000n;
const ONE_HALF = new Fraction(1, 2);

const NEAR_LIMITS = [31n, 32n, 49n, 53n, 63n, 64n].flatMap((bits) =>
  [-2n, -1n, 0n, 1n, 2n].map((offset) => 2n ** bits + offset),
);

/** Digits of any length up to 30, without leading zeros; some next to where machine numbers end. */
export const integerText: fc.Arbitrary<string> = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 1000n }),
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.constantFrom(...NEAR_LIMITS),
  )
  .map(String);

/** A decimal without a sign: mostly of up to 8 digits and 6 places, some longer. */
export const decimalText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => placeText(String(digits), places)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(integerText, fc.integer({ min: 0, max: 26 }))
      .map(([digits, places]) => placeText(digits, places)),
  },
);

/** A tree over decimals with every operator that keeps values rational. */
export const tree: fc.Arbitrary<Tree> = treeOf(decimalText, {
  operators: ['+', '-', '*', '/', 'mod', 'implicit'],
  calls: ['abs', 'floor', 'ceil', 'round', 'min', 'max', 'sum', 'mean'],
  hasInverses: true,
});

/** A tree over integers with every operator that keeps values whole. */
export const integerTree: fc.Arbitrary<Tree> = treeOf(integerText, {
  operators: ['+', '-', '*', 'mod', 'implicit'],
  calls: ['abs', 'min', 'max', 'sum'],
  hasInverses: false,
});

interface TreeShape {
  readonly operators: readonly BinaryKind[];
  readonly calls: readonly CallName[];
  readonly hasInverses: boolean;
}

function treeOf(leaf: fc.Arbitrary<string>, shape: TreeShape): fc.Arbitrary<Tree> {
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'tree' },
      leaf.map((text) => ({ kind: 'number' as const, text })),
      fc.record({ kind: fc.constant('negative' as const), value: tie('tree') }),
      fc.record({
        kind: fc.constant('power' as const),
        base: tie('tree'),
        isInverse: shape.hasInverses ? fc.boolean() : fc.constant(false),
        tower: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 2 }),
      }),
      fc
        .tuple(
          fc.constantFrom(...shape.calls),
          fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        )
        .map(([name, values]) => ({ kind: 'call' as const, name, values: fitting(name, values) })),
      fc.record({
        kind: fc.constantFrom(...shape.operators),
        left: tie('tree'),
        right: tie('tree'),
      }),
    ),
  })).tree;
}

function fitting(name: CallName, values: readonly Tree[]): readonly Tree[] {
  return ['abs', 'floor', 'ceil', 'round'].includes(name) ? values.slice(0, 1) : values;
}

/** The exact value by fraction.js. */
export function evaluateTree(node: Tree): Fraction | NoValue {
  const value = evaluateNode(node);
  if (typeof value === 'string') return value;
  const isTooLarge = value.n > LARGEST || value.d > LARGEST;
  return isTooLarge ? 'too large' : value;
}

function evaluateNode(node: Tree): Fraction | NoValue {
  switch (node.kind) {
    case 'number':
      return new Fraction(node.text);
    case 'negative': {
      const value = evaluateTree(node.value);
      return typeof value === 'string' ? value : value.neg();
    }
    case 'power': {
      const base = evaluateTree(node.base);
      return typeof base === 'string' ? base : powerOf(base, exponentOf(node));
    }
    case 'call': {
      const values: Fraction[] = [];
      for (const argument of node.values) {
        const value = evaluateTree(argument);
        if (typeof value === 'string') return value;
        values.push(value);
      }
      return callFunction(node.name, values);
    }
    default: {
      const left = evaluateTree(node.left);
      if (typeof left === 'string') return left;
      const right = evaluateTree(node.right);
      if (typeof right === 'string') return right;
      return combine(node.kind, left, right);
    }
  }
}

function exponentOf({ isInverse, tower }: Tree & { kind: 'power' }): number {
  const size = tower.reduceRight((exponent, base) => base ** exponent, 1);
  return isInverse ? -size : size;
}

function powerOf(base: Fraction, exponent: number): Fraction | NoValue {
  if (exponent < 0 && base.equals(0)) return 'division by zero';
  let product = new Fraction(1);
  for (let count = 0; count < Math.abs(exponent); count += 1) product = product.mul(base);
  return exponent < 0 ? product.inverse() : product;
}

function callFunction(name: CallName, values: readonly Fraction[]): Fraction {
  const [first = new Fraction(0), ...others] = values;
  switch (name) {
    case 'abs':
      return first.abs();
    case 'floor':
      return first.floor();
    case 'ceil':
      return first.ceil();
    case 'round': {
      const size = first.abs().add(ONE_HALF).floor();
      return first.compare(0) < 0 ? size.neg() : size;
    }
    case 'min':
      return others.reduce((best, value) => (value.compare(best) < 0 ? value : best), first);
    case 'max':
      return others.reduce((best, value) => (value.compare(best) > 0 ? value : best), first);
    default: {
      const total = others.reduce((sum, value) => sum.add(value), first);
      return name === 'mean' ? total.div(values.length) : total;
    }
  }
}

function combine(kind: BinaryKind, left: Fraction, right: Fraction): Fraction | NoValue {
  if (kind === '+') return left.add(right);
  if (kind === '-') return left.sub(right);
  if (kind === '*' || kind === 'implicit') return left.mul(right);
  if (right.equals(0)) return 'division by zero';
  return kind === '/' ? left.div(right) : left.sub(right.mul(left.div(right).floor()));
}

/** With only the parentheses that precedence asks for. */
export function printMinimal(node: Tree): string {
  return print(node, 0);
}

function print(node: Tree, minimum: number): string {
  const precedence = PRECEDENCE[node.kind];
  const text = printBare(node, precedence);
  return precedence < minimum ? `(${text})` : text;
}

function printBare(node: Tree, precedence: number): string {
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'negative':
      return `-${print(node.value, precedence)}`;
    case 'power':
      return `${print(node.base, precedence + 1)}^${node.isInverse ? '-' : ''}${node.tower.join('^')}`;
    case 'call':
      return `${node.name}(${node.values.map(printMinimal).join(', ')})`;
    case 'implicit': {
      const right = printMinimal(node.right);
      return print(node.left, precedence) + (node.right.kind === 'call' ? right : `(${right})`);
    }
    default: {
      const sign = node.kind === 'mod' ? ' mod ' : node.kind;
      return `${print(node.left, precedence)}${sign}${print(node.right, precedence + 1)}`;
    }
  }
}

/** With parentheses around everything. */
export function printFull(node: Tree): string {
  switch (node.kind) {
    case 'number':
      return `(${node.text})`;
    case 'negative':
      return `(-${printFull(node.value)})`;
    case 'power': {
      const tower = node.tower.reduceRight((text, base) => `(${base}^${text})`, '(1)');
      return `(${printFull(node.base)}^${node.isInverse ? `(-${tower})` : tower})`;
    }
    case 'call':
      return `(${node.name}(${node.values.map(printFull).join(',')}))`;
    case 'implicit':
      return `(${printFull(node.left)}${printFull(node.right)})`;
    default:
      return `(${printFull(node.left)} ${node.kind} ${printFull(node.right)})`;
  }
}

/** Every symbol that text of these printers consists of, so that white space can be put between any two. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\d+(?:\.\d*)?|[a-z]+|\*\*|./g) ?? [];
}

function placeText(digits: string, places: number): string {
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}
