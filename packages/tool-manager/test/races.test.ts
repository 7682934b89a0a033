import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToolAnnotations, ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import type { ToolEvent } from '../src/index.ts';
import { SignalWatch } from '../src/signal-watch.ts';
import {
  gate,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  readOnly,
  stubborn,
  systemError,
} from './make-tool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Body = (args: unknown, context?: ToolContext) => unknown;

const kinds: readonly (readonly [string, Partial<ToolAnnotations>])[] = [
  ['read-only', { readOnly: true }],
  ['idempotent', idempotent],
  ['with effects', {}],
];

describe.each(kinds)('an abort of a %s tool', (kind, annotations) => {
  const harms = kind === 'with effects';

  function start(execute: Body, policy = {}, onEvent?: (event: ToolEvent) => void) {
    const controller = new AbortController();
    const body = vi.fn(execute);
    const manager = createToolManager({
      tools: [makeTool({ execute: body, annotations, policy })],
      random: () => 0,
      ...(onEvent === undefined ? {} : { onEvent }),
    });
    const call = () => manager.call(makeCall('probe'), { signal: controller.signal });
    return { controller, body, manager, call };
  }

  test('before the call: nothing runs', async () => {
    const { controller, body, call } = start(() => ({ text: 'ok' }));
    controller.abort();
    expect(await call()).toMatchObject({ code: 'interrupted', tries: 0 });
    expect(body).not.toHaveBeenCalled();
  });

  test('in the queue, and in the tick in which a slot comes free: nothing runs, no slot is lost', async () => {
    const work = gate();
    const { controller, body, manager, call } = start(
      () => work.promise.then(() => ({ text: 'ok' })),
      { maxConcurrent: 1 },
    );
    const first = manager.call(makeCall('probe'), { signal: new AbortController().signal });
    const waiting = [call(), call()];
    work.open();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    controller.abort();
    expect(await first).toMatchObject({ ok: true });
    expect(await Promise.all(waiting)).toMatchObject([
      { code: 'interrupted' },
      { code: 'interrupted' },
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect(manager.stats()).toMatchObject({ running: 0, queued: 0, busy: [] });
    expect(body.mock.calls.length).toBeLessThanOrEqual(2);
  });

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'in the tick of the end (%i microtasks later): the slot comes back and the answer is true',
    async (ticks) => {
      const work = gate();
      const { controller, manager, call } = start(() => work.promise.then(() => ({ text: 'ok' })));
      const running = call();
      work.open();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      controller.abort();
      const outcome = await running;
      if (!outcome.ok) {
        expect(outcome).toMatchObject({ code: 'interrupted', tries: 1 });
        expect(outcome.message.includes('may have acted')).toBe(harms);
      }
      expect(manager.stats()).toMatchObject({ running: 0, busy: [] });
    },
  );

  test('at the start, by a listener: the body is not started', async () => {
    const controller = new AbortController();
    const body = vi.fn(() => ({ text: 'ok' }));
    const manager = createToolManager({
      tools: [makeTool({ execute: body, annotations })],
      onEvent: ({ type }) => {
        if (type === 'started') controller.abort();
      },
    });
    expect(await manager.call(makeCall('probe'), { signal: controller.signal })).toMatchObject({
      code: 'interrupted',
      tries: 0,
    });
    expect(body).not.toHaveBeenCalled();
    expect(manager.stats()).toMatchObject({ running: 0, busy: [] });
  });

  test('at the start, by the body itself: it is told, and its end is waited for', async () => {
    const { controller, call } = start((args, context) => {
      const ended = obedient(args, context);
      controller.abort();
      return ended;
    });
    expect(await call()).toMatchObject({ code: 'interrupted', tries: 1 });
  });

  test('during the body: interrupted where it ends, unknown where it does not', async () => {
    const ends = start(obedient);
    const ended = ends.call();
    ends.controller.abort();
    expect(await ended).toMatchObject({ code: 'interrupted' });
    const stays = start(stubborn);
    const stuck = stays.call();
    stays.controller.abort();
    await vi.advanceTimersByTimeAsync(20);
    expect(await stuck).toMatchObject({ code: 'outcome_unknown' });
  });

  test('in the tick of a time-out: whichever came first counts, and the body hears one reason', async () => {
    const reasons: unknown[] = [];
    const { controller, call } = start(
      (args, context) => {
        context?.signal?.addEventListener('abort', () => reasons.push(context.signal?.reason));
        return obedient(args, context);
      },
      { timeoutMs: 100 },
    );
    setTimeout(() => {
      controller.abort();
    }, 100);
    const running = call();
    await vi.advanceTimersByTimeAsync(150);
    const outcome = await running;
    expect(outcome).toMatchObject({ ok: false, tries: 1 });
    expect(reasons).toHaveLength(1);
    // The abort was set first.
    expect(outcome).toMatchObject({ code: 'interrupted' });
  });

  test('after the end: the answer stands', async () => {
    const { controller, call } = start(() => ({ text: 'ok' }));
    const outcome = await call();
    controller.abort();
    expect(outcome).toMatchObject({ ok: true });
  });
});

test('an abort during the wait between two tries ends the call at once', async () => {
  const controller = new AbortController();
  const body = vi.fn(() => Promise.reject(systemError('ECONNRESET')));
  const manager = createToolManager({
    tools: [makeTool({ execute: body, annotations: idempotent })],
  });
  const running = manager.call(makeCall('probe'), { signal: controller.signal });
  await vi.advanceTimersByTimeAsync(50);
  controller.abort();
  expect(await running).toMatchObject({ code: 'interrupted', tries: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(body).toHaveBeenCalledTimes(1);
});

describe('progress', () => {
  test('comes in order, and not from an earlier try, nor after the end', async () => {
    const seen: string[] = [];
    const late: (() => void)[] = [];
    let tries = 0;
    const execute: Body = (_args, context) => {
      tries += 1;
      const { onProgress } = context ?? {};
      const name = `try ${tries}`;
      onProgress?.({ message: `${name} a`, done: 1, total: 2 });
      onProgress?.({ message: `${name} b` });
      late.push(() => onProgress?.({ message: `${name} late` }));
      if (tries === 2) late[0]?.();
      return tries < 2 ? Promise.reject(systemError('ECONNRESET')) : { text: 'ok' };
    };
    const manager = createToolManager({
      tools: [makeTool({ execute, annotations: idempotent })],
      clock: {
        now: () => 0,
        sleep: () => {
          late[0]?.();
          return Promise.resolve();
        },
      },
    });
    await manager.call(makeCall('probe'), {
      signal: new AbortController().signal,
      onProgress: ({ message }) => seen.push(message),
    });
    for (const tell of late) tell();
    expect(seen).toEqual(['try 1 a', 'try 1 b', 'try 2 a', 'try 2 b']);
  });
});

test('one listener serves all calls that follow a signal, and goes with the last of them', () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const watch = new SignalWatch();
  const listeners = Array.from({ length: 100 }, () => ({ onAbort: vi.fn() }));
  for (const listener of listeners) watch.add(signal, listener);
  expect(added).toHaveBeenCalledTimes(1);
  for (const listener of listeners.slice(1)) watch.remove(signal, listener);
  expect(removed).not.toHaveBeenCalled();
  for (const listener of [...listeners, ...listeners]) watch.remove(signal, listener);
  expect(removed).toHaveBeenCalledTimes(1);
});

test.each<[string, number, Body]>([
  ['no controller where the tool asks for no signal', 0, () => ({ text: 'ok' })],
  [
    'one controller where it does',
    1,
    (_args, context) => ({ text: String(context?.signal === context?.signal) }),
  ],
])(
  'a call makes %s, one timer and one listener, and takes them back',
  async (_, count, execute) => {
    const { signal } = new AbortController();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const any = vi.spyOn(AbortSignal, 'any');
    const Original = AbortController;
    let controllers = 0;
    vi.stubGlobal(
      'AbortController',
      class extends Original {
        constructor() {
          super();
          controllers += 1;
        }
      },
    );
    const manager = createToolManager({ tools: [makeTool({ execute, annotations: readOnly })] });
    controllers = 0;
    await manager.call(makeCall('probe'), { signal });
    vi.unstubAllGlobals();
    expect([controllers, timers.mock.calls.length, added.mock.calls.length]).toEqual([count, 1, 1]);
    expect(any).not.toHaveBeenCalled();
    expect(cleared).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    vi.restoreAllMocks();
  },
);
