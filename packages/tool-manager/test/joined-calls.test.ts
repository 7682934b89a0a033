import { describe, expect, test, vi } from 'vitest';
import { keyedWorld as world } from './keyed-world.ts';
import {
  gate,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  readOnly,
  stubborn,
} from './make-tool.ts';

describe('of a call that runs', () => {
  test('a second one joins it and gets the same', async () => {
    const { call, execute, manager, events } = world();
    const work = gate();
    execute.mockImplementation(() => work.promise.then(() => ({ text: 'once' })));
    const both = [call({ a: 1 }), call({ a: 1 })];
    expect(await call({ a: 2 })).toMatchObject({ code: 'invalid_arguments' });
    work.open();
    expect(await Promise.all(both)).toMatchObject([
      { callId: 'c1', text: 'once' },
      { callId: 'c2', text: 'once' },
    ]);
    expect(execute).toHaveBeenCalledTimes(1);
    expect(events).toContain('c2 joined');
    expect(manager.getHistory().map(({ source }) => source)).toEqual([
      undefined,
      undefined,
      'joined',
    ]);
  });

  test.each([
    ['read-only', readOnly, 'interrupted'],
    ['with effects', {}, 'outcome_unknown'],
  ])(
    'one that joined a %s tool leaves at its abort and cancels nobody',
    async (_, annotations, code) => {
      const { call, execute } = world({ annotations });
      const work = gate();
      let seen: AbortSignal | undefined;
      execute.mockImplementation((_args, context) => {
        seen = context?.signal;
        return work.promise.then(() => ({ text: 'once' }));
      });
      const first = call();
      const controller = new AbortController();
      const second = call({}, { signal: controller.signal });
      const third = call();
      controller.abort();
      expect(await second).toMatchObject({ ok: false, code, retry: false, tries: 0 });
      expect(seen?.aborted).toBe(false);
      work.open();
      expect(await first).toMatchObject({ ok: true, text: 'once' });
      expect(await third).toMatchObject({ ok: true, text: 'once' });
      expect(execute).toHaveBeenCalledTimes(1);
    },
  );

  test('where the first is cancelled before anything can have happened, one of the others runs it', async () => {
    const { call, execute } = world({ annotations: idempotent });
    execute.mockImplementationOnce(obedient);
    const controller = new AbortController();
    const first = call({}, { signal: controller.signal });
    const others = [call(), call(), call()];
    controller.abort();
    expect(await first).toMatchObject({ code: 'interrupted' });
    expect(await Promise.all(others)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test('also where it ignores its abort and goes on', async () => {
    vi.useFakeTimers();
    const { call, execute } = world({ annotations: readOnly });
    execute.mockImplementationOnce(stubborn);
    const controller = new AbortController();
    const both = [call({}, { signal: controller.signal }), call()];
    controller.abort();
    await vi.advanceTimersByTimeAsync(50);
    expect(await Promise.all(both)).toMatchObject([{ code: 'outcome_unknown' }, { ok: true }]);
    vi.useRealTimers();
  });

  test('where it may have acted, nobody runs it again', async () => {
    const { call, execute } = world();
    execute.mockImplementation(obedient);
    const controller = new AbortController();
    const both = [call({}, { signal: controller.signal }), call()];
    controller.abort();
    expect(await Promise.all(both)).toMatchObject([
      { code: 'interrupted' },
      { code: 'interrupted' },
    ]);
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('whoever joins has a time limit of its own', async () => {
    vi.useFakeTimers();
    const { call, execute } = world({
      annotations: readOnly,
      policy: { timeoutMs: 10_000, totalTimeoutMs: 500 },
    });
    execute.mockImplementation(stubborn);
    const first = call();
    await vi.advanceTimersByTimeAsync(400);
    const second = call();
    await vi.advanceTimersByTimeAsync(200);
    expect(await first).toMatchObject({ code: 'timeout' });
    expect(await second).toMatchObject({ code: 'timeout' });
    vi.useRealTimers();
  });

  test('two tools that run with one key at the same time run once each', async () => {
    const { call, manager, execute } = world();
    const other = vi.fn(() => ({ text: 'other' }));
    manager.register(makeTool({ name: 'other', execute: other }));
    const context = { ...openContext(), idempotencyKey: 'k' };
    const [, , one, two] = await Promise.all([
      call(),
      call(),
      manager.call(makeCall('other', {}, 'x'), context),
      manager.call(makeCall('other', {}, 'y'), context),
    ]);
    expect([one, two]).toMatchObject([{ text: 'other' }, { text: 'other' }]);
    expect([execute, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('a pipeline that hands its context on is no reason to refuse or to wait for itself', async () => {
    const { manager, execute } = world();
    const pipeline = makeTool({
      name: 'pipeline',
      policy: { occupiesSlot: false },
      execute: async (_args, context) => {
        const one = await manager.execute('probe', { n: 1 }, { ...context, depth: 1 });
        const two = await manager.execute('probe', { n: 2 }, { ...context, depth: 1 });
        return { text: `${one.text}, ${two.text}` };
      },
    });
    manager.register(pipeline);
    const context = { ...openContext(), idempotencyKey: 'p' };
    expect(await manager.call(makeCall('pipeline'), context)).toMatchObject({
      text: 'run 1, run 2',
    });
    expect(await manager.call(makeCall('pipeline'), context)).toMatchObject({
      text: 'run 1, run 2',
    });
    expect(execute).toHaveBeenCalledTimes(2);
  });
});
