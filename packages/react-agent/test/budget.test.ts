import type { ChatResponse } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { createAgent, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { rawModel, scriptedModel, scriptedTools, toResponse, type Reply } from './scripted.ts';

class UsedUp extends MiniAgentError {}

function usedUp(details?: JsonObject): Reply {
  return { error: new UsedUp('budget', 'used up', details === undefined ? {} : { details }) };
}

const look: Reply = { calls: [['t', { n: 1 }]] };

function run(replies: readonly Reply[], task = 'go') {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: { results: ['42'] } });
  return createAgent({ model, tools }).run(task);
}

function usage(totalTokens: number, costUsd?: number): ChatResponse['usage'] {
  const counted = { inputTokens: totalTokens, outputTokens: 0, totalTokens, estimated: false };
  return costUsd === undefined ? counted : { ...counted, costUsd };
}

describe('a model whose budget is used up', () => {
  it.each(['budget_tokens', 'budget_cost', 'budget_time', 'max_steps'] as const)(
    'ends the run as %s, with what was found',
    async (outcome) => {
      const result = await run([look, usedUp({ outcome })]);
      expect(result).toMatchObject({ outcome, partial: true });
      expect(result.errorCode).toBeUndefined();
      expect(result.answer).toMatch(/reached|used up/);
      expect(result.answer).toContain('t: 42');
      expect(result.state.outcome).toBe(outcome);
    },
  );

  it('ends the run before its first step too, in the language of the task', async () => {
    const result = await run([usedUp({ outcome: 'budget_cost' })], '算一下');
    expect(result.outcome).toBe('budget_cost');
    expect(result.answer).toContain('预算已用完');
  });

  it.each([undefined, {}, { outcome: 'completed' }, { outcome: 7 }])(
    'is a budget of an unknown kind where it names none: %o',
    async (details) => {
      expect((await run([usedUp(details)])).outcome).toBe('budget_tokens');
    },
  );
});

describe('the cost of a run', () => {
  async function costOf(usages: readonly unknown[]): Promise<RunState> {
    const replies = usages.map((given, index) => ({
      ...toResponse(
        index === usages.length - 1 ? { content: 'done' } : { calls: [['t', { index }]] },
      ),
      usage: given,
    }));
    const agent = createAgent({ model: rawModel(replies), tools: scriptedTools({ t: {} }) });
    return (await agent.run('go')).state;
  }

  it('is the sum where every reply tells its cost', async () => {
    const state = await costOf([usage(10, 0.25), usage(20, 0.5)]);
    expect(state.usage).toEqual(usage(30, 0.75));
    expect(state.unpricedCalls).toBeUndefined();
  });

  it('is told to be no more than a part where some replies do not tell theirs', async () => {
    const state = await costOf([usage(10), usage(20, 0.5), usage(1)]);
    expect(state.usage).toEqual(usage(31, 0.5));
    expect(state.unpricedCalls).toBe(2);
    const none = await costOf([usage(10), undefined]);
    expect(none.usage.costUsd).toBeUndefined();
    expect(none.unpricedCalls).toBe(2);
  });

  it('is not known where it is no number, instead of 0', async () => {
    for (const costUsd of ['0.1', NaN, -1, null]) {
      const state = await costOf([{ ...usage(5), costUsd }]);
      expect(state.usage).toEqual(usage(5));
      expect(state.unpricedCalls).toBe(1);
    }
  });

  it('a reply that used nothing changes nothing, and a cost of 0 is one', async () => {
    const state = await costOf([usage(0), usage(10, 0.25), usage(0)]);
    expect(state).toMatchObject({ usage: { costUsd: 0.25 } });
    expect(state.unpricedCalls).toBeUndefined();
    expect((await costOf([usage(10, 0)])).usage.costUsd).toBe(0);
    expect((await costOf([usage(0)])).usage).toEqual(usage(0));
  });

  it('cached input is added up', async () => {
    const cached = (tokens: number) => ({ ...usage(10), cachedInputTokens: tokens });
    const { usage: sum } = await costOf([cached(3), usage(10), cached(4)]);
    expect(sum.cachedInputTokens).toBe(7);
  });

  it('its limit counts what is known, also in a run that goes on', async () => {
    const model = scriptedModel([
      { ...look, usage: usage(10, 0.3) },
      { calls: [['t', { n: 2 }]], usage: usage(10) },
      { content: 'never' },
    ]);
    const tools = scriptedTools({ t: {} });
    const states: RunState[] = [];
    const agent = createAgent({ model, tools });
    const onState = (state: RunState): void => void states.push(state);
    await agent.run('go', { limits: { maxCostUsd: 1 }, onState });
    const middle = states.find(
      ({ iterations, pending }) => iterations === 2 && pending.length === 0,
    );
    expect(middle).toMatchObject({ usage: { costUsd: 0.3 }, unpricedCalls: 1 });
    const saved = JSON.parse(JSON.stringify(middle)) as RunState;
    const asked = model.requests.length;
    const result = await agent.resume(saved, { limits: { maxCostUsd: 0.3 } });
    expect(result.outcome).toBe('budget_cost');
    expect(model.requests).toHaveLength(asked);
  });
});

it('carries along what a shared budget has spent', async () => {
  const agent = createAgent({
    model: scriptedModel([look, { content: 'done' }, { content: 'again' }]),
    tools: scriptedTools({ t: {} }),
  });
  const states: RunState[] = [];
  await agent.run('go', { onState: (state) => void states.push(state) });
  const first = states.find(({ outcome }) => outcome === undefined);
  if (first === undefined) throw new Error('no state');
  const { state } = await agent.resume({ ...first, spent: { costUsd: 0.5 } });
  expect(state).toMatchObject({ outcome: 'completed', spent: { costUsd: 0.5 } });
});
