import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceSchema } from '../src/http/reduce-schema.ts';
import { geminiSchema, moonshotSchema, wholeSchema } from '../src/http/schema-subset.ts';
import { isJsonObject } from '../src/json.ts';
import { fitsStrictMode } from '../src/http/strict-mode.ts';

const object = (properties: object, more: object = {}): JsonObject =>
  ({ type: 'object', properties, ...more }) as JsonObject;

describe('every endpoint', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['loses $schema', { $schema: 'https://x', ...object({}) }, object({})],
    ['gets an object at the root', {}, object({})],
    ['gets an object beside anyOf', { anyOf: [] }, { ...object({}), anyOf: [] }],
    [
      'loses the bounds of every safe integer',
      object({
        n: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
        m: { type: 'integer', minimum: 0, maximum: 9007199254740991 },
      }),
      object({ n: { type: 'integer' }, m: { type: 'integer', minimum: 0 } }),
    ],
    [
      'keeps properties that are named like keywords, and data',
      object({ $schema: { const: { minimum: -9007199254740991 } } }),
      object({ $schema: { const: { minimum: -9007199254740991 } } }),
    ],
  ])('%s', (_name, schema, reduced) => {
    expect(reduceSchema(schema, wholeSchema)).toEqual(reduced);
  });

  it('reduces each schema once, and leaves it as it is', () => {
    const schema = object({ n: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER } });
    const before = structuredClone(schema);
    expect(reduceSchema(schema, wholeSchema)).toBe(reduceSchema(schema, wholeSchema));
    expect(reduceSchema(schema, geminiSchema)).not.toBe(reduceSchema(schema, wholeSchema));
    expect(schema).toEqual(before);
  });
});

describe('Moonshot: MFJS', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'no type beside anyOf',
      object({ x: { type: 'string', anyOf: [{ pattern: '^a' }, { type: 'null' }] } }),
      object({ x: { anyOf: [{ type: 'string', pattern: '^a' }, { type: 'null' }] } }),
    ],
    [
      'no tuples',
      object({ x: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } }),
      object({ x: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } } }),
    ],
    [
      'no prefixItems',
      object({ x: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] } }),
      object({ x: { type: 'array', items: { type: 'string' } } }),
    ],
    [
      'an object at the root of a choice',
      {
        anyOf: [
          object({ a: { type: 'string' } }, { required: ['a', 'k'] }),
          object({ b: { type: 'number' } }, { required: ['k'] }),
        ],
      },
      object({ a: { type: 'string' }, b: { type: 'number' } }, { required: ['k'] }),
    ],
    [
      'no alternatives beside properties',
      object({ a: {} }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
      object({ a: {} }),
    ],
    ['no other root', { type: ['object', 'null'] }, object({})],
    [
      'references and other keywords stay',
      object({ x: { $ref: '#/$defs/t' } }, { $defs: { t: { type: 'string', format: 'uri' } } }),
      object({ x: { $ref: '#/$defs/t' } }, { $defs: { t: { type: 'string', format: 'uri' } } }),
    ],
  ])('%s', (_name, schema, reduced) => {
    expect(reduceSchema(schema, moonshotSchema)).toEqual(reduced);
  });
});

describe('Gemini: a part of OpenAPI 3.0', () => {
  const at = (schema: Json): unknown => {
    const reduced = reduceSchema(object({ x: schema }), geminiSchema);
    return (reduced['properties'] as JsonObject)['x'];
  };

  it.each<[string, Json, Json]>([
    ['unknown keywords', { type: 'object', additionalProperties: false }, { type: 'object' }],
    ['exclusive bounds', { type: 'number', exclusiveMinimum: 0 }, { type: 'number' }],
    ['const', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['a list of types', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'several types',
      { type: ['string', 'number'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'an alternative null',
      { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }], description: 'd' },
      { type: 'string', maxLength: 3, nullable: true, description: 'd' },
    ],
    [
      'oneOf',
      { oneOf: [{ type: 'string' }, { type: 'integer' }], default: 1 },
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    [
      'allOf',
      { allOf: [object({ a: {} }, { required: ['a'] }), object({ b: {} }, { required: ['b'] })] },
      object({ a: {}, b: {} }, { required: ['a', 'b'] }),
    ],
    [
      'numbers in enum',
      { type: 'integer', enum: [1, 2], description: 'How many.' },
      { type: 'integer', description: 'How many. One of: 1, 2.' },
    ],
    ['null in enum', { enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true }],
    ['an empty text in enum', { enum: ['', 'a'] }, { type: 'string', enum: ['a'] }],
    ['formats', { type: 'string', format: 'uri' }, { type: 'string' }],
    ['date-time', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'formats of numbers',
      { type: 'integer', format: 'int32' },
      { type: 'integer', format: 'int32' },
    ],
    ['an array of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    ['true as a schema', { type: 'array', items: true }, { type: 'array', items: {} }],
    [
      'required of nothing',
      object({ a: {} }, { required: ['a', 'z'] }),
      object({ a: {} }, { required: ['a'] }),
    ],
  ])('%s', (_name, schema, reduced) => {
    expect(at(schema)).toEqual(reduced);
  });

  it('references are written out, and circles are cut', () => {
    const tree = object(
      { root: { $ref: '#/$defs/node', description: 'the tree' } },
      {
        $defs: {
          node: object({ name: { $ref: '#/$defs/a~1b' }, next: { $ref: '#/$defs/node' } }),
          'a/b': { type: 'string' },
        },
      },
    );
    expect(reduceSchema(tree, geminiSchema)).toEqual(
      object({
        root: {
          ...object({ name: { type: 'string' }, next: { type: 'object' } }),
          description: 'the tree',
        },
      }),
    );
  });

  it('references that double with every level end', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `d${level}`,
        object({ a: { $ref: `#/$defs/d${level + 1}` }, b: { $ref: `#/$defs/d${level + 1}` } }),
      ]),
    );
    const reduced = reduceSchema(object({ x: { $ref: '#/$defs/d0' } }, { $defs }), geminiSchema);
    expect(JSON.stringify(reduced).length).toBeLessThan(1_000_000);
  });
});

