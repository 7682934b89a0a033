import { describe, expect, it } from 'vitest';

import {
  addDuration,
  businessDaysBetween,
  calendarText,
  currentDate,
  type DateDifference,
  dateDifference,
  dateFromEpoch,
  describeDate,
  inTimeZone,
  parseDate,
  parseDuration,
} from '../src/datetime.ts';
import { failureOf } from './answer.ts';

describe('dateDifference', () => {
  const between = (from: string, to: string, timeZone = 'UTC'): DateDifference =>
    dateDifference(parseDate(from, { timeZone }), parseDate(to, { timeZone }));

  it.each([
    ['2024-01-31', '2024-02-29', 29, '29 days'],
    ['2024-01-31', '2024-03-01', 30, '1 month 1 day'],
    ['2023-02-28', '2024-02-28', 365, '1 year'],
    ['2020-02-29', '2021-02-28', 365, '11 months 30 days'],
    ['2024-05-30', '2025-02-28', 274, '8 months 29 days'],
    ['2025-02-28', '2024-05-30', -274, '-(8 months 29 days)'],
    ['2024-01-01', '2024-01-01', 0, '0 days'],
    ['2024-01-01T10:00', '2024-01-03T09:00', 1, '1 day 23 hours'],
    ['2024-01-01T00:00', '2024-01-01T01:02:03.5', 0, '1 hour 2 minutes 3.5 seconds'],
  ])('%s → %s', (from, to, ...expected) => {
    const difference = between(from, to);
    expect([difference.days, calendarText(difference.calendar)]).toEqual(expected);
  });

  it('truncates towards zero and has no negative zero', () => {
    const difference = between('2024-01-02T00:00:00Z', '2024-01-01T23:59:30Z');
    expect(difference).toMatchObject({
      days: 0,
      hours: 0,
      minutes: 0,
      seconds: -30,
      milliseconds: -30_000,
    });
    expect(Object.is(difference.days, 0)).toBe(true);
  });

  it('counts days on the wall clock and hours as they pass', () => {
    const spring = between('2024-03-10T00:00', '2024-03-11T00:00', 'America/New_York');
    expect(spring).toMatchObject({ days: 1, hours: 23 });
    const autumn = between('2024-11-03T00:00', '2024-11-04T00:00', 'America/New_York');
    expect(autumn).toMatchObject({ days: 1, hours: 25 });
    expect(between('2024-03-10', '2024-03-11', 'America/New_York')).toMatchObject({
      days: 1,
      hours: 24,
    });
  });

  it('compares in the zone that is asked for', () => {
    const from = parseDate('2024-03-10T05:00:00Z');
    const to = parseDate('2024-03-11T04:00:00Z');
    expect(dateDifference(from, to).days).toBe(0);
    expect(dateDifference(from, to, { timeZone: 'America/New_York' }).days).toBe(1);
  });
});

describe('durations', () => {
  const add = (date: string, duration: string, timeZone = 'UTC'): string =>
    describeDate(addDuration(parseDate(date, { timeZone }), duration)).iso;

  it.each([
    ['2024-01-31', '1 month', '2024-02-29'],
    ['2024-02-29', '1 year', '2025-02-28'],
    ['2024-03-31', '-1 month', '2024-02-29'],
    ['2024-12-15', 'P1M20D', '2025-02-04'],
    ['2024-01-01', '2 weeks and 3 days', '2024-01-18'],
    ['2024-01-01', '1 year, 2 months', '2025-03-01'],
    ['2024-01-10', '3 days ago', '2024-01-07'],
    ['2024-01-10', '-P1W', '2024-01-03'],
    ['2024-01-10', '3天', '2024-01-13'],
    ['2024-01-10', '两个月后', '2024-03-10'],
    ['2024-01-10', '1年前', '2023-01-10'],
    ['2024-01-10', '3天之后', '2024-01-13'],
    ['2024-01-10', '三天以后', '2024-01-13'],
    ['2024-01-10', '两周之前', '2023-12-27'],
    ['2024-01-10', '1 个月 以前', '2023-12-10'],
    ['2024-01-10', '0 days', '2024-01-10'],
    ['2024-01-10', '36 hours', '2024-01-11T12:00:00+00:00'],
    ['2024-01-10T10:00', '90 min', '2024-01-10T11:30:00+00:00'],
    ['2024-01-10T10:00', '1.5 hours', '2024-01-10T11:30:00+00:00'],
    ['2024-01-10T10:00', 'PT0.5S', '2024-01-10T10:00:00.500+00:00'],
    ['2024-01-10T10:00', '2小时30分钟', '2024-01-10T12:30:00+00:00'],
    ['2024-03-01', '5 business days', '2024-03-08'],
    ['2024-03-02', '1 business day', '2024-03-04'],
    ['2024-03-02', '-1 business day', '2024-03-01'],
    ['2024-03-04', '-1 workday', '2024-03-01'],
    ['2024-03-01', '10个工作日', '2024-03-15'],
  ])('%s plus %s is %s', (date, duration, expected) => {
    expect(add(date, duration)).toBe(expected);
  });

  it('days follow the wall clock, hours the time that passes', () => {
    const zone = 'America/New_York';
    expect(add('2024-03-09T12:00', '1 day', zone)).toBe('2024-03-10T12:00:00-04:00');
    expect(add('2024-03-09T12:00', '24 hours', zone)).toBe('2024-03-10T13:00:00-04:00');
    expect(add('2024-03-09T02:30', '1 day', zone)).toBe('2024-03-10T03:30:00-04:00');
    expect(add('2024-11-03T01:30-05:00', '0 days', zone)).toBe('2024-11-03T01:30:00-05:00');
    expect(add('2024-11-03T01:30-04:00', '1 hour', zone)).toBe('2024-11-03T01:30:00-05:00');
  });

  it.each([
    '',
    'soon',
    '3',
    '3 fortnights',
    '1.5 months',
    '-2 hours 30 minutes',
    '-3 days ago',
    'P',
    'PT',
    'P1H',
    '3m',
    '5 days 3',
    '1e9 days',
    '999999999999 days',
    `${'9'.repeat(90)} hours`,
    'x'.repeat(200),
  ])('%j is refused', (text) => {
    const error = failureOf(() => parseDuration(text));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(/^Invalid duration/);
  });

  it('a result out of range is refused', () => {
    expect(failureOf(() => add('2024-01-01', '300000 years')).message).toMatch(/out of range/);
    expect(failureOf(() => add('2024-01-01', '-9999999999 hours')).message).toMatch(
      /too long|out of range/,
    );
  });
});

