import { log2OfInteger } from '../number/bit-length.ts';
import { parseNumber } from '../number/parse-number.ts';
import { powerOfTen } from '../number/powers-of-ten.ts';
import { absolute, createRational, powerOfRational, type Rational } from '../number/rational.ts';
import { divide } from './arithmetic.ts';
import { naturalLogarithm, rootOf, roundedRational } from './elementary.ts';
import { MAX_BITS, setExact } from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

const MAX_ROOT_DEGREE = 1000;
const MAX_PLACES = 1000;

/** root(x, n): the real n-th root, n an integer from 1 to 1,000. */
export function rootOfDegree(machine: Machine, values: readonly Operand[]): Operand {
  const [value, second] = requirePair(values);
  const degree = second.toSafeInteger();
  if (degree === undefined || degree < 1 || degree > MAX_ROOT_DEGREE) {
    throw domainError(
      machine.operatorPosition,
      `root(x, n) needs an integer n from 1 to ${MAX_ROOT_DEGREE}`,
    );
  }
  if (value.isNegative && degree % 2 === 0) {
    throw domainError(machine.operatorPosition, 'a negative number has no real even root');
  }
  value.dropPercent();
  rootOf(machine, value, degree);
  return value;
}

/** log(x, b): exact where x is an integer power of b. */
export function logarithmToBase(machine: Machine, values: readonly Operand[]): Operand {
  const [value, base] = requirePair(values);
  if (base.isExact && base.toSafeInteger() === 1) {
    throw domainError(machine.operatorPosition, 'there is no logarithm to base 1');
  }
  if (value.isExact && base.isExact && !value.isNegative && !base.isNegative) {
    const exponent = exactExponent(value, base);
    if (exponent !== undefined) {
      value.setDecimal(exponent, 0);
      return value;
    }
  }
  naturalLogarithm(machine, value);
  naturalLogarithm(machine, base);
  divide(machine, value, base);
  return value;
}

/** round(x, n): to n decimal places, half away from zero; a negative n rounds to tens, hundreds and so on. */
export function roundToPlaces(machine: Machine, values: readonly Operand[]): Operand {
  const [value, second] = requirePair(values);
  const places = second.toSafeInteger();
  if (places === undefined || Math.abs(places) > MAX_PLACES) {
    throw domainError(
      machine.operatorPosition,
      `round(x, n) needs an integer n from -${MAX_PLACES} to ${MAX_PLACES}`,
    );
  }
  value.dropPercent();
  // An inexact value is rounded from the digits that are shown of it.
  const exact = value.isExact ? value.toRational() : parseNumber(String(value.toDouble()));
  if (exact === undefined) throw new RangeError('a double is always a number');
  const factor = powerOfTen(Math.abs(places));
  const scaled =
    places >= 0
      ? { numerator: exact.numerator * factor, denominator: exact.denominator }
      : { numerator: exact.numerator, denominator: exact.denominator * factor };
  const rounded = roundedRational(scaled);
  setExact(
    machine,
    value,
    places >= 0 ? createRational(rounded, factor) : createRational(rounded * factor),
  );
  return value;
}

function exactExponent(value: Operand, base: Operand): number | undefined {
  if (value.isZero || base.isZero) return undefined;
  const target = value.toRational();
  const factor = base.toRational();
  const exponent = Math.round(log2Of(target) / log2Of(factor));
  const bits = log2OfInteger(factor.numerator) + log2OfInteger(factor.denominator);
  if (!Number.isFinite(exponent) || Math.abs(exponent) * bits > 2 * MAX_BITS) return undefined;
  const power = powerOfRational(factor, exponent);
  const isEqual = power.numerator === target.numerator && power.denominator === target.denominator;
  return isEqual ? exponent + 0 : undefined;
}

function log2Of(value: Rational): number {
  return log2OfInteger(absolute(value.numerator)) - log2OfInteger(value.denominator);
}

function requirePair(values: readonly Operand[]): [Operand, Operand] {
  const [first, second] = values;
  if (first === undefined || second === undefined) throw new RangeError('two values are needed');
  return [first, second];
}
