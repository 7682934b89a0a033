import { CoreToolError, quoteInput } from '../errors.ts';
import { doubleText, rationalText, withoutNoise } from '../number/number-text.ts';
import { parseNumber } from '../number/parse-number.ts';
import { plainDigits } from '../number/plain-digits.ts';
import { overPi, piTimes } from '../number/pi.ts';
import {
  addRationals,
  divideRationals,
  multiplyRationals,
  type Rational,
  subtractRationals,
} from '../number/rational.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { requireUnit, type UnitName } from './find-unit.ts';
import { unitRegistry } from './registry.ts';
import type { Unit } from './unit.ts';

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
  const given = readValue(value);
  const source = requireUnit(from, 'from');
  const target = requireUnit(to, 'to');
  requireSameDimension(source, target);
  const binary = options.binary ?? false;
  const result = convertExactly(given, { source, target, binary });
  return {
    ...result,
    given: rationalText(given).text,
    from: nameOf(source),
    to: nameOf(target),
    notes: notesFor(given, { source, target, binary }),
  };
}

interface Route {
  readonly source: Unit;
  readonly target: Unit;
  readonly binary: boolean;
}

function convertExactly(
  value: Rational,
  { source, target, binary }: Route,
): Pick<Conversion, 'text' | 'value' | 'exact'> {
  const sourceFactor = factorOf(source, binary);
  const targetFactor = factorOf(target, binary);
  let base = multiplyRationals(value, sourceFactor);
  if (source.offset !== undefined) {
    base = addRationals(base, source.offset);
    if (base.numerator < 0n) {
      throw new CoreToolError(
        'tool_error',
        'the temperature is below absolute zero (0 K, -273.15 °C, -459.67 °F)',
      );
    }
  }
  if (target.offset !== undefined) base = subtractRationals(base, target.offset);
  const result = divideRationals(base, targetFactor);
  if (source.isPiMultiple !== target.isPiMultiple && result.numerator !== 0n) {
    const double = source.isPiMultiple ? piTimes(result) : overPi(result);
    return { text: doubleText(double), value: withoutNoise(double), exact: false };
  }
  const double = rationalToDouble(result) + 0;
  if (!Number.isFinite(double)) {
    throw new CoreToolError('tool_error', 'the converted value is too large (overflow)');
  }
  return { ...rationalText(result), value: double };
}

function factorOf(unit: Unit, binary: boolean): Rational {
  return binary && unit.binary !== undefined ? unit.binary.factor : unit.factor;
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

function requireSameDimension(source: Unit, target: Unit): void {
  if (source.dimension === target.dimension) return;
  const listed = (dimension: string): string =>
    unitRegistry()
      .units.filter((unit) => unit.dimension === dimension)
      .slice(0, 8)
      .map(({ symbol }) => symbol)
      .join(', ');
  throw new CoreToolError(
    'invalid_arguments',
    `cannot convert ${source.symbol} (${source.dimension}) to ${target.symbol} (${target.dimension}): ` +
      `units of ${source.dimension} are ${listed(source.dimension)}; ` +
      `units of ${target.dimension} are ${listed(target.dimension)}`,
  );
}

function notesFor(value: Rational, route: Route): readonly string[] {
  const { source, target, binary } = route;
  const notes = new Set<string>();
  for (const { note } of [source, target]) if (note !== undefined) notes.add(note);
  const isDecimalData = source.binary !== undefined || target.binary !== undefined;
  if (isDecimalData && source !== target) {
    notes.add(binary ? describeBinary(source, target) : describeDecimal(value, route));
  }
  return [...notes];
}

function describeBinary(source: Unit, target: Unit): string {
  const read = [source, target]
    .filter((unit) => unit.binary !== undefined)
    .map((unit) => `${unit.symbol} as ${unit.binary?.symbol ?? ''}`);
  return `read in 1024s: ${read.join(', ')}`;
}

function describeDecimal(value: Rational, route: Route): string {
  const { source, target } = route;
  const other = convertExactly(value, { ...route, binary: true });
  const given = rationalText(value).text;
  const sourceSymbol = source.binary?.symbol ?? source.symbol;
  const targetSymbol = target.binary?.symbol ?? target.symbol;
  const decimal = [source, target].filter((unit) => unit.binary !== undefined);
  const symbols = decimal.map(({ symbol }) => symbol).join(' and ');
  return `${symbols} counted in 1000s (SI); in 1024s, ${given} ${sourceSymbol} = ${other.text} ${targetSymbol}`;
}

function nameOf({ symbol, dimension }: Unit): UnitName {
  return { symbol, dimension };
}
