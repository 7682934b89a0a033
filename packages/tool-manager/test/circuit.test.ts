import { describe, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { failTimes, world } from './circuit-world.ts';
import {
  ForeignError,
  gate,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  systemError,
} from './make-tool.ts';

describe('opening', () => {
  test('after five failures in a row the tool rests: answered at once, with the time of the next try', async () => {
    const { call, execute, manager, circuitEvents, clock } = world();
    await failTimes(call, 5);
    expect(execute).toHaveBeenCalledTimes(5);
    expect(circuitEvents()).toEqual(['open']);
    clock.at += 10_000;
    expect(await call()).toMatchObject({
      ok: false,
      code: 'tool_error',
      retry: false,
      retryAfterMs: 20_000,
      tries: 0,
      message:
        'probe was not started: it failed 5 times in a row. It will be tried again in 20 s; until then do without it.',
    });
    expect(await call({}, { language: 'zh' })).toHaveProperty(
      'message',
      'probe 没有开始：已连续失败 5 次。20 秒后会再试，在此之前请改用其他办法。',
    );
    expect(execute).toHaveBeenCalledTimes(5);
    expect(manager.stats().circuits).toEqual([
      { name: 'probe', state: 'open', failures: 5, retryAt: 1_030_000 },
    ]);
  });

  test('a program gets the waiting time with the error', async () => {
    const { call, manager } = world({}, { circuit: { failures: 1, coolDownMs: 5_000 } });
    await call();
    await expect(manager.execute('probe')).rejects.toMatchObject({
      code: 'tool_error',
      retryAfterMs: 5_000,
    });
  });

  test.each([
    ['invalid arguments', new ForeignError('invalid_arguments')],
    ['a refusal', new ForeignError('denied')],
    ['a bug', new TypeError('x is not a function')],
    ['404', new ForeignError('tool_error', 'x', { status: 404 })],
    ['a refused connection', systemError('ECONNREFUSED')],
    ['a used-up quota', new ForeignError('quota', 'x', { status: 429 })],
  ])('%s never opens it', async (_, error) => {
    const { call, execute, manager } = world();
    execute.mockImplementation(() => Promise.reject(error));
    await failTimes(call, 12);
    expect(execute).toHaveBeenCalledTimes(12);
    expect(manager.stats()).not.toHaveProperty('circuits');
  });

  test('aborts never open it', async () => {
    const { call, execute, manager } = world({}, { circuit: { failures: 1 } });
    execute.mockImplementation(obedient);
    for (let index = 0; index < 5; index += 1) {
      const controller = new AbortController();
      const running = call({}, { signal: controller.signal });
      controller.abort();
      await running;
    }
    expect(manager.stats()).not.toHaveProperty('circuits');
  });

  test.each([
    ['a success', () => ({ text: 'ok' })],
    [
      'an answer that is no complaint about itself',
      () => Promise.reject(new ForeignError('tool_error', 'x', { status: 404 })),
    ],
  ])('%s in between starts the count anew', async (_, between) => {
    const { call, execute, manager } = world();
    await failTimes(call, 4);
    execute.mockImplementationOnce(between);
    await failTimes(call, 5);
    expect(manager.stats()).not.toHaveProperty('circuits');
    await call();
    expect(manager.stats().circuits).toHaveLength(1);
  });

  test('bad arguments in between do not', async () => {
    const { call, execute, manager } = world();
    await failTimes(call, 4);
    execute.mockImplementationOnce(() => Promise.reject(new ForeignError('invalid_arguments')));
    await failTimes(call, 2);
    expect(manager.stats().circuits).toHaveLength(1);
  });

  test('time-outs of tries count, and so do failures whose outcome is unknown', async () => {
    vi.useFakeTimers();
    const policy = { timeoutMs: 10 };
    const { call, execute, manager } = world({ annotations: {}, policy });
    execute.mockImplementation(obedient);
    for (let index = 0; index < 5; index += 1) {
      const running = call();
      await vi.advanceTimersByTimeAsync(50);
      expect(await running).toMatchObject({ code: 'outcome_unknown' });
    }
    expect(manager.stats().circuits).toHaveLength(1);
    vi.useRealTimers();
  });

  test('tries of one call count each, and end when the circuit opens', async () => {
    const { call, execute, clock } = world(
      { annotations: idempotent },
      { retryCount: 5, circuit: { failures: 3 } },
    );
    expect(await call()).toMatchObject({
      ok: false,
      tries: 3,
      retry: false,
      retryAfterMs: 30_000,
      message: 'the service is down (tried 3 times)',
    });
    expect(execute).toHaveBeenCalledTimes(3);
    expect(clock.waits).toHaveLength(2);
  });

  test('calls that waited in the queue while it opened are answered without running', async () => {
    const { call, execute, manager } = world({}, { maxConcurrent: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(execute).toHaveBeenCalledTimes(5);
    expect(answers.filter((outcome) => outcome.tries === 0)).toHaveLength(15);
    expect(manager.stats()).toMatchObject({ running: 0, queued: 0, busy: [] });
  });

  test('another tool is not concerned', async () => {
    const { call, manager } = world();
    manager.register(makeTool({ name: 'other' }));
    await failTimes(call, 5);
    expect(await manager.call(makeCall('other'), openContext())).toMatchObject({ ok: true });
  });

  test('a pipeline has none: what it calls has its own', async () => {
    const { call, execute, manager } = world({ policy: { occupiesSlot: false } });
    await failTimes(call, 12);
    expect(execute).toHaveBeenCalledTimes(12);
    expect(manager.stats()).not.toHaveProperty('circuits');
  });

  test('it can be switched off', async () => {
    const { call, execute } = world({}, { circuit: false });
    await failTimes(call, 12);
    expect(execute).toHaveBeenCalledTimes(12);
  });

  test.each([[{ failures: 0 }], [{ failures: 1.5 }], [{ coolDownMs: 0 }], [{ coolDownMs: NaN }]])(
    '%j is refused',
    (circuit) => {
      expect(() => createToolManager({ circuit })).toThrow(/circuit\./);
    },
  );
});

describe('Retry-After', () => {
  test('above 8 s it is the rest, neither slept nor shortened', async () => {
    const { call, execute, clock } = world({ annotations: idempotent }, { retryCount: 2 });
    execute.mockImplementation(() =>
      Promise.reject(
        new ForeignError('rate_limited', 'slow down', { status: 429, retryAfterMs: 90_000 }),
      ),
    );
    expect(await call()).toMatchObject({ code: 'rate_limited', tries: 1, retryAfterMs: 90_000 });
    clock.at += 89_999;
    expect(await call()).toMatchObject({
      code: 'rate_limited',
      tries: 0,
      retryAfterMs: 1,
      retry: false,
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(clock.waits).toEqual([]);
    clock.at += 1;
    execute.mockReturnValueOnce({ text: 'ok' });
    expect(await call()).toMatchObject({ ok: true });
  });

  test('says that the service asked for it', async () => {
    const { call, execute } = world();
    execute.mockImplementation(() =>
      Promise.reject(new ForeignError('quota', 'x', { status: 429, retryAfterMs: 60_000 })),
    );
    await call();
    expect(await call()).toHaveProperty(
      'message',
      'probe was not started: its service asks to wait. It will be tried again in 60 s; until then do without it.',
    );
  });

  test('up to 8 s it opens nothing', async () => {
    const { call, execute, manager } = world();
    execute.mockImplementation(() =>
      Promise.reject(new ForeignError('rate_limited', 'x', { status: 429, retryAfterMs: 8_000 })),
    );
    await call();
    expect(manager.stats()).not.toHaveProperty('circuits');
  });

  test('of a call that was already on its way it is kept, also after others succeeded', async () => {
    const { call, execute, manager } = world();
    const slow = gate();
    execute.mockImplementationOnce(() => slow.promise.then(() => ({ text: 'ok' })));
    const early = call();
    execute.mockImplementationOnce(() =>
      Promise.reject(new ForeignError('rate_limited', 'x', { retryAfterMs: 60_000 })),
    );
    await call();
    slow.open();
    expect(await early).toMatchObject({ ok: true });
    expect(manager.stats().circuits).toMatchObject([{ state: 'open' }]);
  });
});
