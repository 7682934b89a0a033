import { CoreToolError, quoteInput, wrongType } from '../errors.ts';
import { doubleText, type NumberText, rationalText, withoutNoise } from '../number/number-text.ts';
import { parseNumber } from '../number/parse-number.ts';
import { overPi, piTimes } from '../number/pi.ts';
import { plainDigits } from '../number/plain-digits.ts';
import { compareRationals, type Rational } from '../number/rational.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { follow, type Route } from './route.ts';

const MAX_VALUE_CHARS = 400;

/** Reads what was given as a number exactly; throws a `CoreToolError` where it is none. */
export function readValue(value: number | bigint | string): Rational {
  requireDecimal(value);
  const text = String(value).trim();
  const plain = typeof value === 'string' ? plainDigits(text) : text;
  const number = text.length <= MAX_VALUE_CHARS ? parseNumber(plain) : undefined;
  if (number === undefined) {
    throw new CoreToolError(
      'invalid_arguments',
      `value: must be one finite decimal number such as 2.5; got ${quoteInput(text)}`,
      { details: { hint: 'no fractions, no units, no decimal comma' } },
    );
  }
  return number;
}

function requireDecimal(value: unknown): void {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string') return;
  throw wrongType(value, 'value', 'a number, a bigint or digits as a string');
}

/** The nearest double of the result; throws a `CoreToolError` where there is none. */
export function exactNumber(route: Route, value: Rational): number {
  return doubleOf(route, resultOf(route, value));
}

export interface ExactResult extends NumberText {
  readonly value: number;
}

/** The same with its text. */
export function exactResult(route: Route, value: Rational): ExactResult {
  const result = resultOf(route, value);
  const double = doubleOf(route, result);
  if (isTranscendental(route, result)) {
    return { text: doubleText(double), exact: false, value: double };
  }
  const { text, exact } = rationalText(result);
  return { text, exact, value: double };
}

function resultOf(route: Route, value: Rational): Rational {
  if (route.lowest !== undefined && compareRationals(value, route.lowest) < 0) {
    throw new CoreToolError(
      'tool_error',
      'the temperature is below absolute zero (0 K, -273.15 °C, -459.67 °F)',
    );
  }
  if (route.isInverse && value.numerator === 0n) {
    throw new CoreToolError(
      'tool_error',
      `0 ${route.source.symbol} is no finite number of ${route.target.symbol}, which is its inverse`,
    );
  }
  return follow(route, value);
}

function doubleOf(route: Route, result: Rational): number {
  const double = isTranscendental(route, result)
    ? withoutNoise(route.piPower > 0 ? piTimes(result) : overPi(result))
    : rationalToDouble(result) + 0;
  if (!Number.isFinite(double)) {
    throw new CoreToolError('tool_error', 'the converted value is too large (overflow)');
  }
  return double;
}

function isTranscendental({ piPower }: Route, result: Rational): boolean {
  return piPower !== 0 && result.numerator !== 0n;
}
