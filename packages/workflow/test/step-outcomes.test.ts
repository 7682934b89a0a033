import { describe, expect, test } from 'vitest';
import { createLocalExecutor, validateSteps } from '../src/index.ts';
import type { LocalExecutorOptions, StepReport, WorkflowOptions } from '../src/index.ts';
import { temporaryFolders } from '@mini-agent/testkit/folders';
import { states, step } from './workflow-fixtures.ts';

const newFolder = temporaryFolders();

/** What comes of a step with this body; the run is also written down. */
async function outcomeOf(body: () => unknown): Promise<StepReport | undefined> {
  const executor = createLocalExecutor({
    runStep: body as LocalExecutorOptions['runStep'],
    directory: await newFolder(),
  });
  const result = await executor.run([step('a'), step('b', 'a')]);
  expect(result.warnings).toBeUndefined();
  expect(states(result)['b']).toBe(result.steps[0]?.state === 'done' ? 'done' : 'blocked');
  return result.steps[0];
}

describe('a step that throws', () => {
  const thrower = (value: unknown): (() => never) => {
    return () => {
      throw value;
    };
  };

  test.each<[string, unknown, string]>([
    ['a text', 'no tea', 'no tea'],
    ['an object with a message', { message: 'no tea' }, 'no tea'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('tea'), 'Symbol(tea)'],
    ['an object that is nothing', Object.create(null), 'failed without a message'],
    ['an error without a message', new Error(' '), 'failed without a message'],
    ['an object whose message is none', { message: 5 }, 'failed without a message'],
    ['a very long message', new Error('x'.repeat(100_000)), `${'x'.repeat(2000)}…`],
  ])('%s is failed', async (_name, value, error) => {
    expect(await outcomeOf(thrower(value))).toMatchObject({ state: 'failed', error });
  });

  test('something that throws when it is looked at is failed', async () => {
    const value = {
      get message(): string {
        throw new Error('again');
      },
    };
    expect(await outcomeOf(thrower(value))).toMatchObject({ state: 'failed' });
  });
});

describe('a step that gives', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  test.each<[string, unknown, RegExp]>([
    ['a text alone', 'x', /"a" gave no answer text/],
    ['data in a circle', { answer: 'x', data: circle }, /"a" gave data that is no JSON/],
    ['a BigInt', { answer: 'x', usage: { inputTokens: 1n } }, /no JSON/],
    ['a function', { answer: 'x', data: () => 1 }, /no JSON/],
    ['too much under another name', { answer: 'x', more: 'y'.repeat(300_000) }, /result_too_large/],
  ])('%s is failed', async (_name, value, error) => {
    const report = await outcomeOf(() => Promise.resolve(value));
    expect(report).toMatchObject({ state: 'failed', result: null });
    expect(report?.error).toMatch(error);
  });
});

describe('limits that are no numbers', () => {
  const executor = createLocalExecutor({
    runStep: () => Promise.resolve({ answer: 'x' }),
    timeoutSeconds: Number.NaN,
  });

  test.each([Number.NaN, 0, -1, 0.5, Infinity])(
    'a concurrency of %s runs every step',
    async (concurrency) => {
      expect(states(await executor.run([step('a'), step('b')], { concurrency }))).toEqual({
        a: 'done',
        b: 'done',
      });
    },
  );

  test.each([Number.NaN, '5', null])('a timeoutMs of %j is refused', async (timeoutMs) => {
    const options = { timeoutMs } as unknown as WorkflowOptions;
    await expect(executor.run([step('a')], options)).rejects.toMatchObject({
      code: 'invalid_steps',
      message: 'timeoutMs must be a number of milliseconds.',
    });
  });

  test.each([0, -5])('a timeoutMs of %s leaves no time', async (timeoutMs) => {
    const slow = createLocalExecutor({ runStep: () => new Promise(() => undefined) });
    const result = await slow.run([step('a'), step('b', 'a')], { timeoutMs });
    expect(result.steps[0]).toMatchObject({
      state: 'timed-out',
      error: 'the run timed out after 0 s',
    });
  });
});

describe('steps as text', () => {
  const steps = [{ id: 'a', task: 'x', dependsOn: [] }];

  test.each<[string, unknown]>([
    ['JSON in JSON', JSON.stringify(JSON.stringify(steps))],
    ['a list of JSON texts', steps.map((one) => JSON.stringify(one))],
    ['JSON of a list of JSON texts', JSON.stringify(steps.map((one) => JSON.stringify(one)))],
    [
      'JSON behind a byte order mark, with Windows line ends',
      `\uFEFF${JSON.stringify(steps, null, 2)}`.replaceAll('\n', '\r\n'),
    ],
  ])('are read from %s', (_name, input) => {
    expect(validateSteps(input)).toEqual(steps);
  });

  test('a message names the place, the step and the field', () => {
    expect(() =>
      validateSteps([
        { id: 'ok', task: 'x' },
        { id: 'tea', task: 'x', timeout: 0 },
      ]),
    ).toThrow(/^Step "tea": steps\[1\]\.timeout must be a number of seconds above 0/);
  });
});
