import { requireOptions, wrongType } from '../errors.ts';
import {
  addMonths,
  type CivilDate,
  civilFromDays,
  daysFromCivil,
  modulo,
  MS_PER_DAY,
} from './civil.ts';
import { type DateOptions, type DateValue, inTimeZone, requireDate } from './date-value.ts';
import { instantFromWall } from './zone-offset.ts';
import { resolveTimeZone } from './zone-names.ts';

/** All counts carry the sign of `to - from`; none is -0. */
export interface DateDifference {
  /** Whole days on the wall clock: a day of 23 or 25 hours is one day. Truncated towards 0. */
  readonly days: number;
  /** Elapsed time, truncated towards 0. Two calendar dates count 24 hours a day. */
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
  /** The same span in calendar units; a month has passed when the day of the month is reached (Temporal's `until`). */
  readonly calendar: CalendarSpan;
}

/** A span in years, months and days, with one sign for all of them. */
export interface CalendarSpan {
  /** -1, 0 or 1; the other fields are never negative. */
  readonly sign: -1 | 0 | 1;
  readonly years: number;
  readonly months: number;
  readonly days: number;
  /** What is left below a day, elapsed. */
  readonly milliseconds: number;
}

/**
 * The span from `from` to `to`, sign-symmetric: `dateDifference(a, b)` is the negative of `dateDifference(b, a)`.
 * Days and calendar units are counted on the wall clock of `options.timeZone` (default: the zone of `from`).
 */
export function dateDifference(
  from: DateValue,
  to: DateValue,
  options: Pick<DateOptions, 'timeZone'> = {},
): DateDifference {
  requireDate(from, 'from');
  requireDate(to, 'to');
  requireOptions(options);
  const timeZone =
    options.timeZone === undefined ? from.timeZone : resolveTimeZone(options.timeZone);
  const start = inTimeZone(from, timeZone);
  const end = inTimeZone(to, timeZone);
  const bothDates = start.isDateOnly && end.isDateOnly;
  const elapsed = bothDates ? end.wallMs - start.wallMs : end.epochMs - start.epochMs;
  const span = elapsed < 0 ? forwardSpan(end, start) : forwardSpan(start, end);
  const sign = elapsed < 0 ? -1 : 1;
  return {
    days: signed(span.wholeDays, sign),
    hours: signed(Math.floor(Math.abs(elapsed) / 3_600_000), sign),
    minutes: signed(Math.floor(Math.abs(elapsed) / 60_000), sign),
    seconds: signed(Math.floor(Math.abs(elapsed) / 1000), sign),
    milliseconds: elapsed,
    calendar: { sign: elapsed === 0 ? 0 : sign, ...span.calendar },
  };
}

function signed(size: number, sign: number): number {
  return size === 0 ? 0 : size * sign;
}

interface ForwardSpan {
  readonly wholeDays: number;
  readonly calendar: Omit<CalendarSpan, 'sign'>;
}

/** `start` is not after `end`, both in one zone. */
function forwardSpan(start: DateValue, end: DateValue): ForwardSpan {
  const startDay = Math.floor(start.wallMs / MS_PER_DAY);
  const endDay = Math.floor(end.wallMs / MS_PER_DAY);
  if (start.isDateOnly && end.isDateOnly) {
    const calendar = { ...calendarSteps(startDay, endDay), milliseconds: 0 };
    return { wholeDays: endDay - startDay, calendar };
  }
  const clock = modulo(start.wallMs, MS_PER_DAY);
  let reachedDay = endDay;
  let reachedMs = instantOnDay(start, reachedDay, clock);
  // The same clock time on the last day may still lie ahead: then the day before is the last whole one.
  while (reachedDay > startDay && reachedMs > end.epochMs) {
    reachedDay -= 1;
    reachedMs = instantOnDay(start, reachedDay, clock);
  }
  // Around a change of offset the end's wall date can be before the start's: no day has passed.
  if (reachedDay < startDay) reachedDay = startDay;
  if (reachedDay === startDay) reachedMs = start.epochMs;
  return {
    wholeDays: reachedDay - startDay,
    calendar: {
      ...calendarSteps(startDay, reachedDay),
      milliseconds: end.epochMs - reachedMs,
    },
  };
}

function instantOnDay(date: DateValue, day: number, clock: number): number {
  return instantFromWall(date.timeZone, day * MS_PER_DAY + clock).epochMs;
}

function calendarSteps(
  startDay: number,
  endDay: number,
): { readonly years: number; readonly months: number; readonly days: number } {
  const start = civilFromDays(startDay);
  const end = civilFromDays(endDay);
  let months = (end.year - start.year) * 12 + (end.month - start.month);
  if (end.day < start.day) months -= 1;
  const anchor = dayOf(addMonths(start, months));
  return { years: Math.floor(months / 12), months: months % 12, days: endDay - anchor };
}

function dayOf({ year, month, day }: CivilDate): number {
  return daysFromCivil(year, month, day);
}

/** `1 year 2 months 3 days`, `-(8 months 29 days)`, `0 days`. */
export function calendarText(span: CalendarSpan): string {
  requireSpan(span);
  const clock = span.milliseconds;
  const units: readonly (readonly [number, string])[] = [
    [span.years, 'year'],
    [span.months, 'month'],
    [span.days, 'day'],
    [Math.floor(clock / 3_600_000), 'hour'],
    [Math.floor(clock / 60_000) % 60, 'minute'],
    [(clock % 60_000) / 1000, 'second'],
  ];
  const shown = units
    .filter(([count]) => count !== 0)
    .map(([count, unit]) => countText(count, unit));
  if (shown.length === 0) return '0 days';
  const text = shown.join(' ');
  return span.sign < 0 ? `-(${text})` : text;
}

function requireSpan(span: unknown): void {
  const { years, months, days, milliseconds } = Object(span) as Record<string, unknown>;
  for (const count of [years, months, days, milliseconds]) {
    if (typeof count === 'number') continue;
    throw wrongType(
      span,
      'span',
      'the calendar of a difference: dateDifference(from, to).calendar',
    );
  }
}

/** `1 day`, `2 days`, `-1 day`. */
export function countText(count: number, unit: string): string {
  return `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
}
