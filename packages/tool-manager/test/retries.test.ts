import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { waitBeforeRetry } from '../src/backoff.ts';
import { classifyFailure } from '../src/failure-class.ts';
import { createToolManager } from '../src/index.ts';
import type { ToolManagerOptions } from '../src/index.ts';
import {
  fetchFailed,
  ForeignError,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  recordingClock,
  stubborn,
  systemError,
} from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

const unavailable = new ForeignError('tool_error', 'the service is down', { status: 503 });

function failing(
  error: unknown,
  options: ToolManagerOptions = {},
): {
  readonly call: () => Promise<unknown>;
  readonly execute: () => unknown;
  readonly waits: readonly number[];
} {
  const clock = recordingClock();
  const execute = vi.fn(() => Promise.reject(error as Error));
  const tools = [makeTool({ execute, annotations: idempotent })];
  const manager = createToolManager({ tools, clock, random: () => 0, ...options });
  return {
    call: () => manager.call(makeCall('probe'), openContext()),
    execute,
    waits: clock.waits,
  };
}

test('after the last try the failure is told with the number of tries', async () => {
  const { call, execute, waits } = failing(unavailable);
  expect(await call()).toMatchObject({
    ok: false,
    code: 'tool_error',
    message: 'the service is down (tried 3 times)',
    retry: true,
    tries: 3,
  });
  expect(execute).toHaveBeenCalledTimes(3);
  expect(waits).toEqual([125, 250]);
});

test.each([0, 1, 5])('retryCount %i is the number of tries after the first', async (retryCount) => {
  const { call, execute } = failing(unavailable, { retryCount });
  expect(await call()).toMatchObject({ tries: retryCount + 1 });
  expect(execute).toHaveBeenCalledTimes(retryCount + 1);
});

