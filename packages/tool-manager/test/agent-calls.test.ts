import type { ToolCall } from '@mini-agent/foundation/chat';
import { describe, expect, test, vi } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { makeCall, makeTool, openContext } from './make-tool.ts';

describe('arguments', () => {
  const schema = { type: 'object', required: ['x'], properties: { x: { type: 'number' } } };

  test('ab-037: a missing required field is an error that names it, and the tool does not run', async () => {
    const execute = vi.fn();
    const manager = createToolManager({
      tools: [makeTool({ name: 't', jsonSchema: schema, execute })],
    });
    const empty = await manager.call(makeCall('t', {}), openContext());
    expect(empty).toMatchObject({
      ok: false,
      code: 'invalid_arguments',
      message: 'Invalid arguments: x: is required',
      expected: schema,
      retry: true,
      tries: 0,
    });
    expect(execute).not.toHaveBeenCalled();
    expect(await manager.call(makeCall('t', { x: 1 }), openContext())).toMatchObject({ ok: true });
    expect(execute).toHaveBeenCalledTimes(1);
  });

  test('ab-037: arguments that could not be repaired name the problem and what is required', async () => {
    const execute = vi.fn();
    const manager = createToolManager({
      tools: [makeTool({ name: 't', jsonSchema: schema, execute })],
    });
    const outcome = await manager.call(
      {
        id: 'c1',
        name: 't',
        arguments: { ok: false, raw: 'not-json{', problem: 'no JSON at 0', cut: false },
      },
      openContext(),
    );
    expect(outcome).toMatchObject({
      ok: false,
      code: 'invalid_arguments',
      expected: schema,
      retry: true,
    });
    expect(outcome).toHaveProperty('message', expect.stringMatching(/no JSON at 0.*Required: x/));
    expect(execute).not.toHaveBeenCalled();
  });

  test('a call without a context, or without a signal, runs: programs may have none', async () => {
    const signals: unknown[] = [];
    const manager = createToolManager({
      tools: [
        makeTool({
          name: 't',
          execute: (_, { signal, runId } = {}) => {
            signals.push(signal?.aborted, runId);
            return { text: 'done' };
          },
        }),
      ],
    });
    expect(await manager.call(makeCall('t'))).toMatchObject({ ok: true });
    expect(await manager.call(makeCall('t'), { runId: 'r' })).toMatchObject({ ok: true });
    expect(signals).toEqual([false, undefined, false, 'r']);
  });

  test.each([
    [{ id: 'c1', name: 't' }, 'c1', 'invalid_arguments'],
    [{ id: 'c1', name: 't', arguments: { x: 1 } }, 'c1', 'invalid_arguments'],
    [{ id: 'c1', name: 't', arguments: '{"x":1}' }, 'c1', 'invalid_arguments'],
    [{ id: 'c1', name: 't', arguments: { ok: false } }, 'c1', 'invalid_arguments'],
    [{ id: 'c1', arguments: { ok: true, value: {} } }, 'c1', 'unknown_tool'],
    [{}, '', 'unknown_tool'],
  ])('what is no call, such as %j, is refused', async (call, callId, code) => {
    const execute = vi.fn();
    const manager = createToolManager({ tools: [makeTool({ name: 't', execute })] });
    const outcome = await manager.call(call as unknown as ToolCall);
    expect(outcome).toMatchObject({ ok: false, callId, code, tries: 0 });
    if (code === 'invalid_arguments') {
      expect(outcome).toHaveProperty('message', expect.stringContaining('{ ok: true, value: '));
    }
    expect(execute).not.toHaveBeenCalled();
  });

  test('a call without an id runs', async () => {
    const manager = createToolManager({ tools: [makeTool({ name: 't' })] });
    const call = { name: 't', arguments: { ok: true, value: {} } } as unknown as ToolCall;
    expect(await manager.call(call)).toMatchObject({ ok: true, callId: '' });
  });

  test('a call that was cut off never runs', async () => {
    const execute = vi.fn();
    const manager = createToolManager({ tools: [makeTool({ name: 't', execute })] });
    const outcome = await manager.call(
      { id: 'c1', name: 't', arguments: { ok: false, raw: '{"x":', problem: 'cut', cut: true } },
      openContext(),
    );
    expect(outcome).toMatchObject({ ok: false, code: 'invalid_arguments', retry: true });
    expect(outcome).toHaveProperty('message', expect.stringContaining('cut off'));
    expect(execute).not.toHaveBeenCalled();
  });

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'ab-042: %s is an unknown tool, also where a tool has a similar name',
    async (name) => {
      const tools = [
        makeTool({ name: 't' }),
        makeTool({ name: 'proto' }),
        makeTool({ name: 'to_string' }),
      ];
      const manager = createToolManager({ tools });
      expect(await manager.call(makeCall(name), openContext())).toMatchObject({
        ok: false,
        code: 'unknown_tool',
        retry: true,
      });
      expect(manager.has(name)).toBe(false);
      expect(manager.get(name)).toBeUndefined();
      expect(() => manager.register(makeTool({ name }))).toThrow(/cannot name a tool/);
    },
  );

  test('ab-042: inherited names are no arguments either', async () => {
    const jsonSchema = {
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['toString'],
      additionalProperties: false,
    };
    const manager = createToolManager({ tools: [makeTool({ name: 't', jsonSchema })] });
    const outcome = await manager.call(makeCall('t', {}), openContext());
    expect(outcome).toHaveProperty('message', 'Invalid arguments: toString: is required');
  });

  test('ab-042: an own key "__proto__" of the arguments is refused, whatever the schema says', async () => {
    const manager = createToolManager({ tools: [makeTool({ name: 't' })] });
    const value = JSON.parse('{"a":{"__proto__":{"polluted":true}}}') as { a: object };
    const outcome = await manager.execute('t', value).catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      code: 'invalid_arguments',
      message: 'Invalid arguments: a: must not have a property named "__proto__"',
    });
  });
});

