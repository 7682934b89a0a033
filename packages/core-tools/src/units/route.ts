import { CoreToolError } from '../errors.ts';
import { parseNumber } from '../number/parse-number.ts';
import {
  addRationals,
  divideRationals,
  multiplyRationals,
  negateRational,
  type Rational,
  subtractRationals,
  ZERO,
} from '../number/rational.ts';
import { type IntegerRoute, integerRoute, noIntegerRoute } from './integer-route.ts';
import { unitRegistry } from './registry.ts';
import type { Unit, UnitName } from './unit.ts';

/** The way from one unit to another, exactly: `result = value × factor + shift`, or `factor / value`. */
export interface Route {
  readonly source: Unit;
  readonly target: Unit;
  /** KB, MB … in 1024s. */
  readonly isBinary: boolean;
  readonly factor: Rational;
  readonly shift: Rational;
  /** True from L/100km to km/L and the like. */
  readonly isInverse: boolean;
  /** The power of π that the factor is to be multiplied by besides: degrees to radians 1, back -1. */
  readonly piPower: -1 | 0 | 1;
  /** The lowest value that exists: absolute zero in the source unit. */
  readonly lowest: Rational | undefined;
  /** The same in safe integers. */
  readonly integers: IntegerRoute;
  readonly from: UnitName;
  readonly to: UnitName;
  /** What to say whatever the value is. */
  readonly notes: readonly string[];
  /** The reading in 1024s to tell beside that of KB, MB … in 1000s. */
  readonly otherReading: OtherReading | undefined;
}

export interface OtherReading {
  readonly route: Route;
  /** How the sentence begins: which symbols count in 1000s. */
  readonly opening: string;
  readonly fromSymbol: string;
  readonly toSymbol: string;
}

/** Throws a `CoreToolError` that names both dimensions when they differ. */
export function createRoute(source: Unit, target: Unit, isBinary: boolean): Route {
  requireSameDimension(source, target);
  const sourceFactor = factorOf(source, isBinary);
  const targetFactor = factorOf(target, isBinary);
  const sourceOffset = offsetOf(source);
  const shift = divideRationals(subtractRationals(sourceOffset, offsetOf(target)), targetFactor);
  // base = value × source or source / value, and for the result the same with the target.
  const factor = target.isInverse
    ? divideRationals(targetFactor, sourceFactor)
    : divideRationals(sourceFactor, targetFactor);
  const lowest =
    source.offset === undefined
      ? undefined
      : negateRational(divideRationals(sourceOffset, sourceFactor));
  const isInverse = source.isInverse !== target.isInverse;
  const piPower = piPowerOf(source, target);
  return {
    source,
    target,
    isBinary,
    factor,
    shift,
    isInverse,
    piPower,
    lowest,
    integers: isInverse || piPower !== 0 ? noIntegerRoute() : integerRoute(factor, shift, lowest),
    from: nameOf(source),
    to: nameOf(target),
    notes: notesOf(source, target, isBinary),
    otherReading: isBinary ? undefined : otherReadingOf(source, target),
  };
}

/** `value` through a route, exactly, but for π. The value must not be 0 where the route is inverse. */
export function follow(route: Route, value: Rational): Rational {
  if (route.isInverse) return divideRationals(route.factor, value);
  const scaled = multiplyRationals(value, route.factor);
  return route.shift.numerator === 0n ? scaled : addRationals(scaled, route.shift);
}

function piPowerOf(source: Unit, target: Unit): Route['piPower'] {
  if (source.isPiMultiple === target.isPiMultiple) return 0;
  return source.isPiMultiple ? 1 : -1;
}

function factorOf(unit: Unit, isBinary: boolean): Rational {
  return readProduct(isBinary && unit.binary !== undefined ? unit.binary.factor : unit.factor);
}

function offsetOf({ offset }: Unit): Rational {
  return offset === undefined ? ZERO : readProduct(offset);
}

/** The exact value of numbers joined by `*` and `/`. */
function readProduct(text: string): Rational {
  let product = numberOf(/^[^*/]+/.exec(text)?.[0] ?? '');
  for (const [, operator, number = ''] of text.matchAll(/([*/])([^*/]+)/g)) {
    const factor = numberOf(number);
    product =
      operator === '*' ? multiplyRationals(product, factor) : divideRationals(product, factor);
  }
  return product;
}

function numberOf(text: string): Rational {
  const number = parseNumber(text);
  if (number === undefined) throw new RangeError(`${text} is no number`);
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

function notesOf(source: Unit, target: Unit, isBinary: boolean): readonly string[] {
  const notes = new Set<string>();
  for (const { note } of [source, target]) if (note !== undefined) notes.add(note);
  const read = [source, target]
    .filter((unit) => unit.binary !== undefined)
    .map((unit) => `${unit.symbol} as ${unit.binary?.symbol ?? ''}`);
  if (isBinary && read.length > 0 && source !== target) {
    notes.add(`read in 1024s: ${read.join(', ')}`);
  }
  return Object.freeze([...notes]);
}

function otherReadingOf(source: Unit, target: Unit): OtherReading | undefined {
  if (source === target || (source.binary ?? target.binary) === undefined) return undefined;
  const decimal = [source, target].filter((unit) => unit.binary !== undefined);
  const symbols = decimal.map(({ symbol }) => symbol).join(' and ');
  return {
    route: createRoute(source, target, true),
    opening: `${symbols} counted in 1000s (SI); in 1024s, `,
    fromSymbol: source.binary?.symbol ?? source.symbol,
    toSymbol: target.binary?.symbol ?? target.symbol,
  };
}

function nameOf({ symbol, dimension }: Unit): UnitName {
  return Object.freeze({ symbol, dimension });
}
