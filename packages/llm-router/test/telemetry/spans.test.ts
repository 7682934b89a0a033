import type { ToolOutcome, ToolRunner } from '@mini-agent/foundation/chat';
import { secret } from '@mini-agent/foundation/secret';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/scripted-model.ts';
import {
  createTelemetry,
  type Telemetry,
  type TelemetryOptions,
} from '../../src/telemetry/index.ts';
import { startOtel, type Otel } from '../support/otel.ts';
import { chatRequest, tool } from '../support/requests.ts';
import { outcomeRunner, runToolLoop } from '../support/tool-loop.ts';

let otel: Otel;
beforeEach(() => {
  otel = startOtel();
});
afterEach(() => otel.close());

const signal = new AbortController().signal;

async function telemetry(options: TelemetryOptions = {}): Promise<Telemetry> {
  const made = await createTelemetry(options);
  if (made === undefined) throw new Error('The API is installed for tests.');
  return made;
}

const found: ToolOutcome = {
  callId: '',
  durationMs: 1,
  tries: 2,
  ok: true,
  trusted: true,
  text: 'the result',
};

const usage = {
  inputTokens: 100,
  cachedInputTokens: 60,
  outputTokens: 20,
  totalTokens: 120,
  estimated: false,
  costUsd: 0.25,
};

const script = [
  {
    content: 'I look it up.',
    toolCalls: [{ id: 'call_7', name: 'look_up', arguments: { word: 'tea' } }],
    usage,
    provider: 'work',
    model: 'gpt-4o-2024-11-20',
  },
  { content: 'Tea is a drink.', usage, provider: 'work', model: 'gpt-4o-2024-11-20' },
];

const origin = { provider: 'work', model: 'gpt-4o', baseUrl: 'https://api.openai.com/v1' };

async function runOnce(traced: Telemetry): Promise<void> {
  const model = traced.model(createScriptedModel(script), origin);
  const tools = traced.tools(outcomeRunner([tool('look_up')], [found]));
  const info = {
    runId: 'run-1',
    task: 'What is tea?',
    agentName: 'helper',
    conversationId: 'talk-1',
    summary: () => ({ outcome: 'completed', answer: 'Tea is a drink.', usage }),
  };
  await traced.run(info, () => runToolLoop({ model, tools, task: 'What is tea?' }));
}

describe('a run', () => {
  it('is a span with its requests and calls below it', async () => {
    await runOnce(await telemetry());
    const names = otel.spans().map(({ name }) => name);
    expect(names).toEqual([
      'chat gpt-4o',
      'execute_tool look_up',
      'chat gpt-4o',
      'invoke_agent helper',
    ]);
    expect(otel.tree()).toEqual({
      'chat gpt-4o': 'invoke_agent helper',
      'execute_tool look_up': 'invoke_agent helper',
      'invoke_agent helper': undefined,
    });
    const traces = new Set(otel.spans().map((span) => span.spanContext().traceId));
    expect(traces.size).toBe(1);
  });

  it('has the attributes of the GenAI conventions', async () => {
    await runOnce(await telemetry());
    const [chat] = otel.spans();
    expect(chat?.kind).toBe(SpanKind.CLIENT);
    expect(chat?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.response.model': 'gpt-4o-2024-11-20',
      'gen_ai.response.finish_reasons': ['tool_calls'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'gen_ai.conversation.id': 'talk-1',
      'server.address': 'api.openai.com',
      'server.port': 443,
      'mini_agent.usage.cost_usd': 0.25,
      'mini_agent.mode': 'http',
      'mini_agent.provider': 'work',
      'mini_agent.purpose': 'step',
      'mini_agent.step': 0,
    });
    const call = otel.span('execute_tool look_up');
    expect(call.kind).toBe(SpanKind.INTERNAL);
    expect(call.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look_up',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c00',
      'gen_ai.conversation.id': 'talk-1',
      'mini_agent.tool.tries': 2,
    });
    const run = otel.span('invoke_agent helper');
    expect(run.kind).toBe(SpanKind.INTERNAL);
    expect(run.attributes).toEqual({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'helper',
      'gen_ai.conversation.id': 'talk-1',
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 60,
      'mini_agent.usage.cost_usd': 0.25,
      'mini_agent.outcome': 'completed',
    });
    for (const span of otel.spans()) expect(span.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('shows what was asked and found only where that is wanted', async () => {
    await runOnce(await telemetry());
    const plain = JSON.stringify(
      otel.spans().map(({ attributes, events }) => [attributes, events]),
    );
    expect(plain).not.toMatch(/tea|drink|the result|look it up/i);
    await otel.close();
    otel = startOtel();
    await runOnce(await telemetry({ captureContent: true }));
    const [first, , second] = otel.spans();
    expect(JSON.parse(String(second?.attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'What is tea?' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'text', content: 'I look it up.' },
          { type: 'tool_call', id: 'c00', name: 'look_up', arguments: { word: 'tea' } },
        ],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool_call_response', id: 'c00', response: 'the result' }],
      },
    ]);
    expect(JSON.parse(String(first?.attributes['gen_ai.output.messages']))).toMatchObject([
      { role: 'assistant', finish_reason: 'tool_call' },
    ]);
    const call = otel.span('execute_tool look_up').attributes;
    expect(call['gen_ai.tool.call.arguments']).toBe('{"word":"tea"}');
    expect(call['gen_ai.tool.call.result']).toBe('the result');
    const run = otel.span('invoke_agent helper').attributes;
    expect(run['gen_ai.input.messages']).toContain('What is tea?');
    expect(run['gen_ai.output.messages']).toContain('Tea is a drink.');
  });

  it('never shows a secret', async () => {
    const known = 'words nobody may see';
    const key = 'sk-canary-9f8e7d6c5b4a3210';
    const leak = `${known} ${key}`;
    const traced = await telemetry({ captureContent: true, secrets: [secret(known)] });
    const failed: ToolOutcome = {
      callId: '',
      durationMs: 1,
      tries: 1,
      ok: false,
      code: 'tool_error',
      message: leak,
      retry: false,
    };
    const replies = [
      {
        content: leak,
        reasoning: leak,
        toolCalls: [{ name: 'one', arguments: { password: key, leak } }],
      },
      { error: 'auth', message: leak } as const,
    ];
    await traced.run({ runId: 'run-1', task: leak }, () =>
      runToolLoop({
        model: traced.model(createScriptedModel(replies)),
        tools: traced.tools(outcomeRunner([tool('one')], [failed])),
        task: leak,
      }),
    );
    const shown = JSON.stringify(
      otel
        .spans()
        .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    );
    expect(shown).toContain('[secret]');
    expect(shown).not.toContain(known);
    expect(shown).not.toContain(key);
  });
});

