import { MONTH_NAMES, WEEKDAY_NAMES } from './calendar-names.ts';
import {
  type DateFields,
  dateFields,
  type DateOptions,
  type DateValue,
  inTimeZone,
  instantIn,
  offsetOf,
} from './date-value.ts';
import { compileFormat, type FormatToken } from './format-pattern.ts';
import { formatOffset, pad2 } from './offset-text.ts';
import { resolveTimeZone } from './zone-names.ts';

export interface FormatOptions {
  /** Zone to show the date in. Default: the date's own zone; `UTC` for a number. */
  readonly timeZone?: DateOptions['timeZone'];
}

/**
 * Formats a date, or an epoch in milliseconds. Tokens: `YYYY YY MMMM MMM MM M DD D Do dddd ddd HH H hh h mm m ss s SSS
 * A a Z ZZ X x GGGG WW`; `[text]` is kept, and so is every word that is not made of tokens. Hours are 00–23; years
 * outside 0–9999 are `±YYYYYY` (ISO 8601). Names are English.
 *
 * @throws CoreToolError for an unknown zone, an out-of-range number, strftime codes (`%Y`) or a format over 1000
 *   characters.
 */
export function formatDate(
  date: DateValue | number,
  format: string,
  options: FormatOptions = {},
): string {
  const shown = dateToShow(date, options);
  const { pieces } = compileFormat(format);
  const fields = dateFields(shown);
  let text = '';
  for (const piece of pieces) text += piece.literal ?? tokenText(piece.token, fields, shown);
  return text;
}

/** Words of a format that look like another dialect's tokens (`yyyy-MM-dd`) and stay unchanged. */
export function suspiciousFormatWords(format: string): readonly string[] {
  return compileFormat(format).suspicious;
}

function dateToShow(date: DateValue | number, { timeZone }: FormatOptions): DateValue {
  const zone = timeZone === undefined ? undefined : resolveTimeZone(timeZone);
  if (typeof date === 'number') return instantIn(zone ?? 'UTC', Math.trunc(date));
  return zone === undefined ? date : inTimeZone(date, zone);
}

function tokenText(token: FormatToken, fields: DateFields, date: DateValue): string {
  switch (token) {
    case 'Z':
      return formatOffset(offsetOf(date));
    case 'ZZ':
      return formatOffset(offsetOf(date), '');
    case 'X':
      return String(Math.floor(date.epochMs / 1000));
    case 'x':
      return String(date.epochMs);
    default:
      return dayToken(token, fields) ?? clockToken(token, fields);
  }
}

function dayToken(token: FormatToken, fields: DateFields): string | undefined {
  switch (token) {
    case 'YYYY':
      return yearText(fields.year);
    case 'GGGG':
      return yearText(fields.isoYear);
    case 'YY':
      return pad2(Math.abs(fields.year) % 100);
    case 'MMMM':
      return MONTH_NAMES[fields.month - 1] ?? '';
    case 'MMM':
      return (MONTH_NAMES[fields.month - 1] ?? '').slice(0, 3);
    case 'MM':
      return pad2(fields.month);
    case 'M':
      return String(fields.month);
    case 'DD':
      return pad2(fields.day);
    case 'D':
      return String(fields.day);
    case 'Do':
      return `${fields.day}${ordinalSuffix(fields.day)}`;
    case 'dddd':
      return WEEKDAY_NAMES[fields.weekday - 1] ?? '';
    case 'ddd':
      return (WEEKDAY_NAMES[fields.weekday - 1] ?? '').slice(0, 3);
    case 'WW':
      return pad2(fields.isoWeek);
    default:
      return undefined;
  }
}

function clockToken(token: FormatToken, fields: DateFields): string {
  const twelve = fields.hour % 12 === 0 ? 12 : fields.hour % 12;
  switch (token) {
    case 'HH':
      return pad2(fields.hour);
    case 'H':
      return String(fields.hour);
    case 'hh':
      return pad2(twelve);
    case 'h':
      return String(twelve);
    case 'mm':
      return pad2(fields.minute);
    case 'm':
      return String(fields.minute);
    case 'ss':
      return pad2(fields.second);
    case 's':
      return String(fields.second);
    case 'SSS':
      return String(fields.millisecond).padStart(3, '0');
    case 'A':
      return fields.hour < 12 ? 'AM' : 'PM';
    default:
      return fields.hour < 12 ? 'am' : 'pm';
  }
}

/** ISO 8601-1 §5.2.2.3: four digits, else a sign and six. */
export function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  const last = day % 10;
  return last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
}
