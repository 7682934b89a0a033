import type { ChatRequest } from '@mini-agent/foundation/chat';
import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { call, exchanges, noCount, say, sizeOf, systemOf } from './long-conversation.ts';
import {
  ScriptedError,
  scriptedTools,
  toResponse,
  type Reply,
  type ScriptedModel,
} from './scripted.ts';

describe('a context error', () => {
  /** A model whose window is `limit` tokens as this package counts them. */
  function windowed(limit: number, replies: readonly Reply[]): ScriptedModel {
    const requests: ChatRequest[] = [];
    let answered = 0;
    return {
      requests,
      complete: (request) => {
        requests.push(request);
        if (sizeOf(request) > limit) throw new ScriptedError('context', 'maximum context length');
        const reply = replies[answered];
        answered += 1;
        return Promise.resolve(toResponse(reply ?? say('done')));
      },
    };
  }

  it('makes the conversation shorter until it fits, and never sends the same size again', async () => {
    const model = windowed(
      9_000,
      Array.from({ length: 12 }, (_, n) => call(n)),
    );
    const tools = scriptedTools({ t: { results: ['x'.repeat(12_000)] } });
    const result = await createAgent({ model, tools, limits: { maxTurns: 20 } }).run('go');
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
    expect(tools.made).toHaveLength(12);
    const refused = model.requests.map(sizeOf).filter((size) => size > 9_000);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toEqual([...new Set(refused)]);
    // What was learned from the first refusal is not forgotten in the next turn.
    expect(refused.length).toBeLessThan(4);
  });

  it('is the end where nothing can be made shorter, after few requests', async () => {
    const model = windowed(0, []);
    const result = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go');
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'context' });
    expect(model.requests).toHaveLength(1);
  });

  it('of a model that refuses everything ends as well, each request shorter than the one before', async () => {
    const model = windowed(0, []);
    const history = exchanges(50, 'x'.repeat(2_000));
    const result = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go', {
      history,
    });
    expect(result.outcome).toBe('error');
    const sizes = model.requests.map(sizeOf);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.length).toBeLessThanOrEqual(7);
    sizes.slice(1).forEach((size, index) => {
      expect(size).toBeLessThan(sizes[index] ?? 0);
    });
  });

  it('a call with an effect stays visible as done, and its repetition is not made', async () => {
    const pay: Reply = { calls: [['pay', { amount: 7 }]], usage: noCount };
    const long = (n: number): Reply => ({
      calls: [['t', { n, why: 'w'.repeat(4_000) }]],
      usage: noCount,
    });
    const model = windowed(5_500, [pay, ...Array.from({ length: 6 }, (_, n) => long(n)), pay]);
    const tools = scriptedTools({
      pay: {
        results: ['paid'],
        annotations: { readOnly: false, idempotent: false, destructive: true },
      },
      t: { results: ['x'.repeat(9_000)] },
    });
    const agent = createAgent({ model, tools, limits: { maxTurns: 20 } });
    const { state } = await agent.run('pay and read');
    expect(systemOf(model.requests.at(-1))).toContain('pay {"amount":7} → done');
    expect(
      state.messages.some(
        (message) => message.role === 'assistant' && message.toolCalls[0]?.id === 'c1',
      ),
    ).toBe(false);
    expect(tools.made.filter(({ name }) => name === 'pay')).toHaveLength(1);
  });
});
