import type { Tool } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';

import { createDatetimeInfo, datetimeInfo } from '../src/tools/datetime-info.ts';
import { answerOf } from './answer.ts';

const NOON = Date.UTC(2026, 10, 30, 12, 0, 0);
const tool = createDatetimeInfo({ now: () => NOON });
const answer = (args: unknown, from: Tool = tool): Promise<string> => answerOf(from, args);

const format = (args: object): object => ({ operation: 'format', ...args });
const diff = (date: string, date2: string): object => ({ operation: 'diff', date, date2 });

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
    const seconds = Number(data['epochSeconds']);
    expect(seconds).toBeGreaterThanOrEqual(before);
    expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
  });
});
