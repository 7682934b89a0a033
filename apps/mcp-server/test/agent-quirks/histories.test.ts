import { describe, expect, test } from 'vitest';
import type { ChatMessage, ToolCall } from '@mini-agent/foundation/chat';
import { call, calls, messagesOf, play, say } from './harness.ts';

const made = (id: string, name = 't'): ToolCall => ({
  id,
  name,
  arguments: { ok: true, value: {} },
});
const answered = (callId: string, content = '1'): ChatMessage => ({
  role: 'tool',
  callId,
  name: 't',
  content,
  outcome: { callId, ok: true, trusted: true, text: content, durationMs: 1, tries: 1 },
});
const assistant = (content: string, ...toolCalls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content,
  toolCalls,
});

describe.concurrent('ids', () => {
  test.each([
    ['ab-026', ''],
    ['null', null],
    ['a number', 7],
    ['blanks', '  '],
  ])('%s: an id that is none is replaced, in both places', async (_id, given) => {
    const { executed, requests } = await play({
      replies: [calls({ id: given as string, name: 't', arguments: '{}' }), say('ok')],
    });
    expect(executed).toHaveLength(1);
    const sent = messagesOf(requests[1], 'assistant')[0]?.tool_calls?.[0]?.id;
    expect(sent).toMatch(/\S/);
    expect(messagesOf(requests[1], 'tool')[0]?.tool_call_id).toBe(sent);
  });

  test('two empty ids in one reply become two ids', async () => {
    const { executed, observations } = await play({
      replies: [calls(call('t', '{"n":1}', ''), call('t', '{"n":2}', '')), say('ok')],
    });
    expect(executed).toHaveLength(2);
    expect(observations).toHaveLength(2);
  });

  test('one id twice in one reply becomes two ids', async () => {
    const { executed, requests } = await play({
      replies: [calls(call('t', '{"n":1}', 'same'), call('t', '{"n":2}', 'same')), say('ok')],
    });
    expect(executed).toHaveLength(2);
    const ids = messagesOf(requests[1], 'tool').map((message) => message.tool_call_id);
    expect(new Set(ids).size).toBe(2);
  });

  test('the same id in each turn stays apart', async () => {
    const { executed, observations } = await play({
      tools: { t: ['one', 'two', 'three'] },
      replies: [1, 2, 3].map((n) => calls(call('t', `{"n":${n}}`, 'call_0'))).concat(say('ok')),
    });
    expect(executed).toHaveLength(3);
    for (const [at, text] of ['one', 'two', 'three'].entries()) {
      expect(observations[at]).toContain(text);
    }
  });

  test("a provider's id goes back as it came", async () => {
    const { requests } = await play({
      replies: [calls(call('t', '{}', 'functions.t:0')), say('ok')],
    });
    expect(messagesOf(requests[1], 'tool')[0]?.tool_call_id).toBe('functions.t:0');
  });

  test('ab-028: a completion id that repeats loses no turn', async () => {
    const { result, requests } = await play({
      replies: [
        { ...calls(call('t')), completion_id: 'same' },
        { content: 'The answer is 4.', finish_reason: 'stop', completion_id: 'same' },
      ],
    });
    expect(result.answer).toBe('The answer is 4.');
    expect(requests).toHaveLength(2);
    expect(result.state.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2);
  });

  test('ab-058: ids in the form that Mistral takes, the same in both places', async () => {
    const { requests } = await play({
      task: 'x',
      model: { profile: 'mistral' },
      run: { history: [assistant('', made('call_abcdefghijkl')), answered('call_abcdefghijkl')] },
      replies: [calls(call('t', '{}', 'a-long-id-of-another-kind')), say('ok')],
    });
    for (const request of requests) {
      for (const { tool_call_id: id } of messagesOf(request, 'tool')) {
        expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
      }
    }
    expect(messagesOf(requests[1], 'tool')).toHaveLength(2);
  });

  test('ab-058: long and foreign ids that resemble each other stay different', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `toolu_01AbCdEfGh${at}`);
    const { requests } = await play({
      model: { profile: 'mistral' },
      run: { history: ids.flatMap((id) => [assistant('', made(id)), answered(id, id)]) },
      replies: [say('ok')],
    });
    const sent = messagesOf(requests[0], 'tool').map((message) => message.tool_call_id);
    expect(new Set(sent).size).toBe(30);
  });
});

