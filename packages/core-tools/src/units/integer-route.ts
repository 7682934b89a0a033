import { createRational, type Rational } from '../number/rational.ts';

/**
 * `(value × multiplier + addend) / divisor` in safe integers, for values that are not below `lowest`; all NaN where
 * safe integers do not suffice, so that every check of them fails. Doubles in an array are read without unboxing.
 */
export type IntegerRoute = Float64Array;
export const MULTIPLIER = 0;
export const ADDEND = 1;
export const DIVISOR = 2;
export const LOWEST = 3;
/** The divisor without its factors 2 and 5, and the least power of ten that these divide, over them. */
export const REST = 4;
export const TENS = 5;

export function noIntegerRoute(): IntegerRoute {
  return new Float64Array(6).fill(NaN);
}

/** `value × factor + shift` */
export function integerRoute(
  factor: Rational,
  shift: Rational,
  lowest: Rational | undefined,
): IntegerRoute {
  const common = createRational(factor.denominator, shift.denominator);
  const divisor = Number(factor.denominator * common.denominator);
  const multiplier = Number(factor.numerator * common.denominator);
  const addend = Number(shift.numerator * common.numerator);
  if (!isSafe(divisor) || !isSafe(multiplier) || !isSafe(addend)) return noIntegerRoute();
  const bound =
    lowest === undefined ? -Infinity : Number(lowest.numerator) / Number(lowest.denominator);
  return new Float64Array([multiplier, addend, divisor, bound, ...decimalParts(divisor)]);
}

function decimalParts(divisor: number): [rest: number, tens: number] {
  let rest = divisor;
  let tens = 1;
  for (; rest % 10 === 0; tens *= 10) rest /= 10;
  for (; rest % 5 === 0; tens *= 10) rest /= 5;
  for (; rest % 2 === 0; tens *= 10) rest /= 2;
  return [rest, tens / (divisor / rest)];
}

/**
 * The result times the divisor and a power of ten that makes an integer of the value (see `decimalPower`); NaN where it
 * or the product of the divisor and the power is no safe integer, and for a value below the lowest.
 */
export function dividendOf(integers: IntegerRoute, value: number, power: number): number {
  if (!(value >= (integers[LOWEST] ?? NaN))) return NaN;
  const scaled = Math.round(value * power) * (integers[MULTIPLIER] ?? NaN);
  const addend = (integers[ADDEND] ?? NaN) * power;
  const dividend = scaled + addend;
  const divisor = (integers[DIVISOR] ?? NaN) * power;
  const areSafe = isSafe(scaled) && isSafe(addend) && isSafe(dividend) && isSafe(divisor);
  return areSafe ? dividend : NaN;
}

/** The double nearest to the result whose `dividendOf` was taken. */
export function quotientOf(integers: IntegerRoute, dividend: number, power: number): number {
  // Adding 0 makes 0 of -0.
  return dividend / ((integers[DIVISOR] ?? NaN) * power) + 0;
}

/** False for NaN. */
export function isSafe(integer: number): boolean {
  return Math.abs(integer) <= Number.MAX_SAFE_INTEGER;
}
