import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { checkInputGates } from '../src/input-gates.ts';
import { english } from '../src/texts/english.ts';
import { makeTool } from './make-tool.ts';

function problemsOf(value: unknown, limit?: number): readonly string[] {
  return checkInputGates(value, english.gate, limit).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

test('every text that is too long is named', () => {
  expect(problemsOf({ a: 'xxxx', b: ['yyy', 'zzzz'], c: { d: 'wwwww' } }, 3)).toEqual([
    'a: has 4 characters, at most 3 are allowed',
    'b[1]: has 4 characters, at most 3 are allowed',
    'c.d: has 5 characters, at most 3 are allowed',
  ]);
});

test('32 levels pass, more do not', () => {
  expect(problemsOf(nested(32))).toEqual([]);
  expect(problemsOf(nested(33))).toEqual([': is nested deeper than 32 levels']);
});

test('a value that contains itself ends', () => {
  const ring: Record<string, unknown> = {};
  ring['again'] = ring;
  expect(problemsOf(ring)).toEqual([': is nested deeper than 32 levels']);
  let shared: unknown = 'x';
  for (let level = 0; level < 30; level += 1) shared = [shared, shared];
  expect(problemsOf(shared)).toEqual([': is larger than 1000000 characters in all']);
});

test('many small texts are too large together', () => {
  expect(problemsOf(Array<string>(101).fill('x'.repeat(10_000)))).toEqual([
    ': is larger than 1000000 characters in all',
  ]);
  expect(problemsOf(Array<string>(99).fill('x'.repeat(10_000)))).toEqual([]);
});

test('names count, too', () => {
  expect(problemsOf({ ['k'.repeat(1_100_000)]: 1 })).toEqual([
    ': is larger than 1000000 characters in all',
  ]);
});

test('a tool that allows long texts gets several of them', () => {
  const text = 'x'.repeat(500_000);
  expect(problemsOf([text, text, text], 500_000)).toEqual([]);
});

describe('what is no JSON', () => {
  test.each([
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [() => 1, 'function'],
    [Symbol('x'), 'symbol'],
    [1n, 'bigint'],
  ])('%s is refused', (value, kind) => {
    expect(problemsOf({ a: [value] })).toEqual([`a[0]: is no JSON value (${kind})`]);
  });

  test('an undefined property is an absent one', () => {
    expect(problemsOf({ a: undefined })).toEqual([]);
  });

  test('a program that hands such values over gets an error, not a tool that fails', async () => {
    const manager = createToolManager({ tools: [makeTool()] });
    const ring: Record<string, unknown> = {};
    ring['again'] = ring;
    await expect(manager.execute('probe', ring)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    expect(manager.getHistory()).toMatchObject([
      { arguments: '(no JSON)', code: 'invalid_arguments' },
    ]);
  });
});

test('any small JSON passes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'));
      expect(problemsOf(value)).toEqual([]);
    }),
  );
});

test('the longest text decides', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 20 })),
      fc.integer({ min: 1, max: 20 }),
      (texts, limit) => {
        const long = texts.filter((text) => text.length > limit).length;
        expect(problemsOf({ texts }, limit)).toHaveLength(Math.min(long, 20));
      },
    ),
  );
});
