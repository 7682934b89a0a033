import { CoreToolError, convert, findUnit } from '@mini-agent/core-tools/units';
import { isLatinLetter, isWordCharacter } from '@mini-agent/llm-router/rules';
import type { SlotReader, SlotReading } from '@mini-agent/llm-router/rules';

/** A unit as the conversion tool knows it. */
export interface NamedUnit {
  readonly symbol: string;
  readonly dimension: string;
  /** What was assumed about it, told in the answer. */
  readonly assumed?: 'bytes';
  /** As the task names it, where the tool knows that name: `inches`, 英寸. */
  readonly written?: string;
}

/** Longest unit name in UTF-16 units: "imperial fluid ounces". */
const longestName = 28;
const longestChineseName = 8;

/** In running text lower-case `kb` means kilobytes; the tool itself refuses it, because `kb` may also be kilobits. */
const dataNames: ReadonlyMap<string, string> = new Map([
  ['kb', 'KB'],
  ['mb', 'MB'],
  ['gb', 'GB'],
  ['tb', 'TB'],
  ['pb', 'PB'],
]);

/** Names in running text that the table does not have. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['sqm', 'm²'],
  ['sqft', 'ft²'],
  ['sqkm', 'km²'],
  ['平米', '平方米'],
  ['kib', 'KiB'],
  ['mib', 'MiB'],
  ['gib', 'GiB'],
  ['tib', 'TiB'],
  ['celcius', 'celsius'],
  ['celsuis', 'celsius'],
  ['fahrenhiet', 'fahrenheit'],
  ['farenheight', 'fahrenheit'],
  ['killometers', 'kilometers'],
  ['killometer', 'kilometer'],
  ['kilomters', 'kilometers'],
  ['kilometeres', 'kilometers'],
  ['centimeteres', 'centimeters'],
  ['centimters', 'centimeters'],
  ['killograms', 'kilograms'],
  ['kilogramms', 'kilograms'],
  ['gramms', 'grams'],
  ['farenheit', 'fahrenheit'],
  ['fahrenheight', 'fahrenheit'],
]);

/** Words that are units in the table, but in a sentence are something else. */
const notUnits: ReadonlySet<string> = new Set(
  'at as to a an is of the in. are be how do does and or what 位 # " \''.split(' '),
);

/** What a name of several words begins with, or has as its second word. Everything else of several words is no unit. */
const firstWords =
  /^(?:square|sq|cubic|cu|us|u\.s\.|uk|u\.k\.|american|british|imperial|imp|oil|nautical|sea|light|metric|short|long|troy|fluid|fl|degrees?|deg|standard|the|astronomical|speed|mechanical|metric|kilo|mega|giga|foot|°)\.? /;
const secondWords =
  /^\S+ (?:per|an|a|squared|cubed|hours?|troy|degrees?|pounds?|of|force|power|years?|tons?|h|second|seconds)(?: |$)/;

/** The units that may begin at a position, longest name first. */
export const unitSlot: SlotReader<NamedUnit> = ({ text, lower }, position) => {
  const readings: SlotReading<NamedUnit>[] = [];
  const first = text[position];
  if (
    first === undefined ||
    first === '-' ||
    (isLatinLetter(first) && isLatinLetter(text[position - 1]))
  ) {
    return readings;
  }
  const longest = isLatinLetter(first) || first === '°' ? longestName : longestChineseName;
  for (let end = Math.min(text.length, position + longest); end > position; end--) {
    if (text[end - 1] === ' ' || (isWordCharacter(text[end - 1]) && isWordCharacter(text[end])))
      continue;
    const unit = namedUnit(text.slice(position, end), lower.slice(position, end));
    if (unit !== undefined) readings.push({ value: unit, end });
  }
  return readings;
};

function namedUnit(name: string, lower: string): NamedUnit | undefined {
  if (notUnits.has(lower) || /[,，;；。?？:：()\n]/.test(lower)) return undefined;
  if (
    lower.includes(' ') &&
    !firstWords.test(lower) &&
    !secondWords.test(lower) &&
    !lower.includes('/')
  ) {
    return undefined;
  }
  const bytes = dataNames.get(name);
  const unit = lookUp(bytes ?? otherNames.get(lower) ?? name) ?? lookUp(spelledOut(name));
  if (unit === undefined) return undefined;
  return bytes === undefined ? unit : { ...unit, assumed: 'bytes' };
}

/** "the km", "square km", "degrees celsius", "hrs." as the table spells them. */
function spelledOut(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/^(?:the |degrees |degree |deg |°)\s*/i, '')
    .replace(/^square (?=\S{1,2}$)/i, 'sq ')
    .replace(/^cubic (?=\S{1,2}$)/i, 'cu ')
    .replace(/\.$/, '');
}

/** The name itself only where the tool reads it as the same unit. */
function named(name: string, symbol: string): Pick<NamedUnit, 'symbol' | 'written'> {
  try {
    const same = convert(1, name, symbol).from.symbol === symbol;
    return same ? { symbol, written: name } : { symbol };
  } catch (error) {
    if (!CoreToolError.isInstance(error)) throw error;
    return { symbol };
  }
}

/** Names that were looked up before: most words of a task are no units, and the table's search for one is not free. */
const known = new Map<string, NamedUnit | null>();
const mostKnown = 10_000;

function lookUp(name: string): NamedUnit | undefined {
  let unit = known.get(name);
  if (unit === undefined) {
    const found = findUnit(name);
    unit =
      found === undefined ? null : { ...named(name, found.symbol), dimension: found.dimension };
    if (known.size >= mostKnown) known.clear();
    known.set(name, unit);
  }
  return unit ?? undefined;
}
