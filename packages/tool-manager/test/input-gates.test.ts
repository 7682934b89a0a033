import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolManager } from '../src/index.ts';
import { checkInputGates, readInput } from '../src/input-gates.ts';
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
      fc.pre(!/"(?:__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
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

describe('names that change a prototype', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('%s is refused at any depth', (key) => {
    const value = JSON.parse(`{"a":[{"b":{"${key}":{"polluted":true}}}]}`) as unknown;
    expect(problemsOf(value)).toEqual([`a[0].b: must not have a property named "${key}"`]);
    expect(problemsOf(JSON.parse(`{"${key}":1}`))).toEqual([
      `: must not have a property named "${key}"`,
    ]);
  });

  test('they are fine as values', () => {
    expect(problemsOf({ a: '__proto__', b: ['constructor'] })).toEqual([]);
  });

  test('a tool that merges its arguments changes nothing but its own object', async () => {
    const execute = (args: unknown): unknown => {
      Object.assign({}, args);
      return { text: String(({} as { polluted?: boolean }).polluted) };
    };
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    const value = JSON.parse('{"constructor":{"prototype":{"polluted":true}}}') as object;
    await expect(manager.execute('probe', value)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});

describe('values of programs', () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  test.each([
    [
      'a getter that throws',
      {
        get a(): never {
          throw new Error('no');
        },
      },
      'a: cannot be read',
    ],
    ['a proxy that throws', { a: hostile }, 'a: cannot be read'],
    ['a revoked proxy', { a: revoked.proxy }, 'a: cannot be read'],
    ['a date', { a: new Date(0) }, 'a: is no JSON value (Date)'],
    ['a map', { a: new Map() }, 'a: is no JSON value (Map)'],
    ['bytes', { a: new Uint8Array(2) }, 'a: is no JSON value (Uint8Array)'],
    ['a promise', { a: Promise.resolve() }, 'a: is no JSON value (Promise)'],
    ['an error', { a: new Error('x') }, 'a: is no JSON value (Error)'],
  ])('%s is refused', async (_, value, problem) => {
    expect(problemsOf(value)).toEqual([problem]);
    const manager = createToolManager({ tools: [makeTool()] });
    await expect(manager.execute('probe', value)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: `Invalid arguments: ${problem}`,
    });
    expect(manager.getHistory()).toHaveLength(1);
  });

  test('the whole arguments may be such a value', async () => {
    const manager = createToolManager({ tools: [makeTool()] });
    for (const value of [revoked.proxy, hostile, new Date(), () => 1, Symbol('x'), 5n, NaN]) {
      await expect(manager.execute('probe', value)).rejects.toMatchObject({
        code: 'invalid_arguments',
      });
    }
    expect(manager.getHistory()).toHaveLength(7);
  });

  test('what a getter or a proxy shows is read once, and the tool sees what was checked', async () => {
    let reads = 0;
    const trap = { reads: 0 };
    const value = {
      get a(): string {
        reads += 1;
        return reads === 1 ? 'short' : 'x'.repeat(100_000);
      },
      b: new Proxy({ c: 'ok' }, { get: () => ((trap.reads += 1) === 1 ? 'ok' : new Map()) }),
    };
    const seen: unknown[] = [];
    const manager = createToolManager({
      tools: [makeTool({ execute: (args) => ({ text: String(seen.push(args)) }) })],
    });
    await manager.execute('probe', value);
    expect(seen).toEqual([{ a: 'short', b: { c: 'ok' } }]);
    expect([reads, trap.reads]).toEqual([1, 1]);
  });

  test('the tool gets a copy: what it changes, it changes for itself', async () => {
    const value = { list: [1], inner: { a: 1 } };
    const execute = (args: unknown): unknown => {
      (args as typeof value).list.push(2);
      (args as typeof value).inner.a = 2;
      return { text: 'ok' };
    };
    const manager = createToolManager({ tools: [makeTool({ execute })] });
    await manager.execute('probe', value);
    expect(value).toEqual({ list: [1], inner: { a: 1 } });
    expect(manager.getHistory()[0]?.arguments).toBe('{"list":[1],"inner":{"a":1}}');
  });

  test('objects without a prototype and of another realm are plain', () => {
    const bare = Object.assign(Object.create(null) as object, { a: 1 });
    expect(readInput({ bare }, english.gate)).toMatchObject({
      problems: [],
      value: { bare: { a: 1 } },
    });
    const foreign: unknown = runInNewContext('({ a: [1, { b: "x" }] })');
    expect(readInput(foreign, english.gate)).toMatchObject({
      problems: [],
      value: { a: [1, { b: 'x' }] },
    });
  });

  test('a list of a billion holes is refused soon', () => {
    expect(problemsOf({ a: new Array(1e9) }).at(-1)).toBe('a[19]: is no JSON value (undefined)');
  });

  test('minus zero is a number like any other', () => {
    expect(problemsOf({ a: -0 })).toEqual([]);
  });
});
