import { CoreToolError, quoteInput } from '../errors.ts';
import { decimalText, doubleText, rationalText, withoutNoise } from '../number/number-text.ts';
import { parseNumber } from '../number/parse-number.ts';
import { overPi, piTimes } from '../number/pi.ts';
import { plainDigits } from '../number/plain-digits.ts';
import { POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import { quotientText } from '../number/quotient-text.ts';
import { compareRationals, type Rational } from '../number/rational.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { requireUnit, type UnitName } from './find-unit.ts';
import { findRoute, follow, type Route } from './route.ts';

export interface ConvertOptions {
  /** Reads KB, MB, GB, TB and PB as 1024-based (KiB, MiB, …). Default false: 1000-based, as in SI. */
  readonly binary?: boolean;
}

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
  readonly from: UnitName;
  readonly to: UnitName;
  /** Which readings were chosen (ton, gallon, KB …); one sentence each. */
  readonly notes: readonly string[];
}

const MAX_VALUE_CHARS = 400;

/**
 * Converts a number between two units of one dimension with exact factors.
 *
 * @param value a finite number, a bigint, or the text of one decimal number (kept exactly; `1,000` is a thousand)
 * @param from symbol or name of the unit it is in, such as `cm`, `square meters`, `公里每小时`
 * @param to the unit that is wanted
 * @throws CoreToolError `invalid_arguments` for a value that is no number, an unknown or ambiguous unit, or units of
 * different dimensions; `tool_error` for a temperature below absolute zero
 */
// eslint-disable-next-line max-params -- value, from and to read like the sentence; options are optional
export function convert(
  value: number | bigint | string,
  from: string,
  to: string,
  options: ConvertOptions = {},
): Conversion {
  const source = requireUnit(from, 'from');
  const target = requireUnit(to, 'to');
  const quick = typeof value === 'number' ? readDecimal(value) : undefined;
  // What is no number is reported before units that do not fit together.
  const exact = quick === undefined ? readValue(value) : undefined;
  const route = findRoute(source, target, options.binary ?? false);
  const given = exact ?? quick;
  if (given === undefined) throw new RangeError('a value is either quick or exact');
  const { text, value: result, exact: isExact } = convertAlong(route, given);
  const isDecimalData =
    !route.isBinary && (source.binary ?? target.binary) !== undefined && source !== target;
  return {
    text,
    value: result,
    exact: isExact,
    given: textOf(given),
    from: route.from,
    to: route.to,
    notes: isDecimalData ? [...route.notes, describeDecimal(given, route)] : route.notes,
  };
}

/** `mantissa × 10^-scale` in doubles. */
interface Decimal {
  readonly mantissa: number;
  readonly scale: number;
}

const MAX_QUICK_SCALE = 9;
const MAX_QUICK_MANTISSA = 1e15;

/** The decimal that a double prints as, where it is short: up to 15 digits, nine of them behind the point. */
function readDecimal(value: number): Decimal | undefined {
  for (let scale = 0; scale <= MAX_QUICK_SCALE; scale += 1) {
    const power = POWERS_OF_TEN[scale] ?? 1;
    const mantissa = Math.round(value * power);
    if (!(Math.abs(mantissa) < MAX_QUICK_MANTISSA)) return undefined;
    if (mantissa / power === value) return { mantissa: mantissa + 0, scale };
  }
  return undefined;
}

type Given = Rational | Decimal;
type Converted = Pick<Conversion, 'text' | 'value' | 'exact'>;

function convertAlong(route: Route, given: Given): Converted {
  if ('numerator' in given) return convertExactly(route, given);
  return convertQuickly(route, given) ?? convertExactly(route, rationalOf(given));
}

/** With safe integers only; undefined where they do not suffice. Then also undefined below absolute zero. */
function convertQuickly({ integers }: Route, given: Decimal): Converted | undefined {
  if (integers === undefined) return undefined;
  const power = POWERS_OF_TEN[given.scale] ?? 1;
  if (given.mantissa / power < integers.lowest) return undefined;
  const scaled = given.mantissa * integers.multiplier;
  const dividend = scaled + integers.addend * power;
  const divisor = integers.divisor * power;
  if (!Number.isSafeInteger(scaled) || !Number.isSafeInteger(dividend)) return undefined;
  if (!Number.isSafeInteger(divisor)) return undefined;
  const shown = quotientText(dividend, divisor);
  if (shown === undefined) return undefined;
  return { text: shown.text, value: dividend / divisor + 0, exact: shown.exact };
}

function convertExactly(route: Route, value: Rational): Converted {
  if (route.lowest !== undefined && compareRationals(value, route.lowest) < 0) {
    throw new CoreToolError(
      'tool_error',
      'the temperature is below absolute zero (0 K, -273.15 °C, -459.67 °F)',
    );
  }
  const result = follow(route, value);
  const { isPiMultiple } = route.source;
  if (isPiMultiple !== route.target.isPiMultiple && result.numerator !== 0n) {
    const double = isPiMultiple ? piTimes(result) : overPi(result);
    return { text: doubleText(double), value: withoutNoise(double), exact: false };
  }
  const double = rationalToDouble(result) + 0;
  if (!Number.isFinite(double)) {
    throw new CoreToolError('tool_error', 'the converted value is too large (overflow)');
  }
  return { ...rationalText(result), value: double };
}

function readValue(value: number | bigint | string): Rational {
  const text = String(value).trim();
  const number = text.length <= MAX_VALUE_CHARS ? parseNumber(plainDigits(text)) : undefined;
  if (number === undefined) {
    throw new CoreToolError(
      'invalid_arguments',
      `value: must be one finite decimal number such as 2.5; got ${quoteInput(text)}`,
      { details: { hint: 'no fractions, no units, no decimal comma' } },
    );
  }
  return number;
}

function rationalOf({ mantissa, scale }: Decimal): Rational {
  const value = parseNumber(`${mantissa}e-${scale}`);
  if (value === undefined) throw new RangeError('a decimal is a number');
  return value;
}

function textOf(given: Given): string {
  if ('numerator' in given) return rationalText(given).text;
  const { mantissa, scale } = given;
  return scale <= 6 ? decimalText(mantissa, scale) : rationalText(rationalOf(given)).text;
}

/** The other reading of KB, MB, GB … beside the one that counts. */
function describeDecimal(given: Given, { source, target }: Route): string {
  const other = convertAlong(findRoute(source, target, true), given);
  const sourceSymbol = source.binary?.symbol ?? source.symbol;
  const targetSymbol = target.binary?.symbol ?? target.symbol;
  const decimal = [source, target].filter((unit) => unit.binary !== undefined);
  const symbols = decimal.map(({ symbol }) => symbol).join(' and ');
  return `${symbols} counted in 1000s (SI); in 1024s, ${textOf(given)} ${sourceSymbol} = ${other.text} ${targetSymbol}`;
}
