import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quickCheck } from '../src/json-schema/quick-check.ts';
import { validateJsonSchema } from '../src/json-schema/validate-json-schema.ts';
import { english } from '../src/texts/english.ts';

const names = ['a', 'b', 'c', 'toString'];
const scalar = fc.oneof(
  fc.constantFrom('', 'x', 'yy', '😀', '😀😀', 'long text'),
  fc.constantFrom(0, -0, 1, -1, 2.5, 10),
  fc.boolean(),
  fc.constant(null),
);

const schemas = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(true, false, {}, { $ref: '#' }, { not: {} }),
    fc.record(
      {
        title: fc.string(),
        type: fc.oneof(
          fc.constantFrom(
            'string',
            'number',
            'integer',
            'boolean',
            'object',
            'array',
            'null',
            'odd',
          ),
          fc.subarray(['string', 'number', 'null', 'object']),
        ),
        enum: fc.array(fc.oneof(scalar, fc.constant([1]))),
        const: scalar,
        minimum: fc.constantFrom(0, 1, 'x', NaN),
        exclusiveMaximum: fc.constantFrom(1, 2, true),
        minLength: fc.nat(3),
        maxLength: fc.nat(3),
        pattern: fc.constantFrom('^x', '.'),
        nullable: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        type: fc.constantFrom('object', 'array'),
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema')),
        required: fc.subarray(names),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        items: tie('schema'),
        minItems: fc.nat(2),
        maxItems: fc.nat(2),
        minProperties: fc.nat(2),
      },
      { requiredKeys: [] },
    ),
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value')),
  ),
}));

test('what passes the quick check has no problem for the validator', () => {
  let passed = 0;
  fc.assert(
    fc.property(schemas.schema, fc.array(schemas.value, { maxLength: 6 }), (schema, values) => {
      const check = quickCheck(schema);
      for (const value of values) {
        if (check?.(value) !== true) continue;
        passed += 1;
        expect(validateJsonSchema(schema, value, english.schema)).toEqual([]);
      }
    }),
    { numRuns: 3_000 },
  );
  expect(passed).toBeGreaterThan(500);
});

describe('tools as they are', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for', minLength: 1, maxLength: 100 },
      limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
      kind: { enum: ['a', 'b'] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    },
    required: ['query'],
    additionalProperties: false,
  };

  test.each([
    [{ query: 'x' }, true],
    [{ query: 'x', limit: 10, kind: 'a', tags: ['t'] }, true],
    [{ query: '' }, false],
    [{}, false],
    [{ query: 'x', limit: 1.5 }, false],
    [{ query: 'x', other: 1 }, false],
    [{ query: 'x', tags: [1] }, false],
    [[], false],
  ])('%j: %s', (value, fits) => {
    expect(quickCheck(schema)?.(value)).toBe(fits);
  });

  test.each([
    [{ $ref: '#/$defs/x' }],
    [{ oneOf: [] }],
    [{ pattern: 'x' }],
    [{ properties: { a: { if: {} } } }],
  ])('%j is left to the validator', (odd) => {
    expect(quickCheck(odd)).toBeUndefined();
  });

  test('a schema that contains itself ends', () => {
    const ring: Record<string, unknown> = { type: 'object' };
    ring['properties'] = { again: ring };
    expect(quickCheck(ring)).toBeUndefined();
  });
});
