import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { secret } from '@mini-agent/foundation/secret';
import { CallHistory } from '../src/call-history.ts';
import { createToolManager } from '../src/index.ts';
import { gate, makeCall, makeTool, openContext } from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

function entry(callId: string): Parameters<CallHistory['add']>[0] {
  return {
    name: 'probe',
    runId: undefined,
    arguments: {},
    outcome: { callId, durationMs: 1, tries: 1, ok: true, trusted: true, text: 'ok' },
    startedAt: 0,
    stillRunning: false,
  };
}

test('it keeps the newest calls, newest last, whatever their number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      fc.nat(30),
      fc.integer({ min: -3, max: 12 }),
      (size, count, limit) => {
        const history = new CallHistory(size, []);
        const all = Array.from({ length: count }, (_, index) => `c${index}`);
        for (const id of all) history.add(entry(id));
        const kept = size === 0 ? [] : all.slice(-size);
        expect(history.get(Infinity).map(({ callId }) => callId)).toEqual(kept);
        expect(history.get(limit).map(({ callId }) => callId)).toEqual(
          limit > 0 ? kept.slice(-limit) : [],
        );
        history.clear();
        expect(history.get(Infinity)).toEqual([]);
        history.add(entry('new'));
        expect(history.get(Infinity)).toHaveLength(size === 0 ? 0 : 1);
      },
    ),
  );
});

test('a record tells what was asked, what came of it and how long it took', async () => {
  let now = 1_000;
  const manager = createToolManager({
    tools: [
      makeTool({
        execute: () => {
          now += 25;
          return { text: 'fine' };
        },
      }),
    ],
    clock: { now: () => now, sleep: () => Promise.resolve() },
  });
  await manager.call(makeCall('probe', { a: 1 }), { ...openContext(), runId: 'r1' });
  await manager.call(makeCall('nope'), openContext());
  expect(manager.getHistory()).toEqual([
    {
      callId: 'c1',
      name: 'probe',
      runId: 'r1',
      arguments: '{"a":1}',
      ok: true,
      text: 'fine',
      startedAt: 1_000,
      durationMs: 25,
      tries: 1,
      stillRunning: false,
    },
    {
      callId: 'c1',
      name: 'nope',
      arguments: '{}',
      ok: false,
      code: 'unknown_tool',
      text: 'There is no tool "nope". Known tools: probe.',
      startedAt: 1_025,
      durationMs: 0,
      tries: 0,
      stillRunning: false,
    },
  ]);
  manager.clearHistory();
  expect(manager.getHistory()).toEqual([]);
});

test('a clock that goes back makes no negative durations', async () => {
  let now = 1_000;
  const manager = createToolManager({
    tools: [makeTool()],
    clock: { now: () => (now -= 10), sleep: () => Promise.resolve() },
  });
  expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({ durationMs: 0 });
});

test.each([
  [{ password: 'abc' }],
  [{ headers: { Authorization: 'Bearer abc' } }],
  [{ access_token: 'abc' }],
  [{ list: [{ apiKey: 'abc' }] }],
  [{ credentials: { user: 'abc' } }],
  [{ secrets: ['abc'] }],
  [{ pin: 'abc' }],
  [{ note: 'the key is known-abc-value' }],
  [{ text: 'sk-abcabcabcabc' }],
])('secrets in %j are not kept', async (value) => {
  const manager = createToolManager({
    tools: [makeTool({ execute: (args) => ({ text: JSON.stringify(args) }) })],
    secrets: [secret('known-abc-value')],
  });
  await manager.call(makeCall('probe', value), openContext());
  const [record] = manager.getHistory();
  expect(record?.arguments).not.toContain('abc');
  expect(record?.arguments).toContain('[secret]');
});

test('numbers of tokens and switches stay readable', async () => {
  const manager = createToolManager({ tools: [makeTool()] });
  await manager.call(
    makeCall('probe', { max_tokens: 100, isToken: true, tokens: [1] }),
    openContext(),
  );
  expect(manager.getHistory()[0]?.arguments).toBe('{"max_tokens":100,"isToken":true,"tokens":[1]}');
});

test('a record of a body that still ran says so until it ends', async () => {
  vi.useFakeTimers();
  const { promise, open } = gate();
  const events: string[] = [];
  const execute = async (): Promise<unknown> => {
    await promise;
    return { text: 'late' };
  };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy: { timeoutMs: 100 } })],
    onEvent: ({ type }) => events.push(type),
  });
  const running = manager.call(makeCall('probe'), openContext());
  await vi.advanceTimersByTimeAsync(150);
  await running;
  expect(manager.getHistory()).toMatchObject([{ code: 'outcome_unknown', stillRunning: true }]);
  expect(events).toEqual(['started', 'finished']);
  open();
  await vi.advanceTimersByTimeAsync(1);
  expect(manager.getHistory()).toMatchObject([{ code: 'outcome_unknown', stillRunning: false }]);
  expect(events).toEqual(['started', 'finished', 'ended_late']);
});
