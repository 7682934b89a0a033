import { DEFINITIONS, NOTES, PREFIXES } from './unit-definitions.ts';
import type { Dimension, Unit } from './unit.ts';

/** Every unit and the names that its definition gives it; other forms of them are derived when they are asked for. */
export interface UnitRegistry {
  readonly units: readonly Unit[];
  /** By normalised symbol, case-sensitive. */
  readonly symbols: ReadonlyMap<string, Unit>;
  /** By English name (singular, lower case) or Chinese name (simplified). */
  readonly words: ReadonlyMap<string, Unit>;
}

/** Units of length that have squares and cubes, and those of them that have speeds. */
const SQUARED = ['m', 'cm', 'mm', 'km', 'dm', 'in', 'ft', 'yd', 'mi', 'um', 'nm'];
const FAST = ['m', 'km', 'cm', 'mm', 'mi', 'ft', 'in', 'yd'];
/** In a cubic metre. */
const LITERS = 1000;
const SECONDS = { s: 1, min: 60, h: 3600 } as const;

interface Draft {
  readonly units: Unit[];
  readonly symbols: Map<string, Unit>;
  readonly words: Map<string, Unit>;
}

const draft: Draft = { units: [], symbols: new Map(), words: new Map() };
/** The tables that were read into the draft: importing them costs next to nothing, and common units come first. */
let tablesRead = 0;
let folded: ReadonlyMap<string, readonly Unit[]> | undefined;

/** All units. */
export function unitRegistry(): UnitRegistry {
  while (readNextTable());
  return draft;
}

/** The unit of a symbol or word as it stands in the tables, of which no more are read than needed. */
export function namedUnit(name: string): Unit | undefined {
  let unit: Unit | undefined;
  do unit = draft.symbols.get(name) ?? draft.words.get(name);
  while (unit === undefined && readNextTable());
  return unit;
}

function readNextTable(): boolean {
  const dimension = (Object.keys(DEFINITIONS) as Dimension[])[tablesRead];
  if (dimension === undefined) return false;
  tablesRead += 1;
  for (const line of DEFINITIONS[dimension].trim().split('\n')) {
    if (line === 'squares') addPowers('area', '²');
    else if (line === 'cubes') addPowers('volume', '³');
    else if (line === 'speeds') addSpeeds();
    else readLine(dimension, line);
  }
  return true;
}

/** Symbols by their lower case; more than one unit where case tells them apart. */
export function foldedSymbols({ symbols }: UnitRegistry): ReadonlyMap<string, readonly Unit[]> {
  if (folded !== undefined) return folded;
  const table = new Map<string, Unit[]>();
  for (const [symbol, unit] of symbols) {
    const lower = symbol.toLowerCase();
    const sharers = table.get(lower);
    if (sharers === undefined) table.set(lower, [unit]);
    else if (!sharers.includes(unit)) sharers.push(unit);
  }
  return (folded = table);
}

function readLine(dimension: Dimension, line: string): void {
  const [symbol = '', factor = '', symbols = '', names = '', chinese = '', extra = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const tokens = extra === '' ? [] : extra.split(' ');
  const isNoted = tokens[0]?.startsWith('@') === true;
  const note = isNoted ? NOTES[extra.slice(1)] : undefined;
  const unit =
    factor === '' ? existing(symbol) : addUnit(symbol, { ...readFactor(factor), dimension, note });
  const otherSymbols = listOf(symbols);
  const words = listOf(names);
  const chineseNames = listOf(chinese);
  addNames(unit, otherSymbols, [...words, ...chineseNames]);
  if (isNoted) return;
  for (const prefix of tokens) {
    const [power = '', english = '', chinesePrefix = ''] = (PREFIXES[prefix] ?? '').split(' ');
    const prefixed = addUnit(prefix + symbol, {
      dimension,
      factor: `${power}*${unit.factor}`,
      binary: symbol === 'B' ? binaryOf(prefix) : undefined,
      isCaseBound: prefix === 'm' || prefix === 'M',
    });
    addNames(
      prefixed,
      otherSymbols.map((other) => prefix + other),
      [...words.map((name) => english + name), ...chineseNames.map((name) => chinesePrefix + name)],
    );
  }
}

function readFactor(text: string): Pick<Unit, 'factor' | 'offset' | 'isPiMultiple' | 'isInverse'> {
  const [product = '', offset] = text.split(' + ');
  const isPiMultiple = product.endsWith(' pi');
  const isInverse = product.endsWith(' / x');
  return { factor: product.replace(/ .*/, ''), offset, isPiMultiple, isInverse };
}

/** KB, MB … in 1024s. */
function binaryOf(prefix: string): Unit['binary'] {
  const [factor] = (PREFIXES[`${prefix}i`] ?? '').split(' ');
  return factor === undefined || factor === '' ? undefined : { factor, symbol: `${prefix}iB` };
}

function addPowers(dimension: Dimension, exponent: '²' | '³'): void {
  for (const symbol of SQUARED) {
    const { factor, isCaseBound } = existing(symbol);
    const power =
      exponent === '²' ? `${factor}*${factor}` : `${LITERS}*${factor}*${factor}*${factor}`;
    addUnit(symbol + exponent, { dimension, factor: power, isCaseBound });
  }
}

function addSpeeds(): void {
  for (const symbol of FAST) {
    const { factor, isCaseBound } = existing(symbol);
    for (const [time, seconds] of Object.entries(SECONDS)) {
      const name = `${symbol}/${time}`;
      addUnit(name === 'mi/h' ? 'mph' : name, {
        dimension: 'speed',
        factor: `${factor}/${String(seconds)}`,
        isCaseBound,
      });
    }
  }
}

function addUnit(symbol: string, given: Pick<Unit, 'dimension' | 'factor'> & Partial<Unit>): Unit {
  const unit: Unit = {
    symbol,
    dimension: given.dimension,
    factor: given.factor,
    offset: given.offset,
    isPiMultiple: given.isPiMultiple ?? false,
    isInverse: given.isInverse ?? false,
    binary: given.binary,
    isCaseBound: given.isCaseBound ?? false,
    note: given.note,
  };
  draft.units.push(unit);
  addName(draft.symbols, plainSymbol(symbol), unit);
  return unit;
}

function existing(symbol: string): Unit {
  const unit = draft.symbols.get(plainSymbol(symbol));
  if (unit === undefined) throw new RangeError(`${symbol} is not defined yet`);
  return unit;
}

function addNames(unit: Unit, symbols: readonly string[], words: readonly string[]): void {
  for (const name of symbols) addName(draft.symbols, name, unit);
  for (const name of words) addName(draft.words, name, unit);
}

function addName(names: Map<string, Unit>, name: string, unit: Unit): void {
  const owner = names.get(name) ?? unit;
  if (owner !== unit) throw new RangeError(`${name} names both ${owner.symbol} and ${unit.symbol}`);
  names.set(name, unit);
}

/** A symbol as `normalizeUnitName` would write it, without its search for everything that people write. */
function plainSymbol(symbol: string): string {
  return symbol.replace('²', '2').replace('³', '3').replace('·', ' ').replaceAll('_', ' ');
}

function listOf(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(', ');
}
