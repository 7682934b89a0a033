import { daysFromCivil, daysInMonth, isoWeekday, MS_PER_DAY } from './civil.ts';
import type { ClockParts } from './clock-text.ts';
import { invalidDate } from './date-errors.ts';
import { calendarDateIn, type DateValue, inTimeZone, instantIn, wallTimeIn } from './date-value.ts';
import { offsetAt } from './zone-offset.ts';
import { resolveTimeZone } from './zone-names.ts';
import { MONTH_NAMES, WEEKDAY_NAMES } from './calendar-names.ts';

/** What a written date says, before its fields are checked. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Without it the date is a calendar date. */
  readonly clock?: ClockParts | undefined;
  /** 1 = Monday … 7 = Sunday, when the text names it. */
  readonly weekday?: number | undefined;
  readonly notes?: readonly string[];
}

/** Checks every field (ISO 8601, Temporal's `reject`: nothing is rolled over) and gives the date in `timeZone`. */
export function dateFromParts(parts: DateParts, timeZone: string, input: string): DateValue {
  checkDay(parts, input);
  const days = daysFromCivil(parts.year, parts.month, parts.day);
  if (parts.weekday !== undefined && parts.weekday !== isoWeekday(days)) {
    const real = WEEKDAY_NAMES[isoWeekday(days) - 1] ?? '';
    throw invalidDate(input, `that day is a ${real}`);
  }
  const notes = parts.notes ?? [];
  if (!parts.clock) return calendarDateIn(timeZone, days, notes);
  return timeOnDay({ days, clock: parts.clock, notes }, timeZone, input);
}

function checkDay({ year, month, day }: DateParts, input: string): void {
  if (month < 1 || month > 12) {
    throw invalidDate(input, `month ${month} does not exist`, 'months are 1 to 12');
  }
  const last = daysInMonth(year, month);
  if (day < 1 || day > last) {
    throw invalidDate(input, `${MONTH_NAMES[month - 1] ?? ''} ${year} has ${last} days`);
  }
}

interface TimedDay {
  readonly days: number;
  readonly clock: ClockParts;
  readonly notes: readonly string[];
}

function timeOnDay(timed: TimedDay, timeZone: string, input: string): DateValue {
  const { clock } = timed;
  checkClock(clock, input);
  const isLeapSecond = clock.second === 60;
  const second = isLeapSecond ? 59 : clock.second;
  const wallMs =
    timed.days * MS_PER_DAY +
    ((clock.hour * 60 + clock.minute) * 60 + second) * 1000 +
    clock.millisecond;
  const date = placeWallTime({ clock, wallMs, notes: timed.notes }, timeZone, input);
  if (!isLeapSecond) return date;
  // RFC 3339 §5.7: leap seconds are inserted at 23:59:60 UTC only.
  if (date.epochMs < 0) throw invalidDate(input, 'there were no leap seconds before 1972');
  if (Math.floor(date.epochMs / 1000) % 86_400 !== 86_399) {
    throw invalidDate(input, 'second 60 exists only at 23:59:60 UTC');
  }
  return { ...date, notes: [...date.notes, 'The leap second :60 was read as :59'] };
}

interface WallTime {
  readonly clock: ClockParts;
  readonly wallMs: number;
  readonly notes: readonly string[];
}

function placeWallTime(
  { clock, wallMs, notes }: WallTime,
  timeZone: string,
  input: string,
): DateValue {
  const ownZone = clock.zone === undefined ? undefined : resolveTimeZone(clock.zone);
  if (clock.offsetMs === undefined) {
    return inTimeZone(wallTimeIn(ownZone ?? timeZone, wallMs, notes), timeZone);
  }
  const epochMs = wallMs - clock.offsetMs;
  const date = instantIn(timeZone, epochMs, notes);
  // RFC 9557 §3.4: an offset that the zone did not have at that time is inconsistent.
  if (ownZone !== undefined && !clock.isUtcMark && offsetAt(ownZone, epochMs) !== clock.offsetMs) {
    throw invalidDate(input, `${ownZone} did not have that offset at that time`);
  }
  return date;
}

function checkClock(clock: ClockParts, input: string): void {
  if (clock.hour > 23) {
    throw invalidDate(input, `hour ${clock.hour} does not exist`, 'hours are 0 to 23');
  }
  if (clock.minute > 59) {
    throw invalidDate(input, `minute ${clock.minute} does not exist`, 'minutes are 0 to 59');
  }
  if (clock.second > 60) {
    throw invalidDate(input, `second ${clock.second} does not exist`, 'seconds are 0 to 59');
  }
}
