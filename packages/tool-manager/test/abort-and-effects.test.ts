import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import {
  fetchFailed,
  makeCall,
  makeTool,
  obedient,
  openContext,
  readOnly,
  stubborn,
  systemError,
} from './make-tool.ts';

describe('abort', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('ab-068: the tool gets the abort at once, and the call is interrupted', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const slow = makeTool({
      name: 'slow',
      annotations: readOnly,
      execute: (args, context) => {
        seen = context?.signal;
        return obedient(args, context);
      },
    });
    const manager = createToolManager({ tools: [slow] });
    const running = manager.call(makeCall('slow'), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(50);
    expect(seen?.aborted).toBe(false);
    controller.abort();
    expect(seen?.aborted).toBe(true);
    // No timer is moved: an obedient tool needs none.
    expect(await running).toMatchObject({ ok: false, code: 'interrupted', retry: false, tries: 1 });
    expect(manager.stats()).toMatchObject({ running: 0, busy: [] });
  });

  test.each([
    ['with effects', {}],
    ['idempotent', { idempotent: true }],
    ['read-only', readOnly],
  ])(
    'ab-069: a %s tool that ignores the abort is of unknown outcome and still running',
    async (_, annotations) => {
      const controller = new AbortController();
      const manager = createToolManager({
        tools: [makeTool({ name: 'stubborn', execute: stubborn, annotations })],
      });
      let answeredAt: number | undefined;
      const running = manager.call(makeCall('stubborn'), { signal: controller.signal });
      void running.then(() => (answeredAt = Date.now()));
      await vi.advanceTimersByTimeAsync(50);
      const abortedAt = Date.now();
      controller.abort();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await running).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false });
      expect(await running).toHaveProperty(
        'message',
        expect.stringContaining('still running, not cancelled'),
      );
      expect((answeredAt ?? Infinity) - abortedAt).toBeLessThanOrEqual(50);
      expect(manager.getHistory()).toMatchObject([{ code: 'outcome_unknown', stillRunning: true }]);
    },
  );

  test('ab-033: what a tool answers after the abort is never a result', async () => {
    const controller = new AbortController();
    const execute = (
      _args: unknown,
      context?: { readonly signal?: AbortSignal },
    ): Promise<unknown> =>
      new Promise((resolve) => {
        context?.signal?.addEventListener('abort', () => {
          resolve({ text: 'half of it' });
        });
      });
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    const running = manager.call(makeCall('probe'), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    const outcome = await running;
    expect(outcome).toMatchObject({ ok: false, code: 'interrupted', retry: false });
    // It has effects, and nobody knows how far it came.
    expect(outcome).toHaveProperty('message', expect.stringContaining('may have acted'));
  });

  test('a connection that breaks while a tool with effects stops leaves its outcome open', async () => {
    const controller = new AbortController();
    const execute = (
      _args: unknown,
      context?: { readonly signal?: AbortSignal },
    ): Promise<unknown> =>
      new Promise((_resolve, reject) => {
        context?.signal?.addEventListener('abort', () => {
          reject(systemError('ECONNRESET'));
        });
      });
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    const running = manager.call(makeCall('probe'), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    expect(await running).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false });
  });

  test('a call that is aborted before it starts says that nothing happened', async () => {
    const execute = vi.fn();
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    const outcome = await manager.call(makeCall('probe'), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ ok: false, code: 'interrupted', tries: 0, retry: false });
    expect(outcome).toHaveProperty('message', expect.stringContaining('nothing happened'));
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('retry', () => {
  // Reported as plain messages; errors are classified by type, status and cause.code, so both forms are tried.
  test.each([
    ['a plain message', new Error('connection reset')],
    ['a system error', systemError('ECONNRESET', 'read ECONNRESET')],
    ['a failed fetch', fetchFailed('UND_ERR_SOCKET')],
    ['socket hang up', new Error('socket hang up')],
  ])('ab-070: a tool with effects runs once; %s leaves the outcome unknown', async (_, error) => {
    const execute = vi.fn(() => Promise.reject(error));
    const manager = createToolManager({ tools: [makeTool({ name: 'send', execute })] });
    const outcome = await manager.call(makeCall('send'), openContext());
    expect(execute).toHaveBeenCalledTimes(1);
    expect(outcome).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false, tries: 1 });
    expect(outcome).toHaveProperty(
      'message',
      expect.stringContaining('Check what it did before you call it again'),
    );
  });

  test.each([
    ['a plain message', new Error('timeout')],
    ['a TimeoutError', new DOMException('The operation timed out', 'TimeoutError')],
    ['ETIMEDOUT', systemError('ETIMEDOUT')],
  ])(
    'ab-071: %s of a tool with effects is not repeated and invites no repetition',
    async (_, error) => {
      const execute = vi.fn(() => Promise.reject(error));
      const manager = createToolManager({ tools: [makeTool({ name: 'charge', execute })] });
      const outcome = await manager.call(makeCall('charge'), openContext());
      expect(execute).toHaveBeenCalledTimes(1);
      expect(outcome).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false });
    },
  );

  test.each([
    ['obedient', obedient],
    ['stubborn', stubborn],
  ])(
    "ab-071: the manager's own time-out of an %s tool with effects is of unknown outcome",
    async (_, body) => {
      vi.useFakeTimers();
      const execute = vi.fn(body);
      const manager = createToolManager({
        tools: [makeTool({ name: 'charge', execute, policy: { timeoutMs: 100 } })],
      });
      const running = manager.call(makeCall('charge'), openContext());
      await vi.advanceTimersByTimeAsync(150);
      expect(await running).toMatchObject({ ok: false, code: 'outcome_unknown', retry: false });
      expect(execute).toHaveBeenCalledTimes(1);
      vi.useRealTimers();
    },
  );
});
