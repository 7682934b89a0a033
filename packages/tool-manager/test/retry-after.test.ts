import { describe, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { idempotent, makeCall, makeTool, openContext, recordingClock } from './make-tool.ts';

function failing(error: Error): {
  readonly call: () => Promise<unknown>;
  readonly execute: () => unknown;
  readonly waits: readonly number[];
} {
  const clock = recordingClock();
  const execute = vi.fn(() => Promise.reject(error));
  const tools = [makeTool({ execute, annotations: idempotent })];
  const manager = createToolManager({ tools, clock, random: () => 0 });
  return {
    call: () => manager.call(makeCall('probe'), openContext()),
    execute,
    waits: clock.waits,
  };
}

describe('Retry-After in the headers that a client leaves on its error', () => {
  const answered = (headers: unknown): Error =>
    Object.assign(new Error('slow down'), { status: 429, headers });
  const now = new Date('2026-03-01T10:00:00Z').toUTCString();
  const later = new Date('2026-03-01T10:00:06Z').toUTCString();

  test.each([
    ['seconds', answered({ 'retry-after': '3' }), 3_000],
    ['a fraction', answered({ 'retry-after': '1.5' }), 1_500],
    ['a number', answered({ 'retry-after': 2 }), 2_000],
    ['another case', answered({ 'Retry-After': '4' }), 4_000],
    ['several values', answered({ 'retry-after': ['5', '6'] }), 5_000],
    ['a Headers object', answered(new Headers({ 'Retry-After': '7' })), 7_000],
    ['milliseconds', answered({ 'retry-after-ms': '250', 'retry-after': '60' }), 250],
    ['a date', answered({ 'retry-after': later, date: now }), 6_000],
    [
      'those of a response',
      Object.assign(new Error('x'), { response: { status: 503, headers: { 'retry-after': '2' } } }),
      2_000,
    ],
    ['those of a cause', new Error('x', { cause: answered({ 'retry-after': '2' }) }), 2_000],
  ])('%s is waited for', async (_id, error, waitMs) => {
    const { call, waits } = failing(error);
    expect(await call()).toMatchObject({ tries: 3 });
    expect(waits).toEqual([waitMs, waitMs]);
  });

  test.each([
    ['9 s', answered({ 'retry-after': '9' }), 9_000],
    ['an hour in a Headers object', answered(new Headers({ 'retry-after': '3600' })), 3_600_000],
  ])('%s is neither slept nor shortened', async (_id, error, retryAfterMs) => {
    const { call, execute, waits } = failing(error);
    expect(await call()).toMatchObject({ code: 'rate_limited', retry: false, retryAfterMs });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(waits).toEqual([]);
  });

  test.each([
    ['words', answered({ 'retry-after': 'soon' })],
    ['nothing', answered({ 'retry-after': '' })],
    ['a negative number', answered({ 'retry-after': '-5' })],
    ['a date that has passed', answered({ 'retry-after': now, date: later })],
    ['no headers', answered('retry-after: 5')],
    ['headers that throw', answered({ get: () => JSON.parse('{') as unknown })],
  ])('%s: the usual waits', async (_id, error) => {
    const { call, waits } = failing(error);
    expect(await call()).toMatchObject({ code: 'rate_limited', tries: 3 });
    expect(waits).toEqual([125, 250]);
  });
});

test.each([500, 503, 429])(
  'a status of %i that stands as a number in `code` is one',
  async (code) => {
    const { call } = failing(Object.assign(new Error('x'), { code }));
    expect(await call()).toMatchObject({ tries: 3 });
  },
);
