import fc from 'fast-check';

/**
 * Expressions that mathjs and the calculator read alike: no per cent, no product without a sign after a division, and
 * log10, log2, ln instead of log.
 */
export type Dialect =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'constant'; readonly name: 'pi' | 'e' }
  | { readonly kind: 'negative' | 'factorial'; readonly value: Dialect }
  | { readonly kind: 'call'; readonly name: CallName; readonly values: readonly Dialect[] }
  | { readonly kind: BinaryKind; readonly left: Dialect; readonly right: Dialect };

type BinaryKind = '+' | '-' | '*' | '/' | '^' | 'mod' | 'implicit';
type CallName =
  | (typeof UNARY)[number]
  | (typeof ROUNDING)[number]
  | (typeof LISTS)[number]
  | (typeof WHOLE)[number];

const UNARY = [
  'sqrt',
  'cbrt',
  'abs',
  'exp',
  'ln',
  'log10',
  'log2',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
] as const;
const ROUNDING = ['floor', 'ceil', 'round'] as const;
const LISTS = ['min', 'max', 'sum', 'mean', 'median', 'hypot'] as const;
const WHOLE = ['gcd', 'lcm'] as const;

const number = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 3 }))
  .map(([digits, places]) => ({ kind: 'number' as const, text: String(digits / 10 ** places) }));
const wholeNumber = fc
  .integer({ min: 1, max: 500 })
  .map((value) => ({ kind: 'number' as const, text: String(value) }));
const smallExponent = fc
  .constantFrom('2', '3', '-1', '-2', '0.5', '1.5', '0.25', '7')
  .map((text) => ({ kind: 'number' as const, text }));

const ratio = fc
  .integer({ min: 0, max: 1000 })
  .map((thousandths) => ({ kind: 'number' as const, text: String(thousandths / 1000) }));
/** n·π/d, whose sine and cosine the calculator knows exactly. */
const angle = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '12'))
  .map(([count, parts]) => ({
    kind: '/' as const,
    left: {
      kind: 'implicit' as const,
      left: { kind: 'number' as const, text: String(count) },
      right: { kind: 'constant' as const, name: 'pi' as const },
    },
    right: { kind: 'number' as const, text: parts },
  }));

const anyTree: fc.Arbitrary<Dialect> = fc.letrec<{ any: Dialect }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'dialect' },
    fc.oneof(number, ratio, angle),
    fc
      .constantFrom('pi' as const, 'e' as const)
      .map((name) => ({ kind: 'constant' as const, name })),
    fc.record({ kind: fc.constant('negative' as const), value: tie('any') }),
    fc.integer({ min: 0, max: 25 }).map((value) => ({
      kind: 'factorial' as const,
      value: { kind: 'number' as const, text: String(value) },
    })),
    fc.record({
      kind: fc.constantFrom(
        '+' as const,
        '-' as const,
        '*' as const,
        '/' as const,
        'implicit' as const,
      ),
      left: tie('any'),
      right: tie('any'),
    }),
    fc.record({ kind: fc.constant('^' as const), left: tie('any'), right: smallExponent }),
    fc.record({ kind: fc.constant('mod' as const), left: number, right: number }),
    fc
      .tuple(fc.constantFrom(...UNARY), tie('any'))
      .map(([name, value]) => ({ kind: 'call' as const, name, values: [value] })),
    fc.tuple(fc.constantFrom(...ROUNDING), number, number).map(([name, left, right]) => ({
      kind: 'call' as const,
      name,
      values: [{ kind: '*' as const, left, right }],
    })),
    fc
      .tuple(fc.constantFrom(...LISTS), fc.array(tie('any'), { minLength: 2, maxLength: 4 }))
      .map(([name, values]) => ({ kind: 'call' as const, name, values })),
    fc
      .tuple(fc.constantFrom(...WHOLE), fc.array(wholeNumber, { minLength: 2, maxLength: 3 }))
      .map(([name, values]) => ({ kind: 'call' as const, name, values })),
  ),
})).any;

