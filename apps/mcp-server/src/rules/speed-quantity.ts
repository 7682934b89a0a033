import { readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';
import type { Quantity } from './quantity.ts';
import type { NamedUnit } from './unit-slot.ts';

const hourly: ReadonlyMap<string, string> = new Map([
  ['公里', 'km/h'],
  ['千米', 'km/h'],
  ['km', 'km/h'],
  ['英里', 'mph'],
  ['mile', 'mph'],
  ['miles', 'mph'],
  ['海里', 'kn'],
]);
const secondly: ReadonlyMap<string, string> = new Map([
  ['米', 'm/s'],
  ['m', 'm/s'],
  ['英尺', 'ft/s'],
]);

/** 时速100公里, 每小时60英里, 每秒10米: the period stands in front. */
export function readSpeed(
  { lower }: SlotInput,
  position: number,
): readonly SlotReading<Quantity>[] {
  const period = readPeriod(lower, position);
  if (period === undefined) return [];
  return readNumbers(lower, skipSpace(lower, period.end)).flatMap(({ value, denominator, end }) => {
    const unit = unitIn(period.units, lower, skipSpace(lower, end));
    return unit === undefined || denominator !== undefined
      ? []
      : [{ value: { value, unit: unit.value }, end: unit.end }];
  });
}

/** 每小时多少公里, 时速多少英里: the unit that is wanted, around the question. */
export const askedSpeedSlot: SlotReader<NamedUnit> = ({ lower }, position) => {
  const period = readPeriod(lower, position);
  const many = ['多少', '几'].find((word) => lower.startsWith(word, period?.end));
  if (period === undefined || many === undefined) return [];
  const unit = unitIn(period.units, lower, skipSpace(lower, period.end + many.length));
  return unit === undefined ? [] : [unit];
};

function readPeriod(
  lower: string,
  position: number,
): { units: ReadonlyMap<string, string>; end: number } | undefined {
  const name = ['时速', '每小时', '每个小时', '每秒', '秒速', '每秒钟'].find((text) =>
    lower.startsWith(text, position),
  );
  if (name === undefined) return undefined;
  const units = name.includes('秒') ? secondly : hourly;
  const end = position + name.length;
  return { units, end: /[为是]/.test(lower.charAt(end)) ? end + 1 : end };
}

function unitIn(
  units: ReadonlyMap<string, string>,
  lower: string,
  position: number,
): SlotReading<NamedUnit> | undefined {
  const name = [...units.keys()].findLast(
    (text) =>
      lower.startsWith(text, position) && !/[a-z/每]/.test(lower.charAt(position + text.length)),
  );
  const symbol = name === undefined ? undefined : units.get(name);
  if (name === undefined || symbol === undefined) return undefined;
  return { value: { symbol, dimension: 'speed', written: symbol }, end: position + name.length };
}
