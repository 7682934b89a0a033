import { parseNumber } from '../number/parse-number.ts';
import { powerOfTen } from '../number/powers-of-ten.ts';
import { rationalLogarithm } from '../number/rational-logarithm.ts';
import { createRational } from '../number/rational.ts';
import { groupedArgumentHint } from './arguments.ts';
import { divide } from './arithmetic.ts';
import { naturalLogarithm, requirePositive, rootOf, roundedRational } from './elementary.ts';
import { chargeForDivision, setExact } from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

const MAX_ROOT_DEGREE = 1000;
/** More places than this would be thousands: `round(1,234)`. */
const MAX_PLACES = 100;
const MAX_TENS = 1000;

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

/** log(x, b): exact where both are powers of one fraction, as in log(2, 8). */
export function logarithmToBase(machine: Machine, values: readonly Operand[]): Operand {
  const [value, base] = requirePair(values);
  const integer = base.isExact ? base.toSafeInteger() : undefined;
  if (integer === 0 || integer === 1) {
    const position = machine.operatorPosition;
    throw domainError(
      position,
      `there is no logarithm to base ${integer}`,
      groupedArgumentHint(machine, position, 'log'),
    );
  }
  requirePositive(machine, value, 'log');
  requirePositive(machine, base, 'the base of log');
  if (value.isExact && base.isExact) {
    const [exact, exactBase] = [value.toRational(), base.toRational()];
    chargeForDivision(machine, exact);
    chargeForDivision(machine, exactBase);
    const exponent = rationalLogarithm(exact, exactBase);
    if (exponent !== undefined) {
      value.setRational(exponent);
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
  if (places === undefined || places > MAX_PLACES || places < -MAX_TENS) {
    const position = machine.operatorPosition;
    throw domainError(
      position,
      `round(x, n) needs an integer n from -${MAX_TENS} to ${MAX_PLACES}`,
      groupedArgumentHint(machine, position, 'round'),
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

function requirePair(values: readonly Operand[]): [Operand, Operand] {
  const [first, second] = values;
  if (first === undefined || second === undefined) throw new RangeError('two values are needed');
  return [first, second];
}