export const dialectTree: fc.Arbitrary<Dialect> = fc.record({
  kind: fc.constantFrom('+' as const, '-' as const, '*' as const, '/' as const),
  left: anyTree,
  right: anyTree,
});

export function printDialect(node: Dialect): string {
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'constant':
      return node.name;
    case 'negative':
      return `-${atom(node.value)}`;
    case 'factorial':
      return `${atom(node.value)}!`;
    case 'call':
      return `${node.name}(${node.values.map(printDialect).join(', ')})`;
    case 'implicit': {
      // A constant before a parenthesis would be a call for mathjs.
      const left = node.left.kind === 'constant' ? `(${node.left.name})` : atom(node.left);
      const isNamed = node.right.kind === 'call' || node.right.kind === 'constant';
      const right = printDialect(node.right);
      return `${left} ${isNamed ? right : `(${right})`}`;
    }
    case '^':
      return `${atom(node.left)}^${printDialect(node.right)}`;
    case '+':
      return `${printDialect(node.left)} + ${printDialect(node.right)}`;
    case '-':
      return `${printDialect(node.left)} - ${term(node.right)}`;
    default:
      return `${term(node.left)} ${node.kind} ${atom(node.right)}`;
  }
}

function atom(node: Dialect): string {
  const text = printDialect(node);
  return ['number', 'constant', 'call'].includes(node.kind) ? text : `(${text})`;
}

function term(node: Dialect): string {
  const text = printDialect(node);
  return node.kind === '+' || node.kind === '-' ? `(${text})` : text;
}

/** A value in doubles and how many roundings (half units of the last place) it may carry. */
export interface Condition {
  readonly value: number;
  readonly loss: number;
}

const ZERO: Condition = { value: 0, loss: 0 };

/**
 * A running error analysis: what double arithmetic may lose, operation by operation. Undefined where it says nothing: no
 * real value, a value out of range, or one so near to 0 that only the exact calculation knows it.
 */
export function conditionOf(node: Dialect): Condition | undefined {
  const result = conditionOfNode(node);
  if (result === undefined || !Number.isFinite(result.value) || !Number.isFinite(result.loss))
    return undefined;
  const size = Math.abs(result.value);
  // What is this near to 0 is the noise of a cancellation, except for an exact 0.
  if (size > 1e200 || (size < 1e-12 && !(size === 0 && result.loss === 0))) return undefined;
  return result;
}

function conditionOfNode(node: Dialect): Condition | undefined {
  switch (node.kind) {
    case 'number':
      return { value: Number(node.text), loss: Number(node.text) === 0 ? 0 : 0.5 };
    case 'constant':
      return { value: node.name === 'pi' ? Math.PI : Math.E, loss: 1 };
    case 'negative': {
      const inner = conditionOf(node.value);
      return inner && { value: -inner.value, loss: inner.loss };
    }
    case 'factorial': {
      let value = 1;
      for (let factor = Number(printDialect(node.value)); factor > 1; factor -= 1) value *= factor;
      return { value, loss: 1 };
    }
    case 'call': {
      const values: Condition[] = [];
      for (const argument of node.values) {
        const inner = conditionOf(argument);
        if (inner === undefined) return undefined;
        values.push(inner);
      }
      return conditionOfCall(node.name, values);
    }
    default: {
      const left = conditionOf(node.left);
      const right = conditionOf(node.right);
      return left && right && conditionOfBinary(node.kind, left, right);
    }
  }
}

function conditionOfBinary(
  kind: BinaryKind,
  left: Condition,
  right: Condition,
): Condition | undefined {
  const a = left.value;
  const b = right.value;
  switch (kind) {
    case '+':
      return conditionOfSum([left, right]);
    case '-':
      return conditionOfSum([left, { value: -b, loss: right.loss }]);
    case '*':
    case 'implicit':
      return a * b === 0 ? ZERO : { value: a * b, loss: left.loss + right.loss + 1 };
    case '/':
      if (b === 0) return undefined;
      return a === 0 ? ZERO : { value: a / b, loss: left.loss + right.loss + 1 };
    case 'mod': {
      // Both are literals with up to three places.
      const [dividend, divisor] = [Math.round(a * 1000), Math.round(b * 1000)];
      const rest = divisor === 0 ? NaN : (dividend % divisor) / 1000;
      return rest === 0 ? ZERO : { value: rest, loss: 0.5 };
    }
    case '^': {
      if (a === 0 || (a < 0 && !Number.isInteger(b))) return undefined;
      const loss = Math.abs(b) * left.loss + Math.abs(b * Math.log(Math.abs(a))) * right.loss + 2;
      return { value: a ** b, loss };
    }
  }
}

