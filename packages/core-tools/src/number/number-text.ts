import { bitLength, log2OfInteger } from './bit-length.ts';
import { POWERS_OF_TEN, powerOfTen } from './powers-of-ten.ts';
import { absolute, type Rational } from './rational.ts';

export interface NumberText {
  readonly text: string;
  /** True when the text is the value itself, not a rounded form of it. */
  readonly exact: boolean;
}

/** Exact values print all their digits up to this many. */
export const MAX_PRINTED_DIGITS = 1000;
/** Significant digits of a fraction that has no end. */
const SIGNIFICANT_DIGITS = 16;
/** Twelve significant digits of anything smaller have more places than an exact power of ten. */
const SMALLEST_SCALED = 1e-9;
/** From here on, and below 10^-6, numbers are written with an exponent (the thresholds of ECMA-262 Number::toString). */
const FIRST_LARGE_EXPONENT = 21;
const LAST_SMALL_EXPONENT = -6;
const LOG10_OF_2 = Math.log10(2);
const LOG2_OF_5 = Math.log2(5);

/** The text of `mantissa × 10^-scale`: a safe integer and 0 to 22 places. Always exact. */
export function decimalText(mantissa: number, scale: number): string {
  // At most 15 digits survive a double unchanged, and the shortest text that reads back is those digits.
  if (mantissa < 1e15 && mantissa > -1e15) return `${mantissa / (POWERS_OF_TEN[scale] ?? 1)}`;
  return placeDigits(String(Math.abs(mantissa)), -scale, mantissa < 0);
}

/**
 * The text of a fraction: exact when it terminates within 1,000 digits, else correctly rounded to as many significant
 * digits as wanted.
 */
export function rationalText(value: Rational, precision: number = SIGNIFICANT_DIGITS): NumberText {
  const { numerator, denominator } = value;
  const isNegative = numerator < 0n;
  const magnitude = absolute(numerator);
  const places = denominator === 1n ? 0 : decimalPlaces(denominator);
  if (places === undefined) return roundedText(value, precision);
  if (places <= MAX_PRINTED_DIGITS * 2) {
    const whole = places === 0 ? magnitude : (magnitude * powerOfTen(places)) / denominator;
    const digits = whole.toString();
    if (digits.length <= MAX_PRINTED_DIGITS) {
      const text = places === 0 ? digits : placeDigits(digits, -places, false);
      return { text: isNegative ? `-${text}` : text, exact: true };
    }
  }
  // A power of ten times a short number has a short text, however long it is.
  const short = roundedText(value, Math.max(precision, SIGNIFICANT_DIGITS));
  return short.exact || precision >= SIGNIFICANT_DIGITS ? short : roundedText(value, precision);
}

/**
 * The text of an inexact double: its shortest round-trip digits, except when rounding to 15 significant digits leaves
 * at most 12, which means that the rest was rounding noise.
 */
export function doubleText(value: number): string {
  const rounded = withoutNoise(value);
  return String(rounded === 0 ? 0 : rounded);
}

/** The number that `doubleText` shows. */
export function withoutNoise(value: number): number {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e12 || magnitude < SMALLEST_SCALED) return withoutNoiseInText(value);
  if (Number.isInteger(value)) return value;
  // How far is it from the nearest number of 12 significant digits, in units of the twelfth one?
  let places = 11;
  if (magnitude >= 1) {
    for (let power = 10; power <= magnitude; power *= 10) places -= 1;
  } else {
    while (magnitude * (POWERS_OF_TEN[places - 11] ?? 1) < 1) places += 1;
  }
  const factor = POWERS_OF_TEN[places] ?? 1;
  const scaled = magnitude * factor;
  const nearest = Math.round(scaled);
  const distance = Math.abs(scaled - nearest);
  // Half a unit of the 15th digit is 0.0005; the product is off by 0.0001 at most.
  if (distance > 0.0006) return value;
  if (distance > 0.0004) return withoutNoiseInText(value);
  return (value < 0 ? -nearest : nearest) / factor;
}

