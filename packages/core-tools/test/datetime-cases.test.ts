import type { Tool } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';

import { createDatetimeInfo } from '../src/tools/datetime-info.ts';
import { answerOf } from './answer.ts';

const NOON = Date.UTC(2026, 10, 30, 12, 0, 0);
const tool = createDatetimeInfo({ now: () => NOON });
const answer = (args: unknown, from: Tool = tool): Promise<string> => answerOf(from, args);

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
