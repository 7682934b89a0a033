import { bitLength, log2OfInteger } from './bit-length.ts';
import { absolute, type Rational } from './rational.ts';

/** The largest integer whose `degree`-th power is not above `value` (`value` ≥ 0, `degree` ≥ 1). Newton's method. */
export function integerRoot(value: bigint, degree: number): bigint {
  if (value < 2n || degree === 1) return value;
  const order = BigInt(degree);
  const lower = order - 1n;
  let root = rootFromAbove(value, degree);
  for (;;) {
    const next = (lower * root + value / root ** lower) / order;
    if (next >= root) return root;
    root = next;
  }
}

/** The exact `degree`-th root of a fraction, or undefined when it is irrational. Negative values need an odd degree. */
export function exactRoot(value: Rational, degree: number): Rational | undefined {
  const isNegative = value.numerator < 0n;
  if (isNegative && degree % 2 === 0) return undefined;
  const numerator = perfectRoot(absolute(value.numerator), degree);
  if (numerator === undefined) return undefined;
  const denominator = perfectRoot(value.denominator, degree);
  if (denominator === undefined) return undefined;
  return { numerator: isNegative ? -numerator : numerator, denominator };
}

function perfectRoot(value: bigint, degree: number): bigint | undefined {
  if (value < 2n) return value;
  // A number of fewer bits than the degree lies between 1 and 2 to that power.
  if (bitLength(value) <= degree) return undefined;
  const root = integerRoot(value, degree);
  return root ** BigInt(degree) === value ? root : undefined;
}

/** A start for Newton's method: above the root, so that each step comes down, and close, so that few are needed. */
function rootFromAbove(value: bigint, degree: number): bigint {
  const exponent = log2OfInteger(value) / degree;
  const shift = Math.max(0, Math.floor(exponent) - 52);
  const leading = Math.ceil(2 ** (exponent - shift) * (1 + 1e-10)) + 1;
  return BigInt(leading) << BigInt(shift);
}
