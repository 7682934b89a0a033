import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import {
  addDuration,
  dateDifference,
  type DateValue,
  formatDate,
  parseDate,
} from '../src/datetime.ts';
import { daysFromCivil } from '../src/datetime/civil.ts';
import { busyZone, civil, instant, isoDay, zone } from './date-arbitraries.ts';

describe('property 28: differences', () => {
  const value = (epochMs: number, timeZone: string): DateValue =>
    parseDate(formatDate(epochMs, 'YYYY-MM-DDTHH:mm:ss.SSSZ'), { timeZone });

  it('are antisymmetric, zero with themselves, and elapsed time adds up', () => {
    fc.assert(
      fc.property(fc.tuple(instant, instant, instant), busyZone, ([a, b, c], timeZone) => {
        const [x, y, z] = [value(a, timeZone), value(b, timeZone), value(c, timeZone)];
        const there = dateDifference(x, y);
        const back = dateDifference(y, x);
        for (const unit of ['days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const) {
          expect(there[unit] + back[unit]).toBe(0);
        }
        const { sign, ...span } = there.calendar;
        expect(back.calendar).toEqual({ sign: sign === 0 ? 0 : -sign, ...span });
        expect(dateDifference(x, x)).toMatchObject({ days: 0, milliseconds: 0 });
        expect(there.milliseconds + dateDifference(y, z).milliseconds).toBe(
          dateDifference(x, z).milliseconds,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('the earlier date plus the calendar difference is the later date; the same as Temporal’s until', () => {
    fc.assert(
      fc.property(civil, civil, (a, b) => {
        const [from, to] = [parseDate(isoDay(a)), parseDate(isoDay(b))];
        const { calendar } = dateDifference(from, to);
        const isBackward = calendar.sign < 0;
        const moved = addDuration(isBackward ? to : from, {
          years: calendar.years,
          months: calendar.months,
          weeks: 0,
          days: calendar.days,
          businessDays: 0,
          milliseconds: 0,
        });
        expect(moved.wallMs).toBe((isBackward ? from : to).wallMs);
        const [first, last] = isBackward ? [b, a] : [a, b];
        const expected = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last), {
          largestUnit: 'year',
        });
        expect([calendar.years, calendar.months, calendar.days]).toEqual([
          expected.years,
          expected.months,
          expected.days,
        ]);
      }),
      { numRuns: 1000 },
    );
  });

  it('days on the wall clock agree with Temporal’s until', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e12 }),
        fc.integer({ min: 0, max: 4e8 }),
        busyZone,
        (a, span, timeZone) => {
          const [from, to] = [a, a + span].map((epochMs) =>
            Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone),
          ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
          const expected = from.until(to, { largestUnit: 'day' });
          expect(dateDifference(value(a, timeZone), value(a + span, timeZone)).days).toBe(
            expected.days,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('of calendar dates are calendar days in every zone', () => {
    fc.assert(
      fc.property(civil, civil, zone, (a, b, timeZone) => {
        const days = daysFromCivil(b.year, b.month, b.day) - daysFromCivil(a.year, a.month, a.day);
        const difference = dateDifference(
          parseDate(isoDay(a), { timeZone }),
          parseDate(isoDay(b), { timeZone }),
        );
        expect(difference).toMatchObject({ days, hours: days * 24 });
      }),
      { numRuns: 300 },
    );
  });

  it('adding agrees with Temporal’s add', () => {
    const amount = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2e12 }),
        fc.tuple(amount, amount, amount, amount),
        busyZone,
        (epochMs, [years, months, days, hours], timeZone) => {
          fc.pre(new Set([years, months, days, hours].map(Math.sign).filter(Boolean)).size === 1);
          const expected = Temporal.Instant.fromEpochMilliseconds(epochMs)
            .toZonedDateTimeISO(timeZone)
            .add({ years, months, days, hours });
          const moved = addDuration(value(epochMs, timeZone), {
            years,
            months,
            weeks: 0,
            days,
            businessDays: 0,
            milliseconds: hours * 3_600_000,
          });
          expect(moved.epochMs).toBe(expected.epochMilliseconds);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('elapsed days of UTC dates are the epochs’ difference by the calculator', () => {
    fc.assert(
      fc.property(civil, civil, (a, b) => {
        const [from, to] = [parseDate(isoDay(a)), parseDate(isoDay(b))];
        const { text } = evaluate(`(${to.epochMs} - (${from.epochMs})) / 86400000`);
        expect(text).toBe(String(dateDifference(from, to).days));
      }),
    );
  });
});
