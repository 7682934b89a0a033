import type { ChatMessage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { HttpReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { withCall } from './support/quirks.ts';
import { chatRequest, tool } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

describe('Groq', () => {
  it('a call it could not read is read from failed_generation', async () => {
    const failed_generation = '<tool_call>{"name": "t", "arguments": {"x": 1}}</tool_call>';
    const { model, server } = await startEndpoint(
      [
        {
          status: 400,
          body: { error: { code: 'tool_use_failed', message: 'x', failed_generation } },
        },
        ok,
      ],
      { profile: 'groq' },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
    expect(server.requests).toHaveLength(2);
  });

  it('one that cannot be read is asked for again, once', async () => {
    const { model, server } = await startEndpoint(
      () => ({
        status: 400,
        body: { error: { code: 'tool_use_failed', message: 'x', failed_generation: 'Well, t' } },
      }),
      { profile: 'groq' },
    );
    const request = chatRequest({ tools: [tool('t')] });
    await expect(model.complete(request, options)).rejects.toMatchObject({ code: 'bad_request' });
    expect(server.requests).toHaveLength(2);
  });

  it('reasoning is read, and usage from x_groq', async () => {
    const usage = {
      prompt_tokens: 7,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 3 },
    };
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            { reasoning: 'R' },
            { content: 'ok' },
            { finish_reason: 'stop' },
            { choices: [], x_groq: { id: 'r', usage } },
          ],
        },
      ],
      { profile: 'groq', stream: true },
    );
    const response = await model.complete(chatRequest(), options);
    expect(response.message.reasoning).toBe('R');
    expect(response.usage).toMatchObject({
      inputTokens: 7,
      cachedInputTokens: 3,
      estimated: false,
    });
  });
});

describe('Mistral', () => {
  it('ids are nine letters or digits, the same in call and result', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'mistral' });
    await model.complete(chatRequest({ messages: withCall, tools: [tool('t')] }), options);
    const [said, result] = server.requests[0]?.body.messages.slice(-2) ?? [];
    expect(said?.tool_calls?.[0]?.id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(result?.tool_call_id).toBe(said?.tool_calls?.[0]?.id);
  });

  it('a user message never follows a result', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'mistral' });
    const messages: ChatMessage[] = [...withCall, { role: 'user', content: 'and?' }];
    await model.complete(chatRequest({ messages, tools: [tool('t')] }), options);
    const roles = server.requests[0]?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  });

  it.each([false, true])(
    'content in parts is joined, thinking apart (stream %s)',
    async (stream) => {
      const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'R' }] };
      const text = { type: 'text', text: 'o' };
      const { model } = await startEndpoint(
        [
          stream
            ? { chunks: [{ content: [thinking] }, { content: [text] }, { content: 'k' }] }
            : { content: [thinking, text, { type: 'text', text: 'k' }] },
        ],
        { profile: 'mistral', stream },
      );
      const { message } = await model.complete(chatRequest(), options);
      expect(message).toMatchObject({ content: 'ok', reasoning: 'R' });
    },
  );

  it('flat errors name the parameter as well', async () => {
    const { model, server } = await startEndpoint(
      [
        {
          status: 422,
          body: {
            object: 'error',
            message: {
              detail: [
                { type: 'extra_forbidden', loc: ['body', 'temperature'], msg: 'Extra inputs' },
              ],
            },
            type: 'invalid_request_error',
            code: null,
          },
        },
        ok,
      ],
      { profile: 'mistral' },
    );
    await model.complete(chatRequest({ temperature: 0.2 }), options);
    expect(server.requests[1]?.body).not.toHaveProperty('temperature');
  });
});

describe('Together', () => {
  it('a last chunk with usage and no choices is no harm', async () => {
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            { reasoning: 'R' },
            { content: 'ok' },
            { finish_reason: 'stop' },
            { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2 } },
          ],
        },
      ],
      { profile: 'together', stream: true },
    );
    const response = await model.complete(chatRequest(), options);
    expect(response.message).toMatchObject({ content: 'ok', reasoning: 'R' });
    expect(response.usage).toMatchObject({ inputTokens: 5, outputTokens: 2, estimated: false });
  });
});

