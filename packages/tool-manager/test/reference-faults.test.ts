import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { secret } from '@mini-agent/foundation/secret';
import {
  fetchFailed,
  ForeignError,
  gate,
  idempotent,
  makeCall,
  makeTool,
  openContext,
  recordingClock,
  systemError,
} from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('D-052: 50 calls at once are all answered right, at most 10 run together', async () => {
  let running = 0;
  let peak = 0;
  const calculator = makeTool({
    name: 'calculator',
    execute: async (args) => {
      running += 1;
      peak = Math.max(peak, running);
      await delay(1);
      running -= 1;
      return { text: `${(args as { n: number }).n + 1}` };
    },
  });
  const manager = createToolManager({ tools: [calculator] });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      manager.call(makeCall('calculator', { n }), openContext()),
    ),
  );
  expect(outcomes.map((outcome) => outcome.ok && outcome.text)).toEqual(
    Array.from({ length: 50 }, (_, n) => `${n + 1}`),
  );
  expect(peak).toBe(10);
});

describe('D-054: transient failures of idempotent tools are retried', () => {
  // Reported as plain messages; errors are classified by type, status and cause.code alone, so each has its typed form here.
  test.each([
    ['HTTP 500', new ForeignError('tool_error', 'HTTP 500', { status: 500 })],
    ['502 Bad Gateway', new ForeignError('upstream_5xx', '502 Bad Gateway', { status: 502 })],
    ['503', new ForeignError('tool_error', '503', { status: 503 })],
    ['upstream_5xx without a status', new ForeignError('upstream_5xx')],
    ['ETIMEDOUT', systemError('ETIMEDOUT')],
    ['socket hang up', systemError('ECONNRESET', 'socket hang up')],
    ['fetch failed', fetchFailed('ECONNRESET')],
    ['fetch failed by a closed socket', fetchFailed('UND_ERR_SOCKET')],
    ['fetch failed by slow headers', fetchFailed('UND_ERR_HEADERS_TIMEOUT')],
    ['a wrapped reset', new ForeignError('tool_error', 'x', { cause: fetchFailed('ECONNRESET') })],
    [
      'a status of a foreign library',
      Object.assign(new Error('bad'), { response: { status: 503 } }),
    ],
    ['429', new ForeignError('rate_limited', 'slow down', { status: 429 })],
  ])('%s', async (_, error) => {
    let calls = 0;
    const execute = (): unknown => {
      calls += 1;
      if (calls < 3) throw error;
      return { text: 'third time' };
    };
    const clock = recordingClock();
    const manager = createToolManager({
      tools: [makeTool({ execute, annotations: idempotent })],
      clock,
      random: () => 0.5,
    });
    const outcome = await manager.call(makeCall('probe'), openContext());
    expect(outcome).toMatchObject({ ok: true, text: 'third time', tries: 3 });
    expect(clock.waits).toEqual([188, 375]);
  });

  test.each(['HTTP 500', '502 Bad Gateway', '503', 'error 429'])(
    'the plain message %j is no class and is not retried',
    async (message) => {
      const execute = vi.fn(() => Promise.reject(new Error(message)));
      const manager = createToolManager({
        tools: [makeTool({ execute, annotations: idempotent })],
      });
      expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({
        ok: false,
        code: 'tool_error',
      });
      expect(execute).toHaveBeenCalledTimes(1);
    },
  );
});

test.each([
  ['a plain timeout', new Error('timeout while waiting for the answer')],
  ['ETIMEDOUT', systemError('ETIMEDOUT')],
  ['503', new ForeignError('tool_error', 'HTTP 503', { status: 503 })],
  ['429', new ForeignError('rate_limited', 'slow', { status: 429 })],
])('D-055: a tool with a side effect acts once, whatever it throws then (%s)', async (_, error) => {
  let effects = 0;
  const execute = (): never => {
    effects += 1;
    throw error;
  };
  const manager = createToolManager({ tools: [makeTool({ execute })], clock: recordingClock() });
  expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({
    ok: false,
    tries: 1,
  });
  expect(effects).toBe(1);
});

