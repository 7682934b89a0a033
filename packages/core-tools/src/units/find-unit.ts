import { CoreToolError, quoteInput, requireText } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';
import { foldedSymbols, namedUnit, type UnitRegistry, unitRegistry } from './registry.ts';
import {
  commonSpelling,
  type CompoundName,
  readCompound,
  suggestibleNames,
  unitOfWords,
} from './unit-forms.ts';
import { normalizeUnitName } from './unit-name.ts';
import type { Unit, UnitName } from './unit.ts';

const MAX_NAME_CHARS = 60;
const MAX_CANDIDATES = 3;

interface Refusal {
  readonly reason: string;
  /** Looked for only when somebody reads them: rules ask for many words that are no unit. */
  readonly candidates: () => readonly string[];
}

/** Strict: what a tool's argument may say. Throws a `CoreToolError` with candidates for anything unclear. */
export function requireUnit(name: string, field: string): Unit {
  requireText(name, field, 'a unit as a string, such as km, °F or 公斤');
  const found = lookUp(name);
  if ('symbol' in found) return found;
  const { reason } = found;
  const candidates = found.candidates();
  const list =
    candidates.length === 0
      ? '; write a symbol or a full name, such as cm, kg, °F, km/h, square feet or 公斤'
      : `; did you mean ${candidates.join(' or ')}?`;
  throw new CoreToolError('invalid_arguments', `${field}: ${quoteInput(name)} ${reason}${list}`, {
    details: {
      ...(candidates.length === 0 ? undefined : { candidates }),
      hint: 'units are case-sensitive symbols or full names',
    },
  });
}

/**
 * Lenient: what a name in running text means, in English or Chinese, singular or plural (`square meters`, `mph`,
 * `公里每小时`). Lower-case `kb`, `mb`, `gb`, `tb` are bytes here, with a note. Undefined when it names no unit or
 * more than one.
 */
export function findUnit(name: string): UnitName | undefined {
  requireText(name, 'name');
  const found = lookUp(name);
  if ('symbol' in found) return describeUnit(found, found.note);
  if (name.length > MAX_NAME_CHARS) return undefined;
  const lower = normalizeUnitName(name).toLowerCase();
  const bytes = /^[kmgtp]b$/.test(lower)
    ? unitRegistry().symbols.get(lower.toUpperCase())
    : undefined;
  if (bytes !== undefined) {
    return describeUnit(bytes, `${lower} was read as ${bytes.symbol} (bytes, not bits)`);
  }
  const unit = lower.length > 1 && lower !== name ? lookUp(lower) : found;
  return 'symbol' in unit ? describeUnit(unit, unit.note) : undefined;
}

function lookUp(name: string): Unit | Refusal {
  if (name.length > MAX_NAME_CHARS) {
    return { reason: 'is too long for a unit', candidates: () => [] };
  }
  const asWritten = namedUnit(name);
  if (asWritten !== undefined) return asWritten;
  const registry = unitRegistry();
  const key = normalizeUnitName(name);
  const found = lookUpSimple(registry, key) ?? lookUpCompound(registry, key);
  if (found !== undefined) return found;
  const lower = key.toLowerCase();
  return {
    reason: 'is no known unit',
    candidates: () => nearestUnitNames(registry, lower),
  };
}

function lookUpSimple(registry: UnitRegistry, key: string): Unit | Refusal | undefined {
  const unit = registry.symbols.get(key) ?? registry.words.get(key);
  if (unit !== undefined) return unit;
  const lower = key.toLowerCase();
  return (
    refusalOf(lower) ??
    registry.words.get(lower) ??
    unitInAnotherCase(registry, key, lower) ??
    unitOfWords(registry, lower)
  );
}

/** Names with several meanings, or none that is fixed. */
function refusalOf(lower: string): Refusal | undefined {
  switch (lower) {
    case '度':
      return {
        reason: 'is an angle, a temperature or a kilowatt-hour',
        candidates: () => ['°', 'C', 'F', 'kWh'],
      };
    case 'month':
    case 'months':
    case '月':
    case '个月':
      return { reason: 'has 28 to 31 days', candidates: () => ['d', 'week'] };
    default:
      return undefined;
  }
}

