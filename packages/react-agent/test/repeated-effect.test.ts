import { createAgent, type AgentOptions, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply, type ScriptedTool } from './scripted.ts';

const effect = { readOnly: false, idempotent: false, destructive: true };
const pay: Reply = { calls: [['pay', { to: 'A', amount: 10 }]] };
const payInOtherOrder: Reply = { calls: [['pay', { amount: 10, to: 'A' }]] };
const read: Reply = { calls: [['read', {}]] };
const done: Reply = { content: 'done' };

interface Options {
  readonly pay?: ScriptedTool;
  readonly agent?: Partial<AgentOptions>;
  readonly task?: string;
}

async function run(
  replies: readonly Reply[],
  { pay: tool = {}, agent = {}, task = 'go' }: Options = {},
) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({
    pay: { annotations: effect, results: ['paid'], ...tool },
    read: {},
    write: { annotations: effect },
  });
  const result = await createAgent({ model, tools, limits: { maxTurns: 20 }, ...agent }).run(task);
  const paid = tools.made.filter(({ name }) => name === 'pay').length;
  const told = (request: number): string => model.requests[request]?.messages.at(-1)?.content ?? '';
  return { result, paid, told };
}

describe('a call that takes effect each time', () => {
  it('is not made twice by a model that repeats itself', async () => {
    const { paid, told, result } = await run([pay, payInOtherOrder, done]);
    expect([paid, result.outcome]).toEqual([1, 'completed']);
    expect(JSON.parse(told(2))).toMatchObject({ kind: 'denied', retry: false });
    expect(told(2)).toMatch(/same call was already made.*twice/);
  });

  it('says so in Chinese', async () => {
    expect((await run([pay, pay, done], { task: '付款' })).told(2)).toMatch(/已经做过相同的调用/);
  });

  it('is not made twice after calls in between', async () => {
    const write: Reply = { calls: [['write', {}]] };
    expect((await run([pay, read, write, pay, done])).paid).toBe(1);
  });

  it('is made as often as one reply asks for it', async () => {
    const calls = [1, 2].map(() => ['pay', { amount: 10 }] as const);
    expect((await run([{ calls }, { calls }, done])).paid).toBe(2);
  });

  it('is not made twice where the first one is no longer in the conversation', async () => {
    const hooks: AgentOptions['hooks'] = {
      create: [
        (_, messages) => messages.filter(({ role }) => role === 'system' || role === 'user'),
      ],
    };
    expect((await run([pay, read, pay, done], { agent: { hooks } })).paid).toBe(1);
  });

  it('is not made twice where another tool was called with the very same object', async () => {
    const shared = {};
    const replies: readonly Reply[] = [
      { calls: [['write', shared]] },
      { calls: [['pay', shared]] },
      { calls: [['pay', {}]] },
      done,
    ];
    expect((await run(replies)).paid).toBe(1);
  });

  it('is made again with other arguments', async () => {
    const other: Reply = { calls: [['pay', { to: 'B', amount: 10 }]] };
    expect((await run([pay, other, done])).paid).toBe(2);
  });

  it('is made again after it failed', async () => {
    expect((await run([pay, pay, done], { pay: { fails: 'tool_error' } })).paid).toBe(2);
  });

  it.each(['outcome_unknown', 'timeout'] as const)(
    'is made again after %s only when something was found out since',
    async (fails) => {
      const blind = await run([pay, pay, done], { pay: { fails } });
      expect(blind.paid).toBe(1);
      expect(blind.told(2)).toMatch(/whether it took effect is not known/);
      expect((await run([pay, read, pay, done], { pay: { fails } })).paid).toBe(2);
    },
  );

  it.each([
    ['not destructive', { annotations: { ...effect, destructive: false } }],
    ['idempotent', { annotations: { ...effect, idempotent: true } }],
    ['a poll', { annotations: effect, polling: true }],
    ['a read', { annotations: { ...effect, readOnly: true } }],
  ])('may be made again where it is %s', async (_, tool) => {
    expect((await run([pay, pay, done], { pay: tool })).paid).toBe(2);
  });

  it('may be made again where the policy allows it', async () => {
    expect((await run([pay, pay, done], { agent: { approvals: { allow: ['pay'] } } })).paid).toBe(
      2,
    );
  });

  it.each([true, false])('is asked about where somebody can be asked, who says %s', async (yes) => {
    const asked: string[] = [];
    const approve: AgentOptions['approve'] = ({ id }, { reason }) => {
      asked.push(`${id} ${reason}`);
      return Promise.resolve(yes);
    };
    const { paid } = await run([pay, pay, done], { agent: { approve } });
    expect([asked, paid]).toEqual([['c2 repeated_call'], yes ? 2 : 1]);
  });

  it('is not made again by a run that goes on after a crash', async () => {
    const states: RunState[] = [];
    const tools = { pay: { annotations: effect } };
    const model = scriptedModel([pay, done]);
    await createAgent({ model, tools: scriptedTools(tools) }).run('go', {
      onState: (state) => void states.push(JSON.parse(JSON.stringify(state)) as RunState),
    });
    for (const state of states.filter(({ iterations }) => iterations > 0)) {
      const again = scriptedTools(tools);
      const next = scriptedModel([pay, done, done]);
      await createAgent({ model: next, tools: again }).resume(state);
      const isPlanned = state.pending[0]?.state === 'planned';
      expect(again.made).toHaveLength(isPlanned ? 1 : 0);
    }
  });
});