describe('unknown_tool', () => {
  test.each(['search web!', 'searchWeb', 'Search-Web', ' search_web ', 'ｓｅａｒｃｈ＿web'])(
    'ab-044: %j runs the only tool that differs in separators and case alone',
    async (name) => {
      const manager = createToolManager({ tools: [makeTool({ name: 'search_web' }), makeTool()] });
      expect(await manager.call(makeCall(name), openContext())).toMatchObject({ ok: true });
      expect(manager.getHistory()[0]).toMatchObject({ name: 'search_web' });
    },
  );

  test('ab-044: nothing runs where two tools could be meant', async () => {
    const execute = vi.fn();
    const tools = ['search_web', 'searchweb'].map((name) => makeTool({ name, execute }));
    const outcome = await createToolManager({ tools }).call(makeCall('search web'), openContext());
    expect(outcome).toMatchObject({ ok: false, code: 'unknown_tool' });
    expect(outcome).toHaveProperty('message', expect.stringMatching(/search_web or searchweb/));
    expect(execute).not.toHaveBeenCalled();
  });

  test.each(['search', 'serach_web', 'search_the_web'])(
    'ab-044: %j is unknown and the near name is told',
    async (name) => {
      const manager = createToolManager({
        tools: [makeTool({ name: 'search_web' }), makeTool({ name: 'calculator' })],
      });
      const outcome = await manager.call(makeCall(name), openContext());
      expect(outcome).toMatchObject({ ok: false, code: 'unknown_tool', retry: true, tries: 0 });
      expect(outcome).toHaveProperty('message', expect.stringContaining('mean search_web?'));
    },
  );

  test('an unlike name is answered with what there is', async () => {
    const manager = createToolManager({
      tools: [makeTool({ name: 'b_tool' }), makeTool({ name: 'a_tool' })],
    });
    expect(await manager.call(makeCall('xyzzy'), openContext())).toHaveProperty(
      'message',
      'There is no tool "xyzzy". Known tools: a_tool, b_tool.',
    );
    expect(await createToolManager().call(makeCall('xyzzy'), openContext())).toHaveProperty(
      'message',
      'There is no tool "xyzzy", and no other tool either.',
    );
  });

  test.each(['', '!!!', 'a'.repeat(100_000), '\u0000\u202e', '\ud800'])(
    'a name that is no name is unknown and does not fill the message',
    async (name) => {
      const manager = createToolManager({ tools: [makeTool({ name: 'a' })] });
      const outcome = await manager.call(makeCall(name), openContext());
      expect(outcome).toMatchObject({ ok: false, code: 'unknown_tool' });
      expect(JSON.stringify(outcome).length).toBeLessThan(400);
    },
  );
});