describe('business days', () => {
  it.each([
    ['2024-03-01', '2024-03-08', 6, 5],
    ['2024-03-02', '2024-03-03', 0, 0],
    ['2024-03-01', '2024-03-01', 1, 0],
    ['2024-03-08', '2024-03-01', -6, -5],
    ['2024-01-01', '2024-12-31', 262, 261],
  ])('%s to %s', (from, to, ...expected) => {
    const { inclusive, exclusive } = businessDaysBetween(parseDate(from), parseDate(to));
    expect([inclusive, exclusive]).toEqual(expected);
  });
});

describe('dates in zones', () => {
  it('currentDate uses the clock and zone of its options', () => {
    const date = currentDate({ now: () => 0, timeZone: 'Asia/Shanghai' });
    expect(describeDate(date)).toMatchObject({
      iso: '1970-01-01T08:00:00+08:00',
      weekdayZh: '星期四',
      epochSeconds: 0,
    });
    expect(failureOf(() => currentDate({ now: () => Number.NaN })).code).toBe('tool_error');
    expect(currentDate({ now: () => -0.5 }).epochMs).toBe(0);
    expect(parseDate('-000000000').epochMs).toBe(0);
  });

  it('inTimeZone moves instants and leaves calendar dates', () => {
    expect(describeDate(inTimeZone(parseDate('2024-01-01T20:00'), 'Asia/Tokyo')).date).toBe(
      '2024-01-02',
    );
    expect(describeDate(inTimeZone(parseDate('2024-01-01'), 'Asia/Tokyo')).date).toBe('2024-01-01');
  });

  it('inTimeZone takes every name that resolveTimeZone takes, and refuses others', () => {
    const date = parseDate('2024-01-01T20:00');
    expect(inTimeZone(date, '东京').timeZone).toBe('Asia/Tokyo');
    expect(inTimeZone(date, 'utc+9').timeZone).toBe('+09:00');
    expect(failureOf(() => inTimeZone(date, 'Atlantis/City')).code).toBe('invalid_arguments');
    const crafted = { ...parseDate('2024-01-01'), timeZone: 'Nowhere' };
    expect(failureOf(() => dateDifference(crafted, date)).code).toBe('invalid_arguments');
  });

  it('dateFromEpoch shows an instant in a zone', () => {
    expect(describeDate(dateFromEpoch(0, 'Asia/Shanghai')).iso).toBe('1970-01-01T08:00:00+08:00');
    expect(dateFromEpoch(1.9)).toMatchObject({ epochMs: 1, timeZone: 'UTC', isDateOnly: false });
    expect(Object.is(dateFromEpoch(-0.5).epochMs, 0)).toBe(true);
    for (const epochMs of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1]) {
      expect(failureOf(() => dateFromEpoch(epochMs)).code).toBe('invalid_arguments');
    }
    expect(failureOf(() => dateFromEpoch(0, 'Nowhere')).code).toBe('invalid_arguments');
  });

  it('a year has 52 or 53 ISO weeks', () => {
    expect(describeDate(parseDate('2020-12-31')).isoWeek).toBe('2020-W53');
    expect(describeDate(parseDate('2021-01-03')).isoWeek).toBe('2020-W53');
    expect(describeDate(parseDate('2021-01-04')).isoWeek).toBe('2021-W01');
  });
});
