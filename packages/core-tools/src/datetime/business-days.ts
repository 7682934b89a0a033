import { isoWeekday, MS_PER_DAY } from './civil.ts';
import { type DateValue, requireDate } from './date-value.ts';

/** What {@link businessDaysBetween} counts. */
export interface BusinessDays {
  /** Monday to Friday with both ends counted; negative when `to` is before `from`. */
  readonly inclusive: number;
  /** The first day is not counted. */
  readonly exclusive: number;
}

/** Counts Monday to Friday between two dates by their wall dates. Public holidays are not known. */
export function businessDaysBetween(from: DateValue, to: DateValue): BusinessDays {
  requireDate(from, 'from');
  requireDate(to, 'to');
  const start = Math.floor(from.wallMs / MS_PER_DAY);
  const end = Math.floor(to.wallMs / MS_PER_DAY);
  const sign = end < start ? -1 : 1;
  const low = Math.min(start, end);
  const high = Math.max(start, end);
  const inclusive = workdaysBefore(high + 1) - workdaysBefore(low);
  const firstCounts = isoWeekday(start) <= 5 ? 1 : 0;
  return {
    inclusive: withSign(inclusive, sign),
    exclusive: withSign(inclusive - firstCounts, sign),
  };
}

function withSign(size: number, sign: number): number {
  return size === 0 ? 0 : size * sign;
}

/** Monday-to-Friday days from a fixed Monday (1969-12-29, day -3) up to, but not including, `day`; negative before it. */
function workdaysBefore(day: number): number {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7);
}
