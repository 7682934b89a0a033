import { createOpenAiTransport } from '@mini-agent/llm-router/openai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { runLoop } from './support/mini-loop.ts';
import { chatRequest, tool } from './support/requests.ts';

const options = { signal: neverAborted };

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the openai transport', () => {
  it('D-024: nothing of the OPENAI_* variables reaches the endpoint', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-secret');
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-secret');
    vi.stubEnv('OPENAI_API_KEY', 'sk-env-secret');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-custom: env-secret');
    vi.stubEnv('OPENAI_LOG', 'debug');
    const { model, server } = await startEndpoint([{ content: 'ok' }], {
      transport: createOpenAiTransport(),
    });
    await model.complete(chatRequest(), options);
    const [request] = server.requests;
    const text = JSON.stringify(request?.headers);
    expect(text).not.toMatch(/secret|openai-|stainless|x-router/);
    expect(request?.headers['authorization']).toBe('Bearer sk-example-0123456789abcdef');
    expect(request?.headers['content-type']).toBe('application/json');
  });

  it('runs a loop, streamed and not', async () => {
    for (const stream of [false, true]) {
      const { model, server } = await startEndpoint(
        [{ tool_calls: [{ id: 'c1', name: 't', arguments: '{"x":1}' }] }, { content: 'done' }],
        { transport: 'openai', stream },
      );
      const result = await runLoop(model, { tools: [tool('t')] });
      expect(result.ran).toEqual([{ name: 't', arguments: { x: 1 } }]);
      expect(result.answer).toBe('done');
      expect(server.requests).toHaveLength(2);
    }
  });

  it('retries only as the router says, with the real reason of a failure', async () => {
    const { model, server } = await startEndpoint(
      () => ({
        status: 429,
        body: { error: { code: 'insufficient_quota' } },
        headers: { 'retry-after': '1', 'x-should-retry': 'true' },
      }),
      { transport: 'openai' },
    );
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'quota' });
    expect(server.requests).toHaveLength(1);
  });

  it('keeps calls at the same time apart', async () => {
    const { model } = await startEndpoint(
      (request) => ({ content: String(request.body.messages.at(-1)?.content) }),
      { transport: 'openai' },
    );
    const texts = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      texts.map((content) =>
        model.complete(chatRequest({ messages: [{ role: 'user', content }] }), options),
      ),
    );
    expect(answers.map(({ message }) => message.content)).toEqual(texts);
  });
});

describe('without the openai package', () => {
  it('the fetch transport serves', async () => {
    vi.doMock('openai', () => {
      throw new Error('Cannot find package');
    });
    vi.resetModules();
    const { createHttpModel } = await import('../src/http/http-model.ts');
    const { server } = await startEndpoint([{ content: 'ok' }]);
    const model = createHttpModel({ baseUrl: server.url, model: 'm', transport: 'openai' });
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
    vi.doUnmock('openai');
  });
});