function conditionOfSum(terms: readonly Condition[]): Condition | undefined {
  const value = terms.reduce((total, term) => total + term.value, 0);
  const largest = terms.reduce((total, term) => total + Math.abs(term.value), 0);
  if (largest === 0) return ZERO;
  const lost = terms.reduce(
    (total, term) => total + Math.abs(term.value) * (term.loss + terms.length),
    0,
  );
  return value === 0 ? undefined : { value, loss: lost / Math.abs(value) };
}

function conditionOfCall(name: CallName, values: readonly Condition[]): Condition | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const numbers = values.map(({ value }) => value);
  const loss = Math.max(...values.map((value) => value.loss));
  switch (name) {
    case 'min':
      return { value: Math.min(...numbers), loss };
    case 'max':
      return { value: Math.max(...numbers), loss };
    case 'sum':
      return conditionOfSum(values);
    case 'mean': {
      const total = conditionOfSum(values);
      return total && { value: total.value / values.length, loss: total.loss + 1 };
    }
    case 'median': {
      const sorted = values.toSorted((left, right) => left.value - right.value);
      const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
      return conditionOfCall('mean', middle);
    }
    case 'hypot':
      return { value: Math.hypot(...numbers), loss: loss + values.length + 2 };
    case 'gcd':
      return { value: numbers.reduce(greatestDivisor), loss: 0.5 };
    case 'lcm':
      return { value: numbers.reduce((a, b) => (a * b) / greatestDivisor(a, b)), loss: 0.5 };
    case 'floor':
    case 'ceil':
    case 'round': {
      // The product of two literals, which has up to six places.
      const value = Math[name](Math.round(first.value * 1e6) / 1e6);
      return value === 0 ? ZERO : { value, loss: 0.5 };
    }
    default:
      return conditionOfFunction(name, first);
  }
}

function greatestDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestDivisor(right, left % right);
}

/** Value, and by how much the function magnifies a relative error: |x·f'(x) / f(x)|. */
function conditionOfFunction(
  name: (typeof UNARY)[number],
  { value: x, loss }: Condition,
): Condition | undefined {
  const [value, factor] = FUNCTIONS[name](x);
  if (x === 0 && value === 0) return ZERO;
  if (!Number.isFinite(value)) return undefined;
  return { value, loss: Math.abs(factor) * loss + 2 };
}

const FUNCTIONS: Readonly<
  Record<(typeof UNARY)[number], (x: number) => readonly [value: number, factor: number]>
> = {
  sqrt: (x) => [Math.sqrt(x), 1 / 2],
  cbrt: (x) => [Math.cbrt(x), 1 / 3],
  abs: (x) => [Math.abs(x), 1],
  exp: (x) => [Math.exp(x), x],
  ln: (x) => [Math.log(x), 1 / Math.log(x)],
  log10: (x) => [Math.log10(x), 1 / Math.log(x)],
  log2: (x) => [Math.log2(x), 1 / Math.log(x)],
  sin: (x) => [Math.sin(x), x / Math.tan(x)],
  cos: (x) => [Math.cos(x), x * Math.tan(x)],
  tan: (x) => [Math.tan(x), (2 * x) / Math.sin(2 * x)],
  asin: (x) => [Math.asin(x), x / (Math.sqrt(1 - x * x) * Math.asin(x))],
  acos: (x) => [Math.acos(x), x / (Math.sqrt(1 - x * x) * Math.acos(x))],
  atan: (x) => [Math.atan(x), x / ((1 + x * x) * Math.atan(x))],
};
