import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import type { ToolManagerOptions } from '../src/index.ts';
import { gate, makeCall, makeTool, openContext, readOnly } from './make-tool.ts';

type Body = (args: unknown, context: ToolContext) => unknown;

function managerOf(body: Body, options: ToolManagerOptions = {}) {
  const execute = (args: unknown, context: ToolContext = {}): unknown => body(args, context);
  const tool = makeTool({ execute, annotations: readOnly, policy: { timeoutMs: 1_000 } });
  return createToolManager({ tools: [tool], ...options });
}

/** The context that a tool gets. */
async function contextOf(context: ToolContext): Promise<ToolContext> {
  let seen: ToolContext = {};
  const manager = managerOf((_args, given) => {
    seen = given;
    return { text: 'ok' };
  });
  await manager.call(makeCall('probe'), context);
  return seen;
}

describe("a tool's context", () => {
  test('has what the caller gave, and a signal of its own', async () => {
    const more = { runId: 'r1', language: 'zh', depth: 2, trace: 'mine' } as const;
    const given = openContext();
    const { signal, ...others } = await contextOf({ ...given, ...more });
    expect(others).toEqual(more);
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(signal).not.toBe(given.signal);
    expect(Object.keys(await contextOf({ ...given, ...more })).sort()).toEqual(
      ['signal', ...Object.keys(more)].sort(),
    );
  });

  test.each<[string, (context: ToolContext) => ToolContext]>([
    ['spread', (context) => ({ ...context })],
    ['assigned', (context) => Object.assign({}, context)],
    ['inherited', (context) => Object.create(context) as ToolContext],
    ['behind a proxy', (context) => new Proxy(context, {})],
    [
      'cloned by its descriptors',
      (context) => Object.defineProperties({}, Object.getOwnPropertyDescriptors(context)),
    ],
    ['frozen', (context) => Object.freeze(context)],
  ])('can be %s', async (_, change) => {
    const context = await contextOf(openContext());
    const changed = change(context);
    expect(changed.signal).toBeInstanceOf(AbortSignal);
    expect(changed.signal).toBe(context.signal);
  });

  test('tells whether it was aborted without making a signal', async () => {
    const source = Symbol.for('@mini-agent/signal-source');
    const told: unknown[] = [];
    const controller = new AbortController();
    const manager = managerOf((_args, context) => {
      const { isAborted } = Object.getOwnPropertyDescriptor(context, source)?.value as {
        readonly isAborted: boolean;
      };
      told.push(isAborted);
      controller.abort();
      told.push((context as { [source]: { isAborted: boolean } })[source].isAborted);
      Object.assign(context, { signal: new AbortController().signal });
      told.push(source in context);
      return { text: 'ok' };
    });
    await manager.call(makeCall('probe'), { signal: controller.signal });
    expect(told).toEqual([false, true, false]);
  });

  test('can get another signal', async () => {
    const context = await contextOf(openContext());
    const { signal } = new AbortController();
    Object.assign(context, { signal });
    expect(context.signal).toBe(signal);
    expect({ ...context }.signal).toBe(signal);
    expect((await contextOf(openContext())).signal).not.toBe(signal);
  });
});

describe('a signal that is asked for', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('after the abort is aborted, with its reason', async () => {
    const controller = new AbortController();
    const work = gate();
    let seen: AbortSignal | undefined;
    const manager = managerOf(async (_args, context) => {
      await work.promise;
      seen = context.signal;
      return { text: 'too late' };
    });
    const running = manager.call(makeCall('probe'), { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    work.open();
    expect(await running).toMatchObject({ ok: false, code: 'interrupted' });
    expect(seen?.aborted).toBe(true);
    expect(seen?.reason).toBe(reason);
  });

  test('after the time-out is aborted as timed out', async () => {
    const work = gate();
    let seen: AbortSignal | undefined;
    const manager = managerOf(async (_args, context) => {
      await work.promise;
      seen = context.signal;
    });
    const running = manager.call(makeCall('probe'), openContext());
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await running).toMatchObject({ ok: false, code: 'timeout' });
    work.open();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  test('after the end is never aborted', async () => {
    const controller = new AbortController();
    let context: ToolContext = {};
    const manager = managerOf((_args, given) => {
      context = given;
      return { text: 'ok' };
    });
    await manager.call(makeCall('probe'), { signal: controller.signal });
    controller.abort();
    expect(context.signal?.aborted).toBe(false);
  });

  test('takes any number of listeners without a warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const manager = managerOf((_args, { signal }) => {
      for (let count = 0; count < 50; count += 1) signal?.addEventListener('abort', () => count);
      return { text: 'ok' };
    });
    expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({ ok: true });
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});

describe('what must not throw and does', () => {
  test.each([1, 2, 3])(
    'rejects the call instead of holding it (the time is asked %i times)',
    async (asked) => {
      let count = 0;
      const now = (): number => {
        count += 1;
        if (count >= asked) throw new Error('the clock is broken');
        return 0;
      };
      const clock = { now, sleep: () => Promise.resolve() };
      const manager = managerOf(() => ({ text: 'ok' }), { clock });
      await expect(manager.call(makeCall('probe'), openContext())).rejects.toThrow(
        'the clock is broken',
      );
    },
  );
});

test('nobody hears of the end of a call before its promise exists', async () => {
  const heard: string[] = [];
  const manager = managerOf(() => ({ text: 'ok' }), { onEvent: ({ type }) => heard.push(type) });
  const calls = [
    manager.call(makeCall('unknown'), openContext()),
    manager.call(
      { ...makeCall('probe'), arguments: { ok: true, value: [] as never } },
      openContext(),
    ),
    manager.call(makeCall('probe'), { signal: AbortSignal.abort() }),
  ];
  expect(heard).toEqual([]);
  await Promise.all(calls);
  expect(heard).toEqual(['finished', 'finished', 'finished']);
});
