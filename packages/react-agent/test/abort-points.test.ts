import {
  createAgent,
  type AgentEvent,
  type AgentOptions,
  type RunState,
} from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { isPaired, scriptedModel, scriptedTools, type Reply } from './scripted.ts';

/** Far more than the promised 50 ms: the machine may be busy. What hangs would hang for ever. */
const patienceMs = 1_500;
const never = new Promise<never>(() => undefined);

const script: readonly Reply[] = [
  {
    calls: [
      ['a', { n: 1 }],
      ['b', {}],
    ],
  },
  { calls: [['a', { n: 2 }]] },
  { content: 'done' },
];

function setUp(options: Partial<AgentOptions> = {}, replies = script) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ a: {}, b: {}, hang: { until: never } });
  return { model, tools, agent: createAgent({ model, tools, ...options }) };
}

async function timed<T>(work: Promise<T>): Promise<T> {
  const began = performance.now();
  const value = await work;
  expect(performance.now() - began).toBeLessThan(patienceMs);
  return value;
}

describe('an abort', () => {
  // run_started, 3 × (model_started, model_finished), 3 × (tool_started, tool_finished, step), step, run_finished
  it.each(Array.from({ length: 18 }, (_, index) => index + 1))(
    'at event %i ends the run, with whole pairs, and nothing starts after it',
    async (at) => {
      const controller = new AbortController();
      const { agent, tools, model } = setUp();
      const after: AgentEvent['type'][] = [];
      const { outcome, answer, state } = await timed(
        agent.run('go', {
          signal: controller.signal,
          onEvent: ({ seq, type }) => {
            if (seq > at) after.push(type);
            if (seq === at) controller.abort();
          },
        }),
      );
      const isOver = after.length === 0 || (after[0] === 'run_finished' && after.length === 1);
      expect(outcome).toBe(isOver ? 'completed' : 'aborted');
      expect(answer).not.toBe('');
      expect(isPaired(state.messages)).toBe(true);
      expect(state.pending).toEqual([]);
      expect(after.filter((type) => type === 'model_started')).toEqual([]);
      expect(tools.made.length + model.requests.length).toBeLessThanOrEqual(6);
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    },
  );

  it('before a call that is planned starts leaves it undone, and says so', async () => {
    const controller = new AbortController();
    const { agent, tools } = setUp();
    const { state, outcome } = await agent.run('go', {
      signal: controller.signal,
      onState: ({ pending }) => {
        if (pending.length > 0) controller.abort();
      },
    });
    expect(outcome).toBe('aborted');
    expect(tools.made).toEqual([]);
    expect(state.steps.slice(0, 2)).toMatchObject([
      { action: 'a', error: 'interrupted' },
      { action: 'b', error: 'interrupted' },
    ]);
  });

  const hang = (): Promise<never> => never;
  const web = {
    web: { results: ['x'], trusted: false },
    del: { annotations: { readOnly: false } },
  };
  const tainted: readonly Reply[] = [{ calls: [['web', {}]] }, { calls: [['del', {}]] }];
  interface Hanging {
    readonly where: string;
    readonly options?: Partial<AgentOptions>;
    readonly replies?: readonly Reply[];
  }
  const hanging: readonly Hanging[] = [
    { where: 'a create hook', options: { hooks: { create: [hang] } } },
    { where: 'a next hook', options: { hooks: { next: [hang] } } },
    { where: 'the model', options: { model: { complete: hang } } },
    { where: 'the list of tools', options: { tools: { list: hang, call: hang } } },
    { where: 'a tool', replies: [{ calls: [['hang', {}]] }] },
    {
      where: 'a tool beside others',
      replies: [
        {
          calls: [
            ['a', {}],
            ['hang', {}],
            ['b', {}],
          ],
        },
      ],
    },
    {
      where: 'an approval',
      options: { approve: hang, tools: scriptedTools(web) },
      replies: tainted,
    },
  ];
  it.each(hanging)('ends a run that hangs in $where', async ({ options, replies }) => {
    const controller = new AbortController();
    const { agent } = setUp(options, replies);
    const running = agent.run('go', { signal: controller.signal });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const { outcome, state } = await timed(running);
    expect(outcome).toBe('aborted');
    expect(isPaired(state.messages)).toBe(true);
  });

  it('keeps what the other calls of the turn found', async () => {
    const controller = new AbortController();
    const { agent } = setUp({}, [
      {
        calls: [
          ['a', {}],
          ['hang', {}],
        ],
      },
    ]);
    const { answer, state } = await timed(
      agent.run('go', {
        signal: controller.signal,
        onEvent: ({ type }) => {
          if (type === 'tool_finished') controller.abort();
        },
      }),
    );
    expect(state.steps.slice(0, 2)).toMatchObject([
      { action: 'a', observation: 'done' },
      { action: 'hang', error: 'outcome_unknown' },
    ]);
    expect(answer).toMatch(/cancelled[\s\S]*a: done/);
  });

  it('ends a run whose onState hangs', async () => {
    const controller = new AbortController();
    const { agent } = setUp();
    const running = agent.run('go', { signal: controller.signal, onState: () => never });
    setImmediate(() => {
      controller.abort();
    });
    expect((await timed(running)).outcome).toBe('aborted');
  });

  it('still hands over the final state', async () => {
    const controller = new AbortController();
    const outcomes: unknown[] = [];
    const { agent } = setUp({}, [{ calls: [['hang', {}]] }]);
    await agent.run('go', {
      signal: controller.signal,
      onState: ({ outcome }) => void outcomes.push(outcome),
      onEvent: ({ type }) => {
        if (type === 'tool_started') controller.abort();
      },
    });
    expect(outcomes.at(-1)).toBe('aborted');
  });
});

describe('the time limit', () => {
  it('reached while tools work keeps what they found', async () => {
    const { agent, tools } = setUp({ limits: { timeoutMs: 40 } }, [
      {
        calls: [
          ['a', {}],
          ['hang', {}],
        ],
      },
    ]);
    const { outcome, answer, state } = await timed(agent.run('go'));
    expect(outcome).toBe('budget_time');
    expect(answer).toMatch(/time limit[\s\S]*a: done/);
    expect(state.steps[1]?.error).toBe('outcome_unknown');
    expect(tools.signals.every(({ aborted }) => aborted)).toBe(true);
  });

  it.each([0, 5_000])('used up before a resume (%i ms) starts no request', async (timeoutMs) => {
    let now = 1_000_000;
    const { agent, model } = setUp({ now: () => now, limits: { timeoutMs: 10_000 } });
    const controller = new AbortController();
    controller.abort();
    const { state } = await agent.run('go', { signal: controller.signal });
    const open = JSON.parse(JSON.stringify({ ...state, outcome: undefined })) as RunState;
    now += 20_000;
    const result = await agent.resume(open, { limits: { timeoutMs } });
    expect(result.outcome).toBe('budget_time');
    expect(model.requests).toEqual([]);
  });
});
