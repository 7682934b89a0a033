import { describe, expect, it } from 'vitest';

import {
  addDuration,
  businessDaysBetween,
  calendarText,
  CoreToolError,
  currentDate,
  dateDifference,
  describeDate,
  findTimeZone,
  formatDate,
  inTimeZone,
  parseDate,
  parseDuration,
  resolveTimeZone,
} from '../src/datetime.ts';

function failure(action: () => unknown): CoreToolError {
  try {
    action();
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

describe('resolveTimeZone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['z', 'UTC'],
    ['GMT', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['america/port_of_spain', 'America/Port_of_Spain'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['us/pacific', 'US/Pacific'],
    ['etc/gmt+8', 'Etc/GMT+8'],
    ['PRC', 'PRC'],
    ['+08:00', '+08:00'],
    ['+8', '+08:00'],
    ['-0330', '-03:30'],
    ['UTC+8', '+08:00'],
    ['gmt-05:00', '-05:00'],
    ['UTC −3', '-03:00'],
    ['+00:00', 'UTC'],
    ['Beijing', 'Asia/Shanghai'],
    ['北京', 'Asia/Shanghai'],
    ['北京时间', 'Asia/Shanghai'],
    ['上海市', 'Asia/Shanghai'],
    ['New York', 'America/New_York'],
    ['纽约', 'America/New_York'],
    ['tokyo', 'Asia/Tokyo'],
    ['东京', 'Asia/Tokyo'],
    ['London', 'Europe/London'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['San Francisco', 'America/Los_Angeles'],
    ['  paris ', 'Europe/Paris'],
  ])('%s is %s', (name, expected) => {
    expect(resolveTimeZone(name)).toBe(expected);
    expect(findTimeZone(name)).toBe(expected);
  });

  it.each([
    ['CST', ['Asia/Shanghai', 'America/Chicago', 'America/Havana']],
    ['IST', ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']],
    ['bst', ['Europe/London', 'Asia/Dhaka']],
    ['EST', ['America/New_York']],
    ['JST', ['Asia/Tokyo']],
    ['Asia/Shangai', ['Asia/Shanghai']],
    ['Asia/Beijing', ['Asia/Shanghai']],
    ['Londn', ['Europe/London']],
  ])('%s is refused with candidates', (name, candidates) => {
    expect(findTimeZone(name)).toBeUndefined();
    expect(failure(() => resolveTimeZone(name)).details?.candidates).toEqual(candidates);
  });

  it.each([
    '',
    'Mars/Phobos',
    'UTC+25',
    '+24:00',
    '+08:60',
    'SystemV/EST5',
    'PLT',
    'x'.repeat(500),
    '__proto__',
    '../UTC',
  ])('%s is refused', (name) => {
    const error = failure(() => resolveTimeZone(name));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(/^Unknown time zone/);
  });

  it('every place of the alias table is a zone that this host knows', () => {
    for (const name of [
      'kyiv',
      'nuuk',
      'rangoon',
      '加德满都',
      '布宜诺斯艾利斯',
      '胡志明市',
      '达卡',
    ]) {
      expect(formatDate(0, 'Z', { timeZone: name })).toMatch(/^[+-]\d\d:\d\d/);
    }
  });
});

describe('formatDate', () => {
  const instant = Date.UTC(2024, 2, 5, 15, 4, 9, 78);

  it.each([
    ['YYYY-MM-DD HH:mm:ss dddd', '2024-03-05 15:04:09 Tuesday'],
    ['YY M D Do H h m s SSS', '24 3 5 5th 15 3 4 9 078'],
    ['MMMM MMM MM ddd', 'March Mar 03 Tue'],
    ['hh:mm A a', '03:04 PM pm'],
    ['h:mmA hA', '3:04PM 3PM'],
    ['Z ZZ X x', '+00:00 +0000 1709651049 1709651049078'],
    ['GGGG-[W]WW', '2024-W10'],
    ['YYYYMMDDTHHmmssZ', '20240305T150409+00:00'],
    ['YYYY-MM-DDTHH:mm:ss.SSSZ', '2024-03-05T15:04:09.078+00:00'],
    ['YYYY年MM月DD日', '2024年03月05日'],
    ['DDMMMYYYY', '05Mar2024'],
    ['[YYYY] [] [a[b] YYYY', 'YYYY  a[b 2024'],
    ['Today is dddd, the Do of MMMM', 'Today is Tuesday, the 5th of March'],
    ["It's Mass as has YYYY o'clock", "It's Mass as has 2024 o'clock"],
    ['Week WW, Date: D', 'Week 10, Date: 5'],
    ['DDDD YYYYY MMMMM SSSS', 'DDDD YYYYY MMMMM SSSS'],
    ['Março às HH', 'Março às 15'],
    ['unclosed [ YYYY', 'unclosed [ 2024'],
    ['', ''],
    ['👍 YYYY', '👍 2024'],
  ])('%s', (format, expected) => {
    expect(formatDate(instant, format)).toBe(expected);
  });

  it('writes years outside 0–9999 with a sign and six digits', () => {
    expect(formatDate(parseDate('0050-06-01'), 'YYYY')).toBe('0050');
    expect(formatDate(parseDate('-000044-03-15'), 'YYYY-MM-DD')).toBe('-000044-03-15');
    expect(formatDate(parseDate('+012024-03-05'), 'YYYY')).toBe('+012024');
  });

  it('writes ordinals', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map((day) =>
      formatDate(Date.UTC(2024, 0, day), 'Do'),
    );
    expect(days.join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st');
  });

  it('shows midnight and noon on both clocks', () => {
    expect(formatDate(Date.UTC(2024, 0, 1, 0, 5), 'HH:mm hh:mm A')).toBe('00:05 12:05 AM');
    expect(formatDate(Date.UTC(2024, 0, 1, 12, 5), 'HH:mm hh:mm A')).toBe('12:05 12:05 PM');
  });

  it('refuses strftime codes, endless formats, unknown zones and impossible numbers', () => {
    for (const action of [
      () => formatDate(0, '%Y-%m-%d'),
      () => formatDate(0, 'Y'.repeat(1001)),
      () => formatDate(0, 'YYYY', { timeZone: 'Nowhere' }),
      () => formatDate(Number.NaN, 'YYYY'),
      () => formatDate(8.64e15 + 1, 'YYYY'),
    ]) {
      expect(failure(action).code).toBe('invalid_arguments');
    }
  });
});

describe('dateDifference', () => {
  const between = (from: string, to: string, timeZone = 'UTC'): ReturnType<typeof dateDifference> =>
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
  ])('%s → %s', (from, to, days, calendar) => {
    const difference = between(from, to);
    expect(difference.days).toBe(days);
    expect(calendarText(difference.calendar)).toBe(calendar);
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
    const error = failure(() => parseDuration(text));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(/^Invalid duration/);
  });

  it('a result out of range is refused', () => {
    expect(failure(() => add('2024-01-01', '300000 years')).message).toMatch(/out of range/);
    expect(failure(() => add('2024-01-01', '-9999999999 hours')).message).toMatch(
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
  ])('%s to %s', (from, to, inclusive, exclusive) => {
    expect(businessDaysBetween(parseDate(from), parseDate(to))).toEqual({ inclusive, exclusive });
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
    expect(failure(() => currentDate({ now: () => Number.NaN })).code).toBe('tool_error');
  });

  it('inTimeZone moves instants and leaves calendar dates', () => {
    expect(describeDate(inTimeZone(parseDate('2024-01-01T20:00'), 'Asia/Tokyo')).date).toBe(
      '2024-01-02',
    );
    expect(describeDate(inTimeZone(parseDate('2024-01-01'), 'Asia/Tokyo')).date).toBe('2024-01-01');
  });

  it('a year has 52 or 53 ISO weeks', () => {
    expect(describeDate(parseDate('2020-12-31')).isoWeek).toBe('2020-W53');
    expect(describeDate(parseDate('2021-01-03')).isoWeek).toBe('2020-W53');
    expect(describeDate(parseDate('2021-01-04')).isoWeek).toBe('2021-W01');
  });
});
