import { requireOptions } from '../errors.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from './calendar-names.ts';
import { civilFromDays, isoWeekday, isoWeekOf, MS_PER_DAY } from './civil.ts';
import {
  type DateOptions,
  type DateValue,
  dateFromEpoch,
  inTimeZone,
  offsetOf,
  requireDate,
} from './date-value.ts';
import { compileFormat, type FormatToken } from './format-pattern.ts';
import { formatOffset, pad2 } from './offset-text.ts';

/** Options of {@link formatDate}. */
export interface FormatOptions {
  /** Zone to show the date in. Default: the date's own zone; `UTC` for a number. */
  readonly timeZone?: DateOptions['timeZone'];
}

/**
 * Formats a date, or an epoch in milliseconds. Tokens: `YYYY YY MMMM MMM MM M DD D Do dddd ddd HH H hh h mm m ss s SSS
 * A a Z ZZ X x GGGG WW`; `[text]` is kept, and so is every word that is not made of tokens. Hours are 00–23; years
 * outside 0–9999 are `±YYYYYY` (ISO 8601). Names are English.
 *
 * Words of another dialect stay as they are: `yyyy-MM-dd` gives `yyyy-03-dd`. Check a format that somebody else wrote
 * with {@link suspiciousFormatWords}.
 *
 * @throws CoreToolError `invalid_arguments` for an unknown zone, an out-of-range number, strftime codes (`%Y`) or a
 *   format over 1000 characters.
 */
export function formatDate(
  date: DateValue | number,
  format: string,
  options?: FormatOptions,
): string {
  if (options !== undefined) requireOptions(options);
  const timeZone = options?.timeZone;
  if (typeof date !== 'number') requireDate(date, 'date');
  const value =
    typeof date === 'number'
      ? dateFromEpoch(date, timeZone)
      : timeZone === undefined
        ? date
        : inTimeZone(date, timeZone);
  const { literals, tokens } = compileFormat(format);
  const shown = shownDate(value);
  let text = literals[0] ?? '';
  let index = 0;
  for (const token of tokens) {
    index += 1;
    text += tokenText(token, shown) + (literals[index] ?? '');
  }
  return text;
}

/**
 * The words of a format that look like another dialect's tokens, which {@link formatDate} leaves as they are:
 * `['yyyy', 'dd']` of `yyyy-MM-dd`. Mostly none.
 *
 * @throws CoreToolError `invalid_arguments` as {@link formatDate} does for a format.
 */
export function suspiciousFormatWords(format: string): readonly string[] {
  return compileFormat(format).suspicious;
}

/** What the usual tokens need; the rest is worked out where it is asked for. */
interface ShownDate {
  readonly date: DateValue;
  readonly days: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  /** Milliseconds since the full hour. */
  readonly inHour: number;
}

function shownDate(date: DateValue): ShownDate {
  const days = Math.floor(date.wallMs / MS_PER_DAY);
  const clock = date.wallMs - days * MS_PER_DAY;
  const { year, month, day } = civilFromDays(days);
  const hour = (clock / 3_600_000) | 0;
  return { date, days, year, month, day, hour, inHour: clock - hour * 3_600_000 };
}

/** The most frequent tokens first. */
function tokenText(token: FormatToken, shown: ShownDate): string {
  switch (token) {
    case 'YYYY':
      return yearText(shown.year);
    case 'MM':
      return pad2(shown.month);
    case 'DD':
      return pad2(shown.day);
    case 'HH':
      return pad2(shown.hour);
    case 'mm':
      return pad2(minuteOf(shown));
    case 'ss':
      return pad2(secondOf(shown));
    case 'dddd':
      return WEEKDAY_NAMES[isoWeekday(shown.days) - 1] ?? '';
    case 'SSS':
      return String(shown.inHour % 1000).padStart(3, '0');
    case 'Z':
      return formatOffset(offsetOf(shown.date));
    case 'ZZ':
      return formatOffset(offsetOf(shown.date), '');
    case 'X':
      return String(Math.floor(shown.date.epochMs / 1000));
    case 'x':
      return String(shown.date.epochMs);
    default:
      return dayToken(token, shown) ?? clockToken(token, shown);
  }
}

function minuteOf({ inHour }: ShownDate): number {
  return (inHour / 60_000) | 0;
}

function secondOf({ inHour }: ShownDate): number {
  return ((inHour / 1000) | 0) % 60;
}

function dayToken(token: FormatToken, shown: ShownDate): string | undefined {
  switch (token) {
    case 'GGGG':
      return yearText(isoWeekOf(shown.days).year);
    case 'WW':
      return pad2(isoWeekOf(shown.days).week);
    case 'YY':
      return pad2(Math.abs(shown.year) % 100);
    case 'MMMM':
      return MONTH_NAMES[shown.month - 1] ?? '';
    case 'MMM':
      return (MONTH_NAMES[shown.month - 1] ?? '').slice(0, 3);
    case 'M':
      return String(shown.month);
    case 'D':
      return String(shown.day);
    case 'Do':
      return `${shown.day}${ordinalSuffix(shown.day)}`;
    case 'ddd':
      return (WEEKDAY_NAMES[isoWeekday(shown.days) - 1] ?? '').slice(0, 3);
    default:
      return undefined;
  }
}

function clockToken(token: FormatToken, shown: ShownDate): string {
  const twelve = shown.hour % 12 === 0 ? 12 : shown.hour % 12;
  switch (token) {
    case 'H':
      return String(shown.hour);
    case 'hh':
      return pad2(twelve);
    case 'h':
      return String(twelve);
    case 'm':
      return String(minuteOf(shown));
    case 's':
      return String(secondOf(shown));
    case 'A':
      return shown.hour < 12 ? 'AM' : 'PM';
    default:
      return shown.hour < 12 ? 'am' : 'pm';
  }
}

/** ISO 8601-1 §5.2.2.3: four digits, else a sign and six. */
export function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return pad2((year / 100) | 0) + pad2(year % 100);
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  const last = day % 10;
  return last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
}
