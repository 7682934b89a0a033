import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { CoreToolError } from '../src/errors.ts';
import { defineTool } from '../src/tools/define-tool.ts';

interface EchoArgs {
  readonly word: string;
  readonly mode: 'plain' | 'loud';
  readonly times: number;
}

const echo = defineTool<EchoArgs>({
  name: 'echo',
  title: 'Echo',
  description: 'Says a word.',
  schema: z.strictObject({
    word: z.string().min(2).max(200),
    mode: z.enum(['plain', 'loud']).default('plain'),
    times: z.int().min(1).max(3).default(1),
  }),
  run: ({ word, mode, times }) => {
    if (word === 'crash') throw new TypeError('inner secret');
    return { text: (mode === 'loud' ? word.toUpperCase() : word).repeat(times) };
  },
});

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
    await expect(echo.execute({ word: 'hey' } as EchoArgs)).resolves.toEqual({ text: 'hey' });
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
    [{ word: 'hey', colour: 'red' }, 'unknown field "colour"; remove it'],
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

  it('offers Standard Schema validation and a draft 2020-12 JSON Schema', async () => {
    if (!('~standard' in echo.inputSchema)) throw new Error('expected a standard schema');
    const standard = echo.inputSchema['~standard'];
    expect(await standard.validate({ word: 'hey' })).toEqual({
      value: { word: 'hey', mode: 'plain', times: 1 },
    });
    expect(await standard.validate({ word: 1 })).toEqual({
      issues: [{ path: ['word'], message: 'must be a string; got 1' }],
    });
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      type: 'object',
      required: ['word'],
      additionalProperties: false,
    });
  });
});