test('D-056: bodies of a tool that may run once never overlap, also after time-outs', async () => {
  vi.useFakeTimers();
  let running = 0;
  let peak = 0;
  const execute = async (): Promise<unknown> => {
    running += 1;
    peak = Math.max(peak, running);
    await new Promise((resolve) => setTimeout(resolve, 400));
    running -= 1;
    return { text: 'late' };
  };
  const policy = { timeoutMs: 80, maxConcurrent: 1 };
  const manager = createToolManager({ tools: [makeTool({ execute, policy })] });
  const startedAt = Date.now();
  const answers: number[] = [];
  const calls = [1, 2, 3].map(async () => {
    const outcome = await manager.call(makeCall('probe'), openContext());
    answers.push(Date.now() - startedAt);
    return outcome;
  });
  await vi.advanceTimersByTimeAsync(150);
  // The first call was answered; its body still holds the slot.
  expect(answers).toHaveLength(1);
  expect(manager.stats()).toMatchObject({
    running: 1,
    queued: 2,
    busy: [{ name: 'probe', running: 1, queued: 2 }],
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await Promise.all(calls)).toMatchObject([
    { code: 'outcome_unknown' },
    { code: 'outcome_unknown' },
    { code: 'outcome_unknown' },
  ]);
  expect(peak).toBe(1);
  expect(running).toBe(0);
  expect(manager.stats()).toMatchObject({ running: 0, queued: 0, busy: [] });
});

test('D-058: 20,000 calls leave a bounded history without secrets', async () => {
  const manager = createToolManager({
    tools: [makeTool({ execute: () => ({ text: 'x'.repeat(1_000) }) })],
    secrets: [secret('correct-horse')],
  });
  const context = openContext();
  const value = {
    note: 'correct-horse',
    password: 'hunter2!',
    apiKey: 'k-1',
    padding: 'y'.repeat(600),
  };
  for (let index = 0; index < 20_000; index += 1) {
    await manager.call(makeCall('probe', value, `c${index}`), context);
  }
  const history = manager.getHistory();
  expect(history).toHaveLength(200);
  expect(history.at(-1)?.callId).toBe('c19999');
  expect(history[0]?.callId).toBe('c19800');
  expect(manager.getHistory(0)).toEqual([]);
  const kept = JSON.stringify(history);
  expect(kept.length).toBeLessThan(200 * 1_500);
  for (const hidden of ['correct-horse', 'hunter2', 'k-1']) expect(kept).not.toContain(hidden);
}, 30_000);

test('D-060: nothing stays behind a tool that ran once', async () => {
  const manager = createToolManager({ tools: [makeTool({ policy: { maxConcurrent: 1 } })] });
  await manager.execute('probe');
  await manager.execute('probe').catch(() => undefined);
  expect(manager.stats()).toEqual({ running: 0, queued: 0, tools: 1, busy: [] });
});

test('D-060: nor behind calls that left the queue', async () => {
  const { promise, open } = gate();
  const execute = async (): Promise<unknown> => {
    await promise;
    return { text: 'done' };
  };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy: { maxConcurrent: 1 } })],
  });
  const first = manager.call(makeCall('probe'), openContext());
  const controller = new AbortController();
  const waiting = Array.from({ length: 100 }, () =>
    manager.call(makeCall('probe'), { signal: controller.signal }),
  );
  await vi.waitFor(() => {
    expect(manager.stats().queued).toBe(100);
  });
  controller.abort();
  expect(new Set((await Promise.all(waiting)).map((end) => !end.ok && end.code))).toEqual(
    new Set(['interrupted']),
  );
  expect(manager.stats()).toMatchObject({ running: 1, queued: 0 });
  open();
  expect(await first).toMatchObject({ ok: true });
  expect(manager.stats().busy).toEqual([]);
});

describe('D-061: arguments are checked against the advertised schema', () => {
  const remember = {
    type: 'object',
    properties: {
      type: { enum: ['fact', 'preference', 'task', 'conversation'] },
      content: { type: 'string', minLength: 1 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['type', 'content'],
    additionalProperties: false,
  };
  const transform = {
    type: 'object',
    properties: { text: { type: 'string' }, operation: { type: 'string' } },
    required: ['text', 'operation'],
  };
  const convert = {
    type: 'object',
    properties: { value: { type: 'number' }, from: { type: 'string' }, to: { type: 'string' } },
    required: ['value', 'from', 'to'],
  };
  test.each([
    [remember, { type: 'bogus' }, ['type: must be one of "fact"', 'content: is required']],
    [remember, {}, ['type: is required', 'content: is required']],
    [{ ...remember, required: ['tags'] }, {}, ['tags: is required']],
    [transform, { text: 5 }, ['text: must be string, not number', 'operation: is required']],
    [
      convert,
      { from: 5 },
      ['from: must be string, not number', 'value: is required', 'to: is required'],
    ],
    [
      remember,
      { type: 'fact', content: 'x', tagz: [] },
      ['tagz: is not known; did you mean "tags"?'],
    ],
  ])('%#', async (jsonSchema, value, problems) => {
    const execute = vi.fn();
    const manager = createToolManager({ tools: [makeTool({ jsonSchema, execute })] });
    const outcome = await manager.call(makeCall('probe', value), openContext());
    expect(outcome).toMatchObject({ ok: false, code: 'invalid_arguments', expected: jsonSchema });
    for (const problem of problems) {
      expect(outcome).toHaveProperty('message', expect.stringContaining(problem));
    }
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('D-062: a text that is too long is an error, and in the history', () => {
  test('10,000 characters pass, 10,001 do not', async () => {
    const execute = vi.fn(() => ({ text: 'ok' }));
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    expect(
      await manager.call(makeCall('probe', { text: 'x'.repeat(10_000) }), openContext()),
    ).toMatchObject({ ok: true });
    const outcome = await manager.call(
      makeCall('probe', { text: 'x'.repeat(10_001) }),
      openContext(),
    );
    expect(outcome).toMatchObject({
      ok: false,
      code: 'invalid_arguments',
      message: 'Invalid arguments: text: has 10001 characters, at most 10000 are allowed',
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(manager.getHistory()).toMatchObject([
      { ok: true },
      { ok: false, code: 'invalid_arguments' },
    ]);
    await expect(manager.execute('probe', { text: 'x'.repeat(10_001) })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  test('a tool may allow more or less', async () => {
    const manager = createToolManager({
      tools: [
        makeTool({ name: 'run_workflow', policy: { maxInputChars: 200_000 } }),
        makeTool({ name: 'calculator', policy: { maxInputChars: 500 } }),
      ],
    });
    const steps = JSON.stringify(
      Array.from({ length: 200 }, (_, n) => ({ id: `s${n}`, task: 'x'.repeat(500) })),
    );
    expect(await manager.call(makeCall('run_workflow', { steps }), openContext())).toMatchObject({
      ok: true,
    });
    expect(
      await manager.call(makeCall('calculator', { expression: '1'.repeat(501) }), openContext()),
    ).toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
