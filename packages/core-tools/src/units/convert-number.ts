import { type CoreToolError, wrongType } from '../errors.ts';
import { type ConvertOptions, isBinaryWanted } from './convert-options.ts';
import { exactNumber, readValue } from './exact-conversion.ts';
import {
  ADDEND,
  DIVISOR,
  dividendOf,
  isSafe,
  LOWEST,
  MULTIPLIER,
  quotientOf,
} from './integer-route.ts';
import { convertLongDecimal } from './long-decimal.ts';
import { findRoute, knownRoute } from './route-cache.ts';
import type { Route } from './route.ts';
import { decimalPower } from './short-decimal.ts';

/**
 * The number of `convert` alone, without the texts: the double nearest to the exact result.
 *
 * @param value a finite number, read as the decimal that it prints as
 * @param from symbol or name of the unit it is in, such as `cm`, `square meters`, `公里每小时`
 * @param to the unit that is wanted
 * @throws CoreToolError as `convert` does
 */
// eslint-disable-next-line max-params -- value, from and to read like the sentence; options are optional
export function convertNumber(
  value: number,
  from: string,
  to: string,
  options?: ConvertOptions,
): number {
  if (typeof (value as unknown) !== 'number') throw notNumber(value);
  const isBinary = options !== undefined && isBinaryWanted(options);
  const route = knownRoute(from, to, isBinary) ?? findRoute(value, from, to, isBinary);
  const { integers } = route;
  const scaled = value * (integers[MULTIPLIER] ?? NaN);
  const dividend = scaled + (integers[ADDEND] ?? NaN);
  return Math.trunc(value) === value &&
    isSafe(scaled) &&
    isSafe(dividend) &&
    value >= (integers[LOWEST] ?? NaN)
    ? dividend / (integers[DIVISOR] ?? NaN) + 0
    : convertDecimal(route, value);
}

function notNumber(value: unknown): CoreToolError {
  return wrongType(value, 'value', 'a number (convert takes bigints and digits too)');
}

/** For a number with digits behind the point, or results beyond safe integers. */
function convertDecimal(route: Route, value: number): number {
  const { integers } = route;
  const power = decimalPower(value);
  const dividend = dividendOf(integers, value, power);
  if (!Number.isNaN(dividend)) return quotientOf(integers, dividend, power);
  const long = convertLongDecimal(integers, value);
  return Number.isNaN(long) ? exactNumber(route, readValue(value)) : long;
}
