import { bitLength, log2OfInteger } from './bit-length.ts';
import { absolute, type Rational } from './rational.ts';

const LARGEST_SAFE = 9_007_199_254_740_991n;
/** More bits than a double has, so that one sticky bit makes its rounding correct. */
const QUOTIENT_BITS = 66;
const LARGEST_POWER = 1000;

/** The double nearest to a fraction; ±Infinity beyond the range, ±0 below it. */
export function rationalToDouble(value: Rational): number {
  const { numerator, denominator } = value;
  const magnitude = absolute(numerator);
  if (denominator === 1n) return Number(numerator);
  if (magnitude <= LARGEST_SAFE && denominator <= LARGEST_SAFE) {
    return Number(numerator) / Number(denominator);
  }
  const shift = QUOTIENT_BITS - bitLength(magnitude) + bitLength(denominator);
  const dividend = shift > 0 ? magnitude << BigInt(shift) : magnitude;
  const divisor = shift < 0 ? denominator << BigInt(-shift) : denominator;
  const quotient = dividend / divisor;
  const sticky = quotient * divisor === dividend ? 0n : 1n;
  const double = scaleByPowerOfTwo(Number(quotient | sticky), -shift);
  return numerator < 0n ? -double : double;
}

/** The double nearest to `value / 2^exponent`, also of a value that no double can hold. */
export function scaledDouble(value: Rational, exponent: number): number {
  const { numerator, denominator } = value;
  return rationalToDouble(
    exponent < 0
      ? { numerator: numerator << BigInt(-exponent), denominator }
      : { numerator, denominator: denominator << BigInt(exponent) },
  );
}

/** The largest whole number that is not above log2 of a positive value (or one less, next to a power of two). */
export function floorLog2(value: Rational): number {
  return Math.floor(log2OfInteger(value.numerator) - log2OfInteger(value.denominator));
}

/** `value × 2^exponent` without an overflow on the way. */
export function scaleByPowerOfTwo(value: number, exponent: number): number {
  let scaled = value;
  let rest = exponent;
  while (rest > LARGEST_POWER && Number.isFinite(scaled) && scaled !== 0) {
    scaled *= 2 ** LARGEST_POWER;
    rest -= LARGEST_POWER;
  }
  while (rest < -LARGEST_POWER && Number.isFinite(scaled) && scaled !== 0) {
    scaled *= 2 ** -LARGEST_POWER;
    rest += LARGEST_POWER;
  }
  return Math.abs(rest) > LARGEST_POWER ? scaled : scaled * 2 ** rest;
}
