import { describe, expect, test } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import type { ModelRequest, ScriptedReply } from '@mini-agent/testkit';
import { apiKey, call, calls, play, playWith, refuse, say } from './harness.ts';

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
