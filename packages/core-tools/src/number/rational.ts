import { greatestCommonDivisor } from './greatest-common-divisor.ts';

/** An exact fraction in lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n };

/** Reduces `numerator / denominator`; the denominator must not be 0. */
export function createRational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 1n) return { numerator, denominator };
  const divisor = greatestCommonDivisor(absolute(numerator), absolute(denominator));
  const sign = denominator < 0n ? -1n : 1n;
  if (divisor === 1n && sign === 1n) return { numerator, denominator };
  const signed = sign * divisor;
  return { numerator: numerator / signed, denominator: denominator / signed };
}

export function addRationals(left: Rational, right: Rational): Rational {
  const { denominator } = left;
  if (denominator === right.denominator) {
    return createRational(left.numerator + right.numerator, denominator);
  }
  // Usual for long decimals, and so much less to reduce.
  if (isMultiple(denominator, right.denominator)) {
    return denominator > right.denominator
      ? sumOverMultiple(right, left)
      : sumOverMultiple(left, right);
  }
  return createRational(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  );
}

/** True where one of two positive integers is a multiple of the other. */
export function isMultiple(first: bigint, second: bigint): boolean {
  return first > second ? first % second === 0n : second % first === 0n;
}

/** The sum of two fractions, of which the second has a denominator that is a multiple of that of the first. */
function sumOverMultiple(left: Rational, right: Rational): Rational {
  const factor = right.denominator / left.denominator;
  return createRational(left.numerator * factor + right.numerator, right.denominator);
}

export function subtractRationals(left: Rational, right: Rational): Rational {
  return addRationals(left, negateRational(right));
}

export function multiplyRationals(left: Rational, right: Rational): Rational {
  return createRational(left.numerator * right.numerator, left.denominator * right.denominator);
}

/** `right` must not be 0. */
export function divideRationals(left: Rational, right: Rational): Rational {
  return createRational(left.numerator * right.denominator, left.denominator * right.numerator);
}

export function negateRational(value: Rational): Rational {
  return { numerator: -value.numerator, denominator: value.denominator };
}

/** `value` to an integer power; 0 only to powers from 0 up. The parts of a reduced fraction stay coprime. */
export function powerOfRational(value: Rational, exponent: number): Rational {
  const count = BigInt(Math.abs(exponent));
  const numerator = value.numerator ** count;
  const denominator = value.denominator ** count;
  if (exponent >= 0) return { numerator, denominator };
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator };
}

/** The largest integer that is not above `value`. */
export function floorOfRational(value: Rational): bigint {
  const quotient = value.numerator / value.denominator;
  return value.numerator < 0n && quotient * value.denominator !== value.numerator
    ? quotient - 1n
    : quotient;
}

/** Floored remainder: the result has the sign of `right`, which must not be 0 (Knuth, TAOCP 1.2.4). */
export function moduloOfRationals(left: Rational, right: Rational): Rational {
  const divisor = right.numerator * left.denominator;
  return createRational(
    flooredRemainder(left.numerator * right.denominator, divisor),
    left.denominator * right.denominator,
  );
}

/** The remainder that has the sign of the divisor. */
export function flooredRemainder(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor;
  return rest !== 0n && rest < 0n !== divisor < 0n ? rest + divisor : rest;
}

/** Negative, 0 or positive, like a sort callback. */
export function compareRationals(left: Rational, right: Rational): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
