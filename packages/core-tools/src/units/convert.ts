import { rationalText } from '../number/number-text.ts';
import type { Rational } from '../number/rational.ts';
import { type ConvertOptions, isBinaryWanted } from './convert-options.ts';
import { type ExactResult, exactResult, readValue } from './exact-conversion.ts';
import { quickResult } from './quick-result.ts';
import { findRoute, knownRoute } from './route-cache.ts';
import type { OtherReading, Route } from './route.ts';
import type { UnitName } from './unit.ts';

/** A converted quantity. */
export interface Conversion {
  /** The converted number: exact where it terminates, else 16 significant digits, correctly rounded. */
  readonly text: string;
  /** The same as the nearest double. */
  readonly value: number;
  /** True when `text` is the exact result. */
  readonly exact: boolean;
  /** The number that was given, in plain digits. */
  readonly given: string;
  /** The unit that `from` was read as. */
  readonly from: UnitName;
  /** The unit that `to` was read as. */
  readonly to: UnitName;
  /** Which readings were chosen (ton, gallon, KB …); one sentence each. */
  readonly notes: readonly string[];
}

/** Where `String` begins to write integers with an exponent (ECMA-262 Number::toString). */
const FIRST_WITH_EXPONENT = 1e21;

/**
 * Converts a number between two units of one dimension with exact factors (NIST SP 811, SI Brochure, IEC 80000-13).
 *
 * @param value a finite number (read as the decimal that it prints as), a bigint, or the text of one decimal number
 * (kept exactly; `1,000` is a thousand)
 * @param from symbol or name of the unit it is in, such as `cm`, `square meters`, `公里每小时`
 * @param to the unit that is wanted
 * @throws CoreToolError `invalid_arguments` for a value that is no number, an unknown or ambiguous unit, or units of
 * different dimensions; `tool_error` for a temperature below absolute zero, a result beyond the largest double, and 0
 * of a unit whose inverse is wanted (L/100km in mpg)
 */
// eslint-disable-next-line max-params -- value, from and to read like the sentence; options are optional
export function convert(
  value: number | bigint | string,
  from: string,
  to: string,
  options?: ConvertOptions,
): Conversion {
  const isBinary = options !== undefined && isBinaryWanted(options);
  const route = knownRoute(from, to, isBinary) ?? findRoute(value, from, to, isBinary);
  const given = typeof value === 'number' ? value : readValue(value);
  const { text, value: result, exact } = resultOf(route, given);
  const { from: source, to: target, otherReading } = route;
  const shown = givenText(given);
  const notes =
    otherReading === undefined
      ? route.notes
      : [...route.notes, describeOther(otherReading, given, shown)];
  return { text, value: result, exact, given: shown, from: source, to: target, notes };
}

function resultOf(route: Route, given: number | Rational): ExactResult {
  if (typeof given !== 'number') return exactResult(route, given);
  return quickResult(route.integers, given) ?? exactResult(route, readValue(given));
}

function givenText(given: number | Rational): string {
  if (typeof given !== 'number') return rationalText(given).text;
  return Math.abs(given) < FIRST_WITH_EXPONENT
    ? String(given)
    : rationalText(readValue(given)).text;
}

/** The reading of KB, MB, GB … beside the one that counts. */
function describeOther(other: OtherReading, given: number | Rational, shown: string): string {
  const { opening, fromSymbol, toSymbol, route } = other;
  return `${opening}${shown} ${fromSymbol} = ${resultOf(route, given).text} ${toSymbol}`;
}
