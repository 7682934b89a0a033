import { parseNumber } from '../number/parse-number.ts';
import { divideRationals, type Rational } from '../number/rational.ts';
import { areaTable, volumeTable } from './area-and-volume.ts';
import { dataTable, speedTable, TIME } from './data-and-time.ts';
import { LENGTH, TEMPERATURE, WEIGHT } from './length-and-weight.ts';
import { ANGLE, ENERGY, POWER, PRESSURE } from './physics.ts';
import { normalizeUnitName } from './unit-name.ts';
import type { Dimension, Unit, UnitRow, UnitTable } from './unit.ts';

function unitTables(): readonly UnitTable[] {
  return [
    LENGTH,
    areaTable(),
    volumeTable(),
    WEIGHT,
    TEMPERATURE,
    dataTable(),
    speedTable(),
    TIME,
    PRESSURE,
    ENERGY,
    POWER,
    ANGLE,
  ];
}

/** Every unit under every name that it has. */
export interface UnitRegistry {
  readonly units: readonly Unit[];
  /** By normalised name, case-sensitive. */
  readonly exact: ReadonlyMap<string, Unit>;
  /** By normalised name in lower case; more than one unit where case tells them apart. */
  readonly folded: ReadonlyMap<string, readonly Unit[]>;
}

let registry: UnitRegistry | undefined;

/** Built on first use: importing the tables costs next to nothing. */
export function unitRegistry(): UnitRegistry {
  return (registry ??= buildRegistry());
}

function buildRegistry(): UnitRegistry {
  const units: Unit[] = [];
  const exact = new Map<string, Unit>();
  const folded = new Map<string, Unit[]>();
  for (const { dimension, rows } of unitTables()) {
    for (const row of rows) {
      const unit = createUnit(row, dimension);
      units.push(unit);
      for (const name of namesOf(row)) {
        const owner = exact.get(name);
        if (owner !== undefined && owner !== unit) {
          throw new RangeError(`${name} names both ${owner.symbol} and ${unit.symbol}`);
        }
        exact.set(name, unit);
        const lower = name.toLowerCase();
        const sharers = folded.get(lower) ?? [];
        if (!sharers.includes(unit)) folded.set(lower, [...sharers, unit]);
      }
    }
  }
  return { units, exact, folded };
}

function createUnit(row: UnitRow, dimension: Dimension): Unit {
  return {
    symbol: row.symbol,
    dimension,
    factor: parseFactor(row.factor),
    offset: row.offset === undefined ? undefined : parseFactor(row.offset),
    isPiMultiple: row.isPiMultiple ?? false,
    binary:
      row.binary === undefined
        ? undefined
        : { factor: parseFactor(row.binary.factor), symbol: row.binary.symbol },
    note: row.note,
  };
}

/** `a` or `a/b/c`: plain numbers. */
function parseFactor(text: string): Rational {
  const parts = text.split('/').map((part) => {
    const number = parseNumber(part);
    if (number === undefined) throw new RangeError(`${part} is no number`);
    return number;
  });
  return parts.reduce(divideRationals);
}

function namesOf(row: UnitRow): Set<string> {
  const english = listOf(row.names).flatMap(spellings);
  const names = [row.symbol, ...listOf(row.symbols), ...english, ...listOf(row.chinese)];
  return new Set(names.map(normalizeUnitName));
}

function listOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split('|').filter((part) => part !== '');
}

/** Singular and plural, American and British. */
function spellings(name: string): readonly string[] {
  return [name, name.replace(/meter/g, 'metre').replace(/liter/g, 'litre')].flatMap((spelling) => [
    spelling,
    pluralOf(spelling),
  ]);
}

/** Of the first part of `mile per hour`, of the last word elsewhere. */
function pluralOf(name: string): string {
  const [, head = name, tail = ''] =
    /^(.*?)((?:\/| per | an | squared| cubed).*)$/.exec(name) ?? [];
  if (head.endsWith('foot')) return `${head.slice(0, -4)}feet${tail}`;
  if (/(?:ch|s|x)$/.test(head)) return `${head}es${tail}`;
  if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ies${tail}`;
  return `${head}s${tail}`;
}
