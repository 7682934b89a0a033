import { MAX_EPOCH_MS } from './civil.ts';
import { monthNumber, weekdayNumber } from './calendar-names.ts';
import { type ClockParts, readClock } from './clock-text.ts';
import { dateFromParts, type DateParts, invalidDate } from './date-parts.ts';
import { type DateOptions, type DateValue, instantIn } from './date-value.ts';
import { readEpoch } from './epoch-text.ts';
import { readRelativeDate } from './relative-dates.ts';
import { resolveTimeZone } from './zone-names.ts';

const MAX_DATE_CHARS = 100;
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
  const timeZone = resolveTimeZone(options.timeZone ?? 'UTC');
  if (text.length > MAX_DATE_CHARS) throw invalidDate(text, 'it is too long', SPELLING_HINT);
  const input = text.normalize('NFKC').trim();
  const relative = readRelativeDate(input, timeZone, options);
  if (relative) return relative;
  const epoch = readEpoch(input);
  if (epoch) return instantIn(timeZone, epoch.epochMs, [epoch.note]);
  const parts =
    readYearFirst(input) ?? readCompact(input) ?? readNamedMonth(input) ?? readYearLast(input);
  if (!parts) throw invalidDate(text, 'the format is not known', SPELLING_HINT);
  return dateFromParts(parts, timeZone, text);
}

const YEAR_FIRST = /^([+-]\d{6}|\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(t|\s+)(\S.*))?$/i;
const CHINESE_DATE = /^(\d{4})年\s*(\d{1,2})月\s*(\d{1,2})[日号]?(?:(\s*)(\S.*))?$/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:(?:t|\s)(\d{2})(\d{2})(\d{2})?(\S*))?$/i;

function readYearFirst(input: string): DateParts | undefined {
  const match = YEAR_FIRST.exec(input);
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
      clock: clockOf(rest, input),
    };
  }
  const chinese = CHINESE_DATE.exec(input);
  if (!chinese) return undefined;
  const [, year, month, day, , rest] = chinese;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    clock: clockOf(rest, input),
  };
}

function readCompact(input: string): DateParts | undefined {
  const match = COMPACT.exec(input);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', rest = ''] = match;
  const clock =
    hour === undefined ? undefined : clockOf(`${hour}:${minute ?? ''}:${second}${rest}`, input);
  return { year: Number(year), month: Number(month), day: Number(day), clock };
}

/** One alternative per order; each holds day, month name and a four-digit year, so no order is ambiguous. */
const NAMED_ORDERS: readonly RegExp[] = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s+of)?[\s-]+(?<month>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})(?<rest>\D.*)?$/i,
  /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:\s*,\s*|\s+)(?<year>\d{4})(?<rest>\D.*)?$/i,
  /^(?<year>\d{4})[\s-]+(?<month>[a-z]{3,9})\.?[\s-]+(?<day>\d{1,2})(?:st|nd|rd|th)?(?<rest>\D.*)?$/i,
];
const WEEKDAY_PREFIX = /^([a-z]{3,9})\.?,?\s+(?=\S)/i;

function readNamedMonth(input: string): DateParts | undefined {
  const prefix = WEEKDAY_PREFIX.exec(input);
  const weekday = prefix?.[1] === undefined ? undefined : weekdayNumber(prefix[1]);
  const text = weekday === undefined ? input : input.slice(prefix?.[0].length);
  for (const order of NAMED_ORDERS) {
    const groups = order.exec(text)?.groups;
    if (!groups) continue;
    const month = monthNumber(groups['month'] ?? '');
    if (month === undefined) continue;
    const rest = groups['rest']?.replace(/^\s*(?:,|at\b|t(?=\d))?\s*/i, '');
    return {
      year: Number(groups['year']),
      month,
      day: Number(groups['day']),
      clock: clockOf(rest, input),
      weekday,
    };
  }
  return undefined;
}

const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:,?\s+(\S.*))?$/;

/** Day and month order is only taken where the numbers allow one reading. */
function readYearLast(input: string): DateParts | undefined {
  const match = YEAR_LAST.exec(input);
  if (!match) return undefined;
  const first = Number(match[1]);
  const second = Number(match[3]);
  const year = Number(match[4]);
  const clock = clockOf(match[5], input);
  if (first === second) return { year, month: first, day: second, clock };
  if (first <= 12 && second <= 12) {
    const readings = `${isoDay(year, second, first)} (day first) or ${isoDay(year, first, second)} (month first)`;
    throw invalidDate(input, `it can mean ${readings}`, 'write YYYY-MM-DD');
  }
  const [month, day, order] = first > 12 ? [second, first, 'day'] : [first, second, 'month'];
  return { year, month, day, clock, notes: [`Read with the ${order} first`] };
}

function isoDay(year: number, month: number, day: number): string {
  return [
    String(year).padStart(4, '0'),
    ...[month, day].map((n) => String(n).padStart(2, '0')),
  ].join('-');
}

function clockOf(rest: string | undefined, input: string): ClockParts | undefined {
  if (rest === undefined || rest === '') return undefined;
  const clock = readClock(rest.trim());
  if (!clock || !isPossible(clock)) {
    throw invalidDate(input, 'the time of day is not understood', SPELLING_HINT);
  }
  return clock;
}

function isPossible({ offsetMs }: ClockParts): boolean {
  return offsetMs === undefined || Math.abs(offsetMs) < MAX_EPOCH_MS;
}