describe('Retry-After', () => {
  test('up to 8 s it is waited for as it is', async () => {
    const { call, waits } = failing(
      new ForeignError('rate_limited', 'slow down', { status: 429, retryAfterMs: 8_000 }),
    );
    expect(await call()).toMatchObject({ code: 'rate_limited', tries: 3 });
    expect(waits).toEqual([8_000, 8_000]);
  });

  test('a longer one is neither slept nor shortened: the call fails and tells it', async () => {
    const { call, execute, waits } = failing(
      new ForeignError('rate_limited', 'slow down', { status: 429, retryAfterMs: 8_001 }),
    );
    expect(await call()).toMatchObject({
      code: 'rate_limited',
      message: 'slow down. It asks to wait 9 s.',
      retry: false,
      tries: 1,
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(waits).toEqual([]);
  });

  test('one of a cause counts too', async () => {
    const cause = Object.assign(new Error('x'), { status: 429, retryAfterMs: 60_000 });
    const { call, waits } = failing(new ForeignError('tool_error', 'x', { cause }));
    expect(await call()).toMatchObject({ code: 'rate_limited', tries: 1 });
    expect(waits).toEqual([]);
  });
});

test.each([
  ['bad input', new ForeignError('invalid_arguments')],
  ['401', new ForeignError('tool_error', 'x', { status: 401 })],
  ['403', Object.assign(new Error('no'), { statusCode: 403 })],
  ['a used-up quota, although its status is 429', new ForeignError('quota', 'x', { status: 429 })],
  ['a name that does not resolve', fetchFailed('ENOTFOUND')],
  ['a refused connection', systemError('ECONNREFUSED')],
  ['a bad certificate', fetchFailed('DEPTH_ZERO_SELF_SIGNED_CERT')],
  [
    'all addresses refused',
    new TypeError('fetch failed', { cause: new AggregateError([systemError('ECONNREFUSED')]) }),
  ],
  ['a bug', new TypeError('x is not a function')],
  ['nothing', undefined],
  ['a text', 'ETIMEDOUT'],
])('%s fails at once', async (_, error) => {
  const { call, execute } = failing(error);
  expect(await call()).toMatchObject({ ok: false, tries: 1 });
  expect(execute).toHaveBeenCalledTimes(1);
});

describe('time-outs', () => {
  const policy = { timeoutMs: 100 };

  test('an idempotent tool that ended when told to is tried again', async () => {
    vi.useFakeTimers();
    const execute = vi
      .fn()
      .mockImplementationOnce(obedient)
      .mockReturnValueOnce({ text: 'second' });
    const manager = createToolManager({
      tools: [makeTool({ execute, policy, annotations: idempotent })],
      clock: recordingClock(),
    });
    const running = manager.call(makeCall('probe'), openContext());
    await vi.advanceTimersByTimeAsync(100);
    expect(await running).toMatchObject({ ok: true, text: 'second', tries: 2 });
  });

  test('one that still runs is not: two bodies of one call would run', async () => {
    vi.useFakeTimers();
    const execute = vi.fn(stubborn);
    const manager = createToolManager({
      tools: [makeTool({ execute, policy, annotations: idempotent })],
      clock: recordingClock(),
    });
    const running = manager.call(makeCall('probe'), openContext());
    await vi.advanceTimersByTimeAsync(200);
    expect(await running).toMatchObject({ ok: false, code: 'timeout', tries: 1 });
    expect(await running).toHaveProperty('message', expect.stringContaining('still running'));
  });

  test('a read-only tool that answers differently each time is not retried, but may be called again', async () => {
    vi.useFakeTimers();
    const execute = vi.fn(obedient);
    const manager = createToolManager({
      tools: [makeTool({ execute, policy, annotations: { readOnly: true } })],
    });
    const running = manager.call(makeCall('probe'), openContext());
    await vi.advanceTimersByTimeAsync(100);
    expect(await running).toMatchObject({
      code: 'timeout',
      message: 'probe took longer than 100 ms and was stopped.',
      retry: true,
      tries: 1,
    });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('without a policy a try may take 30 s', async () => {
    vi.useFakeTimers();
    const manager = createToolManager({ tools: [makeTool({ execute: obedient })] });
    let isOver = false;
    const running = manager.call(makeCall('probe'), openContext()).finally(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await running).toMatchObject({ ok: false });
  });

  test('each try has its own time, and the tool gets a new signal', async () => {
    vi.useFakeTimers();
    const signals: (AbortSignal | undefined)[] = [];
    const execute = vi.fn((args: unknown, context?: { readonly signal?: AbortSignal }) => {
      signals.push(context?.signal);
      return obedient(args, context);
    });
    const manager = createToolManager({
      tools: [makeTool({ execute, policy, annotations: idempotent })],
      clock: recordingClock(),
    });
    const running = manager.call(makeCall('probe'), openContext());
    await vi.advanceTimersByTimeAsync(300);
    expect(await running).toMatchObject({ code: 'timeout', tries: 3 });
    expect(new Set(signals).size).toBe(3);
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
  });
});

test('an abort between two tries ends the call, also with a clock that does not listen', async () => {
  const controller = new AbortController();
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const manager = createToolManager({
    tools: [makeTool({ execute: () => Promise.reject(unavailable), annotations: idempotent })],
    clock,
    onEvent: (event) => {
      if (event.type === 'retry')
        setImmediate(() => {
          controller.abort();
        });
    },
  });
  expect(await manager.call(makeCall('probe'), { signal: controller.signal })).toMatchObject({
    code: 'interrupted',
    tries: 1,
  });
  expect(manager.stats().busy).toEqual([]);
});

test('no slot is held between two tries', async () => {
  const used: number[] = [];
  const manager = createToolManager({
    tools: [makeTool({ execute: () => Promise.reject(unavailable), annotations: idempotent })],
    clock: {
      now: () => 0,
      sleep: () => {
        used.push(manager.stats().running);
        return Promise.resolve();
      },
    },
  });
  await manager.call(makeCall('probe'), openContext());
  expect(used).toEqual([0, 0]);
});

test('the wait doubles, is spread over its upper half, and stays at or below 8 s', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((tries) => waitBeforeRetry(tries, undefined, () => 0))).toEqual([
    125, 250, 500, 1_000, 2_000, 4_000, 4_000,
  ]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (tries, chance) => {
        const wait = waitBeforeRetry(tries, undefined, () => chance);
        expect(wait).toBeGreaterThanOrEqual(125);
        expect(wait).toBeLessThanOrEqual(8_000);
      },
    ),
  );
});

test('no message, whatever its words and digits, makes an untyped error worth a retry', () => {
  const words = fc.array(
    fc.constantFrom(
      '500',
      '502',
      'HTTP',
      'timeout',
      'ECONNRESET',
      '429',
      'fetch failed',
      'status: 503',
      'rate_limited',
    ),
  );
  fc.assert(
    fc.property(words, (parts) => {
      expect(classifyFailure(new Error(parts.join(' '))).isTransient).toBe(false);
    }),
  );
});

test('any thrown value is classified, also one that refuses to be read or contains itself', () => {
  const ring: { cause?: unknown } = {};
  ring.cause = ring;
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
    },
  );
  for (const value of [
    ring,
    hostile,
    null,
    5,
    Symbol('x'),
    [],
    () => 1,
    { errors: [ring, null] },
  ]) {
    expect(classifyFailure(value)).toMatchObject({ code: 'tool_error', isTransient: false });
  }
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(typeof classifyFailure(value).code).toBe('string');
    }),
  );
});
