import { requireOptions, requireText } from '../errors.ts';
import { monthNumber, weekdayNumber } from './calendar-names.ts';
import { readChineseNumber } from './chinese-number.ts';
import { invalidDate } from './date-errors.ts';
import { dateFromParts, type DateParts } from './date-parts.ts';
import { readDayRest } from './day-rest.ts';
import { type DateOptions, type DateValue, instantIn } from './date-value.ts';
import { readEpoch } from './epoch-text.ts';
import { readIsoText } from './iso-text.ts';
import { readRelativeDate } from './relative-dates.ts';
import { resolveTimeZone } from './zone-names.ts';

const MAX_DATE_CHARS = 100;
const WANTED = 'a string such as 2024-03-05 (for numbers there is dateFromEpoch(milliseconds))';
const SPELLING_HINT = 'write YYYY-MM-DD or YYYY-MM-DDTHH:mm:ss with an optional offset';

/**
 * Reads a date strictly: ISO 8601 / RFC 3339 / RFC 9557, `YYYY/MM/DD`, `YYYY.M.D`, `YYYYMMDD`, `2024年3月5日`,
 * RFC 2822 and English month names, a Unix epoch of 9 digits or more (below 1e11 seconds, else milliseconds), and a
 * closed list of relative words (`today`, `3 days ago`, `明天`, `三天后`). Never `Date.parse`, which takes "foo 1".
 *
 * A time without an offset is wall time in `options.timeZone` (default UTC); a date without a time is a calendar date.
 *
 * @throws CoreToolError `invalid_arguments` for fields out of range (2023-02-30), for orders that can be read two ways
 *   (03/04/2024; the message shows both) and for anything else.
 */
export function parseDate(text: string, options: DateOptions = {}): DateValue {
  requireText(text, 'text', WANTED);
  requireOptions(options);
  const timeZone = resolveTimeZone(options.timeZone ?? 'UTC');
  if (text.length > MAX_DATE_CHARS) throw invalidDate(text, 'it is too long', SPELLING_HINT);
  const usual = readIsoText(text);
  if (usual) return dateFromParts(usual, timeZone, text);
  const input = text.normalize('NFKC').trim().replaceAll('−', '-');
  const relative = readRelativeDate(input, timeZone, options);
  if (relative) return relative;
  const epoch = readEpoch(input);
  if (epoch) return instantIn(timeZone, epoch.epochMs, [epoch.note]);
  const parts =
    readYearFirst(input) ?? readCompact(input) ?? readNamedMonth(input) ?? readYearLast(input);
  if (!parts) throw invalidDate(text, 'the format is not known', SPELLING_HINT);
  return dateFromParts(parts, timeZone, text);
}

function readYearFirst(input: string): DateParts | undefined {
  const match =
    /^([+-]\d{6}|\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(t|,?\s+|(?=[(周星礼凌早上中下傍晚]))(\S.*))?$/i.exec(
      input,
    );
  if (match) {
    const [, year = '', separator, month, day, mark, rest] = match;
    if (year.length === 7 && (separator !== '-' || year === '-000000')) {
      throw invalidDate(input, 'years beyond 9999 are written ±YYYYYY-MM-DD');
    }
    const isStrictTime = mark?.toLowerCase() !== 't' || /^\d{2}:/.test(rest ?? '');
    if (!isStrictTime) throw invalidDate(input, 'the time after T is not HH:mm', SPELLING_HINT);
    return {
      year: Number(year),
      month: Number(month),
      day: Number(day),
      ...readDayRest(rest, input),
    };
  }
  return readChineseDate(input);
}

/** `2024年3月5日`, also in numerals: `二〇二四年三月五日`. */
function readChineseDate(input: string): DateParts | undefined {
  const match =
    /^(\d{4}|[〇零一二三四五六七八九]{4})\s*年\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*月\s*(\d{1,2}|[一二三四五六七八九十]{1,3})(?:\s*[日号])?(?:\s*(\S.*))?$/.exec(
      input,
    );
  if (!match) return undefined;
  const [, year = '', month = '', day = '', rest] = match;
  const numbers = {
    year: Number(
      year.replace(/\D/g, (digit) =>
        String('〇一二三四五六七八九'.indexOf(digit === '零' ? '〇' : digit)),
      ),
    ),
    month: readChineseNumber(month),
    day: readChineseNumber(day),
  };
  if (numbers.month === undefined || numbers.day === undefined) return undefined;
  return {
    year: numbers.year,
    month: numbers.month,
    day: numbers.day,
    ...readDayRest(rest, input),
  };
}

function readCompact(input: string): DateParts | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:(?:t|\s)(\d{2})(\d{2})(\d{2})?(\S*))?$/i.exec(input);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', rest = ''] = match;
  const time = hour === undefined ? undefined : `${hour}:${minute ?? ''}:${second}${rest}`;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    ...readDayRest(time, input),
  };
}

