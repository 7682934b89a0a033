import { describe, expect, test } from 'vitest';
import { refusedKeyword, withoutKeywords } from '../src/http/schema-keywords.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    additionalProperties: { type: 'string', default: 'x', enum: ['x', 'y'] },
    list: { type: 'array', items: { anyOf: [{ const: { default: 1 } }, { type: 'null' }] } },
  },
  $defs: { default: { type: 'string', default: '' } },
  required: ['list'],
};
const tools = [{ type: 'function', function: { name: 't', parameters: schema } }];

describe('keywords of JSON Schema that an endpoint refuses', () => {
  test.each([
    ['Unknown name "additionalProperties" at tools[0]', 'additionalProperties'],
    ['Invalid schema: $defs is not supported', '$defs'],
    ["tool parameters: 'default' is not permitted", 'default'],
    ['the tool schema must not use anyOf', 'anyOf'],
  ])('%s', (text, keyword) => {
    expect(refusedKeyword(text, tools)).toBe(keyword);
  });

  test.each([
    'The default model does not take tools',
    'Invalid schema for function t',
    "tools: 'type' is wrong",
    'oneOf is not supported in a schema',
    'anyOf went wrong',
  ])('%s names none that could be left out', (text) => {
    expect(refusedKeyword(text, tools)).toBeUndefined();
  });

  test('are left out wherever they are keywords, and nowhere else', () => {
    const refused = new Set(['additionalProperties', 'default', 'anyOf']);
    expect(withoutKeywords(schema, refused)).toEqual({
      type: 'object',
      properties: {
        additionalProperties: { type: 'string', enum: ['x', 'y'] },
        list: { type: 'array', items: {} },
      },
      $defs: { default: { type: 'string' } },
      required: ['list'],
    });
    const data = { type: 'object', properties: { a: { const: { default: 1 } } } };
    expect(withoutKeywords(data, refused)).toEqual(data);
    expect(withoutKeywords(schema, new Set())).toBe(schema);
  });
});
