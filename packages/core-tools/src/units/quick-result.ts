import { POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import type { ExactResult } from './exact-conversion.ts';
import { DIVISOR, dividendOf, type IntegerRoute, quotientOf, REST, TENS } from './integer-route.ts';
import { decimalPower } from './short-decimal.ts';

/** Decimals up to here survive a double, so that it prints as they are. */
const MAX_EXACT = 1e15;
const HALF = 1e8;
const HALF_DIGITS = 8;
/** So that eight more digits of a remainder stay a safe integer. */
const MAX_DIVISOR = 9e7;
const SMALLEST_EXPONENT = -6;

/** The result with its text as `rationalText` writes it, by safe integers alone; undefined where they do not suffice. */
export function quickResult(integers: IntegerRoute, value: number): ExactResult | undefined {
  const power = decimalPower(value);
  const dividend = dividendOf(integers, value, power);
  if (Number.isNaN(dividend)) return undefined;
  const result = quotientOf(integers, dividend, power);
  // A quotient of safe integers that is an integer in doubles is one: then the fraction terminates.
  const quotient = dividend / (integers[REST] ?? NaN);
  if (Math.trunc(quotient) === quotient) {
    const digits = quotient * (integers[TENS] ?? NaN);
    return Math.abs(digits) < MAX_EXACT
      ? { text: String(result), exact: true, value: result }
      : undefined;
  }
  const text = roundedText(Math.abs(dividend), integers[DIVISOR] ?? NaN, power);
  if (text === undefined) return undefined;
  return { text: result < 0 ? `-${text}` : text, exact: false, value: result };
}

/** Sixteen significant digits of `dividend / divisor / power` in two halves, the last one rounded half up. */
function roundedText(dividend: number, divisor: number, power: number): string | undefined {
  const quotient = dividend / divisor;
  let exponent = Math.floor(Math.log10(quotient));
  const shift = HALF_DIGITS - 1 - exponent;
  if (!(divisor <= MAX_DIVISOR) || shift < 0 || shift > 22) return undefined;
  const scaled = dividend * (POWERS_OF_TEN[shift] ?? NaN);
  let high = Math.floor(scaled / divisor);
  const remainder = (scaled - high * divisor) * HALF;
  let low = Math.floor(remainder / divisor);
  if ((remainder - low * divisor) * 2 >= divisor) low += 1;
  if (low === HALF) {
    low = 0;
    high += 1;
  }
  // Next to a power of ten: the logarithm may be off, or rounding up may reach it.
  if (high < HALF / 10 || high >= HALF) return undefined;
  exponent -= Math.round(Math.log10(power));
  if (exponent < SMALLEST_EXPONENT) return undefined;
  return placePoint(String(high), low, exponent);
}

function placePoint(high: string, low: number, exponent: number): string {
  const lowText = String(HALF + low).slice(1);
  const text =
    exponent < 0
      ? `0.${'0'.repeat(-exponent - 1)}${high}${lowText}`
      : `${high.slice(0, exponent + 1)}.${high.slice(exponent + 1)}${lowText}`;
  return low % 10 === 0 ? text.replace(/\.?0+$/, '') : text;
}
