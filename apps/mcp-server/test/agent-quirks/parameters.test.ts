import { describe, expect, test } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import type { ModelRequest, ScriptedReply } from '@mini-agent/testkit';
import type { ChatMessage } from '@mini-agent/foundation/chat';
import {
  apiKey,
  call,
  calls,
  completion,
  messagesOf,
  play,
  playWith,
  refuse,
  say,
} from './harness.ts';

type Sent = ModelRequest['body'];

/** Answers with `body` as long as the request is not as wanted. */
function until(
  isRight: (sent: Sent) => boolean,
  status: number,
  body: unknown,
): (request: ModelRequest) => ScriptedReply {
  return (request) => (isRight(request.body) ? say('ok') : refuse(status, body));
}

describe.concurrent('parameters are learned from refusals', () => {
  const renamed = [
    [
      'ab-049',
      400,
      {
        error: {
          code: 'unsupported_parameter',
          param: 'max_tokens',
          message: 'use max_completion_tokens',
        },
      },
    ],
    [
      'OpenAI',
      400,
      {
        error: {
          message:
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          type: 'invalid_request_error',
          param: 'max_tokens',
          code: 'unsupported_parameter',
        },
      },
    ],
    [
      '422',
      422,
      {
        detail: [
          {
            loc: ['body', 'max_tokens'],
            msg: 'extra fields not permitted',
            type: 'value_error.extra',
          },
        ],
      },
    ],
    ['no param', 400, { error: { message: 'Unrecognized request argument supplied: max_tokens' } }],
    ['a text', 400, { error: "unknown field 'max_tokens'" }],
    [
      'flat',
      400,
      { message: 'max_tokens is deprecated, use max_completion_tokens', code: 'bad_request' },
    ],
    [
      'an array',
      400,
      [
        {
          error: {
            code: 400,
            message: 'Unknown name "max_tokens": Cannot find field.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ],
    ['plain text', 400, 'max_tokens is not a valid parameter'],
  ] as const;
  test.each(renamed)('%s: max_tokens becomes max_completion_tokens', async (_id, status, body) => {
    const { result, requests, waits } = await play({
      replies: [
        until(({ max_tokens: limit }) => limit === undefined, status, body),
        until((sent) => sent.max_completion_tokens !== undefined, status, body),
      ],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body).not.toHaveProperty('max_tokens');
    expect(requests[1]?.body).toHaveProperty('max_completion_tokens');
    expect(waits).toEqual([]);
  });

  test('ab-049: what was found is remembered', async () => {
    const server = await startModelServer([
      refuse(400, { error: { code: 'unsupported_parameter', param: 'max_tokens' } }),
      calls(call('t')),
      say('ok'),
      say('again'),
    ]);
    const model = createHttpModel({ baseUrl: server.url, apiKey, model: 'm' });
    await playWith(model, {});
    await playWith(model, {});
    expect(server.requests).toHaveLength(4);
    for (const { body } of server.requests.slice(1)) expect(body).not.toHaveProperty('max_tokens');
    await server.close();
  });

  test('ab-050: both names refused, the limit is dropped', async () => {
    const refusal = (param: string): ScriptedReply =>
      refuse(400, { error: { param, code: 'unsupported_parameter' } });
    const { result, requests } = await play({
      replies: [refusal('max_tokens'), refusal('max_completion_tokens'), say('ok')],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
    expect(requests[2]?.body).not.toHaveProperty('max_tokens');
    expect(requests[2]?.body).not.toHaveProperty('max_completion_tokens');
  });

  test.each([
    ['max_tokens must be less than or equal to 2048', 2048],
    ['max_tokens is too large: 4096. This model supports at most 1024 completion tokens', 1024],
    ['Range of max_tokens should be [1, 2000]', 2000],
  ])('%s: the limit is lowered', async (message, limit) => {
    const { result, requests } = await play({
      replies: [refuse(400, { error: { message, param: 'max_tokens' } }), say('ok')],
    });
    expect(result.answer).toBe('ok');
    expect(requests[1]?.body.max_tokens).toBe(limit);
  });

  test('the same refusal for ever ends', async () => {
    const { result, requests } = await play({
      replies: () => refuse(400, { error: { message: 'max_tokens is not supported' } }),
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests.length).toBeLessThan(8);
  });

  test.each([
    ['a refusal that names nothing', { error: { message: 'Invalid request' } }],
    [
      'an unknown model',
      { error: { message: 'The model `quirky-model` does not exist', code: 'model_not_found' } },
    ],
  ])('%s is not sent again', async (_name, body) => {
    const { result, requests, waits } = await play({ replies: [refuse(400, body)] });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('stream_options is dropped where it is refused', async () => {
    const { result, requests } = await play({
      model: { stream: true },
      replies: [
        refuse(400, { error: { message: "Unknown parameter: 'stream_options'." } }),
        say('ok'),
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests[1]?.body).not.toHaveProperty('stream_options');
    expect(requests[1]?.body.stream).toBe(true);
  });

  test.each([
    'This model only support stream mode, please enable the stream parameter to access the model.',
    'parameter.enable_thinking must be set to false for non-streaming calls',
    'only streaming is supported for this model',
  ])('%s: the answer is then asked for as a stream', async (message) => {
    const { result, requests } = await play({
      replies: [
        ({ body }) => (body.stream === true ? say('ok') : refuse(400, { error: { message } })),
        say('ok'),
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests[1]?.body.stream).toBe(true);
  });

  test('only what is needed is sent', async () => {
    const { requests } = await play({ replies: [say('ok')] });
    expect(Object.keys(requests[0]?.body ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'tools',
    ]);
    expect(requests[0]?.headers['authorization']).toBe(`Bearer ${apiKey}`);
    expect(requests[0]?.body.tools?.[0]?.function.parameters).toMatchObject({ type: 'object' });
  });
});

describe.concurrent('reasoning goes back', () => {
  const lacks = {
    status: 400,
    body: { error: { message: 'assistant turn lacks reasoning_content' } },
    headers: {},
  };

  test.each([
    ['ab-052', { reasoning_content: 'R' }, { 'assistant.reasoning_content': 'R' }],
    ['reasoning', { reasoning: 'R' }, { 'assistant.reasoning': 'R' }],
    [
      'ab-054',
      { reasoning: 'r', reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }] },
      { 'assistant.reasoning_details[0].data': 'E' },
    ],
    ['an unknown field', { thought_state: { blob: 'B' } }, { 'assistant.thought_state.blob': 'B' }],
    [
      'provider fields',
      { provider_specific_fields: { signature: 'S' } },
      { 'assistant.provider_specific_fields.signature': 'S' },
    ],
  ])('%s: verbatim, on turns with calls', async (_id, fields, expected) => {
    for (const stream of [false, true]) {
      const { result, requests } = await play({
        model: { stream },
        replies: [
          { ...calls(call('t')), ...fields },
          { expect_request: expected, reply: say('4') as never, otherwise: lacks },
        ],
      });
      expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
      expect(requests).toHaveLength(2);
    }
  });

  test('ab-052: for every turn of a longer run', async () => {
    const { requests } = await play({
      replies: [
        { ...calls(call('t', '{"n":1}')), reasoning_content: 'R1' },
        { ...calls(call('t', '{"n":2}', 'c2')), reasoning_content: 'R2' },
        say('ok'),
      ],
    });
    expect(
      messagesOf(requests[2], 'assistant').map((message) => message['reasoning_content']),
    ).toEqual(['R1', 'R2']);
  });

  const plain: readonly ChatMessage[] = [
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: 'b',
      toolCalls: [],
      reasoning: 'R',
      opaque: { provider: 'default', model: 'quirky-model', fields: { reasoning_content: 'R' } },
    },
  ];
  test('ab-053: not on plain turns', async () => {
    const { result, requests } = await play({
      tools: {},
      run: { history: plain },
      replies: [
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok') as never,
          otherwise: refuse(400, { error: { message: 'field reasoning_content is not accepted' } }),
        },
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(1);
  });

  test('ab-053: a refusal that names the field turns the rule round, once', async () => {
    const refusal = refuse(400, { error: { message: 'field reasoning_content is not accepted' } });
    const { result, requests } = await play({
      replies: [
        { ...calls(call('t')), reasoning_content: 'R' },
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok') as never,
          otherwise: refusal,
        },
        {
          expect_request: { lacks: 'reasoning_content' },
          reply: say('ok') as never,
          otherwise: refusal,
        },
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
  });

  test.each([
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
  ])('%s: it is then sent on every turn', async (message) => {
    const { result } = await play({
      run: { history: plain },
      replies: Array.from({ length: 2 }, () => ({
        expect_request: { 'assistant.reasoning_content': 'R' },
        reply: say('ok') as never,
        otherwise: refuse(400, { error: { message } }),
      })),
    });
    expect(result.answer).toBe('ok');
  });

  test('ab-055: extra content of a call goes back with it', async () => {
    for (const stream of [false, true]) {
      const { result } = await play({
        model: { stream },
        replies: [
          calls({ ...call('t'), extra_content: { google: { thought_signature: 'S' } } }),
          {
            expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
            reply: say('4') as never,
            otherwise: refuse(400, [
              { error: { code: 400, message: 'missing thought_signature' } },
            ]),
          },
        ],
      });
      expect(result.answer).toBe('4');
    }
  });

  test('ab-055: also when it comes in a trailing delta without index', async () => {
    const { result } = await play({
      model: { stream: true },
      replies: [
        {
          chunks: [
            { tool_calls: [{ index: 0, id: 'c1', function: { name: 't', arguments: '{}' } }] },
            { tool_calls: [{ extra_content: { google: { thought_signature: 'S' } } }] },
            { finish_reason: 'stop' },
          ],
        },
        {
          expect_request: { 'tool_calls[0].extra_content.google.thought_signature': 'S' },
          reply: say('4') as never,
        },
      ],
    });
    expect(result).toMatchObject({ outcome: 'completed', answer: '4' });
  });

  test('ab-054, ab-055: another provider or model never sees any of it', async () => {
    const { requests } = await play({
      run: {
        history: [
          { role: 'user', content: 'x' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [
              {
                id: 'c1',
                name: 't',
                arguments: { ok: true, value: {} },
                opaque: {
                  provider: 'other',
                  model: 'm',
                  fields: { id: 'foreign', extra_content: 'S' },
                },
              },
            ],
            opaque: {
              provider: 'other',
              model: 'm',
              fields: { reasoning_details: ['E'], reasoning_content: 'R' },
            },
          },
          {
            role: 'tool',
            callId: 'c1',
            name: 't',
            content: '1',
            outcome: { callId: 'c1', ok: true, trusted: true, text: '1', durationMs: 1, tries: 1 },
          },
          { role: 'assistant', content: 'one', toolCalls: [] },
        ],
      },
      replies: [say('ok')],
    });
    const text = JSON.stringify(requests[0]?.body);
    for (const name of ['extra_content', 'reasoning_details', 'reasoning_content', 'foreign']) {
      expect(text).not.toContain(name);
    }
  });

  test('an echoed field that is refused is left out', async () => {
    const { result, requests } = await play({
      replies: [
        { ...calls(call('t')), provider_note: 'x' },
        {
          expect_request: { lacks: 'provider_note' },
          reply: say('ok') as never,
          otherwise: refuse(400, {
            error: {
              message:
                "Additional properties are not allowed ('provider_note' was unexpected) - 'messages.1'",
            },
          }),
        },
        say('ok'),
      ],
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
  });

  test('fields that every reply carries are not sent back', async () => {
    const { requests } = await play({
      replies: [
        completion({
          role: 'assistant',
          content: null,
          refusal: null,
          annotations: [],
          audio: null,
          function_call: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 't', arguments: '{}' } }],
        }),
        say('ok'),
      ],
    });
    expect(Object.keys(messagesOf(requests[1], 'assistant')[0] ?? {}).sort()).toEqual([
      'content',
      'role',
      'tool_calls',
    ]);
  });
});

describe.concurrent('base URLs', () => {
  test.each([
    ['/api/paas/v4', '/api/paas/v4/chat/completions'],
    ['/v1/', '/v1/chat/completions'],
    ['', '/v1/chat/completions'],
    ['/', '/v1/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/compatible-mode/v1', '/compatible-mode/v1/chat/completions'],
    ['/v1beta/openai/', '/v1beta/openai/chat/completions'],
    ['/openai', '/openai/v1/chat/completions'],
    ['/openai/', '/openai/v1/chat/completions'],
    ['/openai/v1', '/openai/v1/chat/completions'],
    ['/api/v3', '/api/v3/chat/completions'],
    ['/compatible-mode/v2', '/compatible-mode/v2/chat/completions'],
    ['/chat/completions', '/v1/chat/completions'],
    ['//v1//', '/v1/chat/completions'],
  ])('ab-056: %j asks %s', async (path, wanted) => {
    const { requests } = await play({ path, replies: [say('ok')] });
    expect(requests.map((request) => request.path)).toEqual([wanted]);
  });

  test('ab-056: a query stays', async () => {
    const { requests } = await play({ path: '/v1?api-version=2026-01-01', replies: [say('ok')] });
    expect(requests[0]?.url).toBe('/v1/chat/completions?api-version=2026-01-01');
  });

  test.each([
    ['/v1', '/chat/completions'],
    ['', '/chat/completions'],
    ['/proxy', '/proxy/v1/chat/completions'],
    ['/openai', '/openai/chat/completions'],
  ])('ab-056: where %j is not found, %s is asked once and remembered', async (path, other) => {
    const { result, requests } = await play({
      path,
      replies: (request) => {
        if (request.path !== other) return refuse(404, '<html>nginx: 404 Not Found</html>');
        return messagesOf(request, 'tool').length === 0 ? calls(call('t')) : say('ok');
      },
    });
    expect(result.answer).toBe('ok');
    expect(requests).toHaveLength(3);
    expect(requests.slice(1).map((request) => request.path)).toEqual([other, other]);
  });

  test('ab-056: where both are not found the error names the address', async () => {
    const { result, requests } = await play({ replies: () => refuse(404, 'not found') });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests).toHaveLength(2);
    expect(result.answer).toMatch(/http:\/\/127\.0\.0\.1:\d+\S*\/chat\/completions/);
  });

  test('a model that is not found is no wrong address', async () => {
    const { result, requests } = await play({
      replies: [
        refuse(404, { error: { message: "model 'quirky-model' not found, try pulling it first" } }),
      ],
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'bad_request' });
    expect(requests).toHaveLength(1);
  });
});
