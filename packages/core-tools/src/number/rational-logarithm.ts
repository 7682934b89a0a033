import { log2OfInteger } from './bit-length.ts';
import { createRational, type Rational } from './rational.ts';

/** `value^ofValue · base^ofBase`, from 1 up. */
interface Product {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly ofValue: number;
  readonly ofBase: number;
}

/**
 * The p/q with `value = base^(p/q)`, where both are powers of one fraction; undefined where they are not. Both are
 * positive, and the base is not 1. Euclid's algorithm on the exponents, without knowing the fraction: the larger number
 * is divided by a power of the smaller one until 1 is left.
 */
export function rationalLogarithm(value: Rational, base: Rational): Rational | undefined {
  let larger = fromOneUp({ ...value, ofValue: 1, ofBase: 0 });
  let smaller = fromOneUp({ ...base, ofValue: 0, ofBase: 1 });
  for (;;) {
    if (larger.numerator < smaller.numerator) [larger, smaller] = [smaller, larger];
    if (smaller.numerator === 1n) break;
    const rest = dividedByPower(larger, smaller);
    if (rest === undefined) return undefined;
    larger = rest;
  }
  if (smaller.denominator !== 1n) return undefined;
  return createRational(BigInt(-smaller.ofBase), BigInt(smaller.ofValue));
}

function fromOneUp(product: Product): Product {
  const { numerator, denominator, ofValue, ofBase } = product;
  if (numerator >= denominator) return product;
  return { numerator: denominator, denominator: numerator, ofValue: -ofValue, ofBase: -ofBase };
}

/** Divided as often as the numerators of powers of one fraction would be; undefined where that leaves no fraction. */
function dividedByPower(larger: Product, smaller: Product): Product | undefined {
  const ratio = log2OfInteger(larger.numerator) / log2OfInteger(smaller.numerator);
  const count = Math.max(1, Math.floor(ratio + 1e-9));
  const numerator = smaller.numerator ** BigInt(count);
  const denominator = smaller.denominator ** BigInt(count);
  if (larger.numerator % numerator !== 0n || larger.denominator % denominator !== 0n) {
    return undefined;
  }
  return {
    numerator: larger.numerator / numerator,
    denominator: larger.denominator / denominator,
    ofValue: larger.ofValue - count * smaller.ofValue,
    ofBase: larger.ofBase - count * smaller.ofBase,
  };
}
