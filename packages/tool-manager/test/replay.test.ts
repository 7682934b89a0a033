import { describe, expect, test, vi } from 'vitest';
import { secret } from '@mini-agent/foundation/secret';
import { CallHistory } from '../src/call-history.ts';
import { createToolManager } from '../src/index.ts';
import type { ToolManagerOptions } from '../src/index.ts';
import {
  ForeignError,
  gate,
  idempotent,
  makeCall,
  makeTool,
  obedient,
  openContext,
  readOnly,
  recordingClock,
} from './make-tool.ts';
import type { ToolParts } from './make-tool.ts';

function world(parts: ToolParts = {}, options: ToolManagerOptions = {}) {
  const execute = vi.fn<(args: unknown) => unknown>((args) => ({ text: JSON.stringify(args) }));
  const manager = createToolManager({
    tools: [makeTool({ execute, annotations: readOnly, ...parts })],
    ...options,
  });
  return { execute, manager };
}

describe('replay', () => {
  test.each([
    ['read-only', readOnly],
    ['idempotent', idempotent],
  ])('a %s call is made again with the arguments it had', async (_, annotations) => {
    const { execute, manager } = world({ annotations });
    const value = { password: 'hunter2!', list: [1, { a: null }], text: 'x'.repeat(3_000) };
    execute.mockImplementationOnce((args) => {
      // A tool that changes its arguments changes nothing that is kept.
      (args as { list: unknown[] }).list.length = 0;
      return { text: 'first' };
    });
    await manager.call(makeCall('probe', value, 'c7'), openContext());
    const outcome = await manager.replay('c7', openContext());
    expect(outcome).toMatchObject({ ok: true, callId: 'replay-1', text: JSON.stringify(value) });
    expect(execute).toHaveBeenCalledTimes(2);
    const [first, second] = manager.getHistory();
    expect(second).toMatchObject({ callId: 'replay-1', replayOf: 'c7' });
    expect(first).not.toHaveProperty('replayOf');
    expect(JSON.stringify([first, second])).not.toContain('hunter2');
  });

  test('one that can harm is refused, in both languages, and not made', async () => {
    const { execute, manager } = world({ annotations: {} });
    await manager.call(makeCall('probe'), openContext());
    expect(await manager.replay('c1', openContext())).toMatchObject({
      ok: false,
      code: 'denied',
      retry: false,
      message:
        'probe is not replayed: it is neither read-only nor idempotent, so it could act a second time.',
    });
    expect(await manager.replay('c1', { language: 'zh' })).toHaveProperty(
      'message',
      expect.stringContaining('不能重放 probe'),
    );
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('an unknown call, and one whose tool is gone, are refused', async () => {
    const { manager } = world();
    expect(await manager.replay('nope')).toMatchObject({
      code: 'invalid_arguments',
      message: 'There is no call "nope" in the history.',
      tries: 0,
    });
    await manager.call(makeCall('probe'), openContext());
    manager.unregister('probe');
    expect(await manager.replay('c1')).toMatchObject({ code: 'unknown_tool' });
    manager.clearHistory();
    expect(await manager.replay('c1')).toMatchObject({ code: 'invalid_arguments' });
  });

  test('arguments that were too long to be kept whole are never replayed in part', async () => {
    const { execute, manager } = world({ policy: { maxInputChars: 100_000 } });
    await manager.call(makeCall('probe', { text: 'x'.repeat(20_000) }), openContext());
    expect(await manager.replay('c1')).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('no longer kept whole') as string,
    });
    expect(execute).toHaveBeenCalledTimes(1);
    expect(manager.getHistory()[0]?.arguments).toMatch(/^\{"text":"x{480,}…$/);
  });

  test('of the same id the newest counts, or that of the named run', async () => {
    const { manager } = world();
    await manager.call(makeCall('probe', { n: 1 }), { ...openContext(), runId: 'r1' });
    await manager.call(makeCall('probe', { n: 2 }), { ...openContext(), runId: 'r2' });
    expect(await manager.replay('c1')).toMatchObject({ text: '{"n":2}' });
    expect(await manager.replay('c1', { ofRun: 'r1' })).toMatchObject({ text: '{"n":1}' });
    expect(await manager.replay('c1', { ofRun: 'r3' })).toMatchObject({ ok: false });
  });

  test('it follows a signal and passes progress on', async () => {
    const { execute, manager } = world();
    await manager.call(makeCall('probe'), openContext());
    execute.mockImplementation(obedient);
    const controller = new AbortController();
    const running = manager.replay('c1', { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ code: 'interrupted' });
  });

  test('arguments that were refused are not kept for it', async () => {
    const { manager } = world({ jsonSchema: { type: 'object', required: ['x'] } });
    await manager.call(makeCall('probe', { y: 1 }), openContext());
    expect(await manager.replay('c1')).toMatchObject({ code: 'invalid_arguments' });
  });
});

describe('memory', () => {
  test('whole arguments are kept up to a million characters in all; older ones stay readable', () => {
    const history = new CallHistory(200, [secret('correct-horse')]);
    const json = JSON.stringify({
      password: 'hunter2!',
      note: 'correct-horse',
      text: 'x'.repeat(10_000),
    });
    for (let index = 0; index < 150; index += 1) {
      history.add({
        name: 'probe',
        runId: undefined,
        arguments: undefined,
        kept: { json, isExact: true },
        outcome: {
          callId: `c${index}`,
          durationMs: 0,
          tries: 1,
          ok: true,
          trusted: true,
          text: 'ok',
        },
        startedAt: 0,
        stillRunning: false,
      });
    }
    const whole = Array.from(
      { length: 150 },
      (_, index) => history.find(`c${index}`)?.json === json,
    );
    expect(whole.lastIndexOf(false)).toBe(150 - Math.floor(1_000_000 / json.length) - 1);
    expect(whole.slice(60)).not.toContain(false);
    const records = history.get(Infinity);
    expect(new Set(records.map((record) => record.arguments)).size).toBe(1);
    expect(JSON.stringify(records)).not.toMatch(/hunter2|correct-horse/);
  });

  test('ten thousand calls with large arguments and results keep little', async () => {
    const { manager } = world({
      execute: () => ({ text: 'y'.repeat(100_000) + String(Math.random()) }),
      policy: { maxInputChars: 100_000 },
    });
    const context = openContext();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 2_000; index += 1) {
      const value = { text: `${index}${'x'.repeat(50_000)}` };
      await manager.call(makeCall('probe', value), { ...context, idempotencyKey: `k${index}` });
    }
    expect(manager.getHistory()).toHaveLength(200);
    // 200 MB went through; the heap may hold what was not collected yet.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  }, 30_000);
});

describe('what happened on the way', () => {
  test('tries, waits and the queue are in the record', async () => {
    const down = new ForeignError('tool_error', 'x', { status: 503 });
    const { execute, manager } = world(
      { annotations: idempotent },
      { clock: recordingClock(), random: () => 0, maxConcurrent: 1 },
    );
    const work = gate();
    execute.mockImplementationOnce(() => work.promise.then(() => ({ text: 'ok' })));
    execute.mockImplementationOnce(() => Promise.reject(down));
    const both = [
      manager.call(makeCall('probe', {}, 'a'), openContext()),
      manager.call(makeCall('probe', {}, 'b'), openContext()),
    ];
    work.open();
    await Promise.all(both);
    const [first, second] = manager.getHistory();
    expect(first).not.toHaveProperty('steps');
    expect(second?.steps).toEqual([
      { at: 0, type: 'queued' },
      { at: 0, type: 'started', attempt: 1 },
      { at: 0, type: 'retry', attempt: 1, waitMs: 125, code: 'tool_error' },
      { at: 0, type: 'started', attempt: 2 },
    ]);
  });
});

test('what the history shows is redacted, whenever it is read', async () => {
  const { manager } = world({}, { secrets: [secret('correct-horse')] });
  const key = 'sk-abcdefghijklmnop';
  await manager.call(makeCall('probe', { note: 'correct-horse', key }), openContext());
  await manager.replay('c1');
  for (let read = 0; read < 2; read += 1) {
    const shown = JSON.stringify(manager.getHistory());
    expect(shown).not.toMatch(/correct-horse|sk-abc/);
    expect(shown).toContain('[secret]');
  }
});
