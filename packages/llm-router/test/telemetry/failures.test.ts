import type { ModelEvent, ToolOutcome } from '@mini-agent/foundation/chat';
import { SpanStatusCode } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.ts';
import { createRouter } from '../../src/router.ts';
import { createScriptedModel } from '../../src/scripted-model.ts';
import { createTelemetry, type Telemetry } from '../../src/telemetry/index.ts';
import { startOtel, type Otel } from '../support/otel.ts';
import { chatRequest, tool } from '../support/requests.ts';
import { outcomeRunner } from '../support/tool-loop.ts';

let otel: Otel;
beforeEach(() => {
  otel = startOtel();
});
afterEach(() => otel.close());

const signal = new AbortController().signal;

async function telemetry(): Promise<Telemetry> {
  const made = await createTelemetry();
  if (made === undefined) throw new Error('The API is installed for tests.');
  return made;
}

const origin = { provider: 'work', model: 'gpt-4o', baseUrl: 'https://api.openai.com/v1' };

describe('failures', () => {
  it('a model error is the error type and the state of its span, and reaches the caller as it is', async () => {
    const traced = await telemetry();
    const error = { error: 'rate_limited', message: 'Wait a bit.', status: 429 } as const;
    const model = traced.model(createScriptedModel([error]), origin);
    const thrown: unknown = await traced
      .run({ runId: 'run-1' }, () => model.complete(chatRequest(), { signal }))
      .catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ModelError);
    const chat = otel.span('chat gpt-4o');
    expect(chat.status).toEqual({ code: SpanStatusCode.ERROR, message: 'Wait a bit.' });
    expect(chat.attributes).toMatchObject({
      'error.type': 'rate_limited',
      'http.response.status_code': 429,
    });
    const run = otel.span('invoke_agent mini-agent');
    expect(run.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(run.attributes['error.type']).toBe('rate_limited');
  });

  it('of a foreign error only the name is told', async () => {
    const traced = await telemetry();
    const model = traced.model({ complete: () => Promise.reject(new TypeError('private text')) });
    await expect(model.complete(chatRequest(), { signal })).rejects.toThrow('private text');
    expect(otel.span('chat').attributes['error.type']).toBe('TypeError');
    expect(JSON.stringify(otel.span('chat').status)).not.toContain('private');
  });

  it('of a failed tool only the class is told', async () => {
    const traced = await telemetry();
    const outcome: ToolOutcome = {
      callId: '',
      durationMs: 1,
      tries: 1,
      ok: false,
      code: 'timeout',
      message: 'private text',
      retry: true,
    };
    const tools = traced.tools(outcomeRunner([tool('one')], [outcome]));
    const call = { id: 'c1', name: 'one', arguments: { ok: true, value: {} } } as const;
    expect(await tools.call(call, { signal })).toEqual({ ...outcome, callId: 'c1' });
    const span = otel.span('execute_tool one');
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes['error.type']).toBe('timeout');
  });

  it('a run that failed without throwing is failed by its summary', async () => {
    const traced = await telemetry();
    const summary = (result: string): { errorCode: string; outcome: string } => ({
      errorCode: result,
      outcome: 'error',
    });
    await traced.run({ runId: 'r', summary }, () => Promise.resolve('model_unavailable'));
    expect(otel.span('invoke_agent mini-agent').attributes).toMatchObject({
      'error.type': 'model_unavailable',
      'mini_agent.outcome': 'error',
    });
  });
});

describe('retries and falls', () => {
  const retry = { type: 'retry', waitMs: 250, code: 'rate_limited' } as const;
  const broken = createScriptedModel([{ error: 'auth', status: 401, events: [retry] }]);
  const works = createScriptedModel([{ content: 'ok', model: 'other-model' }]);

  it('are events on the span of a router as a whole, which names who answered', async () => {
    const traced = await telemetry();
    const failing = createScriptedModel([{ error: 'auth', status: 401, events: [retry] }]);
    const answering = createScriptedModel([{ content: 'ok', model: 'other-model' }]);
    const router = createRouter({
      models: [
        { mode: 'http', provider: 'first', model: failing },
        { mode: 'http', provider: 'deepseek', model: answering },
      ],
    });
    const events: ModelEvent[] = [];
    await traced
      .model(router, { provider: 'first', model: 'asked' })
      .complete(chatRequest(), { signal, onEvent: (event) => events.push(event) });
    expect(events.map(({ type }) => type)).toEqual(['retry', 'fallback']);
    const span = otel.span('chat other-model');
    expect(span.events.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['mini_agent.retry', { 'error.type': 'rate_limited', 'mini_agent.retry.wait_ms': 250 }],
      [
        'mini_agent.fallback',
        {
          'error.type': 'auth',
          'mini_agent.fallback.from': 'http',
          'mini_agent.fallback.to': 'http',
          'mini_agent.fallback.provider': 'deepseek',
          'mini_agent.fallback.reason': 'first: the key was refused (HTTP 401)',
        },
      ],
    ]);
    expect(span.attributes).toMatchObject({
      'gen_ai.provider.name': 'deepseek',
      'gen_ai.request.model': 'other-model',
      'gen_ai.response.model': 'other-model',
    });
  });

  it('with a span for each model, falls are events of the run', async () => {
    const traced = await telemetry();
    const router = traced.router(
      createRouter({
        models: [
          { mode: 'http', provider: 'first', model: traced.model(broken, origin) },
          { mode: 'http', provider: 'second', model: traced.model(works, { provider: 'second' }) },
        ],
      }),
    );
    await traced.run({ runId: 'run-1' }, () => router.complete(chatRequest(), { signal }));
    expect(otel.tree()).toEqual({
      'chat gpt-4o': 'invoke_agent mini-agent',
      'chat other-model': 'invoke_agent mini-agent',
      'invoke_agent mini-agent': undefined,
    });
    expect(otel.span('chat gpt-4o').events.map(({ name }) => name)).toEqual(['mini_agent.retry']);
    expect(otel.span('invoke_agent mini-agent').events.map(({ name }) => name)).toEqual([
      'mini_agent.fallback',
    ]);
  });
});
