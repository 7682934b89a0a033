import { createAgent, type AgentOptions, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const script: readonly Reply[] = [{ calls: [['t', {}]] }, { content: 'done' }];

function setUp(options: Partial<AgentOptions> = {}, replies = script) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: { results: ['T'] } });
  const controller = new AbortController();
  const agent = createAgent({ model, tools, ...options });
  return { model, tools, agent, controller, suspend: controller.signal };
}

function asJson(state: RunState): RunState {
  return JSON.parse(JSON.stringify(state)) as RunState;
}

describe('the state of a run that was put aside', () => {
  it('that could not be saved is told, and is in the result', async () => {
    const { agent, controller, suspend } = setUp();
    const result = await agent.run('go', {
      suspend,
      onEvent: ({ type }) => {
        if (type === 'model_started') controller.abort();
      },
      onState: ({ suspendedAt }) => {
        if (suspendedAt !== undefined) throw new Error('disk full');
      },
    });
    expect(result).toMatchObject({
      suspended: { reason: 'requested' },
      errorCode: 'state_not_saved',
    });
    expect((await setUp().agent.resume(result.state)).answer).toBe('done');
  });

  it('has its time limit stand still', async () => {
    let now = 1_000;
    const limits = { timeoutMs: 10_000 };
    const first = setUp({ now: () => now, limits });
    first.agent.addCreateHook(() => {
      now += 4_000;
      first.controller.abort();
      return undefined;
    });
    const aside = await first.agent.run('go', { suspend: first.suspend });
    expect(aside.durationMs).toBe(4_000);
    now += 86_400_000;
    const second = setUp({ now: () => now, limits });
    const end = await second.agent.resume(asJson(aside.state));
    expect(end).toMatchObject({ outcome: 'completed', durationMs: 4_000 });
    // Time that an interrupted run did not account for does count.
    const { suspendedAt, ...crashed } = aside.state;
    expect(suspendedAt).toBe(5_000);
    expect((await second.agent.resume(crashed)).outcome).toBe('budget_time');
  });

  it('may have been given a new start by its keeper', async () => {
    let now = 1_000;
    const { agent, controller, suspend } = setUp({ now: () => now });
    controller.abort();
    const { state } = await agent.run('go', { suspend });
    now += 50_000;
    const result = await agent.resume({ ...state, startedAt: now });
    expect(result).toMatchObject({
      outcome: 'completed',
      durationMs: 0,
      state: { startedAt: now },
    });
  });

  it('may be an older one that knows nothing of all this', async () => {
    const states: RunState[] = [];
    await setUp().agent.run('go', { onState: (state) => void states.push(asJson(state)) });
    for (const saved of states) {
      const { progress, boundary, ...old } = saved;
      expect([progress, boundary]).toBeDefined();
      const { agent } = setUp({}, script.slice(saved.iterations));
      expect((await agent.resume(old)).answer).toBe('done');
    }
  });
});
