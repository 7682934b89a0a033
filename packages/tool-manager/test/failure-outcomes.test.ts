import { describe, expect, test } from 'vitest';
import { secret } from '@mini-agent/foundation/secret';
import { createToolManager, ToolManagerError } from '../src/index.ts';
import {
  ForeignError,
  fetchFailed,
  makeCall,
  makeTool,
  openContext,
  readOnly,
} from './make-tool.ts';

async function outcomeOf(thrown: unknown, annotations = {}): Promise<unknown> {
  const error = thrown as Error;
  const manager = createToolManager({
    tools: [makeTool({ execute: () => Promise.reject(error), annotations })],
    retryCount: 0,
    secrets: [secret('correct-horse')],
  });
  return await manager.call(makeCall('probe'), openContext());
}

describe("the code of a tool's error", () => {
  test.each([
    ['invalid_arguments', 'invalid_arguments', true],
    ['denied', 'denied', false],
    ['model_required', 'model_required', false],
    ['outcome_unknown', 'outcome_unknown', false],
    ['interrupted', 'interrupted', false],
    ['rate_limited', 'rate_limited', true],
    ['timeout', 'timeout', true],
    ['tool_error', 'tool_error', false],
    ['access_denied', 'denied', false],
    ['permission_denied', 'denied', false],
    ['declined', 'denied', false],
    ['aborted', 'interrupted', false],
    ['no_space', 'tool_error', false],
    ['corrupt', 'tool_error', false],
    ['busy', 'tool_error', true],
    ['zero_results', 'tool_error', false],
    ['layout_changed', 'tool_error', false],
    ['quota', 'tool_error', false],
    ['invalid_input', 'tool_error', true],
    ['cycle', 'tool_error', true],
    ['something new', 'tool_error', false],
  ])('%s becomes %s', async (code, expected, retry) => {
    expect(await outcomeOf(new ForeignError(code, 'What to do.'), readOnly)).toMatchObject({
      ok: false,
      code: expected,
      message: 'What to do.',
      retry,
      tries: 1,
    });
  });

  test('invalid arguments found by the tool itself come with the expected schema', async () => {
    expect(await outcomeOf(new ForeignError('invalid_arguments', 'no such unit'))).toMatchObject({
      message: 'no such unit',
      expected: { type: 'object' },
    });
  });
});

describe('an unexpected exception', () => {
  test('is a short text without stack, paths and secrets', async () => {
    const error = new Error(
      'cannot read /home/me/project/secret.txt with key correct-horse and sk-abcdefghijklmnop\n' +
        '    at open (/home/me/project/src/a.ts:3:1)\n    at file:///srv/b.js:1:1\n',
    );
    const outcome = await outcomeOf(error);
    expect(outcome).toMatchObject({ ok: false, code: 'tool_error', retry: false });
    const { message } = outcome as { message: string };
    expect(message).toBe('probe failed: cannot read [path] with key [secret] and [secret]');
  });

  test('is cut', async () => {
    const { message } = (await outcomeOf(new Error('word '.repeat(10_000)))) as { message: string };
    expect(message.length).toBeLessThan(350);
  });

  test('shows the code that fetch hides in its cause', async () => {
    expect(await outcomeOf(fetchFailed('ENOTFOUND'))).toMatchObject({
      code: 'tool_error',
      message: 'probe failed: fetch failed (ENOTFOUND)',
    });
  });

  test.each([[undefined], [null], [{}], [new Error('')], [Symbol('x')]])(
    'without a message says so',
    async (error) => {
      expect(await outcomeOf(error)).toMatchObject({
        code: 'tool_error',
        message: 'probe failed: no reason was given',
      });
    },
  );

  test('keeps URLs and fractions readable', async () => {
    expect(
      await outcomeOf(new Error('GET https://example.org/home/page/1 gave 1/2/3 of A:B')),
    ).toHaveProperty(
      'message',
      'probe failed: GET https://example.org/home/page/1 gave 1/2/3 of A:B',
    );
  });

  test('thrown before a promise is made is no different', async () => {
    const tool = {
      ...makeTool(),
      execute: (): never => {
        throw new RangeError('too far');
      },
    };
    const manager = createToolManager({ tools: [tool] });
    expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({
      code: 'tool_error',
      message: 'probe failed: too far',
    });
  });
});