/**
 * A symbol in another case than its own. Refused where the case tells units apart: single letters, symbols of several
 * units, milli and mega (SI Brochure: case is meaning). `MWH` is no milliwatt-hour, so all capitals may stand for mega.
 */
function unitInAnotherCase(
  registry: UnitRegistry,
  key: string,
  lower: string,
): Unit | Refusal | undefined {
  const [unit, ...others] = foldedSymbols(registry).get(lower) ?? [];
  if (unit === undefined) return undefined;
  const isLowerPrefix = !unit.symbol.startsWith('M') || key !== key.toUpperCase();
  const isCaseMeaning =
    unit.isCaseBound && normalizeUnitName(unit.symbol).toLowerCase() === lower && isLowerPrefix;
  if (others.length === 0 && lower.length > 1 && !isCaseMeaning && lower !== 'nm') return unit;
  const symbols = [unit, ...others].map(({ symbol }) => symbol);
  if (lower === 'mg') symbols.push('t');
  if (lower === 'nm') symbols.push('nmi');
  return caseRefusal(symbols);
}

function caseRefusal(symbols: readonly string[]): Refusal {
  return {
    reason: 'is ambiguous, since case is meaning in unit symbols',
    candidates: () => symbols,
  };
}

function lookUpCompound(registry: UnitRegistry, key: string): Unit | Refusal | undefined {
  const compound = readCompound(key);
  if (compound === undefined) return undefined;
  const part = compound.kind === 'temperature' ? compound.scale : compound.length;
  const unit = lookUpPart(registry, part);
  if (unit === undefined) return undefined;
  if ('symbol' in unit) return compoundOf(registry, compound, unit);
  // `MM2`: only refused for its case if mm² is a unit.
  const inLowerCase = registry.symbols.get(part.toLowerCase());
  const meant = inLowerCase && compoundOf(registry, compound, inLowerCase);
  return meant && caseRefusal([meant.symbol]);
}

function compoundOf(registry: UnitRegistry, compound: CompoundName, unit: Unit): Unit | undefined {
  switch (compound.kind) {
    case 'power':
      return registry.symbols.get(unit.symbol + compound.exponent);
    case 'speed': {
      const time = lookUpPart(registry, compound.time);
      return time !== undefined && 'symbol' in time
        ? registry.symbols.get(`${unit.symbol}/${time.symbol}`)
        : undefined;
    }
    case 'temperature':
      return unit.dimension === 'temperature' ? unit : undefined;
  }
}

/** A part of a compound: there a single letter of another case has no second meaning (`KM/H`, `M2`, `degrees k`). */
function lookUpPart(registry: UnitRegistry, part: string): Unit | Refusal | undefined {
  const { symbols } = registry;
  return part.length === 1
    ? (symbols.get(part) ??
        registry.words.get(part) ??
        symbols.get(part.toLowerCase()) ??
        symbols.get(part.toUpperCase()))
    : lookUpSimple(registry, part);
}

/** One spelling for each unit that could have been meant, in the case that names it. */
function nearestUnitNames(registry: UnitRegistry, lower: string): readonly string[] {
  const { symbols, words } = registry;
  const names = new Map(suggestibleNames(registry, /[ /]/.test(lower)));
  const wanted = commonSpelling(lower);
  const near = nearestNames(wanted.replace('/', ' per '), names.keys(), 12);
  const suggested = new Map<Unit, string>();
  for (const name of near.length > 0 ? near : nearestNames(wanted, names.keys(), 12)) {
    const named = symbols.get(name) ?? words.get(name);
    const sharers = named === undefined ? foldedSymbols(registry).get(name) : undefined;
    for (const unit of sharers ?? [named ?? names.get(name)]) {
      if (unit === undefined || suggested.has(unit)) continue;
      suggested.set(unit, sharers === undefined ? name : unit.symbol);
    }
  }
  return [...suggested.values()].slice(0, MAX_CANDIDATES);
}

function describeUnit(unit: Unit, note: string | undefined): UnitName {
  const { symbol, dimension } = unit;
  return note === undefined ? { symbol, dimension } : { symbol, dimension, note };
}
