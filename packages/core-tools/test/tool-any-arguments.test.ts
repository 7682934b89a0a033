import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CoreToolError, createCoreTools, randomGen } from '../src/index.ts';
import type { CoreTool } from '../src/tools/core-tool.ts';

const NOW = 1_718_454_896_789;
const tools = createCoreTools({ now: () => NOW });
const named = tools.map((tool) => [tool.name, tool] as const);

interface FieldSchema {
  readonly type: string;
  readonly enum?: readonly string[];
}

function fieldsOf(tool: CoreTool): Readonly<Record<string, FieldSchema>> {
  const schema = tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return schema['properties'] as Record<string, FieldSchema>;
}

const NEARLY_RIGHT: readonly unknown[] = [
  ...['', ' ', '0', '6', '1,000', '-5', '1e999', 'true', 'false', 'NaN', '[1, 2]', '[', '{}'],
  ...['1+1', 'sqrt(2', '2^99999', '1/0', 'max(', '((((', '５０％', '__proto__', 'constructor'],
  ...['cm', 'inch', 'C', 'K', 'mb', '公斤', 'km/h', 'toString', '2024-03-05', '03/04/2024'],
  ...['now', '明天', '1705276800', 'UTC', 'CST', 'Asia/Tokyo', '+99:99', '3 days', 'P1Y', 'YYYY'],
  ...['3d6', '99d99999', 'tr', 'xx-invalid-locale', 'eA==', '%E4%B8%AD', '%ff', '{"a":[1,2'],
  ...[0, 1, -1, 4, 6, 7, 0.5, -0, 16, 100, 1024, 10_001, 1e21, 1e308, 5e-324, 2 ** 53, -(2 ** 53)],
  ...[true, false, null, [], {}, [null], ['a', 'b', 'b'], [1, true, 'x'], [[]], { length: 3 }],
  JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
];

const anyValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NEARLY_RIGHT) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  // Long values whose every 100 characters differ, so that an echo cannot hide.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(1e9), fc.integer({ min: 120, max: 3000 }))
      .map(([seed, length]) => numbered(seed, length)),
  },
);

function numbered(seed: number, length: number): string {
  let text = '';
  for (let index = seed; text.length < length; index += 7919) text += `${index.toString(36)}x`;
  return text.slice(0, length);
}

