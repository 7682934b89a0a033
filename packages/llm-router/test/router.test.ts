import type { ChatModel, ChatRequest, ModelEvent } from '@mini-agent/foundation/chat';
import { ModelError, createRouter, createScriptedModel } from '@mini-agent/llm-router';
import type { RouterEntry } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest, toolMessage } from './support/requests.ts';

const options = { signal: neverAborted };

function failing(code: ModelError['code'], status?: number): ChatModel {
  const error = new ModelError(
    code,
    'sk-secret in the message',
    status === undefined ? {} : { status },
  );
  return { complete: () => Promise.reject(error) };
}

function rules(): RouterEntry {
  const model = createScriptedModel(['by rule'], { mode: 'rule', provider: '', model: 'rules' });
  return { mode: 'rule', provider: '', model };
}

describe('createRouter', () => {
  it('ab-063, ab-066: falls to the second provider at once and keeps away from the first', async () => {
    for (const refusal of [
      { status: 429, body: { error: { code: 'insufficient_quota' } } },
      { status: 429, body: { error: { message: 'x' } }, headers: { 'retry-after': '3600' } },
    ]) {
      const first = await startEndpoint([refusal], { provider: 'a' });
      const second = await startEndpoint([{ content: 'ok from second' }, { content: 'again' }], {
        provider: 'b',
      });
      const router = createRouter({
        models: [
          { mode: 'http', provider: 'a', model: first.model },
          { mode: 'http', provider: 'b', model: second.model },
        ],
      });
      const response = await router.complete(chatRequest(), options);
      expect(response).toMatchObject({ provider: 'b', message: { content: 'ok from second' } });
      await router.complete(chatRequest(), options);
      expect(first.server.requests).toHaveLength(1);
      expect(first.clock.sleeps).toEqual([]);
    }
  });

  it.each([
    ['auth', 401],
    ['bad_request', 400],
    ['timeout', undefined],
    ['malformed', undefined],
  ] as const)('falls after %s and says why, without the error text', async (code, status) => {
    const events: ModelEvent[] = [];
    const router = createRouter({
      models: [{ mode: 'http', provider: 'acme', model: failing(code, status) }, rules()],
    });
    const response = await router.complete(chatRequest(), {
      ...options,
      onEvent: (event) => events.push(event),
    });
    const fallback = { from: 'http', to: 'rule', provider: '', code };
    expect(response).toMatchObject({ mode: 'rule', provider: '', model: 'rules' });
    expect(response.fallbacks).toMatchObject([fallback]);
    expect(response.fallbacks[0]?.reason).toMatch(/^acme: [a-z ]+(?: \(HTTP 40[01]\))?$/);
    expect(events).toEqual([{ type: 'fallback', ...response.fallbacks[0] }]);
  });

  it('gives the reason in the language of the task', async () => {
    const router = createRouter({
      models: [{ mode: 'http', provider: 'acme', model: failing('auth', 401) }, rules()],
    });
    const response = await router.complete(chatRequest({ language: 'zh' }), options);
    expect(response.fallbacks[0]?.reason).toBe('acme：密钥被拒绝（HTTP 401）');
  });

  it('keeps the conversation: the next model gets the same request', async () => {
    const next = createScriptedModel(['done']);
    const request: ChatRequest = chatRequest({
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'c1', name: 't', arguments: { ok: true, value: {} } }],
        },
        toolMessage('c1', 't', 'the result'),
      ],
    });
    const router = createRouter({
      models: [
        { mode: 'http', provider: 'a', model: failing('transient') },
        { mode: 'http', provider: 'b', model: next },
      ],
    });
    await router.complete(request, options);
    expect(next.requests).toEqual([request]);
  });

  it('stops at a decline', async () => {
    const router = createRouter({
      models: [{ mode: 'sampling', provider: 'client', model: failing('declined') }, rules()],
    });
    await expect(router.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'declined',
    });
  });

  it('stops at an abort and asks nobody else', async () => {
    const controller = new AbortController();
    const next = createScriptedModel(['never']);
    const router = createRouter({
      models: [
        {
          mode: 'http',
          provider: 'a',
          model: {
            complete: () => {
              controller.abort();
              return Promise.reject(new Error('cut'));
            },
          },
        },
        { mode: 'http', provider: 'b', model: next },
      ],
    });
    await expect(
      router.complete(chatRequest(), { signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
    expect(next.requests).toEqual([]);
  });

  it.each(['context', 'content_filter'] as const)(
    '%s is put to other models, but not to rules, and is told as it is',
    async (code) => {
      const next = createScriptedModel(['fits']);
      const first: RouterEntry = { mode: 'http', provider: 'a', model: failing(code, 400) };
      const second: RouterEntry = { mode: 'http', provider: 'b', model: next };
      const both = createRouter({ models: [first, second, rules()] });
      expect((await both.complete(chatRequest(), options)).message.content).toBe('fits');
      const alone = createRouter({ models: [first, rules()] });
      await expect(alone.complete(chatRequest(), options)).rejects.toMatchObject({ code });
    },
  );

  it('names every model where all failed, without their texts', async () => {
    const router = createRouter({
      models: [
        { mode: 'sampling', provider: 'client', model: failing('timeout') },
        { mode: 'http', provider: 'acme', model: failing('auth', 401) },
        {
          mode: 'http',
          provider: 'odd',
          model: { complete: () => Promise.reject(new TypeError('sk-secret')) },
        },
      ],
    });
    const error: unknown = await router.complete(chatRequest(), options).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(String(error)).toMatch(/client: .*; acme: .*HTTP 401.*; odd: /);
    expect(String(error)).not.toContain('sk-secret');
  });

  it('says so where there is no model', async () => {
    const router = createRouter({ models: [] });
    await expect(router.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('createScriptedModel', () => {
  it('plays texts, calls, failures and functions, and keeps the requests', async () => {
    const model = createScriptedModel([
      { content: 'first', toolCalls: [{ name: 't', arguments: { x: 1 } }], reasoning: 'r' },
      { error: 'rate_limited' },
      (request) => `step ${request.step}`,
    ]);
    const first = await model.complete(chatRequest(), options);
    expect(first).toMatchObject({
      finish: 'tool_calls',
      message: { content: 'first', reasoning: 'r', toolCalls: [{ name: 't' }] },
    });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect((await model.complete(chatRequest({ step: 2 }), options)).message.content).toBe(
      'step 2',
    );
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(model.requests).toHaveLength(4);
  });

  it('parses arguments as a model writes them', async () => {
    const model = createScriptedModel([{ toolCalls: [{ name: 't', arguments: '{"x": 1,}' }] }]);
    const { message } = await model.complete(chatRequest(), options);
    expect(message.toolCalls[0]?.arguments).toEqual({ ok: true, value: { x: 1 } });
  });

  it('does not answer an aborted call', async () => {
    const model = createScriptedModel(['never']);
    await expect(
      model.complete(chatRequest(), { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' });
  });
});
