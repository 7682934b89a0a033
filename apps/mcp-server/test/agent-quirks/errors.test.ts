import { describe, expect, test } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import type { ScriptedReply } from '@mini-agent/testkit';
import { apiKey, call, calls, impatientClock, play, playWith, refuse, say } from './harness.ts';

const ok = say('ok');

describe.concurrent('a 200 is no success yet', () => {
  test.each([
    ['ab-061', refuse(200, { error: { message: 'overloaded', code: 502 } })],
    ['ab-062', refuse(200, { choices: [] })],
    ['no choices', refuse(200, { id: 'x' })],
    ['null choices', refuse(200, { choices: null })],
    ['no message', refuse(200, { choices: [{ index: 0, finish_reason: 'stop' }] })],
    ['a null message', refuse(200, { choices: [{ message: null }] })],
    [
      'an error in the choice',
      refuse(200, {
        choices: [{ error: { code: 502, message: 'x' }, message: { content: 'half' } }],
      }),
    ],
    [
      'finish_reason error',
      refuse(200, { choices: [{ finish_reason: 'error', message: { content: 'half' } }] }),
    ],
    ['an error as text', refuse(200, { error: 'upstream failed' })],
    ['a code as text', refuse(200, { error: { message: 'x', code: '503' } })],
    ['a bare error', refuse(200, { message: 'overloaded', code: 503 })],
    ['a web page', refuse(200, '<html>Sign in</html>')],
    ['nothing', refuse(200, '')],
    ['half an object', refuse(200, '{"choices":[{"message":{"content":"ha')],
    ['null', refuse(200, null)],
    ['a list', refuse(200, [])],
    ['an error in a list', refuse(200, [{ error: { code: 503, message: 'x' } }])],
    ['a rate limit', refuse(200, { error: { code: 'rate_limit_exceeded', message: 'slow down' } })],
  ])('%s: it is asked again', async (_id, reply) => {
    const { result, requests } = await play({ replies: [reply, ok] });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['no choices', refuse(200, { choices: [] }), 'malformed'],
    ['a web page', refuse(200, '<html>Sign in</html>'), 'malformed'],
    ['502', refuse(200, { error: { message: 'overloaded', code: 502 } }), 'transient'],
  ])('%s for ever is an error of its kind', async (_id, reply, errorCode) => {
    const { result, requests } = await play({ replies: () => reply });
    expect(result).toMatchObject({ outcome: 'error', errorCode });
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  test.each([
    ['quota', { error: { code: 'insufficient_quota', message: 'x' } }, 'quota'],
    ['401', { error: { code: 401, message: 'bad key' } }, 'auth'],
    ['a key', { error: { type: 'authentication_error', message: 'bad key' } }, 'auth'],
    ['a request', { error: { code: 'invalid_request_error', message: 'no' } }, 'bad_request'],
  ])('%s in a 200 is hard', async (_id, body, errorCode) => {
    const { result, requests } = await play({ replies: [refuse(200, body)] });
    expect(result).toMatchObject({ outcome: 'error', errorCode });
    expect(requests).toHaveLength(1);
  });
});

describe.concurrent('what passes is tried again, what does not is not', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504, 520, 524, 529])(
    '%d passes',
    async (status) => {
      const { result, requests } = await play({
        replies: [refuse(status, { error: { message: 'x' } }), ok],
      });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
      expect(requests).toHaveLength(2);
    },
  );

  test.each([
    ['401', refuse(401, { error: { message: 'Incorrect API key' } }), 'auth'],
    ['403', refuse(403, { error: { message: 'forbidden' } }), 'auth'],
    ['402', refuse(402, { error: { message: 'Insufficient Balance' } }), 'quota'],
    ['400', refuse(400, { error: { message: 'bad' } }), 'bad_request'],
    ['413', refuse(413, 'Request Entity Too Large'), 'bad_request'],
    ['422', refuse(422, { detail: 'no' }), 'bad_request'],
    [
      'insufficient_quota',
      refuse(429, {
        error: { code: 'insufficient_quota', message: 'You exceeded your current quota' },
      }),
      'quota',
    ],
    ['its type', refuse(429, { error: { type: 'insufficient_quota', message: 'x' } }), 'quota'],
    [
      'credit',
      refuse(400, { error: { message: 'Your credit balance is too low to access the API' } }),
      'quota',
    ],
    [
      'per day',
      refuse(429, [
        {
          error: {
            code: 429,
            details: [
              { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
            ],
          },
        },
      ]),
      'quota',
    ],
    [
      'Chinese',
      refuse(429, { error: { code: '1113', message: '您的账户余额不足，请充值' } }),
      'quota',
    ],
    ['a redirect', refuse(302, '', { location: 'https://example.invalid/' }), 'bad_request'],
  ])('%s does not', async (_id, reply, errorCode) => {
    const { result, requests, waits } = await play({ replies: [reply] });
    expect(result).toMatchObject({ outcome: 'error', errorCode });
    expect(requests).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('the content filter is an outcome', async () => {
    const { result, requests } = await play({
      replies: [
        refuse(400, {
          error: {
            code: 'content_filter',
            message: 'x',
            innererror: { content_filter_result: {} },
          },
        }),
      ],
    });
    expect(result.outcome).toBe('content_filter');
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['cut before the headers', { content: 'x', fault: { kind: 'cut' } }],
    ['reset', { content: 'x', fault: { kind: 'cut', reset: true } }],
    ['cut in the body', { content: 'x', fault: { kind: 'cut', afterBytes: 20 } }],
    ['half JSON', { content: 'x', fault: { kind: 'invalid-json' } }],
  ] satisfies [string, ScriptedReply][])(
    'a connection that is %s is tried again',
    async (_id, reply) => {
      const { result, requests } = await play({ replies: [reply, ok] });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
      expect(requests).toHaveLength(2);
    },
  );

  test('a server that is down is an error that says so', async () => {
    const server = await startModelServer([]);
    await server.close();
    const model = createHttpModel({
      baseUrl: server.url,
      apiKey,
      model: 'm',
      clock: impatientClock([]),
    });
    const { result } = await playWith(model, {});
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'transient' });
    expect(result.answer).toContain('ECONNREFUSED');
  });

  test('a tool is not run again because the model failed behind it', async () => {
    const { executed, result } = await play({
      replies: [calls(call('t')), refuse(500, 'x'), refuse(429, 'x'), ok],
    });
    expect(executed).toHaveLength(1);
    expect(result.answer).toBe('ok');
  });

  test('the right content under a wrong type is read', async () => {
    for (const value of ['text/plain', 'text/html', 'application/octet-stream']) {
      const { result } = await play({
        replies: [{ content: 'ok', fault: { kind: 'content-type', value } }],
      });
      expect(result.answer).toBe('ok');
    }
  });

  test('a call that the server could not read is taken from its error', async () => {
    const { executed, result } = await play({
      replies: [
        refuse(400, {
          error: {
            code: 'tool_use_failed',
            message: 'Failed to call a function. Please adjust your prompt.',
            failed_generation: '<function=t>{"x":1}</function>',
          },
        }),
        ok,
      ],
    });
    expect(executed).toEqual([['t', { x: 1 }]]);
    expect(result.answer).toBe('ok');
  });

  test('or asked for again where nobody can read it', async () => {
    const { executed, result, requests } = await play({
      replies: [
        refuse(400, {
          error: { code: 'tool_use_failed', message: 'x', failed_generation: '<fun' },
        }),
        ok,
      ],
    });
    expect(executed).toEqual([]);
    expect(requests).toHaveLength(2);
    expect(result.answer).toBe('ok');
  });

  test.each([
    [
      'an error that repeats the key',
      refuse(401, { error: { message: `Incorrect API key provided: ${apiKey}` } }),
    ],
    ['a page that repeats the key', refuse(500, `<html>Authorization: Bearer ${apiKey}</html>`)],
    ['an answer that repeats the key', say(`Your key is ${apiKey}.`)],
    ['a call that repeats the key', calls(call('t', { key: apiKey }))],
  ])('%s does not carry it on', async (_id, reply) => {
    const { executed } = await play({ replies: [reply, reply, reply, ok] });
    expect(JSON.stringify(executed)).not.toContain(apiKey);
  });
});