/** A finite double, rounded to that many significant digits where its shortest text has more. */
export function roundedDoubleText(value: number, precision: number): string {
  const [shortest = ''] = value.toExponential().split('e');
  if (shortest.replace(/\D/g, '').length <= precision) return `${value}`;
  const [mantissa = '', exponent = ''] = value.toExponential(precision - 1).split('e');
  return placeDigits(mantissa.replace(/\D/g, ''), Number(exponent) - precision + 1, value < 0);
}

function withoutNoiseInText(value: number): number {
  const rounded = value.toPrecision(15);
  const [mantissa = ''] = rounded.split('e');
  return mantissa.replace('.', '').endsWith('000') ? Number(rounded) : value;
}

/** Digits before the point of the text of an integer too long to print. */
export function countDigits(value: bigint): number {
  return absolute(value).toString().length;
}

/** How many decimal places a reduced denominator needs; undefined when the fraction does not terminate. */
function decimalPlaces(denominator: bigint): number | undefined {
  const twos = bitLength(denominator & -denominator) - 1;
  const rest = denominator >> BigInt(twos);
  const fives = Math.round(log2OfInteger(rest) / LOG2_OF_5);
  return 5n ** BigInt(fives) === rest ? Math.max(twos, fives) : undefined;
}

function roundedText(value: Rational, precision: number): NumberText {
  const magnitude = absolute(value.numerator);
  const estimate = (log2OfInteger(magnitude) - log2OfInteger(value.denominator)) * LOG10_OF_2;
  let exponent = Math.floor(estimate);
  let rounded = roundedDigits(magnitude, value.denominator, precision - 1 - exponent);
  // The estimate may be one off next to a power of ten, and rounding up may reach the next one.
  const excess = rounded.digits.length - precision;
  if (excess !== 0) {
    exponent += excess;
    rounded = roundedDigits(magnitude, value.denominator, precision - 1 - exponent);
  }
  const { digits, exact } = rounded;
  const text = placeDigits(digits, exponent - digits.length + 1, value.numerator < 0n);
  return { text, exact };
}

interface RoundedDigits {
  readonly digits: string;
  readonly exact: boolean;
}

/** `numerator / denominator · 10^shift` as an integer, rounded half up. */
function roundedDigits(numerator: bigint, denominator: bigint, shift: number): RoundedDigits {
  const dividend = shift >= 0 ? numerator * powerOfTen(shift) : numerator;
  const divisor = shift >= 0 ? denominator : denominator * powerOfTen(-shift);
  const quotient = dividend / divisor;
  const rest = dividend - quotient * divisor;
  const rounded = 2n * rest >= divisor ? quotient + 1n : quotient;
  return { digits: rounded.toString(), exact: rest === 0n };
}

/** Writes `digits × 10^exponent`; large and small magnitudes get an exponent, exact integers are not passed here. */
function placeDigits(digits: string, exponent: number, isNegative: boolean): string {
  const trimmed = digits.replace(/0+$/, '');
  const sign = isNegative ? '-' : '';
  if (trimmed === '') return '0';
  const lowest = exponent + digits.length - trimmed.length;
  const leading = lowest + trimmed.length - 1;
  const isLargeRounded = leading >= FIRST_LARGE_EXPONENT && lowest >= 0;
  if (leading < LAST_SMALL_EXPONENT || isLargeRounded) {
    const fraction = trimmed.length > 1 ? `.${trimmed.slice(1)}` : '';
    return `${sign}${trimmed.charAt(0)}${fraction}e${leading < 0 ? '-' : '+'}${Math.abs(leading)}`;
  }
  if (lowest >= 0) return sign + trimmed + '0'.repeat(lowest);
  if (leading < 0) return `${sign}0.${'0'.repeat(-leading - 1)}${trimmed}`;
  return `${sign}${trimmed.slice(0, leading + 1)}.${trimmed.slice(leading + 1)}`;
}
