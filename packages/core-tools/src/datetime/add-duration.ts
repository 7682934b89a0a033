import {
  addMonths,
  civilFromDays,
  daysFromCivil,
  isoWeekday,
  modulo,
  MS_PER_DAY,
} from './civil.ts';
import {
  calendarDateIn,
  type DateValue,
  instantIn,
  requireDate,
  requireRange,
  wallTimeIn,
} from './date-value.ts';
import { type Duration, readDuration } from './duration.ts';
import { MONTH_NAMES } from './calendar-names.ts';

/**
 * Adds a duration: years and months first (a day that the month lacks becomes its last day, with a note), then weeks,
 * days and business days on the wall clock, then hours, minutes and seconds as elapsed time (RFC 5545, Temporal).
 * A calendar date stays one unless the duration has a time. Fields that a duration lacks are 0: `{ months: 1 }`.
 *
 * @throws CoreToolError `invalid_arguments` for a malformed duration or a result out of range.
 */
export function addDuration(date: DateValue, duration: Partial<Duration> | string): DateValue {
  requireDate(date, 'date');
  const span = readDuration(duration);
  const startDay = Math.floor(date.wallMs / MS_PER_DAY);
  const moved = moveDay(startDay, span);
  requireRange(moved.day * MS_PER_DAY);
  const notes = moved.note === undefined ? date.notes : [...date.notes, moved.note];
  if (date.isDateOnly && span.milliseconds === 0)
    return calendarDateIn(date.timeZone, moved.day, notes);
  const isSameDay = moved.day === startDay;
  // Without a change of day the instant is kept, so that the later of two equal clock times is not lost.
  const base =
    isSameDay && !date.isDateOnly
      ? date
      : wallTimeIn(date.timeZone, moved.day * MS_PER_DAY + modulo(date.wallMs, MS_PER_DAY), notes);
  return span.milliseconds === 0 && !isSameDay
    ? base
    : instantIn(date.timeZone, base.epochMs + span.milliseconds, isSameDay ? notes : base.notes);
}

function moveDay(
  startDay: number,
  span: Duration,
): { readonly day: number; readonly note?: string | undefined } {
  let day = startDay;
  let note: string | undefined;
  const months = span.years * 12 + span.months;
  if (months !== 0) {
    const start = civilFromDays(startDay);
    const moved = addMonths(start, months);
    day = daysFromCivil(moved.year, moved.month, moved.day);
    if (moved.clamped) {
      const month = MONTH_NAMES[moved.month - 1] ?? '';
      note = `${month} ${moved.year} has no day ${start.day}; its last day, ${moved.day}, is taken`;
    }
  }
  day += span.weeks * 7 + span.days;
  return { day: moveBusinessDays(day, span.businessDays), note };
}

/** The `count`-th day from Monday to Friday after (or, negative, before) a day. 0 keeps the day. */
export function moveBusinessDays(startDay: number, count: number): number {
  if (count === 0) return startDay;
  const direction = count > 0 ? 1 : -1;
  const size = Math.abs(count);
  let day = startDay;
  // From a weekend, counting starts as if from the working day before (in the direction of travel).
  while (isWeekend(day)) day -= direction;
  day += direction * 7 * Math.floor(size / 5);
  for (let left = size % 5; left > 0;) {
    day += direction;
    if (!isWeekend(day)) left -= 1;
  }
  return day;
}

function isWeekend(day: number): boolean {
  return isoWeekday(day) > 5;
}
