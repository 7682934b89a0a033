import type { ChatMessage } from '@mini-agent/foundation/chat';
import { createEndpointMemory, createHttpModel } from '@mini-agent/llm-router';
import type { HttpModelOptions } from '@mini-agent/llm-router';
import type { HttpReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool, toolMessage } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

function refuse(message: string, extra: Readonly<Record<string, unknown>> = {}): HttpReply {
  return { status: 400, body: { error: { message, ...extra } } };
}

const withCalls: readonly ChatMessage[] = [
  { role: 'user', content: 'x' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'c1', name: 't', arguments: { ok: true, value: {} } }],
  },
  toolMessage('c1', 't', 'the result'),
];

describe('adaptive parameters', () => {
  it('ab-049: one retry with the other name, remembered, not a failure for the breaker', async () => {
    const { model, server, clock } = await startEndpoint([
      refuse('use max_completion_tokens', { code: 'unsupported_parameter', param: 'max_tokens' }),
      ok,
      ok,
    ]);
    await model.complete(chatRequest({ maxOutputTokens: 99 }), options);
    await model.complete(chatRequest({ maxOutputTokens: 99 }), options);
    const [first, ...later] = server.requests.map(({ body }) => body);
    expect(first?.max_tokens).toBe(99);
    expect(later).toHaveLength(2);
    for (const body of later) {
      expect(body.max_completion_tokens).toBe(99);
      expect(body).not.toHaveProperty('max_tokens');
    }
    expect(clock.sleeps).toEqual([]);
  });

  it('ab-050: both names refused, the limit is dropped, at most one retry each', async () => {
    const { model, server } = await startEndpoint([
      refuse('', { code: 'unsupported_parameter', param: 'max_tokens' }),
      refuse('', { code: 'unsupported_parameter', param: 'max_completion_tokens' }),
      ok,
    ]);
    await model.complete(chatRequest(), options);
    const last = server.requests[2]?.body;
    expect(last).not.toHaveProperty('max_tokens');
    expect(last).not.toHaveProperty('max_completion_tokens');
  });

  it('gives up where the refusal stays the same', async () => {
    const { model, server } = await startEndpoint(() => ({
      status: 400,
      body: { error: { message: 'bad', param: 'max_tokens' } },
    }));
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'bad_request',
      status: 400,
    });
    expect(server.requests.length).toBeLessThanOrEqual(3);
  });

  it('asks for as much as the endpoint allows', async () => {
    const { model, server } = await startEndpoint([
      refuse('max_tokens is too large: 4096. This model supports at most 2048 completion tokens.'),
      ok,
    ]);
    await model.complete(chatRequest(), options);
    expect(server.requests[1]?.body.max_tokens).toBe(2048);
  });

  it.each([
    ['param', refuse('Unsupported value', { param: 'temperature' })],
    ['prose', refuse("Unsupported value: 'temperature' does not support 0.2 with this model.")],
    [
      'FastAPI detail',
      { status: 422, body: { detail: [{ loc: ['body', 'temperature'], msg: 'Extra inputs' }] } },
    ],
    ['flat', { status: 400, body: { message: 'temperature is not allowed', code: 'x' } }],
    ['text', { status: 400, body: { error: 'unknown field "temperature"' } }],
    ['array', { status: 400, body: [{ error: { message: 'temperature: invalid', code: 400 } }] }],
  ] as const)('rule 8: a parameter named by %s is dropped once', async (_shape, refusal) => {
    const { model, server } = await startEndpoint([refusal, ok, ok]);
    await model.complete(chatRequest({ temperature: 0.2 }), options);
    await model.complete(chatRequest({ temperature: 0.2 }), options);
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([
      0.2,
      undefined,
      undefined,
    ]);
  });

  it('rule 8: stream_options is dropped', async () => {
    const { model, server } = await startEndpoint(
      [refuse('Unknown parameter: stream_options'), ok],
      {
        stream: true,
      },
    );
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests[1]?.body).not.toHaveProperty('stream_options');
  });

  it('streams where an endpoint answers only so', async () => {
    const { model, server } = await startEndpoint([
      refuse('This model only support stream mode, please enable the stream parameter.'),
      ok,
      ok,
    ]);
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest(), options);
    expect(server.requests.map(({ body }) => body.stream)).toEqual([undefined, true, true]);
  });

  it('rule 5: content null becomes an empty text where null is refused', async () => {
    const { model, server } = await startEndpoint([
      refuse("Invalid value for 'content': expected a string, got null.", {
        param: 'messages.[1].content',
      }),
      ok,
    ]);
    await model.complete(chatRequest({ messages: withCalls, tools: [tool('t')] }), options);
    expect(server.requests[1]?.body.messages[1]?.content).toBe('');
  });

  it('shares findings between models that share a memory, by base URL and model', async () => {
    const memory = createEndpointMemory();
    const first = await startEndpoint([refuse('', { param: 'max_tokens' }), ok, ok, ok], {
      memory,
    });
    await first.model.complete(chatRequest(), options);
    const shared = {
      baseUrl: first.server.url,
      apiKey: 'k',
      memory,
    } satisfies Partial<HttpModelOptions>;
    await createHttpModel({ ...shared, model: 'm' }).complete(chatRequest(), options);
    await createHttpModel({ ...shared, model: 'm2' }).complete(chatRequest(), options);
    const names = first.server.requests.map(({ body }) => 'max_tokens' in body);
    expect(names).toEqual([true, false, false, true]);
  });
});

