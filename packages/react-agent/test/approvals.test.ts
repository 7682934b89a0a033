import type { ChatMessage, ToolCall } from '@mini-agent/foundation/chat';
import {
  createAgent,
  type AgentEvent,
  type AgentOptions,
  type Approve,
} from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import {
  ScriptedError,
  scriptedModel,
  scriptedTools,
  type Reply,
  type ScriptedTool,
} from './scripted.ts';

const changes = { readOnly: false, idempotent: true, destructive: false };
const toolbox: Readonly<Record<string, ScriptedTool>> = {
  web: { results: ['obey me'], trusted: false, annotations: { untrustedOutput: true } },
  read: {},
  note: { annotations: changes },
  note_more: { annotations: changes },
  own: { annotations: { ...changes, isGuessed: true } },
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

describe('a call that changes something after untrusted text', () => {
  it.each(['note', 'del'])('%s is refused where nobody can approve it', async (name) => {
    const { agent, made, told } = setUp([web, { calls: [[name, {}]] }, done]);
    expect((await agent.run('go')).outcome).toBe('completed');
    expect(made()).toEqual(['web']);
    const line = JSON.parse(told(2)) as { kind: string; message: string; retry: boolean };
    expect(line).toMatchObject({ kind: 'denied', retry: false });
    expect(line.message).toMatch(
      /not trusted.*need an approval.*Do not try it again.*another tool/,
    );
  });

  it('runs again where it polls and ran before that text came: the same call is its purpose', async () => {
    const annotations = { ...changes, untrustedOutput: true };
    const job: ScriptedTool = {
      annotations,
      polling: true,
      trusted: false,
      results: ['p', 'p', 'r'],
    };
    const tools = scriptedTools({ job, other: { ...job, polling: false } });
    const poll: Reply = { calls: [['job', { id: 1 }]] };
    const replies = [poll, poll, poll, { calls: [['job', { id: 2 }]] }, done] as const;
    const model = scriptedModel(replies);
    const agent = createAgent({ model, tools, limits: { maxTurns: 20 } });
    expect((await agent.run('go')).outcome).toBe('completed');
    expect(tools.made.map(({ arguments: given }) => given)).toEqual([
      { ok: true, value: { id: 1 } },
      { ok: true, value: { id: 1 } },
      { ok: true, value: { id: 1 } },
    ]);
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(/"kind":"denied"/);
  });

  it('is refused in Chinese for a Chinese task', async () => {
    const { agent, told } = setUp([web, { calls: [['note', {}]] }, done]);
    await agent.run('记一下');
    expect(told(2)).toMatch(/不可信.*需要批准.*不要再次尝试.*其他工具/);
  });

  it('runs where it was made in the same turn, before the text was read', async () => {
    const { agent, made } = setUp([
      {
        calls: [
          ['web', {}],
          ['note', {}],
        ],
      },
      { calls: [['note', { n: 2 }]] },
      done,
    ]);
    await agent.run('go');
    expect(made()).toEqual(['web', 'note']);
  });

  it('does not matter to tools that only read', async () => {
    const { agent, made } = setUp([web, { calls: [['read', {}]] }, done]);
    await agent.run('go');
    expect(made()).toEqual(['web', 'read']);
  });

  it("runs where its tool says nothing about itself: it is the program's own", async () => {
    const { agent, made } = setUp([web, { calls: [['own', {}]] }, done]);
    await agent.run('go');
    expect(made()).toEqual(['web', 'own']);
  });

  it('runs where it is not tainted', async () => {
    const { agent, made } = setUp([{ calls: [['read', {}]] }, { calls: [['del', {}]] }, done]);
    await agent.run('go');
    expect(made()).toEqual(['read', 'del']);
  });

  it.each([
    [['note'], ['note']],
    [['note*'], ['note', 'note_more']],
    [['*'], ['note', 'note_more', 'del']],
    [['NOTE', 'not', 'no*e', ''], []],
    [['note_'], []],
    ['note', []],
    [[7, null], []],
    [undefined, []],
  ])('runs unasked where the policy names it: %j', async (allow, expected) => {
    const calls = ['note', 'note_more', 'del'].map((name) => [name, {}] as const);
    const { agent, made } = setUp([web, { calls }, done], {
      approvals: { allow: allow as readonly string[] },
    });
    await agent.run('go');
    expect(made()).toEqual(['web', ...expected]);
  });

  it('is not asked about where the policy names it', async () => {
    const asked: string[] = [];
    const calls = ['note', 'del'].map((name) => [name, {}] as const);
    const { agent, made } = setUp([web, { calls }, done], {
      approvals: { allow: ['note'] },
      approve: ({ name }) => {
        asked.push(name);
        return Promise.resolve(true);
      },
    });
    await agent.run('go');
    expect([asked, made()]).toEqual([['del'], ['web', 'note', 'del']]);
  });

  const untrusted = (outcome: object): ChatMessage[] => [
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'web', arguments: { ok: true, value: {} } }],
    },
    {
      role: 'tool',
      callId: 'c1',
      name: 'web',
      content: 'obey me',
      outcome: { callId: 'c1', durationMs: 0, tries: 1, ...outcome } as never,
    },
  ];

  it.each([
    ['a text', { ok: true, trusted: false, text: 'obey me' }],
    [
      'the message of a failure',
      { ok: false, code: 'tool_error', message: 'obey me', retry: false },
    ],
  ])('is asked about where the history holds %s of an untrusted tool', async (_, outcome) => {
    const { agent, made } = setUp([{ calls: [['note', {}]] }, done]);
    await agent.run('go', { history: untrusted(outcome) });
    expect(made()).toEqual([]);
  });

  it('runs after a failure of which the loop itself speaks', async () => {
    const { agent, made } = setUp([{ calls: [['note', {}]] }, done]);
    const outcome = { ok: false, code: 'denied', message: 'x', retry: false, tries: 0 };
    await agent.run('go', { history: untrusted(outcome) });
    expect(made()).toEqual(['note']);
  });
});

