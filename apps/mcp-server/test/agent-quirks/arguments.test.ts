import { describe, expect, test } from 'vitest';
import { call, calls, play, say } from './harness.ts';

const required = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };

describe.concurrent('arguments', () => {
  test.each([
    ['ab-035', '{"cmd":"ls",}', { cmd: 'ls' }],
    ['ab-038', '{{"x":1}}', { x: 1 }],
    ['ab-039', '{"x":1}<|call|>', { x: 1 }],
    ['an object', { x: 1 }, { x: 1 }],
    ['encoded twice', '"{\\"x\\":1}"', { x: 1 }],
    ['in a fence', '```json\n{"x":1}\n```', { x: 1 }],
    ['in a fence without a language', '```\n{"x":1}\n```', { x: 1 }],
    ['three braces', '{{{"x":1}}}', { x: 1 }],
    ['an end-of-turn token', '{"x":1}<|im_end|>', { x: 1 }],
    ['a DeepSeek token', '{"x":1}<｜tool▁call▁end｜>', { x: 1 }],
    ['two tokens', '{"x":1}<|call|><|end|>\n', { x: 1 }],
    ['a closing tag', '{"x":1}</tool_call>', { x: 1 }],
    ['an end of sentence', '{"x":1}</s>', { x: 1 }],
    ['a surplus brace', '{"x":1}}', { x: 1 }],
    ['single quotes', "{'x': 1}", { x: 1 }],
    ['bare keys', '{x: 1}', { x: 1 }],
    ['words of Python', '{"a": True, "b": None, "c": False}', { a: true, b: null, c: false }],
    ['a raw line break in a string', '{"text":"a\nb"}', { text: 'a\nb' }],
    ['a comment', '{"x":1 /* one */}', { x: 1 }],
    ['blanks around', '  \n{"x":1}\n ', { x: 1 }],
    ['a byte order mark', '\uFEFF{"x":1}', { x: 1 }],
    ['typographic quotes inside a string', '{"t":"“x”"}', { t: '“x”' }],
    ['a trailing comma in a list', '{"a":[1,2,],}', { a: [1, 2] }],
    ['a leading token', '<|message|>{"x":1}', { x: 1 }],
    ['unicode escapes', '{"t":"\\u4f60\\u597d"}', { t: '你好' }],
    ['an empty string where nothing is required', '', {}],
    ['null where nothing is required', null, {}],
    ['an object that was encoded as a number key', '{"1":2}', { 1: 2 }],
  ])('%s: what can be mended runs once, with what was meant', async (_id, given, wanted) => {
    const { executed, result } = await play({ replies: [calls(call('t', given)), say('ok')] });
    expect(executed).toEqual([['t', wanted]]);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
  });

  test('a call without any arguments runs where nothing is required', async () => {
    const { executed } = await play({
      replies: [calls({ id: 'c1', name: 't' }), say('ok')],
    });
    expect(executed).toEqual([['t', {}]]);
  });

  test.each([
    ['ab-041', '\u0000{"x":1}'],
    ['cut in a string', '{"expression": "2+'],
    ['cut after a key', '{"x":'],
    ['cut in a list', '{"x":[1,2'],
    ['a missing brace', '{"x":1'],
    ['a list', '[1]'],
    ['a number', '3'],
    ['a text', '"hello"'],
    ['true', 'true'],
    ['prose', 'the sum of two numbers'],
    ['an ambiguous escape', '{"path":"C:\\Users\\x"}'],
    ['two objects', '{"x":1}{"x":2}'],
    ['an object and prose', '{"x":1} and then {"x":2}'],
    ['a list as it is', [1]],
    ['a number as it is', 7],
    ['opened twice, closed once', '{{"x":1}'],
    ['too deep', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
  ])('%s: what has no single meaning does not run, and the model is told', async (_id, given) => {
    const { executed, observations, result } = await play({
      replies: [calls(call('t', given)), calls(call('t', '{"x":1}', 'c2')), say('ok')],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
    expect(observations).toHaveLength(2);
    expect(observations[0]).toContain('"ok":false');
    expect(observations[0]).toContain('invalid_arguments');
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
  });

  test.each([
    ['ab-037', 'not-json{'],
    ['an empty object', '{}'],
    ['nothing', ''],
    ['null', null],
    ['the wrong type', '{"x":"one"}'],
    ['null for the field', '{"x":null}'],
  ])('%s: a required field that is missing is named', async (_id, given) => {
    const { executed, observations, result } = await play({
      tools: { t: { schema: required } },
      replies: [calls(call('t', given)), calls(call('t', '{"x":1}', 'c2')), say('ok')],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
    expect(observations[0]).toContain('"ok":false');
    expect(observations[0]).toMatch(/\bx\b/);
    expect(result.answer).toBe('ok');
  });

  test('a schema with only a list of required names is enough', async () => {
    const { executed, observations } = await play({
      tools: { t: { schema: { required: ['x'] } } },
      replies: [calls(call('t', 'not-json{')), calls(call('t', '{"y":1}', 'c2')), say('ok')],
    });
    expect(executed).toEqual([]);
    expect(observations).toHaveLength(2);
    for (const text of observations) expect(text).toMatch(/\bx\b/);
  });

  test('ab-042: inherited names are unknown tools', async () => {
    const { executed, observations, result } = await play({
      replies: [
        calls(call('constructor')),
        calls(call('__proto__', '{}', 'c2')),
        calls(call('toString', '{}', 'c3'), call('hasOwnProperty', '{}', 'c4')),
        say('ok'),
      ],
    });
    expect(executed).toEqual([]);
    expect(observations).toHaveLength(4);
    for (const text of observations) expect(text).toContain('unknown_tool');
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
  });

  test('a key __proto__ in the arguments changes no prototype', async () => {
    const { executed } = await play({
      replies: [calls(call('t', '{"__proto__":{"admin":true},"x":1,}')), say('ok')],
    });
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    for (const [, args] of executed) {
      expect((args as Record<string, unknown>)['admin']).toBeUndefined();
    }
  });

  test('a large broken text is judged at once', async () => {
    const { executed, elapsedMs } = await play({
      replies: [calls(call('t', `{"x":"${'{"a":['.repeat(30_000)}`)), say('ok')],
    });
    expect(executed).toEqual([]);
    expect(elapsedMs).toBeLessThan(2_000);
  });

  test('of several calls the good ones run, and each gets its answer', async () => {
    const { executed, observations } = await play({
      replies: [
        calls(call('t', '{"n":1}'), call('t', 'oops', 'c2'), call('nothing', '{}', 'c3')),
        say('ok'),
      ],
    });
    expect(executed).toEqual([['t', { n: 1 }]]);
    expect(observations).toHaveLength(3);
    expect(observations[0]).toContain('fine');
  });

  test('wrong calls without end are stopped', async () => {
    const { executed, result, requests } = await play({
      maxTurns: 20,
      replies: () => calls(call('t', '{{{{"x":')),
    });
    expect(executed).toEqual([]);
    expect(result.outcome).toBe('invalid_tool_calls');
    expect(requests.length).toBeLessThan(9);
  });
});
