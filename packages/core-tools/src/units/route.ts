import { CoreToolError } from '../errors.ts';
import {
  addRationals,
  divideRationals,
  multiplyRationals,
  negateRational,
  type Rational,
  subtractRationals,
  ZERO,
} from '../number/rational.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import type { UnitName } from './find-unit.ts';
import { unitRegistry } from './registry.ts';
import type { Unit } from './unit.ts';

/** The way from one unit to another: `result = value × factor + shift`, exactly. */
export interface Route {
  readonly source: Unit;
  readonly target: Unit;
  /** KB, MB … in 1024s. */
  readonly isBinary: boolean;
  readonly factor: Rational;
  readonly shift: Rational;
  /** The lowest value that exists: absolute zero in the source unit. */
  readonly lowest: Rational | undefined;
  /** The same in safe integers: `(value × multiplier + addend) / divisor`; undefined where doubles do not suffice. */
  readonly integers: IntegerRoute | undefined;
  readonly from: UnitName;
  readonly to: UnitName;
  /** What to say whatever the value is. */
  readonly notes: readonly string[];
}

export interface IntegerRoute {
  readonly multiplier: number;
  readonly addend: number;
  readonly divisor: number;
  readonly lowest: number;
}

type RouteTable = Map<Unit, Map<Unit, Route>>;

/** At most the square of the number of units of a dimension; filled as pairs are asked for. */
const tables: { readonly decimal: RouteTable; readonly binary: RouteTable } = {
  decimal: new Map(),
  binary: new Map(),
};

/** Throws a `CoreToolError` that names both dimensions when they differ. */
export function findRoute(source: Unit, target: Unit, isBinary: boolean): Route {
  const table = isBinary ? tables.binary : tables.decimal;
  let fromSource = table.get(source);
  if (fromSource === undefined) table.set(source, (fromSource = new Map<Unit, Route>()));
  let route = fromSource.get(target);
  if (route === undefined) {
    route = createRoute(source, target, isBinary);
    fromSource.set(target, route);
  }
  return route;
}

function createRoute(source: Unit, target: Unit, isBinary: boolean): Route {
  requireSameDimension(source, target);
  const sourceFactor = factorOf(source, isBinary);
  const targetFactor = factorOf(target, isBinary);
  const offset = subtractRationals(source.offset ?? ZERO, target.offset ?? ZERO);
  const factor = divideRationals(sourceFactor, targetFactor);
  const shift = divideRationals(offset, targetFactor);
  const lowest =
    source.offset === undefined
      ? undefined
      : negateRational(divideRationals(source.offset, sourceFactor));
  return {
    source,
    target,
    isBinary,
    factor,
    shift,
    lowest,
    integers:
      source.isPiMultiple === target.isPiMultiple ? integerRoute(factor, shift, lowest) : undefined,
    from: nameOf(source),
    to: nameOf(target),
    notes: notesOf(source, target, isBinary),
  };
}

function integerRoute(
  factor: Rational,
  shift: Rational,
  lowest: Rational | undefined,
): IntegerRoute | undefined {
  const divisor = factor.denominator * shift.denominator;
  const multiplier = Number(factor.numerator * shift.denominator);
  const addend = Number(shift.numerator * factor.denominator);
  const isSafe = [multiplier, addend, Number(divisor)].every((part) => Number.isSafeInteger(part));
  if (!isSafe) return undefined;
  return {
    multiplier,
    addend,
    divisor: Number(divisor),
    lowest: lowest === undefined ? -Infinity : rationalToDouble(lowest),
  };
}

/** `value` through a route, exactly. */
export function follow(route: Route, value: Rational): Rational {
  const scaled = multiplyRationals(value, route.factor);
  return route.shift.numerator === 0n ? scaled : addRationals(scaled, route.shift);
}

function factorOf(unit: Unit, isBinary: boolean): Rational {
  return isBinary && unit.binary !== undefined ? unit.binary.factor : unit.factor;
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

function nameOf({ symbol, dimension }: Unit): UnitName {
  return Object.freeze({ symbol, dimension });
}
