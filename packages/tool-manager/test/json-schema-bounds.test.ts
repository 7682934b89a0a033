import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateJsonSchema } from '../src/json-schema/validate-json-schema.ts';
import { chinese } from '../src/texts/chinese.ts';
import { english } from '../src/texts/english.ts';

function problemsOf(schema: unknown, value: unknown): readonly string[] {
  return validateJsonSchema(schema, value, english.schema).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

describe('bounds', () => {
  function millisecondsOf(work: () => unknown): number {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  }

  test('a schema that only refers to itself is refused, not followed', () => {
    expect(problemsOf({ $ref: '#' }, 1)).toEqual([': is too large or too nested to be checked']);
    expect(problemsOf({ allOf: [{ $ref: '#' }, { $ref: '#' }] }, 1)).toEqual([
      ': is too large or too nested to be checked',
    ]);
  });

  test('alternatives that double at each level end in bounded time', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < 40; level += 1)
      schema = { anyOf: [schema, { not: schema }, schema] };
    const definitions: Record<string, unknown> = {};
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/d${level + 1}` };
      definitions[`d${level}`] = { oneOf: [next, next] };
    }
    expect(
      millisecondsOf(() => problemsOf({ $defs: definitions, $ref: '#/$defs/d0' }, 1)),
    ).toBeLessThan(5_000);
  });

  test.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '^(\\w+\\s?)*$', '^(a*)*b'])(
    'the pattern %s cannot block, and what it cannot decide is left to the tool',
    (pattern) => {
      const text = `${'a'.repeat(60)}${'x'.repeat(60)}!`;
      const schema = { items: { pattern } };
      const spent = millisecondsOf(() => problemsOf(schema, Array<string>(100).fill(text)));
      expect(spent).toBeLessThan(3_000);
    },
  );

  test('a thousand slow patterns cannot block either', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`k${index}`, { pattern: `^(a+)+${index}$` }]),
    );
    const value = Object.fromEntries(
      Object.keys(properties).map((key) => [key, `${'a'.repeat(50)}!`]),
    );
    expect(millisecondsOf(() => problemsOf({ properties }, value))).toBeLessThan(5_000);
  }, 20_000);

  test('a large list of plain values is checked', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => index);
    expect(problemsOf({ items: { type: 'integer' } }, items)).toEqual([]);
  });
});

describe('any value', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  test('is allowed by the schema that names it as its constant, and by no schema that forbids it', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(problemsOf({ const: value }, value)).toEqual([]);
        expect(problemsOf({ enum: [{ never: 1 }, value] }, value)).toEqual([]);
        expect(problemsOf({ not: { const: value } }, value)).toHaveLength(1);
      }),
    );
  });

  test('has exactly one plain type', () => {
    fc.assert(
      fc.property(json, (value) => {
        const types = ['string', 'number', 'boolean', 'null', 'array', 'object'];
        expect(types.filter((type) => problemsOf({ type }, value).length === 0)).toHaveLength(1);
      }),
    );
  });

  test('combinations follow from their parts', () => {
    const part = fc.oneof(
      fc.record({
        type: fc.constantFrom('string', 'number', 'object', 'array', 'null', 'boolean'),
      }),
      fc.record({ minimum: fc.integer() }),
      fc.record({ minLength: fc.nat(5) }),
      fc.record({ maxItems: fc.nat(3) }),
      fc.record({ required: fc.array(fc.string(), { maxLength: 2 }) }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), json, (parts, value) => {
        const fits = parts.map((schema) => problemsOf(schema, value).length === 0);
        const isValid = (schema: unknown): boolean => problemsOf(schema, value).length === 0;
        expect(isValid({ allOf: parts })).toBe(fits.every(Boolean));
        expect(isValid({ anyOf: parts })).toBe(fits.some(Boolean));
        expect(isValid({ oneOf: parts })).toBe(fits.filter(Boolean).length === 1);
        expect(isValid({ not: { anyOf: parts } })).toBe(!fits.some(Boolean));
      }),
    );
  });

  test('and any schema give an answer, never an exception', () => {
    const names = [
      'type',
      'enum',
      'properties',
      'items',
      'anyOf',
      'required',
      '$ref',
      'pattern',
      'not',
      'minimum',
      'if',
      'then',
      'uniqueItems',
      'dependentRequired',
      '__proto__',
    ];
    const schema = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(json, fc.constant({ type: 'string' })),
    );
    fc.assert(
      fc.property(schema, json, (any, value) => {
        expect(Array.isArray(validateJsonSchema(any, value, chinese.schema))).toBe(true);
      }),
    );
  });
});
