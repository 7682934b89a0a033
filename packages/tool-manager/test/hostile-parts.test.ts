import { secret } from '@mini-agent/foundation/secret';
import type { Tool, ToolContext } from '@mini-agent/foundation/tool';
import { describe, expect, it } from 'vitest';
import { createToolManager, ToolManagerError } from '../src/index.ts';
import { makeCall, makeTool, openContext, recordingClock } from './make-tool.ts';

/** A tool whose schema answers whatever a program makes it answer. */
function withSchema(validate: (value: unknown) => unknown, execute?: () => unknown): Tool {
  const jsonSchema = { input: () => ({ type: 'object' }) };
  const schema = { '~standard': { version: 1, vendor: 'test', validate, jsonSchema } };
  return {
    ...makeTool(execute ? { execute } : {}),
    inputSchema: schema as unknown as Tool['inputSchema'],
  };
}

describe('a context of plain JavaScript', () => {
  it.each([[null], [{ signal: null }], [{ signal: undefined }], [{}]])(
    '%j counts as one without a signal',
    async (context) => {
      const manager = createToolManager({ tools: [makeTool()] });
      const given = context as unknown as ToolContext;
      expect(await manager.call(makeCall('probe'), given)).toMatchObject({ ok: true });
      expect(await manager.execute('probe', {}, given)).toHaveProperty('text');
    },
  );
});

describe('a schema', () => {
  it.each([
    ['a thenable that refuses', thenable({ issues: [{ message: 'bad' }] })],
    ['a thenable of nothing', thenable(undefined)],
    ['a number', 5],
    ['a text', 'x'],
    ['a list', []],
    ['nothing', undefined],
    ['null', null],
    ['an object without a value', {}],
    ['issues that are none', { issues: 'x' }],
    ['no issues at all', { issues: [] }],
    ['issues of any kind', { issues: [null, 5, {}, { message: 5, path: 'abc' }] }],
    ['a path of any kind', { issues: [{ message: 'bad', path: [null, Symbol('q'), { key: 1 }] }] }],
  ])('that answers with %s lets no arguments through', async (_, answer) => {
    let ran = 0;
    const tool = withSchema(
      () => answer,
      () => {
        ran += 1;
        return { text: 'done' };
      },
    );
    const outcome = await createToolManager({ tools: [tool] }).call(
      makeCall('probe'),
      openContext(),
    );
    expect(outcome).toMatchObject({ ok: false, code: 'invalid_arguments', tries: 0 });
    expect(JSON.stringify(outcome)).not.toMatch(/Cannot read|not a function|undefined/);
    expect(ran).toBe(0);
  });

  it('may answer with a promise of another library', async () => {
    const tool = withSchema((value) => thenable({ value }));
    const outcome = await createToolManager({ tools: [tool] }).call(
      makeCall('probe'),
      openContext(),
    );
    expect(outcome.ok).toBe(true);
  });
});

function thenable(answer: unknown): unknown {
  return {
    then: (resolve: (answer: unknown) => void): void => {
      resolve(answer);
    },
  };
}

describe('a known secret', () => {
  const key = 'hunter2-qwertz-5566';

  it.each([
    ['a message and a path of a schema', makeCall('schema', { a: key })],
    ['a name that JSON Schema does not know', makeCall('json', { [key]: 1 })],
    ['the name of a tool', makeCall(`no-${key}`)],
  ])('in %s is neither told nor kept', async (_, call) => {
    const schema = withSchema(() => ({ issues: [{ message: `got ${key}`, path: [key] }] }));
    const jsonSchema = { type: 'object', properties: {}, additionalProperties: false };
    const manager = createToolManager({
      tools: [{ ...schema, name: 'schema' }, makeTool({ name: 'json', jsonSchema })],
      secrets: [secret(key)],
    });
    const outcome = await manager.call(call, openContext());
    expect(outcome).toMatchObject({ ok: false });
    expect(JSON.stringify([outcome, manager.getHistory()])).not.toContain(key);
  });
});

describe('an error', () => {
  const refuse = (): never => {
    throw new Error('no');
  };
  it.each([
    ['with a getter that throws', Object.defineProperty({}, 'message', { get: refuse })],
    ['that is a proxy', new Proxy({}, { get: refuse, has: refuse })],
  ])('%s is a failure of its tool, and frees its slot', async (_, thrown) => {
    const manager = createToolManager({
      tools: [
        makeTool({
          execute: () => {
            throw thrown as Error;
          },
        }),
      ],
    });
    const outcome = await manager.call(makeCall('probe'), openContext());
    expect(outcome).toMatchObject({ ok: false, code: 'tool_error' });
    await expect(manager.execute('probe')).rejects.toThrow(ToolManagerError);
    expect(manager.stats()).toMatchObject({ running: 0, busy: [] });
  });
});

describe('a wish to wait for ever', () => {
  it('is told as a day', async () => {
    const error = Object.assign(new Error('busy'), { status: 429, retryAfterMs: Infinity });
    const manager = createToolManager({
      clock: recordingClock(),
      tools: [
        makeTool({
          execute: () => {
            throw error;
          },
        }),
      ],
    });
    const outcome = await manager.call(makeCall('probe'), openContext());
    expect(outcome).toMatchObject({ code: 'rate_limited', retryAfterMs: 86_400_000 });
    expect(JSON.stringify(outcome)).not.toContain('Infinity');
  });
});

describe('a tool', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an object without a name', {}],
    ['an object without a body', { name: 'a' }],
    ['a body that is none', { ...makeTool(), execute: null }],
  ])('that is %s is refused', (_, tool) => {
    expect(() => createToolManager({ tools: [tool as Tool] })).toThrow(ToolManagerError);
  });

  it('may have a policy that is null', async () => {
    const tool = { ...makeTool(), policy: null } as unknown as Tool;
    const outcome = await createToolManager({ tools: [tool] }).call(
      makeCall('probe'),
      openContext(),
    );
    expect(outcome.ok).toBe(true);
  });
});
