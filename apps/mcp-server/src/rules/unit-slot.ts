import { findUnit } from '@mini-agent/core-tools/units';
import { isLatinLetter, isWordCharacter } from '@mini-agent/llm-router/rules';
import type { SlotReader, SlotReading } from '@mini-agent/llm-router/rules';

/** A unit as the conversion tool knows it. */
export interface NamedUnit {
  readonly symbol: string;
  readonly dimension: string;
  /** What was assumed about it, told in the answer. */
  readonly assumed?: 'bytes';
}

/** Longest unit name in UTF-16 units: "imperial fluid ounces". */
const longestName = 28;

/** In running text lower-case `kb` means kilobytes; the tool itself refuses it, because `kb` may also be kilobits. */
const dataNames: ReadonlyMap<string, string> = new Map([
  ['kb', 'KB'],
  ['mb', 'MB'],
  ['gb', 'GB'],
  ['tb', 'TB'],
  ['pb', 'PB'],
  ['kbs', 'KB'],
  ['mbs', 'MB'],
  ['gbs', 'GB'],
  ['tbs', 'TB'],
]);

/** Words that are units in the table, but in a sentence are something else. */
const notUnits: ReadonlySet<string> = new Set(['at', 'as', 'to', 'a', 'an', 'is', 'of', 'the', '位', '#', '"', "'"]);

/** The units that may begin at a position, longest name first. */
export const unitSlot: SlotReader<NamedUnit> = ({ text, lower }, position) => {
  const readings: SlotReading<NamedUnit>[] = [];
  const first = text[position];
  if (first === undefined || first === '-' || (isLatinLetter(first) && isLatinLetter(text[position - 1]))) {
    return readings;
  }
  const last = Math.min(text.length, position + longestName);
  for (let end = last; end > position; end--) {
    if (text[end - 1] === ' ' || (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]))) continue;
    const unit = namedUnit(text.slice(position, end), lower.slice(position, end));
    if (unit !== undefined) readings.push({ value: unit, end });
  }
  return readings;
};

export function namedUnit(name: string, lower: string): NamedUnit | undefined {
  if (notUnits.has(lower)) return undefined;
  const bytes = dataNames.get(name);
  const unit = findUnit(bytes ?? name) ?? findUnit(spelledOut(lower));
  if (unit === undefined) return undefined;
  const { symbol, dimension } = unit;
  return bytes === undefined ? { symbol, dimension } : { symbol, dimension, assumed: 'bytes' };
}

/** "degrees in celsius", "km per hr." and the like, as the table spells them. */
function spelledOut(lower: string): string {
  return lower
    .replace(/\s+/g, ' ')
    .replace(/^(?:the |degrees |degree |deg |°)\s*/, '')
    .replace(/\.$/, '');
}