/**
 * One alternative per order; each holds day, month name and a four-digit year, so no order is ambiguous. A hyphen
 * stands alone between two of them: a spaced one could be the sign of a year.
 */
function namedOrders(): readonly RegExp[] {
  return [
    /^(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?(?:\s+|-)(?<month>[a-z]{3,9})\.?,?(?:\s+|-)(?<year>\d{4})(?<rest>\D.*)?$/i,
    /^(?<month>[a-z]{3,9})\.?\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*,\s*|\s+)(?<year>\d{4})(?<rest>\D.*)?$/i,
    // C's asctime, an HTTP date of RFC 9110 §5.6.7.
    /^(?<month>[a-z]{3})\s+(?<day>\d{1,2})\s+(?<rest>\d{2}:\d{2}:\d{2})\s+(?<year>\d{4})$/i,
    /^(?<year>\d{4})(?:\s+|-)(?<month>[a-z]{3,9})\.?(?:\s+|-)(?<day>\d{1,2})(?:st|nd|rd|th)?(?<rest>\D.*)?$/i,
  ];
}

function readNamedMonth(input: string): DateParts | undefined {
  const prefix = /^([a-z]{3,9})\.?,?\s+(?=\S)/i.exec(input);
  const weekday = prefix?.[1] === undefined ? undefined : weekdayNumber(prefix[1]);
  const named = weekday === undefined ? input : input.slice(prefix?.[0].length);
  // RFC 2822 §3.2.3 allows a comment behind the offset: (CST).
  const text = named.replace(/(?<=[+-]\d{4}|\bGMT|\bUTC?)\s*\([^()]*\)$/i, '');
  for (const order of namedOrders()) {
    const groups = order.exec(text)?.groups;
    if (!groups) continue;
    const month = monthNumber(groups['month'] ?? '');
    if (month === undefined) continue;
    const rest = groups['rest']?.replace(/^\s*(?:,|at\b|t(?=\d))?\s*/i, '');
    const read = readDayRest(rest, input);
    if (weekday !== undefined && read.weekday !== undefined && weekday !== read.weekday) {
      throw invalidDate(input, 'it names two weekdays');
    }
    return {
      year: Number(groups['year']),
      month,
      day: Number(groups['day']),
      clock: read.clock,
      weekday: weekday ?? read.weekday,
    };
  }
  return undefined;
}

/** Day and month order is only taken where the numbers allow one reading. */
function readYearLast(input: string): DateParts | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?\s+(\S.*))?$/.exec(input);
  if (!match) return undefined;
  const first = Number(match[1]);
  const second = Number(match[3]);
  const year = Number(match[4]);
  const rest = readDayRest(match[5], input);
  if (first === second) return { year, month: first, day: second, ...rest };
  if (first <= 12 && second <= 12) {
    const readings = `${isoDay(year, second, first)} (day first) or ${isoDay(year, first, second)} (month first)`;
    throw invalidDate(input, `it can mean ${readings}`, 'write YYYY-MM-DD');
  }
  const [month, day, order] = first > 12 ? [second, first, 'day'] : [first, second, 'month'];
  return { year, month, day, ...rest, notes: [`Read with the ${order} first`] };
}

function isoDay(year: number, month: number, day: number): string {
  return [
    String(year).padStart(4, '0'),
    ...[month, day].map((n) => String(n).padStart(2, '0')),
  ].join('-');
}
