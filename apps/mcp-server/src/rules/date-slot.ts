import {
  integerValue,
  isWordCharacter,
  readNumbers,
  skipSpace,
  wordStartsAt,
} from '@mini-agent/llm-router/rules';
import type { SlotReader, SlotReading } from '@mini-agent/llm-router/rules';

const months =
  'january|february|march|april|may|june|july|august|september|october|november|december'.split(
    '|',
  );
const shortMonths = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec'.split('|');
const weekdays =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? +|^(?:星期|周)[一二三四五六日天]，? */;

/** Longest date in UTF-16 units. */
const longestDate = 48;

/**
 * Dates with a year at a position, as ISO text: `2024-02-28`, `2024/2/28`, `2024.11.5`, `20240228`, `March 1, 2024`, `1st of March 2024`,
 * `2024年2月28日`, 二零二四年三月一日, `25/12/2024` (one reading only), ISO with a time; and today, tomorrow, 3天后. A date without a year
 * and `03/04/2024` are none. Fields out of range are left for the tool to refuse.
 */
export const dateSlot: SlotReader<string> = (input, position) => {
  const text = input.lower.slice(position, position + longestDate);
  if (isWordCharacter(input.lower[position - 1])) return [];
  const weekday = weekdays.exec(text)?.[0].length ?? 0;
  const the = wordStartsAt(text, weekday, 'the') ? 4 : 0;
  const rest = text.slice(weekday + the);
  const readings = [
    ...readYearFirst(rest),
    ...readNamedMonth(rest),
    ...readYearLast(rest),
    ...readChinese(rest),
  ];
  if (weekday === 0) {
    readings.push(...readRelative(text).map(({ value, end }) => ({ value, end: end - the })));
  }
  return readings.map(({ value, end }) => ({ value, end: position + weekday + the + end }));
};

function iso(year: number, month: number, day: number): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function reading(value: string, text: string, end: number): readonly SlotReading<string>[] {
  return /[\d/.-]/.test(text.charAt(end)) && !/^[.-](?:\s|$)/.test(text.slice(end))
    ? []
    : [{ value, end }];
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})/;
const clock = /^(?:t| )(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(z|[+-]\d{2}:?\d{2})?/;

function readYearFirst(text: string): readonly SlotReading<string>[] {
  const compact = /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?!\d)/.exec(text);
  if (compact !== null) {
    return reading(iso(Number(compact[1]), Number(compact[2]), Number(compact[3])), text, 8);
  }
  const match = yearFirst.exec(text);
  if (match === null) return [];
  const date = iso(Number(match[1]), Number(match[3]), Number(match[4]));
  const end = match[0].length;
  const time = clock.exec(text.slice(end));
  if (time !== null) {
    const [all, hours = '', zone = ''] = time;
    return [
      { value: `${date}T${hours.padStart(5, '0')}${zone.toUpperCase()}`, end: end + all.length },
    ];
  }
  return reading(date, text, end);
}

function monthNumber(name: string): number | undefined {
  const long = months.indexOf(name);
  if (long !== -1) return long + 1;
  const short = shortMonths.indexOf(name.replace(/\.$/, ''));
  if (short === -1) return undefined;
  return short < 9 ? short + 1 : short;
}

const namedOrders: readonly (readonly [
  pattern: RegExp,
  year: number,
  month: number,
  day: number,
])[] = [
  [/^([a-z]{3,9}\.?) (\d{1,2})(?:st|nd|rd|th)?(?:[,，] ?| )(\d{4})(?!\d)/, 3, 1, 2],
  [/^(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]{3,9}\.?)[,，]? (\d{4})(?!\d)/, 3, 2, 1],
  [/^(\d{1,2})-([a-z]{3,9})-(\d{4})(?!\d)/, 3, 2, 1],
  [/^(\d{4})[ -]([a-z]{3,9}\.?)[ -](\d{1,2})(?:st|nd|rd|th)?(?!\d)/, 1, 2, 3],
];

function readNamedMonth(text: string): readonly SlotReading<string>[] {
  for (const [pattern, yearGroup, monthGroup, dayGroup] of namedOrders) {
    const match = pattern.exec(text);
    const month = monthNumber(match?.[monthGroup] ?? '');
    if (match === null || month === undefined) continue;
    return reading(
      iso(Number(match[yearGroup]), month, Number(match[dayGroup])),
      text,
      match[0].length,
    );
  }
  return [];
}

/** Day and month order is only taken where the numbers allow one reading. */
function readYearLast(text: string): readonly SlotReading<string>[] {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  if (match === null) return [];
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (first <= 12 && second <= 12 && first !== second) return [];
  const [month, day] = first > 12 ? [second, first] : [first, second];
  return reading(iso(year, month, day), text, match[0].length);
}

