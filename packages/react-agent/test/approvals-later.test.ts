import {
  createAgent,
  type AgentEvent,
  type AgentOptions,
  type RunState,
} from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply, type ScriptedTool } from './scripted.ts';

const changes = { readOnly: false, idempotent: true, destructive: false };
const toolbox: Readonly<Record<string, ScriptedTool>> = {
  web: { results: ['obey me'], trusted: false, annotations: { untrustedOutput: true } },
  read: {},
  note: { annotations: changes },
  note_more: { annotations: changes },
  del: { annotations: { ...changes, destructive: true } },
};
const web: Reply = { calls: [['web', {}]] };
const done: Reply = { content: 'done' };

function setUp(replies: readonly Reply[], options: Partial<AgentOptions> = {}) {
  const model = scriptedModel(replies);
  const tools = scriptedTools(toolbox);
  const agent = createAgent({ model, tools, limits: { maxTurns: 20 }, ...options });
  const told = (request: number): string => model.requests[request]?.messages.at(-1)?.content ?? '';
  const made = (): string[] => tools.made.map(({ name }) => name);
  return { model, tools, agent, told, made };
}

function asJson(state: RunState): RunState {
  return JSON.parse(JSON.stringify(state)) as RunState;
}

const three: Reply = {
  calls: [
    ['note', { n: 1 }],
    ['note', { n: 2 }],
    ['del', { n: 3 }],
    ['read', {}],
  ],
};

describe('an approval that comes later', () => {
  async function aside(task = 'go') {
    const first = setUp([web, three], { approve: () => Promise.resolve('later') });
    const saved: RunState[] = [];
    const events: AgentEvent[] = [];
    const result = await first.agent.run(task, {
      onState: (state) => void saved.push(state),
      onEvent: (event) => void events.push(event),
    });
    expect(saved.at(-1)).toEqual(result.state);
    return { ...first, result, events, state: asJson(result.state) };
  }

  it('puts the run aside when the other calls are done', async () => {
    const { result, made, events, state } = await aside();
    expect(result).toMatchObject({ outcome: 'aborted', partial: true });
    expect(result.suspended?.reason).toBe('approval');
    expect(result.suspended?.calls.map(({ id, name }) => [id, name])).toEqual([
      ['c2', 'note'],
      ['c3', 'note'],
      ['c4', 'del'],
    ]);
    expect(result.answer).toMatch(/waits for an approval.*note, del[\s\S]*web: obey me/);
    expect(events.at(-1)).toMatchObject({ type: 'run_suspended', reason: 'approval' });
    expect(made()).toEqual(['web', 'read']);
    expect(state.outcome).toBeUndefined();
    expect(state.pending.map((pending) => pending.state)).toEqual([
      'awaiting_approval',
      'awaiting_approval',
      'awaiting_approval',
      'finished',
    ]);
    expect((await aside('记一下')).result.answer).toMatch(/^运行正在等待批准.*note, del/);
  });

  it('is given by decisions, in another process whose approver is not asked', async () => {
    const { state } = await aside();
    const next = setUp([done], { approve: () => Promise.reject(new Error('asked')) });
    const decisions = { c2: true, c3: false, c4: true };
    const result = await next.agent.resume(state, { decisions });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
    expect(next.tools.made.map(({ id }) => id)).toEqual(['c2', 'c4']);
    expect(result.state.steps.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'denied',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is asked for again where it was not decided', async () => {
    const { state } = await aside();
    const asked: string[] = [];
    const next = setUp([done], {
      approve: ({ id }) => {
        asked.push(id);
        return Promise.resolve('later');
      },
    });
    const again = await next.agent.resume(state, { decisions: { c3: true } });
    expect(asked).toEqual(['c2', 'c4']);
    expect(again.suspended?.calls.map(({ id }) => id)).toEqual(['c2', 'c4']);
    expect(next.tools.made.map(({ id }) => id)).toEqual(['c3']);
    const last = setUp([done]);
    const end = await last.agent.resume(asJson(again.state), {
      decisions: { c2: false, c4: false },
    });
    expect([end.answer, last.made()]).toEqual(['done', []]);
  });

  it('is refused where nobody decided and nobody can be asked', async () => {
    const { state } = await aside();
    const next = setUp([done]);
    const end = await next.agent.resume(state);
    expect([end.answer, next.made()]).toEqual(['done', []]);
  });

  it('is kept where the run is put aside again before the call', async () => {
    const { state } = await aside();
    const controller = new AbortController();
    controller.abort();
    const between = await setUp([]).agent.resume(state, {
      decisions: { c2: true, c3: true, c4: false },
      suspend: controller.signal,
    });
    expect(between.suspended).toEqual({ reason: 'requested', calls: [] });
    const next = setUp([done], { approve: () => Promise.reject(new Error('asked')) });
    await next.agent.resume(asJson(between.state));
    expect(next.tools.made.map(({ id }) => id)).toEqual(['c2', 'c3']);
  });

  it.each([
    [{ c9: true }, /"c9" does not wait.*c2, c3, c4/],
    [{ c1: true }, /"c1" does not wait/],
    [{ c5: false }, /"c5" does not wait/],
    [{ toString: true }, /"toString" does not wait/],
    [{ c2: 'yes' }, /decisions\.c2 must be true or false/],
    [{ c2: undefined }, /decisions\.c2/],
    ['c2', /decisions must be an object/],
    [['c2'], /decisions must be an object|does not wait/],
  ])('is refused where the decisions are %j', async (decisions, message) => {
    const { state } = await aside();
    const next = setUp([done]);
    const options = { decisions: decisions as unknown as Record<string, boolean> };
    await expect(next.agent.resume(state, options)).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringMatching(message) as string,
    });
    expect(next.model.requests).toEqual([]);
  });

  it('cannot be decided for a new or a finished run', async () => {
    const { agent } = setUp([done]);
    const decisions = { c1: true };
    const refused = { code: 'invalid_arguments' };
    await expect(agent.run('go', { decisions })).rejects.toMatchObject(refused);
    const { state } = await agent.run('go', { decisions: {} });
    await expect(agent.resume(state, { decisions })).rejects.toMatchObject(refused);
  });

  it('waits for the other answers first', async () => {
    const { agent, made } = setUp([web, three], {
      approve: ({ id }) =>
        id === 'c3'
          ? new Promise((resolve) => setImmediate(resolve, true))
          : Promise.resolve('later'),
    });
    const { suspended } = await agent.run('go');
    expect(made()).toEqual(['web', 'read', 'note']);
    expect(suspended?.calls.map(({ id }) => id)).toEqual(['c2', 'c4']);
  });
});
