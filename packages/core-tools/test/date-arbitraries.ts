import fc from 'fast-check';

import { type CivilDate, civilFromDays } from '../src/datetime/civil.ts';

export const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');

/** Zones with unusual changes: at midnight, by half an hour, over a whole day, suspended for Ramadan, 4 days apart. */
export const BUSY_ZONES: readonly string[] = (
  'America/New_York Europe/London Africa/Casablanca Australia/Lord_Howe Pacific/Apia Asia/Gaza ' +
  'America/Sao_Paulo Asia/Tehran America/St_Johns Antarctica/Troll Africa/Freetown'
).split(' ');

export const zone: fc.Arbitrary<string> = fc.constantFrom('UTC', '+05:45', ...ZONES);
export const busyZone: fc.Arbitrary<string> = fc.constantFrom('UTC', ...BUSY_ZONES);

/** Milliseconds since the epoch from 1900 to 2100. */
export const instant: fc.Arbitrary<number> = fc.integer({
  min: Date.UTC(1900, 0, 1),
  max: Date.UTC(2100, 0, 1),
});

/** Dates of about 2700 years before and after 1970. */
export const civil: fc.Arbitrary<CivilDate> = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map(civilFromDays);

export function isoDay({ year, month, day }: CivilDate): string {
  return `${isoYear(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function isoYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}
