import { expect, test } from 'vitest';
import { validateJsonSchema } from '../src/json-schema/validate-json-schema.ts';
import { english } from '../src/texts/english.ts';

function problemsOf(schema: unknown, value: unknown): readonly string[] {
  return validateJsonSchema(schema, value, english.schema).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const tree = {
  $defs: {
    node: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
      required: ['name'],
    },
  },
  $ref: '#/$defs/node',
};

const cases: readonly (readonly [string, unknown, unknown, readonly string[]])[] = [
  ['no keyword', {}, { a: 1 }, []],
  ['true', true, 5, []],
  ['false', false, 5, [': is not allowed']],
  ['type', { type: 'string' }, 5, [': must be string, not number']],
  ['types', { type: ['string', 'null'] }, 5, [': must be string or null, not number']],
  ['one of the types', { type: ['string', 'null'] }, null, []],
  ['null is no object', { type: 'object' }, null, [': must be object, not null']],
  ['a list is no object', { type: 'object' }, [], [': must be object, not array']],
  ['an object is no list', { type: 'array' }, {}, [': must be array, not object']],
  ['a number in a text is a text', { type: 'number' }, '5', [': must be number, not string']],
  ['integer', { type: 'integer' }, 1.5, [': must be integer, not number']],
  ['1.0 is an integer', { type: 'integer' }, 1.0, []],
  ['nullable', { type: 'string', nullable: true }, null, []],
  [
    'nullable does not allow more',
    { type: 'string', nullable: true },
    5,
    [': must be string or null, not number'],
  ],
  ['enum', { enum: ['a', 1, null] }, 'b', [': must be one of "a", 1, null']],
  ['enum of objects, in any order of keys', { enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 }, []],
  ['const', { const: 'x' }, 'y', [': must be "x"']],
  ['const undefined is absent', { type: 'string' }, 'y', []],
  ['minimum', { minimum: 1 }, 0, [': must be at least 1']],
  ['minimum holds', { minimum: 1 }, 1, []],
  ['maximum', { maximum: 1 }, 2, [': must be at most 1']],
  ['exclusiveMinimum', { exclusiveMinimum: 1 }, 1, [': must be more than 1']],
  ['exclusiveMaximum', { exclusiveMaximum: 1 }, 1, [': must be less than 1']],
  [
    'draft 4 exclusive limits',
    { minimum: 1, exclusiveMinimum: true },
    1,
    [': must be more than 1'],
  ],
  ['multipleOf', { multipleOf: 2 }, 3, [': must be a multiple of 2']],
  ['multipleOf 0.1', { multipleOf: 0.1 }, 0.3, []],
  ['multipleOf 0.01', { multipleOf: 0.01 }, 1.005, [': must be a multiple of 0.01']],
  [
    'limits ignore other types',
    { minimum: 5, minLength: 5, minItems: 5, required: ['x'] },
    true,
    [],
  ],
  ['minLength', { minLength: 2 }, 'x', [': must have at least 2 characters']],
  ['lengths are code points', { maxLength: 2 }, '😀😀', []],
  ['minLength counts code points', { minLength: 3 }, '😀😀', [': must have at least 3 characters']],
  ['maxLength', { maxLength: 2 }, 'xyz', [': must have at most 2 characters']],
  ['pattern', { pattern: '^a+$' }, 'ab', [': must match ^a+$']],
  ['pattern is not anchored', { pattern: 'b' }, 'abc', []],
  [
    'pattern with several repetitions',
    { pattern: '^[^@]+@[^@]+\\.[a-z]{2,}$' },
    'me@example',
    [': must match ^[^@]+@[^@]+\\.[a-z]{2,}$'],
  ],
  [
    'pattern that is only valid without u',
    { pattern: '^[\\w-.]+$' },
    'a b',
    [': must match ^[\\w-.]+$'],
  ],
  ['pattern that is not valid', { pattern: '(' }, 'x', []],
  ['required', { required: ['a', 'b'] }, { a: 1 }, ['b: is required']],
  ['undefined is absent', { required: ['a'] }, { a: undefined }, ['a: is required']],
  ['null is present', { required: ['a'] }, { a: null }, []],
  [
    'properties',
    { properties: { a: { type: 'string' } } },
    { a: 1 },
    ['a: must be string, not number'],
  ],
  [
    'all problems at once',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { minimum: 5 } },
      required: ['c'],
      additionalProperties: false,
    },
    { a: 1, b: 2, d: 3 },
    ['c: is required', 'a: must be string, not number', 'b: must be at least 5', 'd: is not known'],
  ],
  [
    'additionalProperties',
    { properties: { limit: {} }, additionalProperties: false },
    { limits: 1 },
    ['limits: is not known; did you mean "limit"?'],
  ],
  [
    'additionalProperties by schema',
    { additionalProperties: { type: 'number' } },
    { a: 1, b: 'x' },
    ['b: must be number, not string'],
  ],
  [
    'patternProperties',
    { patternProperties: { '^n_': { type: 'number' } }, additionalProperties: false },
    { n_a: 'x', n_b: 1 },
    ['n_a: must be number, not string'],
  ],
  [
    'propertyNames',
    { propertyNames: { maxLength: 2 } },
    { abc: 1 },
    ['abc: must have at most 2 characters'],
  ],
  ['minProperties', { minProperties: 1 }, {}, [': must have at least 1 properties']],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, [': must have at most 1 properties']],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    { a: 1 },
    ['b: is required beside "a"'],
  ],
  [
    'items',
    { items: { type: 'string' } },
    ['a', 1, 2],
    ['[1]: must be string, not number', '[2]: must be string, not number'],
  ],
  [
    'items inside properties',
    { properties: { steps: { items: { required: ['id'] } } } },
    { steps: [{ id: 1 }, {}] },
    ['steps[1].id: is required'],
  ],
  [
    'prefixItems',
    { prefixItems: [{ type: 'string' }], items: false },
    ['a', 1],
    ['[1]: is not allowed'],
  ],
  [
    'a tuple of draft 7',
    { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    [1, 'x'],
    ['[0]: must be string, not number', '[1]: must be number, not string'],
  ],
  ['minItems', { minItems: 1 }, [], [': must have at least 1 items']],
  ['maxItems', { maxItems: 1 }, [1, 2], [': must have at most 1 items']],
  [
    'uniqueItems',
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [': must not hold the same item twice'],
  ],
  ['uniqueItems tells 1 from "1"', { uniqueItems: true }, [1, '1', true], []],
  ['contains', { contains: { const: 1 } }, [2, 3], [': has no item of the kind that is needed']],
  [
    'contains up to',
    { contains: { const: 1 }, maxContains: 1 },
    [1, 1],
    [': has no item of the kind that is needed'],
  ],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 3 }] }, 5, [': must be at most 3']],
  [
    'anyOf of types',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    5,
    [': must be string or null, not number'],
  ],
  ['anyOf holds', { anyOf: [{ type: 'string' }, { minimum: 3 }] }, 5, []],
  [
    'anyOf tells about the only form of this type',
    { anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] },
    {},
    ['a: is required'],
  ],
  [
    'anyOf of several forms',
    { anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] },
    {},
    [': fits none of the 2 allowed forms', 'c: is required'],
  ],
  [
    'oneOf',
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    3,
    [': fits several of the allowed forms, must fit exactly one'],
  ],
  ['oneOf holds', { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 1, []],
  ['not', { not: { type: 'string' } }, 'x', [': is not allowed']],
  [
    'if then',
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    { a: 1 },
    ['b: is required'],
  ],
  [
    'if else',
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    {},
    ['c: is required'],
  ],
  [
    '$ref',
    tree,
    { name: 'a', children: [{ name: 'b', children: [{ name: 5 }] }, {}] },
    ['children[0].children[0].name: must be string, not number', 'children[1].name: is required'],
  ],
  [
    '$ref into definitions with escapes',
    { definitions: { 'a/b~c': { type: 'string' } }, items: { $ref: '#/definitions/a~1b~0c' } },
    [1],
    ['[0]: must be string, not number'],
  ],
  [
    '$ref by anchor',
    { $defs: { x: { $anchor: 'text', type: 'string' } }, $ref: '#text' },
    1,
    [': must be string, not number'],
  ],
  [
    '$ref beside keywords',
    { $defs: { s: { type: 'string' } }, $ref: '#/$defs/s', minLength: 2 },
    'x',
    [': must have at least 2 characters'],
  ],
  ['$ref to another document is not fetched', { $ref: 'https://example.org/schema.json' }, 1, []],
  ['$ref to nothing', { $ref: '#/$defs/none' }, 1, []],
  [
    'unknown keywords and formats are annotations',
    { format: 'email', 'x-note': 1 },
    'not an address',
    [],
  ],
  [
    'an inherited property is absent',
    { required: ['constructor'], properties: { toString: { type: 'string' } } },
    {},
    ['constructor: is required'],
  ],
  [
    'odd names are quoted',
    { additionalProperties: { type: 'string' } },
    { 'a b': 1 },
    ['["a b"]: must be string, not number'],
  ],
];

for (const [name, schema, value, expected] of cases) {
  test(name, () => {
    expect(problemsOf(schema, value)).toEqual(expected);
  });
}
