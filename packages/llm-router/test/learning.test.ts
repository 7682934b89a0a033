import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { HttpReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest, tool, toolMessage } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

function refuse(message: string, status = 400): HttpReply {
  return { status, body: { error: { message } } };
}

describe('rule 2: calls have ids of our own', () => {
  it('an id that comes twice, in one reply and in the next, names two calls', async () => {
    const call = { id: 'same', name: 't', arguments: '{}' };
    const { model } = await startEndpoint([
      { tool_calls: [call, call], completion_id: 'x' },
      { tool_calls: [call], completion_id: 'x' },
    ]);
    const request = chatRequest({ tools: [tool('t')] });
    const first = await model.complete(request, options);
    const second = await model.complete({ ...request, step: 1 }, options);
    const ids = [...first.message.toolCalls, ...second.message.toolCalls].map(({ id }) => id);
    expect(new Set(ids.slice(0, 2)).size).toBe(2);
    expect(ids[2]).toBe('same');
  });
});

describe('rule 6: the order that strict templates want', () => {
  const inARow: readonly ChatMessage[] = ['a', '', 'b'].map((content) => ({
    role: 'user',
    content,
  }));

  it('user messages in a row are one for templates whose speakers take turns', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'vllm' });
    await model.complete(chatRequest({ messages: inARow }), options);
    expect(server.requests[0]?.body.messages).toEqual([{ role: 'user', content: 'a\n\nb' }]);
  });

  it.each(['Conversation roles must alternate user/assistant', 'consecutive user messages'])(
    'and for others once they say so: %s',
    async (message) => {
      const { model, server } = await startEndpoint([refuse(message), ok]);
      await model.complete(chatRequest({ messages: inARow }), options);
      expect(server.requests.map(({ body }) => body.messages.length)).toEqual([3, 1]);
    },
  );

  it('system messages stay apart where a profile wants them so', async () => {
    const { model, server } = await startEndpoint([ok], { profile: { systemMessages: 'many' } });
    const messages: ChatMessage[] = [
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
      { role: 'user', content: 'x' },
    ];
    await model.complete(chatRequest({ messages }), options);
    expect(server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
      { role: 'user', content: 'x' },
    ]);
  });

  it('and become one where that is refused', async () => {
    const { model, server } = await startEndpoint(
      [refuse('System message must be at the beginning.'), ok],
      { profile: { systemMessages: 'many' } },
    );
    const messages: ChatMessage[] = [
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
      { role: 'user', content: 'x' },
    ];
    await model.complete(chatRequest({ messages }), options);
    expect(server.requests[1]?.body.messages[0]).toEqual({ role: 'system', content: 'A\n\nB' });
  });

  it('a folded system text stands before a conversation that an answer begins', async () => {
    const { model, server } = await startEndpoint([ok], { profile: { systemMessages: 'in_user' } });
    const messages: ChatMessage[] = [
      { role: 'system', content: 'A' },
      { role: 'assistant', content: 'Hello.', toolCalls: [] },
      { role: 'user', content: 'x' },
    ];
    await model.complete(chatRequest({ messages }), options);
    expect(server.requests[0]?.body.messages.map(({ content }) => content)).toEqual([
      'A',
      'Hello.',
      'x',
    ]);
  });

  it('a system text alone goes as a user message where one is missed', async () => {
    const { model, server } = await startEndpoint([
      refuse('No user query found in messages.'),
      ok,
      ok,
    ]);
    const alone = chatRequest({ messages: [{ role: 'system', content: 'Say hi.' }] });
    await model.complete(alone, options);
    await model.complete(chatRequest(), options);
    expect(server.requests.map(({ body }) => body.messages.map(({ role }) => role))).toEqual([
      ['system'],
      ['user'],
      ['user'],
    ]);
  });

  it('what a 400 says of other things folds no system text', async () => {
    for (const message of ['System overload, invalid state', 'The operating system is not known']) {
      const { model, server } = await startEndpoint(() => refuse(message));
      const messages: ChatMessage[] = [
        { role: 'system', content: 'A' },
        { role: 'user', content: 'x' },
      ];
      await expect(model.complete(chatRequest({ messages }), options)).rejects.toThrow();
      expect(server.requests.at(-1)?.body.messages[0]?.role).toBe('system');
    }
  });
});

describe('rule 7: the last turn', () => {
  it('"none" refused, then no tools refused, then the history as text; all remembered', async () => {
    const { model, server } = await startEndpoint([
      refuse("tool_choice 'none' is not supported"),
      refuse('tools must be set when the messages hold tool calls'),
      ok,
      ok,
    ]);
    const messages: ChatMessage[] = [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'c1', name: 't', arguments: { ok: true, value: { p: 1 } } }],
      },
      toolMessage('c1', 't', 'the result'),
    ];
    const request = chatRequest({ messages, tools: [tool('t')], toolChoice: 'none' });
    await model.complete(request, options);
    await model.complete(request, options);
    const sent = server.requests.map(({ body }) => body);
    expect(sent.map((body) => [body.tool_choice, body.tools !== undefined])).toEqual([
      ['none', true],
      [undefined, false],
      [undefined, false],
      [undefined, false],
    ]);
    expect(sent[2]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(sent[3]?.messages).toEqual(sent[2]?.messages);
  });
});

describe('rule 8: one lesson at a time, for the endpoint and the model', () => {
  it.each([
    ['parallel_tool_calls', { parallel_tool_calls: true }],
    ['response_format', { response_format: { type: 'text' } }],
    ['top_p', { top_p: 0.5 }],
    ['reasoning_split', { reasoning_split: true }],
  ])('%s is dropped', async (name, extraBody) => {
    const { model, server } = await startEndpoint([refuse(`Unrecognized argument: ${name}`), ok], {
      profile: { extraBody },
    });
    await model.complete(chatRequest(), options);
    expect(server.requests.map(({ body }) => name in body)).toEqual([true, false]);
  });

  it('several refused parameters cost one try each and no wait', async () => {
    const { model, server, clock } = await startEndpoint(
      [
        refuse('temperature is not supported'),
        refuse('Unknown field: top_p'),
        refuse('use max_completion_tokens instead of max_tokens'),
        ok,
      ],
      { profile: { extraBody: { top_p: 0.5 } } },
    );
    await model.complete(chatRequest({ temperature: 1 }), options);
    expect(server.requests).toHaveLength(4);
    expect(clock.sleeps).toEqual([]);
    expect(server.requests[3]?.body).toMatchObject({ max_completion_tokens: 4096 });
  });
});

describe('usage: what was read from a cache', () => {
  it.each([
    ['OpenAI', { prompt_tokens_details: { cached_tokens: 4 } }, 4],
    ['its newer names', { input_tokens_details: { cached_tokens: 4 } }, 4],
    ['DeepSeek', { prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 }, 4],
    ['Moonshot', { cached_tokens: 4 }, 4],
    ['Anthropic', { cache_read_input_tokens: 4 }, 4],
    ['nothing', { prompt_tokens_details: { cached_tokens: 0 } }, 0],
    ['more than there was', { cached_tokens: 99 }, 9],
    ['no number', { cached_tokens: 'x', prompt_tokens_details: null }, undefined],
    ['not told', {}, undefined],
  ])('%s', async (_name, fields, cached) => {
    const usage = { prompt_tokens: 9, completion_tokens: 1, ...fields };
    const { model } = await startEndpoint([{ content: 'ok', usage }]);
    const response = await model.complete(chatRequest(), options);
    expect(response.usage.cachedInputTokens).toBe(cached);
    expect(response.usage.totalTokens).toBe(10);
  });
});
