import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import {
  ForeignError,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  readOnly,
  stubborn,
} from './make-tool.ts';

const down = new ForeignError('tool_error', 'the service is down', { status: 503 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The outcome, and how long it took. */
async function timed<Outcome>(running: Promise<Outcome>): Promise<[Outcome, number]> {
  const startedAt = Date.now();
  let ms = Infinity;
  void running.then(() => (ms = Date.now() - startedAt));
  await vi.advanceTimersByTimeAsync(10_000_000);
  return [await running, ms];
}

test('the total covers a try that would be allowed longer', async () => {
  const policy = { timeoutMs: 1_000, totalTimeoutMs: 300 };
  const manager = createToolManager({
    tools: [makeTool({ execute: obedient, policy, annotations: readOnly })],
  });
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({
    ok: false,
    code: 'timeout',
    message: 'probe took longer than 300 ms in all and was stopped.',
    tries: 1,
  });
  expect(ms).toBe(300);
});

test('where a tool with effects runs out of it, the outcome is unknown', async () => {
  const policy = { totalTimeoutMs: 300 };
  const manager = createToolManager({ tools: [makeTool({ execute: stubborn, policy })] });
  const [outcome, ms] = await timed(
    manager.call(makeCall('probe'), { ...openContext(), language: 'zh' }),
  );
  expect(outcome).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false });
  expect(outcome).toHaveProperty('message', expect.stringContaining('总共超过 300 毫秒'));
  expect(ms).toBeLessThanOrEqual(350);
});

test('it covers all tries and waits: no wait begins that leaves no time for a try', async () => {
  let tries = 0;
  const execute = async (): Promise<never> => {
    tries += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    throw down;
  };
  const policy = { totalTimeoutMs: 500 };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy, annotations: idempotent })],
    retryCount: 5,
    random: () => 0,
  });
  // 100 + 125 + 100 + (250 would end at 575)
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({
    ok: false,
    code: 'tool_error',
    retry: true,
    tries: 2,
    message:
      'the service is down (tried 2 times) The 500 ms of the call leave no time for another try.',
  });
  expect([tries, ms]).toEqual([2, 325]);
});

test('it covers the queue: what was not started says so', async () => {
  const execute = vi.fn(stubborn);
  const policy = { maxConcurrent: 1, timeoutMs: 50, totalTimeoutMs: 300 };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy, annotations: readOnly })],
  });
  void manager.call(makeCall('probe'), openContext());
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({
    ok: false,
    code: 'timeout',
    tries: 0,
    retry: true,
    message: expect.stringContaining('it was not started') as string,
  });
  expect(ms).toBe(300);
  expect(execute).toHaveBeenCalledTimes(1);
  expect(manager.stats()).toMatchObject({ queued: 0 });
});

test('time in the queue is taken from the time of the try', async () => {
  const ends: number[] = [];
  const execute = (): Promise<unknown> =>
    new Promise((resolve) =>
      setTimeout(() => {
        ends.push(Date.now());
        resolve({ text: 'ok' });
      }, 200),
    );
  const policy = { maxConcurrent: 1, totalTimeoutMs: 300 };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy, annotations: readOnly })],
  });
  const first = manager.call(makeCall('probe'), openContext());
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(await first).toMatchObject({ ok: true });
  expect(outcome).toMatchObject({ code: 'timeout', tries: 1 });
  expect(ms).toBeLessThanOrEqual(350);
});

test('a clock that never wakes up cannot hold a call', async () => {
  const manager = createToolManager({
    tools: [
      makeTool({
        execute: () => Promise.reject(down),
        annotations: idempotent,
        policy: { totalTimeoutMs: 1_000 },
      }),
    ],
    clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
  });
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({ ok: false, code: 'tool_error', tries: 1 });
  expect(ms).toBe(1_000);
});

test('time that a given clock makes pass counts as well', async () => {
  let now = 0;
  let tries = 0;
  const manager = createToolManager({
    tools: [
      makeTool({
        execute: () => {
          tries += 1;
          now += 400;
          throw down;
        },
        annotations: idempotent,
        policy: { totalTimeoutMs: 1_000 },
      }),
    ],
    retryCount: 5,
    random: () => 0,
    clock: {
      now: () => now,
      sleep: (ms) => {
        now += ms;
        return Promise.resolve();
      },
    },
  });
  // 400 + 125 + 400 + (250 …)
  expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({ tries: 2 });
  expect(tries).toBe(2);
});

test('without a policy a call ends: after its queue, its tries and their waits', async () => {
  const manager = createToolManager({
    tools: [
      makeTool({
        execute: () => Promise.reject(down),
        annotations: idempotent,
        policy: { timeoutMs: 1_000 },
      }),
    ],
    queueTimeoutMs: 10_000,
    clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
  });
  const [, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(ms).toBe(10_000 + 3 * 1_000 + 2 * 8_000);
});

test('a time that is longer than a timer can be is no time of 1 ms', async () => {
  const manager = createToolManager({
    tools: [
      makeTool({
        execute: () => new Promise((resolve) => setTimeout(resolve, 1_000, { text: 'ok' })),
        policy: { timeoutMs: 1e12, totalTimeoutMs: 1e13 },
      }),
    ],
  });
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({ ok: true });
  expect(ms).toBe(1_000);
});

test('the clock of a check is bounded by the total, too', async () => {
  const never = {
    ...makeTool({ policy: { totalTimeoutMs: 200 } }),
    inputSchema: {
      '~standard': {
        version: 1 as const,
        vendor: 'test',
        validate: () => new Promise<never>(() => undefined),
        jsonSchema: { input: () => ({}) },
      },
    },
  };
  const manager = createToolManager({ tools: [never] });
  const [outcome, ms] = await timed(manager.call(makeCall('probe'), openContext()));
  expect(outcome).toMatchObject({ code: 'timeout', tries: 0 });
  expect(ms).toBe(200);
});
