import { describe, expect, test } from 'vitest';
import { call, calls, completion, play, say } from './harness.ts';

const dying = ['error', 'ERROR', 'abort', 'network_error', 'insufficient_system_resource'];

describe.concurrent('tool calls decide, not finish_reason', () => {
  test.each([
    ['ab-012', 'stop'],
    ['ab-013', null],
    ['tool_calls', 'tool_calls'],
    ['function_call', 'function_call'],
    ['an empty reason', ''],
    ['eos', 'eos'],
    ['end_turn', 'end_turn'],
    ['tool_use', 'tool_use'],
    ['STOP', 'STOP'],
    ['unknown', 'unknown'],
  ])('%s: a call runs whatever the reason is', async (_id, reason) => {
    const { result, executed } = await play({
      replies: [{ tool_calls: [call('t')], finish_reason: reason }, say('4', reason)],
    });
    expect(executed).toEqual([['t', {}]]);
    expect(result).toMatchObject({ outcome: 'completed', answer: '4', partial: false });
  });

  test('ab-013: a missing reason is accepted for calls and for text', async () => {
    const { result, executed, requests } = await play({
      replies: [
        { tool_calls: [call('t')], omit: ['finish_reason'] },
        { content: '4', omit: ['finish_reason'] },
      ],
    });
    expect(executed).toHaveLength(1);
    expect(requests).toHaveLength(2);
    expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
  });

  test.each(['length', 'content_filter', 'max_tokens', 'LENGTH', 'MAX_TOKENS', 'model_length'])(
    'ab-014: a call in a reply cut by %s never runs',
    async (reason) => {
      const cut = '{"path":"a","text":"hel';
      const { result, executed, requests } = await play({
        tools: { write: {} },
        replies: [
          { tool_calls: [call('write', cut)], finish_reason: reason },
          calls(call('write', { path: 'a', text: 'hello' }, 'c2')),
          say('ok'),
        ],
      });
      expect(
        executed.filter(([, args]) => JSON.stringify(args) !== '{"path":"a","text":"hello"}'),
      ).toEqual([]);
      if (result.outcome === 'content_filter') expect(executed).toEqual([]);
      else {
        expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
        expect(JSON.stringify(requests[1]?.body.messages)).toContain('cut');
      }
    },
  );

  test.each([
    ['complete JSON', '{"path":"a"}'],
    ['an object', { path: 'a' }],
    ['no arguments', ''],
  ])('ab-014: nor with %s', async (_name, args) => {
    const { executed, result } = await play({
      tools: { write: {} },
      replies: [{ tool_calls: [call('write', args)], finish_reason: 'length' }, say('ok')],
    });
    expect(executed).toEqual([]);
    expect(result.answer).toBe('ok');
  });

  test('ab-014: none of several calls in a cut reply runs', async () => {
    const { executed } = await play({
      tools: { write: {} },
      replies: [
        {
          tool_calls: [call('write', '{"a":1}'), call('write', '{"a":', 'c2')],
          finish_reason: 'length',
        },
        say('ok'),
      ],
    });
    expect(executed).toEqual([]);
  });

  test('a leaked call in a cut reply never runs', async () => {
    const { executed } = await play({
      tools: { write: {} },
      replies: [
        say('<tool_call>{"name":"write","arguments":{"a":1}}</tool_call>', 'length'),
        say('ok'),
      ],
    });
    expect(executed).toEqual([]);
  });

  test('a call cut although the reason says tool_calls is told, not guessed', async () => {
    const { executed, observations } = await play({
      tools: { write: {} },
      replies: [calls(call('write', '{"text":"hel')), say('ok')],
    });
    expect(executed).toEqual([]);
    expect(observations.join()).toContain('"ok":false');
  });

  test.each([
    ['ab-015', { content: 'The answer is 4.', tool_calls: [], finish_reason: 'tool_calls' }],

    ['no calls', { content: 'The answer is 4.', finish_reason: 'function_call' }],
    [
      'null calls',
      completion({ role: 'assistant', content: 'The answer is 4.', tool_calls: null }),
    ],
  ])('%s: text without calls is the answer, in one request', async (_id, reply) => {
    const { result, requests } = await play({ replies: [reply] });
    expect(requests).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'The answer is 4.' });
  });

  test('a text cut by length is shown as partial, not as a whole answer', async () => {
    const { result } = await play({ replies: [say('The first half', 'length')] });
    expect(result.answer).toContain('The first half');
    expect(result.answer).not.toBe('The first half');
  });

  test('a filtered reply is told as such', async () => {
    const { result, requests } = await play({ replies: [say('', 'content_filter')] });
    expect(result.outcome).toBe('content_filter');
    expect(requests).toHaveLength(1);
  });

  test('the old function_call field is a call', async () => {
    const { executed, result } = await play({
      replies: [
        { function_call: { name: 't', arguments: '{"x":1}' }, finish_reason: 'function_call' },
        say('4'),
      ],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
    expect(result.answer).toBe('4');
  });

  test.each(dying)('a reply that died with the reason %s is asked for again', async (reason) => {
    const { executed, result, requests } = await play({
      replies: [
        { tool_calls: [call('t', '{"n":1}')], finish_reason: reason },
        { content: 'half', finish_reason: reason },
        say('whole'),
      ],
    });
    expect(executed).toEqual([]);
    expect(requests).toHaveLength(3);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'whole' });
  });

  test.each(['sensitive', 'SAFETY', 'PROHIBITED_CONTENT', 'RECITATION'])(
    'a call withheld with the reason %s does not run',
    async (reason) => {
      const { executed, result } = await play({
        replies: [{ tool_calls: [call('t')], finish_reason: reason }],
      });
      expect(executed).toEqual([]);
      expect(result.outcome).toBe('content_filter');
    },
  );
});
