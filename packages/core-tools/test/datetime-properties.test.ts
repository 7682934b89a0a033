import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';

import {
  addDuration,
  CoreToolError,
  describeDate,
  type DateValue,
  formatDate,
  parseDate,
  resolveTimeZone,
} from '../src/datetime.ts';
import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  isoWeekOf,
  isoWeekday,
} from '../src/datetime/civil.ts';
import { instantFromWall, offsetAt } from '../src/datetime/zone-offset.ts';
import { BUSY_ZONES, busyZone, instant, isoDay, zone, ZONES } from './date-arbitraries.ts';

describe('property 26: parse and format', () => {
  it('parse(format(x)) = x', () => {
    fc.assert(
      fc.property(instant, zone, (epochMs, timeZone) => {
        const text = formatDate(epochMs, 'YYYY-MM-DDTHH:mm:ss.SSSZ', { timeZone });
        expect(parseDate(text).epochMs).toBe(epochMs);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['YYYY-MM-DDTHH:mm:ss.SSSZ', 1],
    ['YYYY-MM-DD HH:mm:ss.SSS Z', 1],
    ['YYYYMMDDTHHmmssZZ', 1000],
    ['YYYY/MM/DD HH:mm:ss ZZ', 1000],
    ['YYYY-MM-DDTHH:mmZ', 60_000],
    ['YYYY-MM-DD HH:mm:ss Z dddd', 1000],
    ['ddd, DD MMM YYYY HH:mm:ss ZZ', 1000],
    ['MMMM Do, YYYY [at] h:mm A', 60_000],
    ['YYYY年M月D日 HH:mm:ss', 1000],
    ['YYYY.M.D H:mm', 60_000],
  ])('parse(format(x)) = x for %s', (format, step) => {
    fc.assert(
      fc.property(instant, fc.constantFrom('UTC', '+05:45', '-03:30'), (epochMs, timeZone) => {
        const whole = Math.floor(epochMs / step) * step;
        const text = formatDate(whole, format, { timeZone });
        expect(parseDate(text, { timeZone }).epochMs).toBe(whole);
      }),
    );
  });

  it('agrees with Temporal for random instants in random zones', () => {
    fc.assert(
      fc.property(instant, zone, (epochMs, timeZone) => {
        const expected =
          Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
        const { year, month, day, hour, minute, second, millisecond, dayOfWeek } = expected;
        const { weekOfYear, yearOfWeek } = expected;
        expect(formatDate(epochMs, 'YYYY M D H m s SSS GGGG WW', { timeZone })).toBe(
          [
            String(year).padStart(4, '0'),
            ...[month, day, hour, minute, second],
            String(millisecond).padStart(3, '0'),
            String(yearOfWeek).padStart(4, '0'),
            String(weekOfYear).padStart(2, '0'),
          ].join(' '),
        );
        expect(offsetAt(timeZone, epochMs)).toBe(expected.offsetNanoseconds / 1e6);
        expect(formatDate(epochMs, 'dddd', { timeZone })).toBe(
          ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'][
            dayOfWeek - 1
          ],
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with Temporal at every change of offset ± 1 s from 1900 to 2040', () => {
    const end = Temporal.Instant.from('2040-01-01T00:00Z').epochMilliseconds;
    // All 418 zones take half a minute; these are every twentieth and those with unusual changes.
    const some = ZONES.filter((_, index) => index % 20 === 0);
    for (const timeZone of [...some, ...BUSY_ZONES]) {
      let at = Temporal.Instant.from('1900-01-01T00:00Z')
        .toZonedDateTimeISO(timeZone)
        .getTimeZoneTransition('next');
      for (; at !== null && at.epochMilliseconds < end; at = at.getTimeZoneTransition('next')) {
        for (const shift of [-1000, -1, 0, 1000]) {
          const epochMs = at.epochMilliseconds + shift;
          const expected =
            Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
          expect(offsetAt(timeZone, epochMs), `${timeZone} ${expected.toString()}`).toBe(
            expected.offsetNanoseconds / 1e6,
          );
        }
      }
    }
  }, 60_000);

  it('reads wall times as Temporal’s "compatible" does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2037, 0, 1) }),
        busyZone,
        fc.boolean(),
        (wallMs, timeZone, nearNight) => {
          // Half of the samples lie in the hours in which clocks change.
          const asked = nearNight
            ? Math.floor(wallMs / 86_400_000) * 86_400_000 + (wallMs % 14_400_000)
            : wallMs;
          const expected = Temporal.Instant.fromEpochMilliseconds(asked)
            .toZonedDateTimeISO('UTC')
            .toPlainDateTime()
            .toZonedDateTime(timeZone, { disambiguation: 'compatible' });
          expect(instantFromWall(timeZone, asked).epochMs).toBe(expected.epochMilliseconds);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('property 27: the calendar', () => {
  it('accepts a day exactly when the month has it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
          const read = (): DateValue => parseDate(isoDay({ year, month, day }));
          if (isReal) expect(describeDate(read()).iso).toBe(isoDay({ year, month, day }));
          else expect(read).toThrow(CoreToolError);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('day numbers follow the calendar day by day over ±4000 years', () => {
    let [year, month, day] = [-2030, 1, 1];
    const first = daysFromCivil(year, month, day);
    let wrong = '';
    for (let days = first; year < 5970 && wrong === ''; days++) {
      const back = civilFromDays(days);
      const isRight = back.year === year && back.month === month && back.day === day;
      if (!isRight || daysFromCivil(year, month, day) !== days)
        wrong = isoDay({ year, month, day });
      day += 1;
      if (day > daysInMonth(year, month)) [month, day] = [month + 1, 1];
      if (month > 12) [year, month] = [year + 1, 1];
    }
    expect(wrong).toBe('');
    expect(daysFromCivil(1970, 1, 1)).toBe(0);
  });
});

describe('property 30: formats', () => {
  const literal = fc.string({
    unit: fc.constantFrom(...Array.from('bcefgijklnopqrtuvwy 0123456789-/:.,年月日的ñé👍')),
    maxLength: 12,
  });

  it('texts without tokens stay', () => {
    fc.assert(
      fc.property(literal, (text) => {
        expect(formatDate(0, text)).toBe(text);
        expect(formatDate(0, `[${text}]`)).toBe(text);
      }),
    );
  });

  it('formats can be cut at the edge of a token', () => {
    const format = fc.array(
      fc.constantFrom('YYYY', 'MM', '-', ' ', 'dddd', '[x]', ':', 'HH', 'mm', '年'),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(instant, format, format, (epochMs, f, g) => {
        const [first, second] = [f.join(' '), g.join(' ')];
        for (const edge of [' ', '-', '[T]', '。']) {
          expect(formatDate(epochMs, first + edge + second)).toBe(
            formatDate(epochMs, first) + formatDate(epochMs, edge) + formatDate(epochMs, second),
          );
        }
      }),
    );
  });
});

describe('property 31: weeks', () => {
  it('the weekday returns after 7 days, and a week belongs to the year of its Thursday', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (days) => {
        expect(isoWeekday(days + 7)).toBe(isoWeekday(days));
        expect(isoWeekday(days + 1)).toBe((isoWeekday(days) % 7) + 1);
        const { year, week, weekday } = isoWeekOf(days);
        const thursday = civilFromDays(days - weekday + 4);
        expect(year).toBe(thursday.year);
        expect(week).toBeGreaterThanOrEqual(1);
        expect(week).toBeLessThanOrEqual(53);
        expect(week).toBe(
          Math.ceil(
            (daysFromCivil(thursday.year, thursday.month, thursday.day) -
              daysFromCivil(year, 1, 1) +
              1) /
              7,
          ),
        );
      }),
    );
  });
});

it('any text is a date or a typed error, and so is any zone', () => {
  const dateLike = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            '2024',
            '03',
            '-',
            '/',
            '.',
            'T',
            ':',
            ' ',
            'Z',
            '+08:00',
            'March',
            'Mar',
            '5',
            '年',
            '月',
            '日',
            'ago',
            'in',
            'days',
            'pm',
            '[',
            'Asia/Tokyo',
            ']',
            ',',
          ],
        ),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(dateLike, fc.string({ unit: 'binary' })), (text) => {
      for (const action of [
        () => parseDate(text).epochMs,
        () => resolveTimeZone(text).length,
        () => addDuration(parseDate('2024-01-31'), text).epochMs,
        () => formatDate(0, text).length,
      ]) {
        try {
          expect(Number.isFinite(action())).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(CoreToolError);
          expect((error as CoreToolError).message.length).toBeLessThanOrEqual(500);
        }
      }
    }),
    { numRuns: 3000 },
  );
});
