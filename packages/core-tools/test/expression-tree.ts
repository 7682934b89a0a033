import fc from 'fast-check';
import { Fraction } from 'fraction.js';

/** An expression as a tree, for comparing the calculator with an independent evaluation. */
export type Tree =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'negative'; readonly value: Tree }
  | { readonly kind: 'power'; readonly base: Tree; readonly exponent: number }
  | { readonly kind: '+' | '-' | '*' | '/' | 'mod'; readonly left: Tree; readonly right: Tree };

const PRECEDENCE = {
  '+': 10,
  '-': 10,
  '*': 20,
  '/': 20,
  mod: 20,
  negative: 25,
  power: 30,
  number: 99,
};

export const decimalText: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => placeText(digits, places));

export const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    decimalText.map((text) => ({ kind: 'number' as const, text })),
    fc.record({ kind: fc.constant('negative' as const), value: tie('tree') }),
    fc.record({
      kind: fc.constant('power' as const),
      base: tie('tree'),
      exponent: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({
      kind: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const, 'mod' as const),
      left: tie('tree'),
      right: tie('tree'),
    }),
  ),
})).tree;

/** The exact value by fraction.js; undefined where it divides by zero. */
export function evaluateTree(node: Tree): Fraction | undefined {
  switch (node.kind) {
    case 'number':
      return new Fraction(node.text);
    case 'negative':
      return evaluateTree(node.value)?.neg();
    case 'power': {
      const base = evaluateTree(node.base);
      if (base === undefined) return undefined;
      let product = new Fraction(1);
      for (let count = 0; count < node.exponent; count += 1) product = product.mul(base);
      return product;
    }
    default: {
      const left = evaluateTree(node.left);
      const right = evaluateTree(node.right);
      if (left === undefined || right === undefined) return undefined;
      return combine(node.kind, left, right);
    }
  }
}

function combine(
  kind: '+' | '-' | '*' | '/' | 'mod',
  left: Fraction,
  right: Fraction,
): Fraction | undefined {
  if (kind === '+') return left.add(right);
  if (kind === '-') return left.sub(right);
  if (kind === '*') return left.mul(right);
  if (right.equals(0)) return undefined;
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
      return `${print(node.base, precedence + 1)}^${node.exponent}`;
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
    case 'power':
      return `(${printFull(node.base)}^${node.exponent})`;
    default:
      return `(${printFull(node.left)} ${node.kind} ${printFull(node.right)})`;
  }
}

function placeText(digits: number, places: number): string {
  if (places === 0) return String(digits);
  const padded = String(digits).padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}
