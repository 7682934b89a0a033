import { CoreToolError, quoteInput } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import { unitRegistry } from './registry.ts';
import { normalizeUnitName } from './unit-name.ts';
import type { Dimension, Unit } from './unit.ts';

/** A unit as `findUnit` reports it. */
export interface UnitName {
  /** The symbol that `convert` understands. */
  readonly symbol: string;
  readonly dimension: Dimension;
  /** Which reading was chosen, where the name has more than one. */
  readonly note?: string;
}

const MAX_NAME_CHARS = 60;
const MAX_CANDIDATES = 3;

/**
 * Spellings whose case decides between a thousandth and a million, or bit and byte: any other case than that of a
 * symbol is refused (SI Brochure: case is meaning).
 */
const CASE_MATTERS = new Map<string, readonly string[]>([
  ['kb', ['KB', 'Kb']],
  ['mb', ['MB', 'Mb']],
  ['gb', ['GB', 'Gb']],
  ['tb', ['TB', 'Tb']],
  ['pb', ['PB', 'Pb']],
  ['eb', ['EB', 'Eb']],
  ['mm', ['mm']],
  ['mg', ['mg', 't']],
  ['ml', ['mL']],
  ['ms', ['ms']],
  ['nm', ['nm', 'nmi']],
  ['mw', ['mW', 'MW']],
  ['mj', ['mJ', 'MJ']],
  ['mpa', ['MPa']],
  ['mbar', ['mbar']],
]);

/** Names with several meanings, or none that is fixed. */
const REFUSED = new Map<
  string,
  { readonly reason: string; readonly candidates: readonly string[] }
>([
  [
    '度',
    { reason: 'is an angle, a temperature or a kilowatt-hour', candidates: ['°', 'C', 'F', 'kWh'] },
  ],
  ...['month', 'months', '月', '个月'].map(
    (name) => [name, { reason: 'has 28 to 31 days', candidates: ['d', 'week'] }] as const,
  ),
]);

/** Strict: what a tool's argument may say. Throws a `CoreToolError` with candidates for anything unclear. */
export function requireUnit(name: string, field: string): Unit {
  const found = lookUp(name);
  if ('unit' in found) return found.unit;
  const { reason } = found;
  const candidates = found.candidates();
  const list =
    candidates.length === 0
      ? '; write a symbol or a full name, such as cm, kg, °F, km/h, square feet or 公斤'
      : `; did you mean ${candidates.join(' or ')}?`;
  throw new CoreToolError('invalid_arguments', `${field}: ${quoteInput(name)} ${reason}${list}`, {
    details: { candidates, hint: 'units are case-sensitive symbols or full names' },
  });
}

/**
 * Lenient: what a name in running text means, in English or Chinese, singular or plural (`square meters`, `mph`,
 * `公里每小时`). Lower-case `kb`, `mb`, `gb`, `tb` are bytes here, with a note. Undefined when it names no unit or
 * more than one.
 */
export function findUnit(name: string): UnitName | undefined {
  const found = lookUp(name);
  if ('unit' in found) return describeUnit(found.unit, found.unit.note);
  const lower = normalizeUnitName(name).toLowerCase();
  const { exact } = unitRegistry();
  const bytes = /^[kmgtp]b$/.test(lower) ? exact.get(lower.toUpperCase()) : undefined;
  if (bytes !== undefined) {
    return describeUnit(bytes, `${lower} was read as ${bytes.symbol} (bytes, not bits)`);
  }
  const unit = lower.length > 1 ? exact.get(lower) : undefined;
  return unit === undefined ? undefined : describeUnit(unit, unit.note);
}

/** Candidates are looked for only when somebody reads them: rules ask for many words that are no unit. */
type LookUp =
  | { readonly unit: Unit }
  | { readonly reason: string; readonly candidates: () => readonly string[] };

const none = (): readonly string[] => [];

function lookUp(name: string): LookUp {
  if (name.length > MAX_NAME_CHARS) {
    return { reason: 'is too long for a unit', candidates: none };
  }
  const { exact, folded } = unitRegistry();
  const asWritten = exact.get(name);
  if (asWritten !== undefined) return { unit: asWritten };
  const key = normalizeUnitName(name);
  const unit = exact.get(key);
  if (unit !== undefined) return { unit };
  const lower = key.toLowerCase();
  const refused = REFUSED.get(lower);
  if (refused !== undefined) {
    return { reason: refused.reason, candidates: () => refused.candidates };
  }
  const sharers = folded.get(lower) ?? [];
  const candidates = CASE_MATTERS.get(lower) ?? sharers.map(({ symbol }) => symbol);
  const isCaseMeaning = CASE_MATTERS.has(lower) || lower.length === 1 || sharers.length > 1;
  if (candidates.length > 0 && isCaseMeaning) {
    return {
      reason: 'is ambiguous, since case is meaning in unit symbols',
      candidates: () => candidates,
    };
  }
  const [single] = sharers;
  if (single !== undefined) return { unit: single };
  return { reason: 'is no known unit', candidates: () => nearestUnitNames(lower) };
}

/** One spelling for each unit that could have been meant, in the case that names it. */
function nearestUnitNames(lower: string): readonly string[] {
  const { exact, folded } = unitRegistry();
  const named = new Map<Unit, string>();
  for (const name of nearestNames(lower, folded.keys(), 12)) {
    for (const unit of folded.get(name) ?? []) {
      if (!named.has(unit)) named.set(unit, exact.get(name) === unit ? name : unit.symbol);
    }
  }
  return [...named.values()].slice(0, MAX_CANDIDATES);
}

function describeUnit(unit: Unit, note: string | undefined): UnitName {
  const { symbol, dimension } = unit;
  return note === undefined ? { symbol, dimension } : { symbol, dimension, note };
}