describe('where a span belongs', () => {
  it('a run inside of a tool is below that call, without being told', async () => {
    const traced = await telemetry();
    const inner = traced.model(createScriptedModel(['inner']));
    const pipeline: ToolRunner = {
      list: () => Promise.resolve([tool('pipeline')]),
      call: async (call) => {
        await traced.run({ runId: 'inner-run', agentName: 'inner' }, () =>
          inner.complete(chatRequest({ runId: 'inner-run' }), { signal }),
        );
        return { ...found, callId: call.id };
      },
    };
    const outer = createScriptedModel([
      { toolCalls: [{ name: 'pipeline', arguments: {} }], model: 'outer' },
      { content: 'done', model: 'outer' },
    ]);
    await traced.run({ runId: 'run-1', agentName: 'outer' }, () =>
      runToolLoop({ model: traced.model(outer), tools: traced.tools(pipeline) }),
    );
    expect(otel.tree()).toEqual({
      'chat scripted': 'invoke_agent inner',
      'invoke_agent inner': 'execute_tool pipeline',
      'execute_tool pipeline': 'invoke_agent outer',
      'chat outer': 'invoke_agent outer',
      'invoke_agent outer': undefined,
    });
    const ids = otel.spans().map(({ attributes }) => attributes['gen_ai.conversation.id']);
    expect(new Set(ids)).toEqual(new Set(['run-1']));
  });

  it('a request made elsewhere is found by its run', async () => {
    const traced = await telemetry();
    const model = traced.model(createScriptedModel(['one', 'two']));
    let ask: () => Promise<unknown> = () => Promise.resolve();
    const outside = new Promise<void>((resolve) => {
      ask = () => {
        resolve();
        return Promise.resolve();
      };
    }).then(() => model.complete(chatRequest({ runId: 'a' }), { signal }));
    await Promise.all([
      traced.run({ runId: 'a', agentName: 'a' }, async () => {
        await ask();
        await outside;
      }),
      traced.run({ runId: 'b', agentName: 'b' }, () => outside),
    ]);
    expect(otel.tree()).toMatchObject({ 'chat scripted': 'invoke_agent a' });
  });

  it('without asynchronous context, by the ids alone', async () => {
    await otel.close();
    otel = startOtel({ withContext: false });
    const traced = await telemetry();
    const model = traced.model(createScriptedModel(['one', 'two']));
    const inner = { runId: 'in', agentName: 'in', parentRunId: 'out' };
    await traced.run({ runId: 'out', agentName: 'out' }, () =>
      traced.run(inner, () => model.complete(chatRequest({ runId: 'in' }), { signal })),
    );
    expect(otel.tree()).toEqual({
      'chat scripted': 'invoke_agent in',
      'invoke_agent in': 'invoke_agent out',
      'invoke_agent out': undefined,
    });
  });
});