describe('OpenRouter', () => {
  it.each<[string, boolean, Parameters<typeof startEndpoint>[0]]>([
    [
      'a top-level error',
      false,
      [{ status: 200, body: { error: { code: 502, message: 'Provider returned error' } } }, ok],
    ],
    ['finish_reason error', false, [{ content: '', finish_reason: 'error' }, ok]],
    [
      'an error within the stream',
      true,
      [{ chunks: [{ content: 'pa' }, { error: { code: 502, message: 'x' } }] }, ok],
    ],
    [
      'an error in a choice of the stream',
      true,
      [
        { chunks: [{ choices: [{ index: 0, delta: {}, error: { code: 429, message: 'x' } }] }] },
        ok,
      ],
    ],
  ])('%s after the 200 is a failure, and is retried', async (_name, stream, script) => {
    const { model, server } = await startEndpoint(script, { profile: 'openrouter', stream });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests).toHaveLength(2);
  });

  it('keep-alive comments are skipped', async () => {
    const comment = { raw: ': OPENROUTER PROCESSING\n\n' };
    const { model } = await startEndpoint(
      [
        {
          chunks: [comment, { content: 'o' }, comment, { content: 'k' }, { finish_reason: 'stop' }],
        },
      ],
      { profile: 'openrouter', stream: true },
    );
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
  });

  it('details and the reasoning of DeepSeek behind it go back, the model that answered is told', async () => {
    const { model, server } = await startEndpoint(
      [
        {
          tool_calls: [{ id: 'c1', name: 't', arguments: '{}' }],
          reasoning_content: 'R',
          reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }],
          model: 'deepseek/deepseek-v4',
        },
        ok,
      ],
      { profile: 'openrouter' },
    );
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(server.requests[1]?.body.messages.at(-2)).toMatchObject({
      reasoning_content: 'R',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }],
    });
    expect(result.replies[0]?.model).toBe('deepseek/deepseek-v4');
  });
});

describe('Gemini', () => {
  it('a signature on a trailing delta without an index goes back with its call', async () => {
    const extra_content = { google: { thought_signature: 'S' } };
    const { model, server } = await startEndpoint(
      [
        {
          chunks: [
            { tool_calls: [{ index: 0, id: 'a', function: { name: 't', arguments: '{}' } }] },
            { tool_calls: [{ extra_content }] },
            { finish_reason: 'stop' },
          ],
        },
        ok,
      ],
      { profile: 'gemini', stream: true },
    );
    await runLoop(model, { tools: [tool('t')] });
    const sent = server.requests[1]?.body.messages.at(-2)?.tool_calls;
    expect(sent).toMatchObject([{ id: 'a', extra_content }]);
  });

  const rateLimit = (detail: JsonObject): HttpReply => ({
    status: 429,
    body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'x', details: [detail] } }],
  });

  it('the delay of an array-shaped error is kept to', async () => {
    const info = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '5.8s' };
    const { model, clock } = await startEndpoint([rateLimit(info), ok], { profile: 'gemini' });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(clock.sleeps).toEqual([5_850]);
  });

  it('a longer one is neither slept nor shortened', async () => {
    const { model, clock } = await startEndpoint([rateLimit({ retryDelay: '45.8s' }), ok], {
      profile: 'gemini',
    });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 45_800,
    });
    expect(clock.sleeps).toEqual([]);
  });

  it('the quota of a day is used up for good', async () => {
    const violations = [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }];
    const { model, server } = await startEndpoint([rateLimit({ violations }), ok], {
      profile: 'gemini',
    });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'quota' });
    expect(server.requests).toHaveLength(1);
  });

  it('schemas are the part it takes', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'gemini' });
    const schema = {
      type: 'object',
      properties: { x: { const: 'a' } },
      additionalProperties: false,
    };
    await model.complete(chatRequest({ tools: [tool('t', schema)] }), options);
    expect(server.requests[0]?.body.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: { x: { type: 'string', enum: ['a'] } },
    });
  });
});