function readChinese(text: string): readonly SlotReading<string>[] {
  const fields: number[] = [];
  let at = 0;
  for (const marks of ['年', '月', '日号']) {
    at = skipSpace(text, at);
    const number = numberBefore(text, at, marks);
    if (number === undefined) return [];
    fields.push(number.value);
    at = number.end;
  }
  const [year = 0, month = 0, day = 0] = fields;
  return year < 1000 ? [] : [{ value: iso(year, month, day), end: at }];
}

function numberBefore(
  text: string,
  at: number,
  marks: string,
): { value: number; end: number } | undefined {
  const digits = /^\d{1,4}/.exec(text.slice(at, at + 5))?.[0];
  const [words] = digits === undefined ? readNumbers(text, at) : [];
  const value =
    digits === undefined
      ? words === undefined
        ? undefined
        : integerValue(words.value)
      : Number(digits);
  const end = skipSpace(text, digits === undefined ? (words?.end ?? at) : at + digits.length);
  const mark = text.charAt(end);
  if (value === undefined || mark === '' || !marks.includes(mark)) return undefined;
  return { value, end: end + 1 };
}

/** The date tool's closed list, in its English words. */
const relativeWords: readonly (readonly [words: string, value: string])[] = [
  ['the day after tomorrow', 'day after tomorrow'],
  ['day after tomorrow', 'day after tomorrow'],
  ['the day before yesterday', 'day before yesterday'],
  ['day before yesterday', 'day before yesterday'],
  ["today's date", 'today'],
  ['today', 'today'],
  ['tomorrow', 'tomorrow'],
  ['yesterday', 'yesterday'],
  ['right now', 'today'],
  ['now', 'today'],
  ['大后天', 'in 3 days'],
  ['大前天', '3 days ago'],
  ['今天', 'today'],
  ['今日', 'today'],
  ['现在', 'today'],
  ['明天', 'tomorrow'],
  ['昨天', 'yesterday'],
  ['后天', 'in 2 days'],
  ['前天', '2 days ago'],
];

function readRelative(text: string): readonly SlotReading<string>[] {
  for (const [words, value] of relativeWords) {
    if (text.startsWith(words) && wordStartsAt(text, 0, words))
      return [{ value, end: words.length }];
  }
  return [...readAhead(text), ...readShift(text)];
}

/** "in 3 days". */
function readAhead(text: string): readonly SlotReading<string>[] {
  if (!wordStartsAt(text, 0, 'in')) return [];
  return amountOf(text, 3).map(({ count, unit, end }) => ({ value: `in ${count} ${unit}`, end }));
}

/** "3 days ago", "2 weeks from now", 三天后, 两周前. */
function readShift(text: string): readonly SlotReading<string>[] {
  return amountOf(text, 0).flatMap(({ count, unit, end }) => {
    const at = skipSpace(text, end);
    for (const [words, past] of shiftWords) {
      if (!text.startsWith(words, at) || !wordStartsAt(text, at, words)) continue;
      return [
        { value: past ? `${count} ${unit} ago` : `in ${count} ${unit}`, end: at + words.length },
      ];
    }
    return [];
  });
}

const shiftWords: readonly (readonly [words: string, past: boolean])[] = [
  ['ago', true],
  ['from now', false],
  ['from today', false],
  ['later', false],
  ['之后', false],
  ['以后', false],
  ['后', false],
  ['之前', true],
  ['以前', true],
  ['前', true],
];

const units: readonly (readonly [words: string, unit: string])[] = [
  ['days', 'days'],
  ['day', 'days'],
  ['weeks', 'weeks'],
  ['week', 'weeks'],
  ['months', 'months'],
  ['month', 'months'],
  ['years', 'years'],
  ['year', 'years'],
  ['天', 'days'],
  ['周', 'weeks'],
  ['个星期', 'weeks'],
  ['星期', 'weeks'],
  ['个月', 'months'],
  ['年', 'years'],
];

/** An amount of days, weeks, months or years: what dates are moved by. */
export function amountOf(
  text: string,
  position: number,
): readonly { readonly count: number; readonly unit: string; readonly end: number }[] {
  const single = /^(?:a|one) (day|week|month|year)(?![a-z0-9])/.exec(
    text.slice(position, position + 12),
  );
  if (single !== null) {
    return [{ count: 1, unit: `${single[1] ?? ''}s`, end: position + single[0].length }];
  }
  return readNumbers(text, position).flatMap(({ value, denominator, end }) => {
    const count = denominator === undefined ? integerValue(value) : undefined;
    const at = skipSpace(text, end);
    const unit = units.find(([words]) => wordStartsAt(text, at, words));
    if (count === undefined || unit === undefined) return [];
    return [{ count, unit: unit[1], end: at + unit[0].length }];
  });
}
