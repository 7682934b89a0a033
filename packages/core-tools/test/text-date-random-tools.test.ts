import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '@mini-agent/foundation/tool';

import { CoreToolError } from '../src/errors.ts';
import { createDatetimeInfo } from '../src/tools/datetime-info.ts';
import { createRandomGen } from '../src/tools/random-gen.ts';
import { textStats } from '../src/tools/text-stats.ts';
import { textTransform } from '../src/tools/text-transform.ts';

const tools: readonly Tool[] = [
  textStats,
  textTransform,
  createDatetimeInfo({ now: () => 1_718_454_896_789 }),
  createRandomGen(),
];

/** Values of every type, many of them nearly right. */
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom<unknown>(
    ...[
      '',
      '0',
      '6',
      'true',
      '2024-03-05',
      'now',
      '03/04/2024',
      'UTC',
      'CST',
      '3 days',
      'YYYY',
      '3d6',
      '__proto__',
      'constructor',
    ],
    ...[
      0,
      1,
      -1,
      6,
      0.5,
      1e308,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      2 ** 53,
      true,
      false,
      null,
      undefined,
      4,
      7,
    ],
    ...[[], ['a', 'b'], [1, 2], [null], {}, { length: 3 }, 'x'.repeat(5000)],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const operations = [
  ...[
    'now',
    'format',
    'diff',
    'add',
    'convert',
    'parse',
    'business_days',
    'number',
    'uuid',
    'password',
    'pick',
    'shuffle',
  ],
  ...[
    'passphrase',
    'dice',
    'token',
    'uppercase',
    'titlecase',
    'reverse',
    'trim',
    'remove_duplicates',
    'sort_lines',
    'count_substring',
  ],
  ...[
    'replace',
    'slug',
    'camel_case',
    'base64_encode',
    'base64_decode',
    'url_decode',
    'sha256',
    'fullwidth',
    'json_pretty',
    'nfd',
  ],
];
const keys = [
  ...[
    'text',
    'top_n',
    'pattern',
    'replacement',
    'scope',
    'numeric',
    'descending',
    'locale',
    'url_safe',
    'date',
    'date2',
    'format',
  ],
  ...[
    'timezone',
    'to_timezone',
    'duration',
    'min',
    'max',
    'length',
    'uppercase',
    'symbols',
    'exclude_ambiguous',
    'items',
    'count',
  ],
  ...['with_replacement', 'version', 'dice'],
];
const args = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        operation: fc.constantFrom(...operations),
        pairs: fc.array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 4 }),
      })
      .map(({ operation, pairs }): unknown => ({ operation, ...Object.fromEntries(pairs) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...keys), value)
      .map(([key, item]): unknown => ({ [key]: item })),
  },
  { weight: 1, arbitrary: value },
  {
    weight: 1,
    arbitrary: fc.constant<unknown>(
      JSON.parse('{"__proto__": {"polluted": true}, "text": "x", "operation": "now"}'),
    ),
  },
);

describe('property 34: any arguments', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))(
    '%s gives a result or a typed error',
    async (_, tool) => {
      await fc.assert(
        fc.asyncProperty(args, async (given) => {
          try {
            const { text, data } = await tool.execute(given);
            expect(typeof text).toBe('string');
            expect(JSON.parse(JSON.stringify(data))).toEqual(data);
            expect(text).not.toMatch(/\b(?:NaN|undefined|\[object)/);
          } catch (error) {
            if (!(error instanceof CoreToolError)) throw error;
            expect(error.message.length).toBeLessThanOrEqual(500);
            expect(error.message).not.toMatch(/x{101}/);
            expect(['invalid_arguments', 'tool_error']).toContain(error.code);
          }
          expect(Object.keys(Object.prototype)).toEqual([]);
          expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
        }),
        { numRuns: 1500 },
      );
    },
  );

  it.each(
    tools.filter((tool) => tool.annotations.idempotent).map((tool) => [tool.name, tool] as const),
  )('%s gives the same answer again', async (_, tool) => {
    const outcome = async (given: unknown): Promise<string> => {
      try {
        return (await tool.execute(given)).text;
      } catch (error) {
        return String(error);
      }
    };
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        expect(await outcome(given)).toBe(await outcome(given));
      }),
      { numRuns: 200 },
    );
  });
});
