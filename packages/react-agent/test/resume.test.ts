import { createAgent, type Limits, type RunState } from '@mini-agent/react-agent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isPaired,
  scriptedModel,
  scriptedTools,
  type Reply,
  type ScriptedTool,
} from './scripted.ts';

const script: readonly Reply[] = [
  {
    calls: [
      ['read', { n: 1 }],
      ['write', { n: 1 }],
    ],
  },
  { calls: [['write', { n: 2 }]] },
  { content: 'done' },
];
function found(state: RunState | undefined): RunState {
  if (state === undefined) throw new Error('the run never was in this state');
  return state;
}

const annotations = { readOnly: false, idempotent: false };

describe('resuming', () => {
  it('never repeats a finished call, and reports a started one as unknown, at whatever point the process died', async () => {
    const states: RunState[] = [];
    const tools = scriptedTools({ read: {}, write: { annotations } });
    await createAgent({ model: scriptedModel(script), tools }).run('go', {
      onState: (state) => {
        states.push(JSON.parse(JSON.stringify(state)) as RunState);
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: states.length - 1 }), async (index) => {
        const saved = states[index];
        if (saved === undefined) return;
        const again = scriptedTools({ read: {}, write: { annotations } });
        const model = scriptedModel(script.slice(saved.iterations));
        const result = await createAgent({ model, tools: again }).resume(saved);
        expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
        const finished = saved.pending
          .filter(({ state }) => state === 'finished')
          .map(({ call }) => call.id);
        const started = saved.pending
          .filter(({ state }) => state === 'started')
          .map(({ call }) => call);
        const repeated = again.made.map(({ id }) => id);
        for (const id of finished) expect(repeated).not.toContain(id);
        for (const call of started) {
          const step = result.state.steps.find(
            ({ action, input }) => action === call.name && input !== undefined,
          );
          if (call.name === 'write') expect(repeated).not.toContain(call.id);
          else expect(step).toBeDefined();
        }
        expect(result.state.steps.filter(({ action }) => action !== undefined)).toHaveLength(3);
      }),
      { numRuns: 60 },
    );
  });

  it('gives the result of a finished run again', async () => {
    const agent = createAgent({
      model: scriptedModel([{ content: 'x' }]),
      tools: scriptedTools({}),
    });
    const { state } = await agent.run('go');
    expect(await agent.resume(state)).toMatchObject({ outcome: 'completed', answer: 'x' });
  });

  /** The states of a run, as another process would read them. */
  async function statesOf(
    replies: readonly Reply[],
    tools: Record<string, ScriptedTool>,
    limits: Partial<Limits> = {},
  ): Promise<RunState[]> {
    const states: RunState[] = [];
    const model = scriptedModel(replies);
    await createAgent({ model, tools: scriptedTools(tools), limits }).run('go', {
      onState: (state) => {
        states.push(JSON.parse(JSON.stringify(state)) as RunState);
      },
    });
    return states;
  }

  it('makes a planned call that was counted already', async () => {
    const tools = { t: {} };
    const states = await statesOf([{ calls: [['t', {}]] }, { content: 'x' }], tools, {
      maxToolCalls: 1,
    });
    const planned = states.find(({ pending }) => pending[0]?.state === 'planned');
    const runner = scriptedTools(tools);
    const model = scriptedModel([{ content: 'x' }]);
    const { state } = await createAgent({ model, tools: runner }).resume(found(planned));
    expect([runner.made.length, state.calls]).toEqual([1, { t: 1 }]);
  });

  it('does not make a call that was refused, nor repeats one that was answered from memory', async () => {
    const same: Reply = { calls: [['t', {}]] };
    const tools = { t: { results: ['R'] } };
    const states = await statesOf([same, same, same, { content: 'x' }], tools, { maxTurns: 9 });
    for (const iterations of [2, 3]) {
      const planned = states.find(
        (state) => state.iterations === iterations && state.pending.length > 0,
      );
      const runner = scriptedTools(tools);
      const model = scriptedModel([{ content: 'x' }]);
      const { state } = await createAgent({ model, tools: runner }).resume(found(planned));
      expect(runner.made).toEqual([]);
      expect(state.steps).toHaveLength(iterations + 1);
    }
  });

  it('keeps the thought of the reply whose calls were under way', async () => {
    const states = await statesOf([{ reasoning: 'why', calls: [['t', {}]] }, { content: 'x' }], {
      t: {},
    });
    const started = states.find(({ pending }) => pending[0]?.state === 'started');
    const model = scriptedModel([{ content: 'x' }]);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }) });
    expect((await agent.resume(found(started))).state.steps[0]?.thought).toBe('why');
  });

  it('still has to answer where the loop ladder had ended the run', async () => {
    const same: Reply = { calls: [['t', {}]] };
    const replies = [same, same, same, same, same, { content: 'x' }];
    const states = await statesOf(replies, { t: {} }, { maxTurns: 20 });
    const looped = states.findLast(({ outcome }) => outcome === undefined);
    const model = scriptedModel([{ content: 'x' }]);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }) });
    const result = await agent.resume(found(looped));
    expect(result.outcome).toBe('loop_detected');
    expect(model.requests[0]?.toolChoice).toBe('none');
  });

  it('survives a list of tools that fails or never comes, and a cancel meanwhile', async () => {
    const [, state] = await statesOf([{ calls: [['t', {}]] }, { content: 'x' }], { t: {} });
    const pending = state?.pending.map((call) => ({ ...call, state: 'started' as const })) ?? [];
    const started = { ...found(state), pending };
    for (const list of [
      () => Promise.reject(new Error('no')),
      () => new Promise<never>(() => undefined),
    ]) {
      const controller = new AbortController();
      const agent = createAgent({
        model: scriptedModel([{ content: 'x' }]),
        tools: { ...scriptedTools({}), list },
      });
      setTimeout(() => {
        controller.abort();
      }, 20);
      const result = await agent.resume(started, { signal: controller.signal });
      expect(result.state.steps[0]).toMatchObject({ action: 't', error: 'outcome_unknown' });
      expect(isPaired(result.state.messages)).toBe(true);
    }
  });

  it('repeats a started call only where that is safe, under its own key', async () => {
    const tools = { t: {} };
    const states = await statesOf([{ calls: [['t', {}]] }, { content: 'x' }], tools);
    const started = states.find(({ pending }) => pending[0]?.state === 'started');
    const keys: unknown[] = [];
    const runner = scriptedTools(tools);
    const agent = createAgent({
      model: scriptedModel([{ content: 'x' }]),
      tools: {
        ...runner,
        call: (call, context) => {
          keys.push(context.idempotencyKey);
          return runner.call(call, context);
        },
      },
    });
    await agent.resume(found(started));
    expect(keys).toEqual([started?.pending[0]?.idempotencyKey]);
  });

  it('may be given more turns', async () => {
    const call = (n: number): Reply => ({ calls: [['t', { n }]] });
    const [state] = await statesOf([call(1), { content: 'x' }], { t: {} }, { maxTurns: 2 });
    const model = scriptedModel([call(1), call(2), call(3), { content: 'done' }]);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }) });
    const result = await agent.resume(found(state), { limits: { maxTurns: 9 } });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
  });

  it('marks tool text also where the saved state has no boundary yet', async () => {
    const [state] = await statesOf([{ content: 'x' }], {});
    const { boundary, ...old } = found(state);
    expect(boundary).toMatch(/^\w{12}$/);
    const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'x' }]);
    const agent = createAgent({ model, tools: scriptedTools({ t: { results: ['hello'] } }) });
    await agent.resume(old);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(
      /^\[data \w{12} t trusted\]\nhello\n/,
    );
  });
});
