import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../src/scripted-model.ts';
import { createTelemetry, type Telemetry } from '../../src/telemetry/index.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { startOtel, type Otel } from '../support/otel.ts';
import { chatRequest, tool } from '../support/requests.ts';
import { outcomeRunner } from '../support/tool-loop.ts';

let otel: Otel;
let clock: FakeClock;
let telemetry: Telemetry;
beforeEach(async () => {
  otel = startOtel();
  clock = createFakeClock();
  const made = await createTelemetry({ now: () => clock.now() });
  if (made === undefined) throw new Error('The API is installed for tests.');
  telemetry = made;
});
afterEach(() => otel.close());

const signal = new AbortController().signal;
const origin = { provider: 'default', model: 'm1', baseUrl: 'http://127.0.0.1:8000/v1' };
const usage = { inputTokens: 30, outputTokens: 4, totalTokens: 34, estimated: false };

const durationBounds = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];
const tokenBounds = Array.from({ length: 14 }, (_, index) => 4 ** index);

describe('metrics', () => {
  it('of a request are its duration in seconds and its tokens, with the advised buckets', async () => {
    const slow = createScriptedModel([
      () => {
        clock.advance(1_500);
        return { content: 'ok', usage, model: 'm1-0613' };
      },
    ]);
    await telemetry.model(slow, origin).complete(chatRequest(), { signal });
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'm1',
      'gen_ai.response.model': 'm1-0613',
      'server.address': '127.0.0.1',
      'server.port': 8000,
    };
    expect(await otel.metrics()).toEqual({
      'gen_ai.client.operation.duration': {
        unit: 's',
        points: [{ attributes, count: 1, sum: 1.5, boundaries: durationBounds }],
      },
      'gen_ai.client.token.usage': {
        unit: '{token}',
        points: [
          {
            attributes: { ...attributes, 'gen_ai.token.type': 'input' },
            count: 1,
            sum: 30,
            boundaries: tokenBounds,
          },
          {
            attributes: { ...attributes, 'gen_ai.token.type': 'output' },
            count: 1,
            sum: 4,
            boundaries: tokenBounds,
          },
        ],
      },
    });
  });

  it('count no tokens that were only estimated', async () => {
    const model = telemetry.model(createScriptedModel(['a', 'b']), origin);
    await model.complete(chatRequest(), { signal });
    await model.complete(chatRequest(), { signal });
    const metrics = await otel.metrics();
    expect(metrics['gen_ai.client.token.usage']).toBeUndefined();
    expect(metrics['gen_ai.client.operation.duration']?.points).toMatchObject([{ count: 2 }]);
  });

  it('of a failed request have the error type', async () => {
    const model = telemetry.model(createScriptedModel([{ error: 'timeout' }]), origin);
    await model.complete(chatRequest(), { signal }).catch(() => undefined);
    const { points } = (await otel.metrics())['gen_ai.client.operation.duration'] ?? {};
    expect(points).toMatchObject([{ attributes: { 'error.type': 'timeout' }, count: 1 }]);
  });

  it('of runs and tools are their durations', async () => {
    const outcome: ToolOutcome = {
      callId: '',
      durationMs: 1,
      tries: 1,
      ok: false,
      code: 'denied',
      message: '',
      retry: false,
    };
    const runner = outcomeRunner([tool('one')], [outcome]);
    const tools = telemetry.tools({
      ...runner,
      call: (call, context) => {
        clock.advance(200);
        return runner.call(call, context);
      },
    });
    const call = { id: 'c1', name: 'one', arguments: { ok: true, value: {} } } as const;
    await telemetry.run({ runId: 'r', agentName: 'helper' }, async () => {
      await tools.call(call, { signal, runId: 'r' });
      clock.advance(1_000);
    });
    const metrics = await otel.metrics();
    expect(metrics['gen_ai.execute_tool.duration']).toMatchObject({
      unit: 's',
      points: [
        {
          attributes: {
            'gen_ai.tool.name': 'one',
            'gen_ai.agent.name': 'helper',
            'error.type': 'denied',
          },
          sum: 0.2,
        },
      ],
    });
    expect(metrics['gen_ai.invoke_agent.duration']).toMatchObject({
      unit: 's',
      points: [{ attributes: { 'gen_ai.agent.name': 'helper' }, sum: 1.2 }],
    });
  });

  it('go to the provider that is registered when they are recorded', async () => {
    await otel.close();
    const model = telemetry.model(createScriptedModel(['a', 'b']), origin);
    await model.complete(chatRequest(), { signal });
    otel = startOtel();
    await model.complete(chatRequest(), { signal });
    const metrics = await otel.metrics();
    expect(metrics['gen_ai.client.operation.duration']?.points).toMatchObject([{ count: 1 }]);
    expect(otel.spans()).toHaveLength(1);
  });
});