describe('tool choice', () => {
  it('rule 7: auto is never sent', async () => {
    const { model, server } = await startEndpoint([ok]);
    await model.complete(chatRequest({ tools: [tool('t')] }), options);
    expect(server.requests[0]?.body).not.toHaveProperty('tool_choice');
  });

  it('ab-007: none is sent with the tools, and also where the list is empty', async () => {
    const { model, server } = await startEndpoint([ok, ok]);
    const request = chatRequest({ messages: withCalls, toolChoice: 'none' });
    await model.complete({ ...request, tools: [tool('t')] }, options);
    await model.complete(request, options);
    expect(server.requests.map(({ body }) => body.tool_choice)).toEqual(['none', 'none']);
    expect(server.requests[0]?.body.tools).toHaveLength(1);
  });

  it('rule 7: none refused, then a history with calls refused: the history becomes text', async () => {
    const { model, server } = await startEndpoint([
      refuse('tool_choice "none" is not supported', { param: 'tool_choice' }),
      refuse('messages contain tool_calls, but no tools were given'),
      ok,
      ok,
    ]);
    const request = chatRequest({ messages: withCalls, tools: [tool('t')], toolChoice: 'none' });
    await model.complete(request, options);
    await model.complete(request, options);
    const [, second, third, later] = server.requests.map(({ body }) => body);
    expect(second).not.toHaveProperty('tools');
    expect(second).not.toHaveProperty('tool_choice');
    expect(third?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(third?.messages)).toContain('the result');
    expect(later).toEqual(third);
  });

  it('rule 7: a named choice falls to required, then to auto', async () => {
    const { model, server } = await startEndpoint([
      refuse('tool_choice as an object is not supported', { param: 'tool_choice' }),
      refuse('tool_choice required is not supported', { param: 'tool_choice' }),
      ok,
    ]);
    const tools = [tool('t'), tool('u')];
    await model.complete(chatRequest({ tools, toolChoice: { name: 't' } }), options);
    expect(server.requests.map(({ body }) => body.tool_choice)).toEqual([
      { type: 'function', function: { name: 't' } },
      'required',
      undefined,
    ]);
    expect(server.requests[2]?.body.tools).toHaveLength(1);
  });

  it('Zhipu: "none" means that the tools are left out', async () => {
    const { model, server } = await startEndpoint([ok], { profile: 'zhipu' });
    await model.complete(chatRequest({ tools: [tool('t')], toolChoice: 'none' }), options);
    expect(server.requests[0]?.body).not.toHaveProperty('tools');
    expect(server.requests[0]?.body).not.toHaveProperty('tool_choice');
  });
});

describe('a model that takes no tools', () => {
  it('gets them as text, and its JSON replies are calls', async () => {
    const { model, server } = await startEndpoint([
      refuse('registry.ollama.ai/library/gemma:2b does not support tools'),
      { content: '{"tool": "t", "arguments": {"x": 1,}}' },
      { content: '{"answer": "It is done."}' },
    ]);
    const result = await runLoop(model, { tools: [tool('t')] });
    expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
    expect(result.answer).toBe('It is done.');
    for (const { body } of server.requests.slice(1)) {
      expect(body).not.toHaveProperty('tools');
      expect(body.messages.map(({ role }) => role)).not.toContain('tool');
    }
    expect(server.requests[1]?.body.messages[1]?.content).toContain('- t: The tool t.');
  });
});

describe('limits and ranges', () => {
  it('sends the limit of the request before that of the model', async () => {
    const { model, server } = await startEndpoint([ok, ok], { maxOutputTokens: 77 });
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest({ maxOutputTokens: 5 }), options);
    expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([77, 5]);
  });

  it('takes single settings of a profile', async () => {
    const { model, server } = await startEndpoint([ok], {
      profile: { tokenParameter: 'max_new_tokens', temperature: { min: 0.1, max: 1 } },
    });
    await model.complete(chatRequest({ temperature: 2 }), options);
    expect(server.requests[0]?.body).toMatchObject({ max_new_tokens: 4096, temperature: 1 });
  });

  it('refuses an unknown profile with the known names', () => {
    const build = (): unknown =>
      createHttpModel({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', profile: 'nope' });
    expect(build).toThrow(/known are: neutral, openai/);
  });
});
