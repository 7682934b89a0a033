import { describe, expect, test, vi } from 'vitest';
import { keyedWorld as world } from './keyed-world.ts';
import {
  ForeignError,
  gate,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  readOnly,
  systemError,
} from './make-tool.ts';

describe('of a call that has finished', () => {
  test('the outcome is given again under the new id, and nothing runs', async () => {
    const { call, execute, manager, events } = world();
    expect(await call({ a: 1, b: 2 })).toMatchObject({ callId: 'c1', ok: true, text: 'run 1' });
    // The order of names is no difference.
    expect(await call({ b: 2, a: 1 })).toMatchObject({
      callId: 'c2',
      ok: true,
      trusted: true,
      text: 'run 1',
      data: { runs: 1 },
      tries: 1,
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(events).toEqual(['c1 started', 'c1 finished', 'c2 repeated', 'c2 finished']);
    expect(manager.getHistory()).toMatchObject([
      { callId: 'c1' },
      { callId: 'c2', source: 'repeated' },
    ]);
  });

  test('nobody can change what is kept', async () => {
    const { call } = world();
    const first = (await call()) as { data?: { runs: number } };
    if (first.data) first.data.runs = 99;
    expect(await call()).toMatchObject({ data: { runs: 1 } });
  });

  test('other arguments are refused, in both languages, and nothing runs', async () => {
    const { call, execute } = world();
    await call({ to: 'a' });
    expect(await call({ to: 'b' })).toMatchObject({
      ok: false,
      code: 'invalid_arguments',
      retry: false,
      tries: 0,
      message: expect.stringContaining(
        'idempotency key was used before with other arguments',
      ) as string,
    });
    expect(await call({ to: 'b' }, { language: 'zh' })).toHaveProperty(
      'message',
      expect.stringContaining('幂等键已用于其他参数'),
    );
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('long arguments are compared whole', async () => {
    const { call, execute } = world({ policy: { maxInputChars: 100_000 } });
    const long = 'x'.repeat(50_000);
    await call({ text: long, n: 1 });
    expect(await call({ n: 1, text: long })).toMatchObject({ ok: true, text: 'run 1' });
    expect(await call({ text: `${long.slice(1)}y`, n: 1 })).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('it works without a history, too', async () => {
    const { call, execute } = world({}, { historySize: 0 });
    await call({ a: 1, b: 2 });
    expect(await call({ b: 2, a: 1 })).toMatchObject({ ok: true });
    expect(await call({ a: 2 })).toMatchObject({ code: 'invalid_arguments' });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('after the window it runs again', async () => {
    const { call, clock, execute } = world({}, { idempotencyWindowMs: 1_000 });
    await call();
    clock.at = 1_000;
    expect(await call()).toMatchObject({ text: 'run 1' });
    clock.at = 1_001;
    expect(await call()).toMatchObject({ text: 'run 2' });
    expect(execute).toHaveBeenCalledTimes(2);
  });

  test('a key counts for one tool, and without a key everything runs', async () => {
    const { call, manager, execute } = world();
    const other = vi.fn(() => ({ text: 'other' }));
    manager.register(makeTool({ name: 'other', execute: other }));
    await call();
    await manager.call(makeCall('other', { x: 1 }), { ...openContext(), idempotencyKey: 'k' });
    expect(other).toHaveBeenCalledTimes(1);
    await manager.execute('probe');
    await manager.execute('probe');
    expect(execute).toHaveBeenCalledTimes(3);
  });

  test.each([[''], ['k'.repeat(1_001)], [5 as unknown as string]])(
    'a key like %j is refused',
    async (key) => {
      const { call, execute } = world();
      expect(await call({}, { idempotencyKey: key })).toMatchObject({ code: 'invalid_arguments' });
      expect(execute).not.toHaveBeenCalled();
    },
  );

  test('a large result is kept as far as there is room, and says so', async () => {
    const { call, execute } = world();
    const result = { text: 'x'.repeat(300_000), data: { big: 'y'.repeat(200_000) } };
    execute.mockImplementation(() => result);
    expect(await call({}, { idempotencyKey: 'other' })).toMatchObject(result);
    await call();
    const again = await call();
    expect(again).toMatchObject({ ok: true, truncated: true, text: 'x'.repeat(100_000) });
    expect(again).not.toHaveProperty('data');
  });

  test('the memory is bounded: old outcomes make room', async () => {
    const { call, execute } = world();
    execute.mockImplementation(() => ({ text: 'x'.repeat(50_000) }));
    for (let index = 0; index < 100; index += 1) await call({}, { idempotencyKey: `k${index}` });
    await call({}, { idempotencyKey: 'k99' });
    expect(execute).toHaveBeenCalledTimes(100);
    await call({}, { idempotencyKey: 'k0' });
    expect(execute).toHaveBeenCalledTimes(101);
  });
});

describe('which failures are given again', () => {
  test.each([
    ['an unknown outcome', {}, systemError('ECONNRESET'), 1, 'outcome_unknown'],
    ['a hard failure with effects', {}, new Error('boom'), 1, 'tool_error'],
    ['a hard failure without', readOnly, new Error('boom'), 1, 'tool_error'],
    [
      'a transient failure of a read-only tool',
      readOnly,
      systemError('ECONNRESET'),
      2,
      'tool_error',
    ],
    [
      'a rate limit: nothing happened',
      {},
      new ForeignError('rate_limited', 'x', { status: 429 }),
      2,
      'rate_limited',
    ],
    [
      'arguments that the tool refused',
      {},
      new ForeignError('invalid_arguments'),
      2,
      'invalid_arguments',
    ],
  ])('%s', async (...[, annotations, error, runs, code]) => {
    const { call, execute } = world({ annotations });
    execute.mockImplementation(() => Promise.reject(error));
    expect(await call()).toMatchObject({ ok: false, code });
    execute.mockImplementation(
      runs === 1 ? () => ({ text: 'a second time' }) : () => Promise.reject(error),
    );
    expect(await call()).toMatchObject({ ok: false, code });
    expect(execute).toHaveBeenCalledTimes(runs);
  });

  test.each([
    [
      'a tool with effects is never started a second time',
      {},
      1,
      { ok: false, code: 'interrupted' },
    ],
    ['an idempotent one runs', idempotent, 2, { ok: true }],
  ])('after an abort half-way %s', async (...[, annotations, runs, outcome]) => {
    const { call, execute } = world({ annotations });
    execute.mockImplementationOnce(obedient);
    const controller = new AbortController();
    const first = call({}, { signal: controller.signal });
    controller.abort();
    expect(await first).toMatchObject({ code: 'interrupted' });
    expect(await call()).toMatchObject(outcome);
    expect(execute).toHaveBeenCalledTimes(runs);
  });

  test('what never started runs', async () => {
    const { call, execute } = world();
    expect(await call({}, { signal: AbortSignal.abort() })).toMatchObject({ tries: 0 });
    expect(await call()).toMatchObject({ ok: true });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('an unknown outcome stays unknown although the body ended well later', async () => {
    vi.useFakeTimers();
    const { call, execute } = world({ policy: { timeoutMs: 10 } });
    const late = gate();
    execute.mockImplementation(() => late.promise.then(() => ({ text: 'done' })));
    const first = call();
    await vi.advanceTimersByTimeAsync(50);
    expect(await first).toMatchObject({ code: 'outcome_unknown' });
    late.open();
    await vi.advanceTimersByTimeAsync(1);
    expect(await call()).toMatchObject({ ok: false, code: 'outcome_unknown' });
    expect(execute).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});
