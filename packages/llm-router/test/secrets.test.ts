import { inspect } from 'node:util';
import type { ModelEvent } from '@mini-agent/foundation/chat';
import { secret } from '@mini-agent/foundation/secret';
import { createHttpModel, createRouter } from '@mini-agent/llm-router';
import type { ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { chatRequest, tool } from './support/requests.ts';

const key = 'sk-canary-9f8e7d6c5b4a3210';
const headerValue = 'header-canary-0123456789';
const body = 'body-canary-abcdef';

/** What an endpoint may answer, each with the secrets in every place it has. */
const leak = `Incorrect API key provided: ${key}; header ${headerValue}; ${body}; Authorization: Bearer ${key}`;
const faults: readonly (readonly [string, ScriptedReply])[] = [
  ...[400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 503].map(
    (status) =>
      [
        `${status}`,
        { status, body: { error: { message: leak, code: key, param: key, type: body } } },
      ] as const,
  ),
  ['text', { status: 500, body: leak }],
  ['HTML', { status: 200, body: `<html>${leak}</html>` }],
  ['flat', { status: 400, body: { message: leak, code: leak } }],
  ['detail', { status: 422, body: { detail: [{ loc: ['body', key], msg: leak }] } }],
  ['error in 200', { status: 200, body: { error: { message: leak, code: 401 } } }],
  ['no choices', { status: 200, body: { choices: [], note: leak } }],
  ['broken JSON', { status: 200, body: `{"x": "${leak}` }],
  ['redirect', { status: 302, headers: { location: `https://h.example/?key=${key}` } }],
  ['cut', { content: leak, fault: { kind: 'cut', afterBytes: 30 } }],
  ['hang', { content: leak, fault: { kind: 'hang-after-headers' } }],
  ['error in a stream', { chunks: [{ content: 'x' }, { error: { message: leak, code: 401 } }] }],
  ['broken stream', { chunks: [{ raw: `data: {"${leak}\n\n` }] }],
];

/** Everything that could be printed of a value, also what is not enumerable. */
function everything(value: unknown): string {
  const parts = [String(value), inspect(value, { depth: 12, showHidden: true })];
  if (value instanceof Error) parts.push(value.stack ?? '', everything(value.cause));
  const json = JSON.stringify(value) as string | undefined;
  return parts.join('\n') + (json ?? '');
}

describe.each(['fetch', 'openai'] as const)('over the %s transport', (transport) => {
  it.each(faults)('planted secrets stay inside: %s', async (name, fault) => {
    const stream = name.includes('stream');
    const { model } = await startEndpoint(() => fault, {
      apiKey: key,
      headers: { 'x-extra': headerValue },
      transport,
      stream,
      timeouts: { totalMs: 1_500, idleMs: 100 },
    });
    const router = createRouter({ models: [{ mode: 'http', provider: 'acme', model }] });
    const events: ModelEvent[] = [];
    for (const target of [model, router]) {
      const outcome: unknown = await target
        .complete(chatRequest({ tools: [tool('t')] }), {
          signal: new AbortController().signal,
          onEvent: (event) => events.push(event),
        })
        .catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(Error);
      const printed = everything(outcome) + everything(events);
      expect(printed).not.toContain(key);
      expect(printed).not.toContain(headerValue);
      expect(printed).not.toContain(body);
    }
  });
});

describe('a reply that carries our key', () => {
  it.each([false, true])('loses it on the way (stream %s)', async (stream) => {
    const { model } = await startEndpoint(
      [
        {
          content: `Your key is ${key}`,
          reasoning_content: key,
          tool_calls: [{ id: 'c1', name: 't', arguments: JSON.stringify({ key }) }],
        },
      ],
      { apiKey: key, stream },
    );
    const events: ModelEvent[] = [];
    const response = await model.complete(chatRequest({ tools: [tool('t')] }), {
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
    });
    expect(everything(response)).not.toContain(key);
    expect(everything(events)).not.toContain(key);
    expect(response.message.content).toBe('Your key is [secret]');
  });
});

/** Every character as an escape, as some servers write JSON. */
const escaped = Array.from(key)
  .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('');

describe('a key that comes in another form', () => {
  it.each([1, 5, 13, key.length - 1])('in two pieces of a stream, cut at %i', async (at) => {
    const pieces = [key.slice(0, at), key.slice(at)];
    const { model } = await startEndpoint(
      [
        {
          chunks: [
            ...pieces.map((reasoning_content) => ({ reasoning_content })),
            { content: 'It is ' },
            ...pieces.map((content) => ({ content })),
            { content: '.' },
            ...pieces.map((part, index) => ({
              tool_calls: [
                {
                  index: 0,
                  ...(index === 0
                    ? { id: 'c', function: { name: 't', arguments: `{"k":"${part}` } }
                    : { function: { arguments: `${part}"}` } }),
                },
              ],
            })),
            { finish_reason: 'stop' },
          ],
        },
      ],
      { apiKey: key, stream: true },
    );
    const events: ModelEvent[] = [];
    const response = await model.complete(chatRequest({ tools: [tool('t')] }), {
      signal: new AbortController().signal,
      onEvent: (event) => events.push(event),
    });
    const told = events.map((event) => ('delta' in event ? event.delta : '')).join('');
    expect(told).toBe('[secret]It is [secret].');
    expect(everything(response)).not.toContain(key);
    expect(response.message.toolCalls[0]?.arguments).toEqual({
      ok: true,
      value: { k: '[secret]' },
    });
  });

  it.each<[string, string]>([
    ['a reply', `{"choices": [{"message": {"content": "${escaped}"}}], "model": "${escaped}"}`],
    [
      'a call',
      `{"choices": [{"message": {"tool_calls": [{"id": "${escaped}", "function": {"name": "t", "arguments": "{}"}}]}}]}`,
    ],
    [
      'a mislabelled stream',
      `data: {"choices": [{"delta": {"content": "${escaped}"}}]}\n\ndata: [DONE]\n\n`,
    ],
  ])('escaped in %s', async (_name, body) => {
    const { model } = await startEndpoint(
      [{ status: 200, body, headers: { 'content-type': 'application/json' } }],
      { apiKey: key },
    );
    const response = await model.complete(chatRequest({ tools: [tool('t')] }), {
      signal: new AbortController().signal,
    });
    expect(everything(response)).not.toContain(key);
  });

  it('escaped in what Groq could not read', async () => {
    const call = `<tool_call>{\\"name\\": \\"t\\", \\"arguments\\": {\\"k\\": \\"${escaped}\\"}}</tool_call>`;
    const body = `{"error": {"code": "tool_use_failed", "failed_generation": "${call}"}}`;
    const { model } = await startEndpoint(
      [{ status: 400, body, headers: { 'content-type': 'application/json' } }],
      { apiKey: key },
    );
    const response = await model.complete(chatRequest({ tools: [tool('t')] }), {
      signal: new AbortController().signal,
    });
    expect(response.message.toolCalls).toHaveLength(1);
    expect(everything(response)).not.toContain(key);
  });
});

describe('what is sent', () => {
  it('is the bare key in the authorization header, also of a wrapped key', async () => {
    const { model, server } = await startEndpoint([{ content: 'ok' }], { apiKey: secret(key) });
    await model.complete(chatRequest(), { signal: new AbortController().signal });
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  });

  it('is no authorization header where there is no key', async () => {
    const { server } = await startEndpoint([{ content: 'ok' }]);
    const model = createHttpModel({ baseUrl: server.url, model: 'm' });
    await model.complete(chatRequest(), { signal: new AbortController().signal });
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('refuses a key with a line break without repeating it', () => {
    const build = (): unknown =>
      createHttpModel({ baseUrl: 'http://127.0.0.1:1', model: 'm', apiKey: `${key}\nx` });
    expect(build).toThrow(/line break/);
    expect(build).not.toThrow(/canary/);
  });
});

describe('secrets that are no API key', () => {
  const token = 'token-canary-0123456789';
  const cases: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['what follows the scheme of a header', '', { authorization: `Bearer ${token}` }],
    ['a key in the query', `?api-version=1&api_key=${token}`, {}],
  ];
  it.each(cases)('%s is in no answer', async (_name, query, headers) => {
    const { server } = await startEndpoint([{ content: `You sent ${token}.` }]);
    const model = createHttpModel({ baseUrl: `${server.url}${query}`, model: 'm', headers });
    const reply = await model.complete(chatRequest(), { signal: new AbortController().signal });
    expect(reply.message.content).toBe('You sent [secret].');
  });

  it('and a key in the path is in no timeout', async () => {
    const plain = 'plainkeycanary0123456789';
    const { server } = await startEndpoint([
      { content: 'x', fault: { kind: 'hang-after-headers' } },
    ]);
    const model = createHttpModel({
      baseUrl: server.url.replace(/\/v1$/, `/${plain}/v1`),
      apiKey: plain,
      model: 'm',
      timeouts: { totalMs: 50 },
    });
    const error: unknown = await model
      .complete(chatRequest(), { signal: new AbortController().signal })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'timeout' });
    expect(everything(error)).not.toContain(plain);
  });
});