/** Schemas as people and generators write them, and some they would not. */
const anySchema = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record(
      {
        type: fc.constantFrom<Json[]>('string', 'integer', 'array', ['string', 'null'], 'object'),
        enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
        format: fc.constantFrom('uri', 'date-time'),
        minimum: fc.constantFrom(0, Number.MIN_SAFE_INTEGER),
        const: fc.jsonValue(),
        $ref: fc.constantFrom('#', '#/properties/a', '#/$defs/x', 'https://h.example/x'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'type'), tie('schema')),
        required: fc.array(fc.constantFrom('a', 'b', 'z')),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
        $defs: fc.dictionary(fc.constant('x'), tie('schema')),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>,
  ),
})).schema;

function walk(schema: unknown, visit: (node: JsonObject) => void): void {
  if (!isJsonObject(schema)) return;
  visit(schema);
  const { properties, items, anyOf } = schema;
  if (isJsonObject(properties)) for (const inner of Object.values(properties)) walk(inner, visit);
  walk(items, visit);
  if (Array.isArray(anyOf)) for (const inner of anyOf) walk(inner, visit);
}

/** The nodes of a schema that break a rule. */
function breaking(schema: JsonObject, isBroken: (node: JsonObject) => boolean): JsonObject[] {
  const found: JsonObject[] = [];
  walk(schema, (node) => {
    if (isBroken(node)) found.push(node);
  });
  return found;
}

describe('whatever the schema', () => {
  it('Gemini gets only what it takes', () => {
    const isBroken = (node: JsonObject): boolean =>
      Object.keys(node).some((key) => geminiSchema.only?.includes(key) !== true) ||
      Array.isArray(node['type']) ||
      Array.isArray(node['items']) ||
      (node['anyOf'] !== undefined && (node['type'] ?? node['enum']) !== undefined);
    fc.assert(
      fc.property(anySchema, (schema) => {
        const reduced = reduceSchema(schema, geminiSchema);
        expect(reduced['type']).toBe('object');
        expect(breaking(reduced, isBroken)).toEqual([]);
      }),
    );
  });

  it('Moonshot gets an object at the root, and nowhere a type beside anyOf or a tuple', () => {
    const isBroken = (node: JsonObject): boolean =>
      Array.isArray(node['items']) || (Array.isArray(node['anyOf']) && node['type'] !== undefined);
    fc.assert(
      fc.property(anySchema, (schema) => {
        const reduced = reduceSchema(schema, moonshotSchema);
        expect(reduced['type']).toBe('object');
        expect(reduced).not.toHaveProperty('anyOf');
        expect(breaking(reduced, isBroken)).toEqual([]);
      }),
    );
  });
});

describe('strict mode', () => {
  const closed = { additionalProperties: false };
  it.each<[boolean, string, JsonObject]>([
    [true, 'all required, none other', object({ a: {} }, { required: ['a'], ...closed })],
    [true, 'no properties', object({}, closed)],
    [false, 'an optional one', object({ a: {} }, closed)],
    [false, 'others allowed', object({ a: {} }, { required: ['a'] })],
    [
      false,
      'an inner object that is open',
      object({ a: object({}) }, { required: ['a'], ...closed }),
    ],
    [
      false,
      'an open object in a list',
      object({ a: { type: 'array', items: object({}) } }, { required: ['a'], ...closed }),
    ],
    [false, 'a keyword it has not', object({}, { oneOf: [], ...closed })],
  ])('%s: %s', (fits, _name, schema) => {
    expect(fitsStrictMode(schema)).toBe(fits);
  });
});
