import { afterEach, expect, test, vi } from 'vitest';
import type { ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import type { ToolEvent } from '../src/index.ts';
import {
  ForeignError,
  gate,
  idempotent,
  makeCall,
  makeTool,
  openContext,
  recordingClock,
  stubborn,
} from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the events of a call come in order and carry who they are about', async () => {
  const events: ToolEvent[] = [];
  const execute = vi
    .fn<() => unknown>()
    .mockImplementationOnce(() => {
      throw new ForeignError('upstream_5xx');
    })
    .mockReturnValueOnce({ text: 'ok' });
  const manager = createToolManager({
    tools: [makeTool({ execute, annotations: idempotent })],
    clock: recordingClock(),
    random: () => 0,
    onEvent: (event) => events.push(event),
  });
  const outcome = await manager.call(makeCall('probe'), { ...openContext(), runId: 'r1' });
  const about = { callId: 'c1', name: 'probe', runId: 'r1', at: 0 };
  expect(events).toEqual([
    { ...about, type: 'started', attempt: 1 },
    { ...about, type: 'retry', attempt: 1, waitMs: 125, code: 'tool_error' },
    { ...about, type: 'started', attempt: 2 },
    { ...about, type: 'finished', outcome },
  ]);
});

test('a call that has to wait says so', async () => {
  const { promise, open } = gate();
  const events: string[] = [];
  const manager = createToolManager({
    maxConcurrent: 1,
    tools: [makeTool({ execute: () => promise.then(() => ({ text: 'ok' })) })],
    onEvent: ({ type, callId }) => events.push(`${callId} ${type}`),
  });
  const both = [
    manager.call(makeCall('probe', {}, 'a'), openContext()),
    manager.call(makeCall('probe', {}, 'b'), openContext()),
  ];
  await vi.waitFor(() => {
    expect(manager.stats().queued).toBe(1);
  });
  open();
  await Promise.all(both);
  expect(events).toEqual(
    ['a started', 'b queued', 'a finished', 'b started', 'b finished'].sort(
      (one, other) => events.indexOf(one) - events.indexOf(other),
    ),
  );
  expect(events.indexOf('b queued')).toBeLessThan(events.indexOf('b started'));
});

test('a listener that throws fails neither the call nor the tool', async () => {
  const execute = (_args: unknown, context?: ToolContext): unknown => {
    context?.onProgress?.({ message: 'half' });
    return { text: 'ok' };
  };
  const fail = (): never => {
    throw new Error('listener');
  };
  const manager = createToolManager({ tools: [makeTool({ execute })], onEvent: fail });
  expect(
    await manager.call(makeCall('probe'), { ...openContext(), onProgress: fail }),
  ).toMatchObject({ ok: true });
});

test('the tool gets the context of the call, and progress ends with the answer', async () => {
  vi.useFakeTimers();
  let seen: ToolContext | undefined;
  const progress: string[] = [];
  const execute = (_args: unknown, context?: ToolContext): Promise<never> => {
    seen = context;
    context?.onProgress?.({ message: 'early' });
    return stubborn();
  };
  const manager = createToolManager({ tools: [makeTool({ execute, policy: { timeoutMs: 10 } })] });
  const context = {
    ...openContext(),
    runId: 'r',
    idempotencyKey: 'k',
    language: 'zh' as const,
    depth: 0,
  };
  const running = manager.call(makeCall('probe'), {
    ...context,
    onProgress: ({ message }) => progress.push(message),
  });
  await vi.advanceTimersByTimeAsync(100);
  await running;
  seen?.onProgress?.({ message: 'late' });
  expect(progress).toEqual(['early']);
  expect(seen).toMatchObject({ runId: 'r', idempotencyKey: 'k', language: 'zh', depth: 0 });
});

test('waiting for a slot has an end, and says that nothing was started', async () => {
  vi.useFakeTimers();
  const execute = vi.fn(stubborn);
  const policy = { maxConcurrent: 1, timeoutMs: 10 };
  const manager = createToolManager({
    tools: [makeTool({ execute, policy })],
    queueTimeoutMs: 1_000,
  });
  void manager.call(makeCall('probe'), openContext());
  await vi.advanceTimersByTimeAsync(50);
  const waiting = manager.call(makeCall('probe'), openContext());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toMatchObject({
    ok: false,
    code: 'timeout',
    message: 'probe waited 1000 ms for a free slot and was not started.',
    retry: true,
    tries: 0,
  });
  expect(execute).toHaveBeenCalledTimes(1);
  expect(manager.stats()).toMatchObject({ running: 1, queued: 0 });
});

test('dead bodies give their share of the common limit back after a while, but not their own', async () => {
  vi.useFakeTimers();
  const manager = createToolManager({
    maxConcurrent: 1,
    abandonedSlotMs: 5_000,
    tools: [
      makeTool({ name: 'dead', execute: stubborn, policy: { timeoutMs: 10, maxConcurrent: 1 } }),
      makeTool({ name: 'alive' }),
    ],
  });
  void manager.call(makeCall('dead'), openContext());
  await vi.advanceTimersByTimeAsync(100);
  let isAnswered = false;
  const alive = manager.call(makeCall('alive'), openContext()).finally(() => (isAnswered = true));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await alive).toMatchObject({ ok: true });
  expect(manager.stats()).toMatchObject({
    running: 0,
    busy: [{ name: 'dead', running: 1, queued: 0 }],
  });
});

test('a call that waits for a slot is interrupted by its signal at once', async () => {
  const controller = new AbortController();
  const { promise, open } = gate();
  const manager = createToolManager({
    maxConcurrent: 1,
    tools: [makeTool({ execute: () => promise.then(() => ({ text: 'ok' })) })],
  });
  const first = manager.call(makeCall('probe'), openContext());
  const second = manager.call(makeCall('probe'), { signal: controller.signal });
  await vi.waitFor(() => {
    expect(manager.stats().queued).toBe(1);
  });
  controller.abort();
  expect(await second).toMatchObject({ code: 'interrupted', tries: 0 });
  expect(await second).toHaveProperty(
    'message',
    'Cancelled before probe was started; nothing happened.',
  );
  open();
  expect(await first).toMatchObject({ ok: true });
});