describe('execute', () => {
  test('resolves to the result alone', async () => {
    const execute = (): unknown => ({
      text: 'ok',
      data: { n: 1 },
      origin: 'here',
      callId: 'x',
      ok: false,
    });
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    expect(await manager.execute('probe', { a: 1 })).toEqual({
      text: 'ok',
      data: { n: 1 },
      origin: 'here',
    });
  });

  test('rejects with a typed error that keeps its cause', async () => {
    const cause = new ForeignError('rate_limited', 'slow down', {
      status: 429,
      retryAfterMs: 9_000,
    });
    const manager = createToolManager({
      tools: [makeTool({ execute: () => Promise.reject(cause) })],
    });
    const error: unknown = await manager.execute('probe').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolManagerError);
    expect(error).toMatchObject({ code: 'rate_limited', cause, retryAfterMs: 9_000 });
  });

  test('names the schema for bad arguments', async () => {
    const jsonSchema = { type: 'object', required: ['x'] };
    const manager = createToolManager({ tools: [makeTool({ jsonSchema })] });
    await expect(manager.execute('probe', {})).rejects.toMatchObject({
      code: 'invalid_arguments',
      details: { expected: jsonSchema },
    });
  });

  test.each([[null], [[]], ['text'], [5], [true]])('refuses %j as arguments', async (value) => {
    const manager = createToolManager({ tools: [makeTool()] });
    await expect(manager.execute('probe', value)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(
        /^Invalid arguments: arguments: must be object, not /,
      ) as string,
    });
  });

  test('is unknown_tool for a name that is not there', async () => {
    await expect(createToolManager().execute('nope')).rejects.toMatchObject({
      code: 'unknown_tool',
    });
  });

  test('follows a signal', async () => {
    const manager = createToolManager({ tools: [makeTool()] });
    await expect(
      manager.execute('probe', {}, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('what a tool answers', () => {
  test.each([
    ['text', { text: 'text' }],
    [undefined, { text: '(no output)' }],
    [null, { text: '(no output)' }],
    [
      { text: '', truncated: true, next: 5 },
      { text: '', truncated: true, next: 5 },
    ],
  ])('%j is read', async (answer, result) => {
    const manager = createToolManager({ tools: [makeTool({ execute: () => answer })] });
    expect(await manager.call(makeCall('probe'), openContext())).toEqual({
      callId: 'c1',
      durationMs: expect.any(Number) as number,
      tries: 1,
      ok: true,
      trusted: true,
      ...result,
    });
  });

  test.each([[5], [{}], [{ text: 5 }], [[]]])('%j is no result', async (answer) => {
    const manager = createToolManager({ tools: [makeTool({ execute: () => answer })] });
    expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({
      ok: false,
      code: 'tool_error',
      message: 'probe ended without a readable result.',
    });
  });

  test('text from outside is not trusted', async () => {
    const manager = createToolManager({
      tools: [makeTool({ annotations: { untrustedOutput: true } })],
    });
    expect(await manager.call(makeCall('probe'), openContext())).toMatchObject({
      ok: true,
      trusted: false,
    });
  });
});

test('the manager speaks the language of the task', async () => {
  const manager = createToolManager({
    tools: [makeTool({ name: 'search_web', jsonSchema: { type: 'object', required: ['query'] } })],
  });
  const context = { ...openContext(), language: 'zh' as const };
  expect(await manager.call(makeCall('search_web'), context)).toHaveProperty(
    'message',
    '参数无效：query: 必填',
  );
  expect(await manager.call(makeCall('search_wbe'), context)).toHaveProperty(
    'message',
    '没有名为“search_wbe”的工具。是否指 search_web？',
  );
});