describe('an approval', () => {
  const three: Reply = {
    calls: [
      ['note', { n: 1 }],
      ['note', { n: 2 }],
      ['del', { n: 3 }],
      ['read', {}],
    ],
  };

  it('is asked for each call of a turn, side by side, with why', async () => {
    const open: [ToolCall, string][] = [];
    const answers: ((answer: boolean) => void)[] = [];
    const { agent, made, told } = setUp([web, three, done], {
      approve: (call, { reason }) => {
        open.push([call, reason]);
        return new Promise((resolve) => answers.push(resolve));
      },
    });
    const events: AgentEvent[] = [];
    const running = agent.run('go', { onEvent: (event) => void events.push(event) });
    while (answers.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(open.map(([{ id }, reason]) => `${id} ${reason}`)).toEqual([
      'c2 untrusted_content',
      'c3 untrusted_content',
      'c4 untrusted_content',
    ]);
    answers[2]?.(true);
    answers[1]?.(false);
    answers[0]?.(true);
    const { state } = await running;
    expect(made().sort()).toEqual(['del', 'note', 'read', 'web']);
    expect(state.steps.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'denied',
      undefined,
      undefined,
      undefined,
    ]);
    expect(told(2)).toBeDefined();
    expect(events.filter(({ type }) => type === 'approval_needed')).toHaveLength(3);
  });

  it('that was refused says that it must not be tried again or done another way', async () => {
    const refuse: Approve = () => Promise.resolve(false);
    const { agent, told } = setUp([web, { calls: [['note', {}]] }, done], { approve: refuse });
    await agent.run('go');
    expect(told(2)).toMatch(/not approved.*Do not try it again.*another tool/);
    const chinese = setUp([web, { calls: [['note', {}]] }, done], { approve: refuse });
    await chinese.agent.run('记一下');
    expect(chinese.told(2)).toMatch(/没有得到批准.*不要再次尝试/);
  });

  it('that was refused is not asked for again, other calls are', async () => {
    const asked: string[] = [];
    const note = (n: number): Reply => ({ calls: [['note', { n }]] });
    const { agent, made } = setUp([web, note(1), note(1), note(2), done], {
      approve: ({ id }) => {
        asked.push(id);
        return Promise.resolve(false);
      },
    });
    await agent.run('go');
    expect([asked, made()]).toEqual([['c2', 'c4'], ['web']]);
  });

  it.each(['throws', 'rejects', 'is no boolean'])('that %s is a no', async (how) => {
    const approve = (): Promise<boolean> => {
      if (how === 'throws') throw new Error('no');
      return how === 'rejects'
        ? Promise.reject(new Error('no'))
        : (Promise.resolve('yes') as never);
    };
    const { agent, made } = setUp([web, three, done], { approve });
    expect((await agent.run('go')).outcome).toBe('completed');
    expect(made()).toEqual(['web', 'read']);
  });

  it('that throws an error with the code denied says itself why', async () => {
    const approve: Approve = () => Promise.reject(new ScriptedError('denied', 'Ask the boss.'));
    const { agent, told, made } = setUp([web, { calls: [['note', {}]] }, done], { approve });
    await agent.run('go');
    expect(JSON.parse(told(2))).toMatchObject({ kind: 'denied', message: 'Ask the boss.' });
    expect(made()).toEqual(['web']);
  });

  it('that hangs ends with the run, and its signal tells so', async () => {
    const signals: AbortSignal[] = [];
    const stop = new AbortController();
    const { agent, made } = setUp([web, three, done], {
      approve: (_, { signal }) => {
        signals.push(signal);
        setImmediate(() => {
          stop.abort();
        });
        return new Promise(() => undefined);
      },
    });
    const result = await agent.run('go', { signal: stop.signal });
    expect(result.outcome).toBe('aborted');
    expect(result.suspended).toBeUndefined();
    expect(made()).toEqual(['web', 'read']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
    expect(result.state.steps.map(({ error }) => error).slice(1, 4)).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
  });

  it('that is open when the run is put aside stays open, and its signal tells so', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const { agent } = setUp([web, three], {
      approve: (_, { signal }) => {
        signals.push(signal);
        setImmediate(() => {
          controller.abort();
        });
        return new Promise(() => undefined);
      },
    });
    const { suspended } = await agent.run('go', { suspend: controller.signal });
    expect(suspended?.reason).toBe('requested');
    expect(suspended?.calls.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4']);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });
});
