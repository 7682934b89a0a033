import type { ChatModel } from '@mini-agent/foundation/chat';
import { ModelError, createHttpModel } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

async function failure(model: ChatModel): Promise<ModelError> {
  const error: unknown = await model.complete(chatRequest(), options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('a 200 is not success', () => {
  it.each([
    ['ab-061 (top level)', { error: { message: 'overloaded', code: 502 } }],
    ['ab-061 (in the choice)', { choices: [{ error: { message: 'overloaded', code: 502 } }] }],
    ['ab-061 (finish_reason)', { choices: [{ message: { content: '' }, finish_reason: 'error' }] }],
    ['ab-062', { choices: [] }],
    ['ab-062 (missing)', {}],
    ['ab-062 (no message)', { choices: [{}] }],
    ['ab-062 (null)', 'null'],
    ['rule 9 (HTML)', '<!doctype html><title>Sign in</title>'],
    ['rule 9 (cut JSON)', '{"choices": [{"mess'],
    ['rule 9 (empty)', ''],
    ['array', [{ error: { code: 503, message: 'x' } }]],
  ])('%s: one retry makes it good', async (_id, body) => {
    const { model, server, clock } = await startEndpoint([{ status: 200, body }, ok]);
    const response = await model.complete(chatRequest(), options);
    expect(response.message.content).toBe('ok');
    expect(server.requests).toHaveLength(2);
    expect(clock.sleeps).toHaveLength(1);
  });

  it('ab-062: what stays malformed is tried once more, not again', async () => {
    const { model, server } = await startEndpoint(() => ({ status: 200, body: { choices: [] } }));
    expect((await failure(model)).code).toBe('malformed');
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [401, 'auth'],
    [400, 'bad_request'],
    [402, 'quota'],
  ])('an error with code %s inside a 200 is not retried', async (code, expected) => {
    const { model, server } = await startEndpoint([
      { status: 200, body: { error: { code, message: 'x' } } },
    ]);
    expect((await failure(model)).code).toBe(expected);
    expect(server.requests).toHaveLength(1);
  });
});

describe('rule 10: five shapes of one error', () => {
  it.each([
    ['object', { error: { message: 'no', code: 'bad_thing', param: 'user' } }],
    ['array', [{ error: { message: 'no', code: 'bad_thing', param: 'user' } }]],
    ['flat', { message: 'no', code: 'bad_thing', param: 'user' }],
  ])('%s', async (_shape, body) => {
    const { model } = await startEndpoint([{ status: 400, body }]);
    const error = await failure(model);
    expect(error).toMatchObject({ code: 'bad_request', status: 400 });
    expect(error.details).toEqual({ providerCode: 'bad_thing', param: 'user' });
  });

  it.each([
    ['text', { error: 'something else' }],
    ['detail', { detail: [{ loc: ['body', 'user'], msg: 'no' }] }],
    ['HTML', '<html>no</html>'],
    ['nothing', ''],
  ])('%s', async (_shape, body) => {
    const { model } = await startEndpoint([{ status: 400, body }]);
    expect(await failure(model)).toMatchObject({ code: 'bad_request', status: 400 });
  });
});

describe('rule 11: classes', () => {
  it.each([
    [401, {}, 'auth'],
    [403, {}, 'auth'],
    [402, {}, 'quota'],
    [404, { error: { message: 'model not found' } }, 'bad_request'],
    [413, {}, 'bad_request'],
    [400, { error: { message: 'Your credit balance is too low' } }, 'quota'],
    [429, { error: { message: 'Quota exceeded: GenerateRequestsPerDay' } }, 'quota'],
    [403, { error: { message: '余额不足' } }, 'quota'],
    [400, { error: { code: 'context_length_exceeded', message: 'x' } }, 'context'],
    [400, { error: { message: "This model's maximum context length is 8192 tokens" } }, 'context'],
    [
      400,
      { error: { code: 'x', innererror: { content_filter_result: { hate: { filtered: true } } } } },
      'content_filter',
    ],
    [400, { error: { code: 'content_filter', message: 'x' } }, 'content_filter'],
  ])('%s %j is %s and is not retried', async (status, body, code) => {
    const { model, server } = await startEndpoint([{ status, body }, ok]);
    expect(await failure(model)).toMatchObject({ code, status });
    expect(server.requests).toHaveLength(1);
  });

  it.each([408, 409, 425, 500, 502, 503, 504, 529])('%s is retried', async (status) => {
    const { model, server } = await startEndpoint([{ status, body: {} }, { status, body: {} }, ok]);
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests).toHaveLength(3);
  });

  it('gives up after two retries, with growing and jittered waits', async () => {
    const { model, server, clock } = await startEndpoint(() => ({ status: 503, body: {} }));
    expect(await failure(model)).toMatchObject({ code: 'transient', status: 503 });
    expect(server.requests).toHaveLength(3);
    expect(clock.sleeps).toEqual([300, 600]);
  });

  it('makes no retry where none is wanted', async () => {
    const { model, server } = await startEndpoint([{ status: 503, body: {} }, ok], { retries: 0 });
    expect((await failure(model)).code).toBe('transient');
    expect(server.requests).toHaveLength(1);
  });

  it('D-021: a wrong key is an error of its own, never an answer', async () => {
    const server = await startModelServer([ok], { apiKey: 'sk-right-000000000000' });
    onTestFinished(() => server.close());
    const model = createHttpModel({
      baseUrl: server.url,
      apiKey: 'sk-wrong-000000000000',
      model: 'm',
    });
    const error = await failure(model);
    expect(error).toMatchObject({ code: 'auth', status: 401 });
    expect(error.message).toMatch(/check the API key/);
  });

  it('a broken connection is transient and is retried', async () => {
    const { model, server } = await startEndpoint([
      { content: 'lost', fault: { kind: 'cut', afterBytes: 10, reset: true } },
      { content: 'lost', fault: { kind: 'cut' } },
      ok,
    ]);
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    expect(server.requests).toHaveLength(3);
  });

  it('a refused connection is tried once more and names the address', async () => {
    const { model, server, clock } = await startEndpoint([]);
    await server.down();
    const error = await failure(model);
    expect(error.code).toBe('transient');
    expect(error.message).toContain(`${server.origin}/v1/chat/completions failed (ECONNREFUSED)`);
    expect(clock.sleeps).toHaveLength(1);
  });
});
