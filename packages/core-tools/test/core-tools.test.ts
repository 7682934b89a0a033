import type { Tool } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  calculator,
  CoreToolError,
  coreTools,
  createCoreTools,
  unitConvert,
} from '../src/index.ts';

const NAMES = [
  'calculator',
  'text_stats',
  'text_transform',
  'unit_convert',
  'datetime_info',
  'random_gen',
];

describe('the six tools', () => {
  it('are coreTools, and createCoreTools makes the same ones', () => {
    expect(coreTools.map(({ name }) => name)).toEqual(NAMES);
    expect(createCoreTools().map(({ name }) => name)).toEqual(NAMES);
  });

  it.each(coreTools.map((tool) => [tool.name, tool] as const))(
    '%s describes itself to a model within 400 tokens',
    (_name, tool) => {
      const schema = jsonSchema(tool);
      const properties = schema['properties'] as Record<string, { description?: string }>;
      expect(tool.title).not.toBe('');
      expect(tool.policy?.timeoutMs).toBe(5000);
      expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
      for (const [field, property] of Object.entries(properties)) {
        expect(property.description, field).toBeTruthy();
      }
      // About four characters make a token.
      expect(JSON.stringify([tool.description, schema]).length).toBeLessThan(1600);
    },
  );

  it('use an injected clock, zone and random source', async () => {
    const tools = createCoreTools({
      now: () => Date.UTC(2024, 1, 29, 23, 30),
      timeZone: 'Asia/Shanghai',
      random: (target) => target.fill(0),
    });
    const [date, random] = [tools[4], tools[5]];
    expect((await date?.execute({ operation: 'now' }))?.text).toContain('2024-03-01');
    const roll = { operation: 'number', min: 1, max: 6 };
    expect((await random?.execute(roll))?.text).toBe('Random number (1-6): 1');
  });

  it('answer any JSON with a result or a CoreToolError, and pollute no prototype', async () => {
    const args = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          'expression',
          'value',
          'from',
          'to',
          'text',
          'operation',
          'date',
          'min',
          'max',
          '__proto__',
        ),
        fc.oneof(fc.jsonValue(), fc.constantFrom('1+1', 'cm', 'now', 'uuid', 'uppercase', '1')),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...coreTools), args, async (tool, value) => {
        try {
          const result = await tool.execute(value);
          expect(JSON.parse(JSON.stringify(result))).toEqual(result);
        } catch (error) {
          if (!(error instanceof CoreToolError)) throw error;
          expect(error.message.length).toBeLessThanOrEqual(500);
          expect(error.message).not.toBe('');
        }
      }),
      { numRuns: 1000 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('calculator', () => {
  it('observes the expression, the chosen readings and last the result', async () => {
    expect(await calculator.execute({ expression: 'sqrt(15) + 8' })).toEqual({
      text: 'Expression: sqrt(15) + 8\nResult: 11.872983346207416',
      data: { result: '11.872983346207416', value: 11.872983346207416, exact: false },
    });
    expect((await calculator.execute({ expression: '80+15%' })).text).toBe(
      'Expression: 80+15%\nNote: a ± p% was read as a ± p per cent of a.\nResult: 92',
    );
    expect((await calculator.execute({ expression: '1+\n2' })).text).toBe(
      'Expression: 1+ 2\nResult: 3',
    );
  });

  it('gives big integers as text, which JSON can carry', async () => {
    const { data } = await calculator.execute({ expression: '2^64' });
    expect(data).toEqual({ result: '18446744073709551616', exact: true });
  });

  it.each([
    [{}, 'expression: must be a string; it is missing'],
    [{ expression: '' }, 'expression: must have at least 1 characters; got ""'],
    [{ expression: 5 }, 'expression: must be a string; got 5'],
    [
      { expression: '1'.repeat(501) },
      'expression: must have at most 500 characters; got a text of 501 characters',
    ],
    [{ expression: '1', precision: 2 }, 'unknown field "precision"; remove it'],
  ])('refuses %j', async (args, message) => {
    await expect(calculator.execute(args as { expression: string })).rejects.toMatchObject({
      code: 'invalid_arguments',
      message,
    });
  });
});

describe('unit_convert', () => {
  it('observes the equation with the units as they were written', async () => {
    expect(await unitConvert.execute({ value: 100, from: 'cm', to: 'inch' })).toEqual({
      text: '100 cm = 39.37007874015748 inch',
      data: {
        result: '39.37007874015748',
        value: 39.37007874015748,
        exact: false,
        from: 'cm',
        to: 'in',
        dimension: 'length',
        notes: [],
      },
    });
    expect((await unitConvert.execute({ value: '5', from: ' 公里 ', to: '英里' })).text).toBe(
      '5 公里 = 3.10685596118667 英里',
    );
  });

  it('puts notes before the last line', async () => {
    const { text } = await unitConvert.execute({ value: 1, from: 'gallon', to: 'L' });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^Note: .*US/),
      '1 gallon = 3.785411784 L',
    ]);
  });

  it('counts in 1024s when told', async () => {
    const args = { value: 5, from: 'GB', to: 'MB', binary: true };
    expect((await unitConvert.execute(args)).text).toMatch(/\n5 GB = 5120 MB$/);
  });

  it.each([
    [{ value: 1, from: 'cm' }, /^to: must be a string; it is missing/],
    [{ value: null, from: 'cm', to: 'm' }, /^value: must be a finite number; got null/],
    [{ value: 'x', from: 'cm', to: 'm' }, /^value: must be one finite decimal number/],
    [{ value: 1, from: 'cm', to: 'kg' }, /length.*weight/],
    [{ value: 1, from: 'mb', to: 'byte' }, /MB or Mb/],
  ])('refuses %j', async (args, message) => {
    const call = unitConvert.execute(args as { value: number; from: string; to: string });
    await expect(call).rejects.toThrow(message);
  });
});

function jsonSchema(tool: Tool): Record<string, unknown> {
  if (!('~standard' in tool.inputSchema)) throw new Error('expected a standard schema');
  return tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
