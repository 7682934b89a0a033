import type { UnitRegistry } from './registry.ts';
import type { Unit } from './unit.ts';

/** Most words of a text are no form of a unit's name, and no compound: told by one search each. */
const MAY_BE_FORM = /s$|feet|re|gramme|[ /]|制/;
const MAY_BE_COMPOUND = /[ /23°每平立]|^(?:sq|cu|deg)/i;

/** A name in lower case as one of the English words of a unit: plural, British or American spelling, qualified. */
export function unitOfWords({ words }: UnitRegistry, lower: string): Unit | undefined {
  if (!MAY_BE_FORM.test(lower)) return undefined;
  const spelled = commonSpelling(lower);
  const [, first = '', middle = '', last = ''] = /^([^ /]*)(.*?)([^ /]*)$/.exec(spelled) ?? [];
  for (const head of [first, ...singularsOf(first)]) {
    for (const tail of [last, ...singularsOf(last)]) {
      const unit = words.get(head + middle + tail);
      if (unit !== undefined) return unit;
    }
  }
  return undefined;
}

/** American spelling, and one word for each country. */
export function commonSpelling(lower: string): string {
  return lower
    .replace(/(met|lit)re/g, '$1er')
    .replace(/gramme/g, 'gram')
    .replace(/^(?:u\.s\.(?:a\.)?|usa|american) /, 'us ')
    .replace(/^(?:u\.k\.|imperial|imp\.?|british(?! thermal)) /, 'uk ')
    .replace(/^美制/, '美')
    .replace(/^英制/, '英');
}

/** What a word may be the plural of. */
function singularsOf(word: string): readonly string[] {
  if (word.endsWith('feet')) return [`${word.slice(0, -4)}foot`];
  if (!/[a-z]{2}s$/.test(word)) return [];
  const stem = word.slice(0, -1);
  if (stem.endsWith('ie')) return [stem, `${stem.slice(0, -2)}y`];
  return /(?:ch|sh|s|x)e$/.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
}

/** The parts of a name that is made of others: `square feet`, `公里每小时`, `degrees C`. */
export type CompoundName =
  | { readonly kind: 'power'; readonly length: string; readonly exponent: '2' | '3' }
  | { readonly kind: 'speed'; readonly length: string; readonly time: string }
  | { readonly kind: 'temperature'; readonly scale: string };

const SQUARE = /^(?:square|sq\.?) ?(.+)$|^(.+?) ?(?:squared|2)$|^平方(.+)$/i;
const CUBE = /^(?:cubic|cu\.?) ?(.+)$|^(.+?) ?(?:cubed|3)$|^立方(.+)$/i;
const SPEED = /^(.+?)(?:\/| per | an? |每)(.+)$/i;
const CHINESE_SPEED = /^每(秒|分钟?|小?时)(.+)$/;
const DEGREE = /^(?:degrees?|deg|°) ?(.+)$|^(.+) degrees?$/i;

/** Takes a normalised name apart; undefined when it is no compound. */
export function readCompound(name: string): CompoundName | undefined {
  if (!MAY_BE_COMPOUND.test(name)) return undefined;
  const square = firstGroup(SQUARE.exec(name));
  if (square !== undefined) return { kind: 'power', length: square, exponent: '2' };
  const cube = firstGroup(CUBE.exec(name));
  if (cube !== undefined) return { kind: 'power', length: cube, exponent: '3' };
  const [, before, length] = CHINESE_SPEED.exec(name) ?? [];
  if (before !== undefined && length !== undefined) return { kind: 'speed', length, time: before };
  const [, way, time] = SPEED.exec(name) ?? [];
  if (way !== undefined && time !== undefined) return { kind: 'speed', length: way, time };
  const scale = firstGroup(DEGREE.exec(name));
  return scale === undefined ? undefined : { kind: 'temperature', scale };
}

function firstGroup(match: RegExpExecArray | null): string | undefined {
  const groups: readonly (string | undefined)[] = match?.slice(1) ?? [];
  return groups.find((group) => group !== undefined);
}

/** All symbols in lower case and all words, for suggestions; of a name of several words, also what words make. */
export function* suggestibleNames(
  { symbols, words }: UnitRegistry,
  isCompound: boolean,
): Generator<readonly [string, Unit]> {
  for (const [symbol, unit] of symbols) yield [symbol.toLowerCase(), unit];
  for (const [word, unit] of words) {
    yield [word, unit];
    if (unit.dimension !== 'length' || !/^[a-z]/.test(word)) continue;
    const plural = pluralOf(word);
    if (plural !== `${word}s`) yield [plural, unit];
    if (isCompound) yield* compoundsOf(symbols, unit, [word, plural]);
  }
}

function* compoundsOf(
  symbols: UnitRegistry['symbols'],
  { symbol }: Unit,
  names: readonly string[],
): Generator<readonly [string, Unit]> {
  for (const name of names) {
    const square = symbols.get(`${symbol}2`);
    if (square !== undefined) yield [`square ${name}`, square];
    const cube = symbols.get(`${symbol}3`);
    if (cube !== undefined) yield [`cubic ${name}`, cube];
    for (const [time, timeSymbol] of TIMES) {
      const speed = symbols.get(`${symbol}/${timeSymbol}`);
      if (speed !== undefined) yield [`${name} per ${time}`, speed];
    }
  }
}

const TIMES = [
  ['second', 's'],
  ['minute', 'min'],
  ['hour', 'h'],
] as const;

function pluralOf(word: string): string {
  if (word.endsWith('foot')) return `${word.slice(0, -4)}feet`;
  return /(?:ch|s|x)$/.test(word) ? `${word}es` : `${word}s`;
}