describe.concurrent('histories', () => {
  test.each([
    ['ab-031', [{ role: 'user', content: 'x' }, answered('gone')]],
    ['a result first', [answered('gone'), { role: 'user', content: 'x' }]],
    ['a call without result', [{ role: 'user', content: 'x' }, assistant('', made('a'))]],
    [
      'one of two calls without result',
      [{ role: 'user', content: 'x' }, assistant('', made('a'), made('b')), answered('b')],
    ],
    [
      'results in another order',
      [
        { role: 'user', content: 'x' },
        assistant('', made('a'), made('b')),
        answered('b', 'B'),
        answered('a', 'A'),
      ],
    ],
    [
      'a user message between call and result',
      [assistant('', made('a')), { role: 'user', content: 'x' }, answered('a')],
    ],
    ['a result twice', [assistant('', made('a')), answered('a'), answered('a')]],
    ['an empty assistant turn', [{ role: 'user', content: 'x' }, assistant('')]],
    [
      'several system messages',
      [
        { role: 'system', content: 'one' },
        { role: 'user', content: 'x' },
        { role: 'system', content: 'two' },
      ],
    ],
    ['an empty result', [assistant('', made('a')), answered('a', '')]],
    ['a call with an illegal name', [assistant('', made('a', 'search web!')), answered('a')]],
    [
      'an id again in a later turn',
      [assistant('', made('a')), answered('a', '1'), assistant('', made('a')), answered('a', '2')],
    ],
    [
      'a run that ended behind a result',
      [{ role: 'user', content: 'x' }, assistant('', made('a')), answered('a')],
    ],
  ] satisfies [string, ChatMessage[]][])(
    '%s: what is sent passes the pairing check',
    async (_id, history) => {
      const { result, requests } = await play({ run: { history }, replies: [say('ok')] });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
      expect(requests[0]?.body.messages.at(-1)).toMatchObject({
        role: 'user',
        content: 'What is it?',
      });
    },
  );

  test('ab-032: a conversation that is too long is shortened in whole groups', async () => {
    let asked = 0;
    const { result, executed, requests } = await play({
      tools: { big: 'many words '.repeat(800) },
      replies: ({ body }) => {
        if (JSON.stringify(body.messages).length > 20_000) {
          return {
            status: 400,
            body: {
              error: {
                code: 'context_length_exceeded',
                message: 'maximum context length is 2000 tokens',
              },
            },
          };
        }
        asked += 1;
        return asked <= 3 ? calls(call('big', `{"n":${asked}}`, `id${asked}`)) : say('ok');
      },
    });
    expect(executed).toHaveLength(3);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(requests.length).toBeGreaterThan(4);
  });

  test('a tool without output sends a text', async () => {
    const { observations } = await play({
      tools: { t: () => undefined, u: '' },
      replies: [calls(call('t'), call('u', '{}', 'c2')), say('ok')],
    });
    expect(observations).toHaveLength(2);
    for (const text of observations) expect(text).toContain('(no output)');
  });

  test('results that are no text are told as a failure', async () => {
    const { result, observations } = await play({
      tools: { t: () => ({ value: 4 }) },
      replies: [calls(call('t')), say('ok')],
    });
    expect(observations[0]).toContain('"ok":false');
    expect(result.answer).toBe('ok');
  });

  test('arguments that could not be read go back as JSON', async () => {
    const { requests } = await play({ replies: [calls(call('t', '{"x":')), say('ok')] });
    const sent = messagesOf(requests[1], 'assistant')[0]?.tool_calls?.[0]?.function.arguments;
    expect(JSON.parse(sent ?? '')).toBeTypeOf('object');
  });

  test('content null that is refused becomes an empty text', async () => {
    const { result, requests } = await play({
      replies: [
        calls(call('t')),
        ({ body }) =>
          body.messages.some(({ content }) => content === null)
            ? {
                status: 400,
                body: { error: { message: 'messages[2].content: null is not a string' } },
              }
            : say('ok'),
        say('ok'),
      ],
    });
    expect(result.answer).toBe('ok');
    expect(messagesOf(requests.at(-1), 'assistant')[0]?.content).toBe('');
  });

  test('a name on a result is not sent', async () => {
    const { requests } = await play({ replies: [calls(call('t')), say('ok')] });
    expect(messagesOf(requests[1], 'tool')[0]).not.toHaveProperty('name');
  });
});