/** Objects as JSON.parse makes them: own keys named `__proto__` are possible. */
function objectOf(pairs: readonly (readonly [string, unknown])[]): unknown {
  const parts = pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${parts.join(',')}}`) as unknown;
}

/** Arguments that often reach the work behind the checks: known fields, right operations, values of every type. */
function argumentsFor(tool: CoreTool): fc.Arbitrary<unknown> {
  const fields = Object.entries(fieldsOf(tool));
  const valueOf = ({ enum: choices }: FieldSchema): fc.Arbitrary<unknown> =>
    choices === undefined
      ? anyValue
      : fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...choices) },
          { weight: 1, arbitrary: anyValue },
        );
  const known = fields.map(([name, field]) => {
    const pair = valueOf(field).map((value) => [[name, value] as const]);
    return name === 'operation' ? pair : fc.option(pair, { nil: [] });
  });
  const strange = fc.tuple(
    fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'extra', ''),
      fc.string({ unit: 'binary', maxLength: 300 }),
    ),
    anyValue,
  );
  const extra = fc.array(strange, { maxLength: 2 });
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(...known).map((pairs) => objectOf(pairs.flat())) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.tuple(...known), extra)
        .map(([pairs, more]) => objectOf([...pairs.flat(), ...more])),
    },
    { weight: 1, arbitrary: anyValue },
  );
}

type Outcome = { readonly result: unknown } | { readonly error: CoreToolError };

async function outcomeOf(tool: CoreTool, args: unknown): Promise<Outcome> {
  try {
    return { result: await tool.execute(args) };
  } catch (error) {
    if (error instanceof CoreToolError) return { error };
    throw error;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** The longest part of `message` that stands in one of the texts given, as far as it is longer than `limit`. */
function echoLongerThan(limit: number, message: string, args: unknown): string | undefined {
  const long = textsIn(args).filter((text) => text.length > limit);
  for (let start = 0; start + limit < message.length; start += 1) {
    const part = message.slice(start, start + limit + 1);
    if (long.some((text) => text.includes(part))) return part;
  }
  return undefined;
}

function expectStructured(error: CoreToolError, args: unknown): void {
  const { code, message, details } = error;
  expect(['invalid_arguments', 'tool_error']).toContain(code);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThanOrEqual(500);
  expect(echoLongerThan(100, message, args)).toBeUndefined();
  const json = JSON.stringify({ ...details });
  expect(JSON.parse(json)).toEqual({ ...details });
  expect(json.length).toBeLessThanOrEqual(500);
  expect(message).not.toMatch(/failed on this input|could not be loaded|\[object /);
}

function expectJson(result: unknown): void {
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  const { text, data } = result as { text: unknown; data?: object };
  expect(typeof text).toBe('string');
  expect(Object.values(data ?? {})).not.toContain(undefined);
  // What the tools say of themselves never holds a value that is none.
  expect(JSON.stringify(data)).not.toMatch(/:null\b|:-0\b/);
}

describe('property 34: any JSON arguments', () => {
  it.each(named)(
    'property 34: %s gives a result or a structured error',
    async (_, tool) => {
      await fc.assert(
        fc.asyncProperty(argumentsFor(tool), async (args) => {
          const before = JSON.stringify(args);
          const outcome = await outcomeOf(tool, args);
          if ('error' in outcome) expectStructured(outcome.error, args);
          else expectJson(outcome.result);
          expect(JSON.stringify(args)).toBe(before);
          expect(Object.keys(Object.prototype)).toEqual([]);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
        }),
        { numRuns: 1500 },
      );
    },
    30_000,
  );

  it.each(named)(
    'property 34: %s validates with the same verdict, and never throws',
    async (_, tool) => {
      const { validate } = tool.inputSchema['~standard'];
      await fc.assert(
        fc.asyncProperty(argumentsFor(tool), async (args) => {
          const checked = validate(args);
          if (checked.issues === undefined) {
            // What was checked once passes again unchanged: a manager validates before the tool does.
            expect(validate(checked.value)).toEqual(checked);
            return;
          }
          expect(checked.issues.length).toBeGreaterThan(0);
          for (const { message } of checked.issues) {
            expect(echoLongerThan(100, message, args)).toBeUndefined();
          }
          const outcome = await outcomeOf(tool, args);
          expect('error' in outcome && outcome.error.code).toBe('invalid_arguments');
        }),
        { numRuns: 500 },
      );
    },
  );

  it.each(named.filter(([, tool]) => tool.annotations.idempotent))(
    'property 34: %s answers the same again, also after other calls',
    async (_, tool) => {
      const shown = (outcome: Outcome): string =>
        'error' in outcome
          ? `${outcome.error.code} ${outcome.error.message}`
          : JSON.stringify(outcome.result);
      const seen = new Map<string, string>();
      await fc.assert(
        fc.asyncProperty(argumentsFor(tool), async (args) => {
          const answer = shown(await outcomeOf(tool, args));
          seen.set(JSON.stringify(args), answer);
          expect(shown(await outcomeOf(tool, args))).toBe(answer);
        }),
        { numRuns: 300 },
      );
      for (const [json, answer] of seen) {
        expect(shown(await outcomeOf(tool, JSON.parse(json)))).toBe(answer);
      }
    },
  );

  it('property 34: only random_gen may answer differently, and says so', () => {
    const open = tools.filter(({ annotations }) => !annotations.idempotent);
    expect(open.map(({ name }) => name)).toEqual(['random_gen']);
  });
});

describe('property 34: huge and hostile arguments', () => {
  it.each(named)(
    'property 34: %s refuses or reads every text of a million characters',
    async (_, tool) => {
      const texts = [
        'a'.repeat(1_000_000),
        '('.repeat(1_000_000),
        '9'.repeat(1_000_000),
        '１ '.repeat(500_000),
      ];
      const operations = fieldsOf(tool)['operation']?.enum ?? [undefined];
      for (const operation of operations) {
        for (const field of Object.keys(fieldsOf(tool)).filter((name) => name !== 'operation')) {
          for (const text of texts.slice(0, operations.length > 8 ? 1 : 4)) {
            const others = {
              expression: '1',
              text: 'b',
              value: 1,
              from: 'cm',
              to: 'm',
              pattern: 'x',
            };
            const args = Object.fromEntries(
              Object.entries({ ...others, operation, date: '2024-01-01', [field]: text }).filter(
                ([name, value]) => name in fieldsOf(tool) && value !== undefined,
              ),
            );
            const outcome = await outcomeOf(tool, args);
            if ('error' in outcome) expectStructured(outcome.error, args);
            else expectJson(outcome.result);
          }
        }
      }
    },
    60_000,
  );

  it('property 34: refuses lists of a million items without looking at each', async () => {
    const list = Array.from({ length: 1_000_000 }, () => null);
    for (const field of ['items', 'weights']) {
      const args: unknown = { operation: 'pick', items: ['a'], [field]: list };
      await expect(randomGen.execute(args as never)).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: `${field}: must have at most 10000 items; got a list of 1000000`,
      });
    }
    const bad: unknown = { operation: 'pick', items: list.slice(0, 10_000) };
    const { issues } = randomGen.inputSchema['~standard'].validate(bad);
    expect(issues).toHaveLength(20);
  });

  it.each(named)('property 34: %s refuses what is no JSON with a typed error', async (_, tool) => {
    const trap: object = Object.defineProperty({}, 'operation', {
      enumerable: true,
      get: () => {
        throw new Error('trapped');
      },
    });
    const hostile: readonly unknown[] = [
      ...[undefined, Symbol('x'), 1n, () => 1, new Date(Number.NaN), Number.NaN, Infinity],
      ...[
        trap,
        new Map(),
        Object.create(null) as unknown,
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('trapped');
            },
          },
        ),
      ],
    ];
    for (const args of hostile) {
      const outcome = await outcomeOf(tool, args);
      expect('error' in outcome && outcome.error.code).toBe('invalid_arguments');
      expect(tool.inputSchema['~standard'].validate(args).issues).not.toHaveLength(0);
    }
  });

  it.each(named)('property 34: %s knows no inherited arguments', async (_, tool) => {
    const inherited: unknown = Object.create({
      expression: '1',
      text: 'a',
      value: 1,
      from: 'm',
      to: 'm',
      operation: 'now',
    });
    const outcome = await outcomeOf(tool, inherited);
    expect('error' in outcome && outcome.error.code).toBe('invalid_arguments');
  });
});
