import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { CoreToolError } from '../src/errors.ts';
import type { CoreToolResult } from '../src/tools/core-tool.ts';
import { defineTool, type RunTool } from '../src/tools/define-tool.ts';

interface EchoArgs {
  readonly word: string;
  readonly mode: 'plain' | 'loud';
  readonly times: number;
}

const echo = defineTool<EchoArgs>({
  name: 'echo',
  title: 'Echo',
  description: 'Says a word.',
  schema: () =>
    z.strictObject({
      word: z.string().min(2).max(200),
      mode: z.enum(['plain', 'loud']).default('plain'),
      times: z.int().min(1).max(3).default(1),
    }),
  load: () => Promise.resolve(say),
});

function say({ word, mode, times }: EchoArgs): CoreToolResult {
  if (word === 'crash') throw new TypeError('inner secret');
  return { text: (mode === 'loud' ? word.toUpperCase() : word).repeat(times), data: {} };
}

async function failure(args: unknown): Promise<CoreToolError> {
  try {
    await echo.execute(args as EchoArgs);
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error('expected a rejection');
}

describe('defineTool', () => {
  it('fills defaults in and works without a context', async () => {
    await expect(echo.execute({ word: 'hey' } as EchoArgs)).resolves.toEqual({
      text: 'hey',
      data: {},
    });
  });

  it('declares itself as a local, read-only tool with a time limit of 5 s', () => {
    expect(echo.annotations).toEqual({
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    });
    expect(echo.policy).toEqual({ timeoutMs: 5000 });
  });

  it.each([
    [{}, 'word: must be a string; it is missing'],
    [{ word: 3 }, 'word: must be a string; got 3'],
    [{ word: 'x' }, 'word: must have at least 2 characters; got "x"'],
    [{ word: 'hey', mode: 'soft' }, 'mode: must be one of plain, loud; got "soft"'],
    [{ word: 'hey', times: 9 }, 'times: must be at most 3; got 9'],
    [{ word: 'hey', times: 1.5 }, 'times: must be an integer; got 1.5'],
    [{ word: 'hey', colour: 'red' }, 'unknown field "colour"; echo takes word, mode, times'],
    [{ word: 'hey', time: 2 }, 'unknown field "time"; did you mean times?'],
    [{ word: 'hey', MODE: 'loud' }, 'unknown field "MODE"; did you mean mode?'],
    // What is given already was not meant.
    [{ word: 'hey', words: 2 }, 'unknown field "words"; echo takes word, mode, times'],
    [{ word: 'hey', a: 1, b: 2 }, 'unknown field "a" (and 1 more); echo takes word, mode, times'],
    [
      { wrd: 'hey' },
      'word: must be a string; it is missing; unknown field "wrd"; did you mean word?',
    ],
    ['hey', 'must be an object; got "hey"'],
    [null, 'must be an object; got null'],
    [['hey'], 'must be an object; got a list of 1'],
  ])('refuses %j and says what is allowed', async (args, message) => {
    const error = await failure(args);
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toBe(message);
  });

  it('never echoes long input and never exceeds 500 characters', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`.repeat(99), 1]));
    const error = await failure({ ...keys, word: 'w'.repeat(5000), mode: 'm'.repeat(5000) });
    expect(error.message.length).toBeLessThanOrEqual(500);
    expect(error.message).not.toMatch(/w{10}|m{10}/);
  });

  it('wraps what run throws unexpectedly, without its text', async () => {
    const error = await failure({ word: 'crash' });
    expect(error.code).toBe('tool_error');
    expect(error.message).toBe('echo failed on this input');
    expect(error.cause).toBeInstanceOf(TypeError);
  });

  it('rejects with the reason of a signal that is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(echo.execute({ word: 'hey' } as EchoArgs, { signal })).rejects.toThrow('stop');
  });

  it('offers Standard Schema validation and a draft 2020-12 JSON Schema', () => {
    const standard = echo.inputSchema['~standard'];
    expect(standard.validate({ word: 'hey' })).toEqual({
      value: { word: 'hey', mode: 'plain', times: 1 },
    });
    expect(standard.validate({ word: 1 })).toEqual({
      issues: [{ path: ['word'], message: 'must be a string; got 1' }],
    });
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      type: 'object',
      required: ['word'],
      additionalProperties: false,
    });
  });

  it('tells what every common endpoint takes, and no more', () => {
    const tool = defineTool({
      name: 'sample',
      title: 'Sample',
      description: 'Shows its schema.',
      schema: () =>
        z.strictObject({
          amount: z.union([z.number(), z.string()]).describe('How much.'),
          level: z.literal([4, 7]).optional(),
          mode: z.enum(['a', 'b']).optional(),
          names: z.array(z.union([z.string().min(1), z.boolean()])).max(3),
          code: z.string().min(2).max(5).regex(/^x/),
        }),
      load: () => Promise.resolve(() => ({ text: '', data: {} })),
    });
    const { jsonSchema, vendor } = tool.inputSchema['~standard'];
    const expected = {
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'How much.' },
        level: { type: 'number' },
        mode: { type: 'string', enum: ['a', 'b'] },
        names: { type: 'array', items: { type: 'string' } },
        code: { type: 'string' },
      },
      required: ['amount', 'names', 'code'],
      additionalProperties: false,
    };
    for (const target of ['draft-2020-12', 'draft-07', 'openapi-3.0']) {
      expect(jsonSchema.input({ target }), target).toEqual(expected);
      expect(jsonSchema.output({ target }), target).toEqual(expected);
    }
    // A library that knows zod would take the object for one of zod's.
    expect(vendor).not.toBe('zod');
  });
});

describe('what a tool does on first use, and not before', () => {
  const counted = (load: () => Promise<RunTool<{ word: string }>>) => {
    const calls = { schema: 0, load: 0 };
    const tool = defineTool<{ word: string }>({
      name: 'counted',
      title: 'Counted',
      description: 'Counts.',
      schema: () => {
        calls.schema += 1;
        return z.strictObject({ word: z.string() });
      },
      load: () => {
        calls.load += 1;
        return load();
      },
    });
    return { tool, calls };
  };
  const echoWord = (): Promise<RunTool<{ word: string }>> =>
    Promise.resolve(({ word }) => ({ text: word, data: {} }));

  it('builds its schema once, and loads its code once, with the first good arguments', async () => {
    const { tool, calls } = counted(echoWord);
    expect(calls).toEqual({ schema: 0, load: 0 });
    expect(tool.inputSchema['~standard'].validate({ word: 'x' })).toEqual({ value: { word: 'x' } });
    tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    await expect(tool.execute({} as { word: string })).rejects.toThrow('word');
    expect(calls).toEqual({ schema: 1, load: 0 });
    expect((await tool.execute({ word: 'a' })).text).toBe('a');
    expect((await tool.execute({ word: 'b' })).text).toBe('b');
    expect(calls).toEqual({ schema: 1, load: 1 });
  });

  it('stops when the signal is aborted while its code is loading', async () => {
    const controller = new AbortController();
    let run = false;
    const { tool } = counted(() => {
      controller.abort(new Error('enough'));
      return Promise.resolve(() => {
        run = true;
        return { text: '', data: {} };
      });
    });
    const call = tool.execute({ word: 'a' }, { signal: controller.signal });
    await expect(call).rejects.toThrow('enough');
    expect(run).toBe(false);
  });

  it('does no work for a signal that is aborted already', async () => {
    const { tool, calls } = counted(echoWord);
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(tool.execute({ word: 'a' }, { signal })).rejects.toThrow('stop');
    expect(calls).toEqual({ schema: 0, load: 0 });
  });

  it('rejects with a typed error where the code cannot be loaded, and tries again', async () => {
    let broken = true;
    const { tool } = counted(() => (broken ? Promise.reject(new Error('gone')) : echoWord()));
    await expect(tool.execute({ word: 'a' })).rejects.toMatchObject({
      code: 'tool_error',
      message: expect.stringContaining('could not be loaded') as string,
    });
    broken = false;
    expect((await tool.execute({ word: 'a' })).text).toBe('a');
  });
});
