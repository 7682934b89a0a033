import { describe, expect, it } from 'vitest';

import { CoreToolError } from '../src/errors.ts';
import { createDatetimeInfo, datetimeInfo } from '../src/tools/datetime-info.ts';

const NOON = Date.UTC(2026, 10, 30, 12, 0, 0);
const tool = createDatetimeInfo({ now: () => NOON });

/** The observation, or `ERROR: ` and the message of a typed error. */
async function answer(args: unknown, from = tool): Promise<string> {
  try {
    const execute = from.execute as (args: unknown) => Promise<{ text: string }>;
    return (await execute(args)).text;
  } catch (error) {
    expect(error).toBeInstanceOf(CoreToolError);
    expect((error as CoreToolError).code).toBe('invalid_arguments');
    return `ERROR: ${(error as CoreToolError).message}`;
  }
}

interface Case {
  readonly id: string;
  readonly args: object;
  readonly expected: RegExp;
}

const format = (args: object): object => ({ operation: 'format', ...args });
const diff = (date: string, date2: string, timezone?: string): object =>
  timezone === undefined
    ? { operation: 'diff', date, date2 }
    : { operation: 'diff', date, date2, timezone };

const FULL = 'YYYY-MM-DD HH:mm:ss';

const cases: readonly Case[] = [
  {
    id: 'date-mon13',
    args: format({ date: '2022-13-12', format: FULL }),
    expected: /^ERROR: Invalid date.*month 13/,
  },
  {
    id: 'date-tz-dstday',
    args: format({ date: '2020-03-29T10:00:00', timezone: 'Europe/Berlin', format: FULL }),
    expected: /^Formatted: 2020-03-29 10:00:00$/,
  },
  {
    id: 'date-midnight',
    args: format({ date: '2020-02-12T00:30:00', format: 'HH:mm' }),
    expected: /^Formatted: 00:30$/,
  },
  {
    id: 'date-token-1',
    args: format({ date: '2024-03-01T10:00:00', format: 'MMMM mm' }),
    expected: /^Formatted: March 00$/,
  },
  {
    id: 'date-diff-sym',
    args: diff('2025-02-28', '2024-05-30'),
    expected: /Difference: -274 days \(calendar -\(8 months 29 days\);/,
  },
  {
    id: 'date-diff-feb',
    args: diff('2021-01-30', '2021-02-28'),
    expected: /Difference: 29 days \(calendar 29 days;/,
  },
  {
    id: 'date-diff-mar',
    args: diff('2013-03-31', '2013-04-30'),
    expected: /Difference: 30 days \(calendar 30 days;/,
  },
  {
    id: 'date-ambig',
    args: format({ date: '03/04/2024', format: FULL }),
    expected: /^ERROR: .*2024-04-03 \(day first\) or 2024-03-04 \(month first\)/,
  },
  {
    id: 'date-abbr',
    args: { operation: 'now', timezone: 'CST' },
    expected: /^ERROR: .*ambiguous.*Asia\/Shanghai or America\/Chicago or America\/Havana/,
  },
  {
    id: 'date-edt',
    args: { operation: 'now', timezone: 'EDT' },
    expected: /^ERROR: .*America\/New_York/,
  },
  {
    id: 'date-leap',
    args: format({ date: '2020-01-01T00:00:60Z', format: FULL }),
    expected: /^ERROR: .*23:59:60 UTC/,
  },
  {
    id: 'orig-date-roll',
    args: diff('2023-02-30', '2023-03-02'),
    expected: /^ERROR: .*February 2023 has 28 days/,
  },
  {
    id: 'orig-date-zero',
    args: format({ date: 'foo 1', format: 'YYYY' }),
    expected: /^ERROR: Invalid date "foo 1"/,
  },
  {
    id: 'orig-date-tz',
    args: { operation: 'now', timezone: 'Mars/Phobos' },
    expected: /^ERROR: Unknown time zone "Mars\/Phobos".*IANA/,
  },
  {
    id: 'orig-date-neg',
    args: diff('2024-01-01T12:00:00Z', '2024-01-01T00:00:00Z'),
    expected: /Absolute: 0 days\nDifference: 0 days \(.*-12 hours/,
  },
  {
    id: 'D-137 Mars',
    args: { operation: 'now', timezone: 'Mars/Olympus' },
    expected: /^ERROR: Unknown time zone/,
  },
  {
    id: 'D-137 offset',
    args: { operation: 'now', timezone: 'UTC+25' },
    expected: /^ERROR: Unknown time zone/,
  },
  {
    id: 'D-137 CST',
    args: { operation: 'now', timezone: 'CST' },
    expected: /^ERROR: .*use Asia\/Shanghai/,
  },
  {
    id: 'D-139',
    args: diff('2024-03-10T00:00:00', '2024-03-11T00:00:00', 'America/New_York'),
    expected: /Difference: 1 day \(.*23 hours/,
  },
  {
    id: 'D-142 literal',
    args: format({ date: '2024-03-05', format: '[Summary] YYYY' }),
    expected: /^Formatted: Summary 2024$/,
  },
  {
    id: 'D-142 word',
    args: format({ date: '2024-03-05', format: 'session YYYY' }),
    expected: /^Formatted: session 2024$/,
  },
  {
    id: 'D-142 D',
    args: format({ date: '2024-03-05', format: 'MMMM D' }),
    expected: /^Formatted: March 5$/,
  },
  {
    id: 'D-142 ddd',
    args: format({ date: '2024-03-05', format: 'ddd MMM' }),
    expected: /^Formatted: Tue Mar$/,
  },
  {
    id: 'D-142 hh',
    args: format({ date: '2024-03-05T15:04', format: 'hh:mm A' }),
    expected: /^Formatted: 03:04 PM$/,
  },
  {
    id: 'T-date-212',
    args: format({ date: '2024-03-05', format: 'MMMM D, YYYY' }),
    expected: /March 5, 2024/,
  },
  {
    id: 'T-date-215',
    args: format({ date: '2024-03-05T15:04:00Z', format: 'hh:mm A' }),
    expected: /03:04 PM/,
  },
  {
    id: 'T-date-216',
    args: format({ date: '2024-03-05', format: '[Summary] YYYY' }),
    expected: /Summary 2024/,
  },
  {
    id: 'T-date-217',
    args: format({ date: '2024-03-05', format: 'session YYYY' }),
    expected: /session 2024/,
  },
  { id: 'T-date-220', args: format({ date: '2023-02-29' }), expected: /invalid/i },
  { id: 'T-date-221', args: format({ date: 'tomorrow' }), expected: /^Formatted: 2026-12-01/ },
  {
    id: 'T-date-223',
    args: format({ date: '1' }),
    expected: /^ERROR: .*9 digits or more, 8 digits are YYYYMMDD/,
  },
  {
    id: 'T-date-225',
    args: format({ date: '0050-06-01', format: 'YYYY' }),
    expected: /Formatted: 0050/,
  },
  { id: 'T-date-227', args: format({ date: '1705276800' }), expected: /2024-01-15/ },
  {
    id: 'T-date-228',
    args: format({ date: '2024-01-15T00:00:00Z', timezone: 'Asia/Tokyo' }),
    expected: /09:00:00/,
  },
  {
    id: 'T-date-233',
    args: diff('2024-01-02', '2024-01-01T12:00:00Z'),
    expected: /Difference: (0|-0\.5) days/,
  },
  {
    id: 'T-date-235',
    args: diff('2024-01-02T00:00:00Z', '2024-01-01T23:59:30Z'),
    expected: /Absolute: 0 days/,
  },
  { id: 'T-date-236', args: diff('2024-02-30', '2024-03-01'), expected: /invalid/i },
  // Tasks of rule mode that reach this tool: the observation names the zone and its offset.
  { id: 'R-rule-077', args: { operation: 'now', timezone: 'Tokyo' }, expected: /GMT\+9|JST/ },
  {
    id: 'R-rule-078',
    args: { operation: 'now', timezone: 'London' },
    expected: /^(?![^]*GMT\+8)[^]*GMT\+0/,
  },
  { id: 'R-rule-147', args: { operation: 'now' }, expected: /星期|周|day/ },
  { id: 'R-rule-148', args: { operation: 'now', timezone: '纽约' }, expected: /GMT-[45]|E[SD]T/ },
  { id: 'ri-005', args: diff('2024-02-28', '2024-03-01'), expected: /Difference: 2 days/ },
  { id: 'ri-079', args: diff('2023-01-01', '2023-12-31'), expected: /Difference: 364 days/ },
  { id: 'ri-081', args: diff('March 1, 2024', 'Feb 28 2024'), expected: /Difference: -2 days/ },
  { id: 'ri-082', args: diff('2024年2月28日', '2024年3月1日'), expected: /Difference: 2 days/ },
  { id: 'ri-084', args: diff('2024/2/28', '2024/3/1'), expected: /Difference: 2 days/ },
];

describe('datetime_info cases', () => {
  it.each(cases)('$id', async ({ args, expected }) => {
    expect(await answer(args)).toMatch(expected);
  });

  it('D-136: midnight is 00, never 24', async () => {
    const midnight = createDatetimeInfo({ now: () => Date.UTC(2026, 10, 30, 16, 49, 6) });
    const text = await answer({ operation: 'now', timezone: 'Asia/Shanghai' }, midnight);
    expect(text).toMatch(/^Date: 2026-12-01\nTime: 00:49:06\n/);
  });
});

describe('observations', () => {
  it('now: date, time, weekday, zone, epoch, ISO week and ISO form', async () => {
    expect(await answer({ operation: 'now', timezone: 'Asia/Kolkata' })).toBe(
      [
        'Date: 2026-11-30',
        'Time: 17:30:00',
        'Weekday: Monday',
        'Time zone: Asia/Kolkata (GMT+5:30)',
        'Unix epoch: 1796040000',
        'ISO week: 2026-W49',
        'Day of year: 334',
        'ISO: 2026-11-30T17:30:00+05:30',
      ].join('\n'),
    );
    expect(await answer({ operation: 'now' })).toMatch(/Time zone: UTC \(GMT\+0\)/);
  });

  it('now: the weekday also in Chinese for a Chinese task, and a format of one’s own', async () => {
    const { text } = await tool.execute(
      { operation: 'now', timezone: '北京', format: 'YYYY年M月D日' },
      { language: 'zh' },
    );
    expect(text).toMatch(/Weekday: Monday \(星期一\)/);
    expect(text).toMatch(/Formatted: 2026年11月30日\nISO:/);
  });

  it('uses the zone of the factory where the arguments name none', async () => {
    const local = createDatetimeInfo({ now: () => NOON, timeZone: 'Asia/Tokyo' });
    expect(await answer(format({ date: 'now' }), local)).toBe('Formatted: 2026-11-30 21:00:00');
    expect(await answer(format({ date: 'now', timezone: 'UTC' }), local)).toBe(
      'Formatted: 2026-11-30 12:00:00',
    );
  });

  it('diff: all counts, the last line is the difference', async () => {
    expect(await answer(diff('2023-01-01', '2024-01-01'))).toBe(
      [
        'Date 1: 2023-01-01',
        'Date 2: 2024-01-01',
        'Absolute: 365 days',
        'Difference: 365 days (calendar 1 year; 8760 hours, 525600 minutes, 31536000 seconds)',
      ].join('\n'),
    );
  });

  it('notes stand before the last line', async () => {
    expect(await answer(format({ date: 1_705_276_800 }))).toBe(
      'Note: Read as a Unix epoch in seconds.\nFormatted: 2024-01-15 00:00:00',
    );
    expect(await answer({ operation: 'add', date: '2024-01-31', duration: '1 month' })).toBe(
      [
        'Date: 2024-01-31',
        'Duration: 1 month',
        'Note: February 2024 has no day 31; its last day, 29, is taken.',
        'Result: 2024-02-29 Thursday',
      ].join('\n'),
    );
    expect(await answer(format({ date: '2024-03-05', format: 'yyyy-MM-dd' }))).toMatch(
      /^Note: yyyy, dd is no format token.*\nFormatted: yyyy-03-dd$/,
    );
  });

  it('convert: both ends with their zones; a date alone has nothing to convert', async () => {
    const args = {
      operation: 'convert',
      date: '2024-07-01T09:00',
      timezone: '北京',
      to_timezone: 'New York',
    };
    expect(await answer(args)).toBe(
      'From: 2024-07-01 09:00:00 Monday, Asia/Shanghai (GMT+8)\nConverted: 2024-06-30 21:00:00 Sunday, America/New_York (GMT-4)',
    );
    expect(await answer({ ...args, date: '2024-07-01' })).toMatch(/^ERROR: .*time of day/);
  });

  it('business_days: both ways of counting', async () => {
    expect(
      await answer({ operation: 'business_days', date: '2024-03-01', date2: '2024-03-08' }),
    ).toMatch(/Business days: 6 \(both ends counted; 5 without the first day\)$/);
  });

  it('parse: facts of a date', async () => {
    const { data } = await tool.execute({ operation: 'parse', date: '2024-12-30' });
    expect(data).toMatchObject({
      weekday: 'Monday',
      isoWeek: '2025-W01',
      dayOfYear: 365,
      iso: '2024-12-30',
    });
  });

  it.each([
    [{ operation: 'format' }, /date is required/],
    [{ operation: 'diff', date: '2024-01-01' }, /date2 is required/],
    [{ operation: 'add', date: '2024-01-01' }, /duration is required/],
    [{ operation: 'convert', date: '2024-01-01T00:00' }, /to_timezone is required/],
    [{ operation: 'sleep' }, /operation: must be one of now/],
    [{}, /operation/],
  ])('%j names what is missing', async (args, expected) => {
    expect(await answer(args)).toMatch(expected);
  });

  it('the ready-made tool uses the system clock', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { data } = await datetimeInfo.execute({ operation: 'now' });
    const seconds = Number(data?.['epochSeconds']);
    expect(seconds).toBeGreaterThanOrEqual(before);
    expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
  });
});
