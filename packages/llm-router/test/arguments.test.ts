import type { JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLenientJson } from '../src/arguments/lenient-json.ts';
import { parseCallArguments } from '../src/arguments/parse-arguments.ts';

const parse = (raw: unknown, schema?: object): unknown => {
  const result = parseCallArguments(raw, schema as Readonly<Record<string, unknown>>);
  return result.ok ? result.value : result.problem;
};

describe('what has one reading is repaired', () => {
  it.each([
    ['as it is', '{"x":1}', { x: 1 }],
    ['double encoded', '"{\\"x\\":1}"', { x: 1 }],
    ['double encoded with a slip', '"{\\"x\\":1,}"', { x: 1 }],
    ['fenced', '```json\n{"x":1}\n```', { x: 1 }],
    ['trailing comma', '{"x":[1,2,],}', { x: [1, 2] }],
    ['single quotes', "{'x': 'it\\'s'}", { x: "it's" }],
    ['bare keys', '{x: 1, $y_2: 2}', { x: 1, $y_2: 2 }],
    ['Python words', '{"a":True,"b":False,"c":None}', { a: true, b: false, c: null }],
    ['comments', '{"x":1, // one\n /* two */ "y":2}', { x: 1, y: 2 }],
    ['a raw line break', '{"x":"a\nb\tc"}', { x: 'a\nb\tc' }],
    ['wrapping braces', '{ {"x":{"y":1}} }', { x: { y: 1 } }],
    ['a leading token', '<|message|>{"x":1}', { x: 1 }],
    ['a closing tag', '{"x":1}</tool_call>', { x: 1 }],
    ['a surplus brace', '{"x":1}}', { x: 1 }],
    ['unicode escapes', "{'x':'\\u4f60'}", { x: '你' }],
    ['numbers', '{x: -1.5e3}', { x: -1500 }],
  ])('%s', (_name, raw, value) => {
    expect(parse(raw)).toEqual(value);
  });
});

describe('what was cut or is ambiguous is not', () => {
  it.each([
    ['a cut string', '{"expression": "2+'],
    ['a cut number', '{"x": 1'],
    ['a cut object in a wrap', '{{"x":1}'],
    ['a cut list', '{"x":[1,2'],
    ['a cut key', '{"x":1,"y'],
    ['a Windows path', '{"path":"C:\\temp\\x"}'],
    ['a regular expression', '{"r":"\\d+"}'],
    ['prose in front', 'Here it is: {"x":1}'],
    ['prose behind', '{"x":1} and more'],
    ['two objects', '{"x":1}{"x":2}'],
    ['a missing comma', '{"x":1 "y":2}'],
    ['a missing value', '{"x":}'],
    ['an unknown word', '{"x":undefined}'],
    ['a number with letters', '{"x":12abc}'],
    ['a number with a leading zero', '{"x":012}'],
    ['NUL', '\u0000{"x":1}'],
    ['too deep', `{"x":${'['.repeat(100)}${']'.repeat(100)},}`],
  ])('%s', (_name, raw) => {
    const result = parseCallArguments(raw);
    expect(result).toMatchObject({ ok: false, cut: false });
    expect(parse(raw)).toMatch(/arguments/i);
  });

  it.each(['[1]', '5', 'true', '"text"', '[{"x":1}]'])('%s is no object', (raw) => {
    expect(parse(raw)).toMatch(/must be a JSON object/);
  });

  it('repairs no text above 64 kB, and takes no time to say so', () => {
    const long = `{"x":"${'a'.repeat(180_000)}",}`;
    const start = performance.now();
    expect(parse(long)).toMatch(/too long/);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect(parse(long.replace(',}', '}'))).toMatchObject({ x: expect.any(String) as string });
  });
});

describe('nothing at all', () => {
  const required = { type: 'object', required: ['x', 'y'] };

  it.each(['', '  ', null, undefined, '""'])('%j is {} only where nothing is required', (raw) => {
    expect(parse(raw, { type: 'object' })).toEqual({});
    expect(parse(raw, required)).toMatch(/Required: x, y/);
    expect(parse(raw), 'an unknown tool').toMatch(/empty/);
  });
});

describe('property', () => {
  const objects = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;

  it('reads all JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(objects, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parse(text)).toEqual(JSON.parse(text));
        expect(parseLenientJson(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('repairs nothing out of a text that ends early', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const part = text.slice(0, cut % text.length);
        expect(parseCallArguments(part, { required: ['x'] }).ok).toBe(false);
      }),
    );
  });

  it('never throws and makes objects only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('{}[]"\':,\\ntrue1 /*`')) }),
        (text) => {
          const result = parseCallArguments(text);
          if (result.ok) expect(Array.isArray(result.value)).toBe(false);
          else expect(result.problem).not.toBe('');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps a key such as __proto__ as a key', () => {
    const value = parse("{'__proto__': {'admin': true}}") as object;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
