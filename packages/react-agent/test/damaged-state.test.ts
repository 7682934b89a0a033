import { describe, expect, it } from 'vitest';
import type { RunOptions, RunResult, RunState } from '../src/index.ts';
import { AgentError, createAgent } from '../src/index.ts';
import { scriptedModel, scriptedTools } from './scripted.ts';

const long = 'x'.repeat(40_000);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function setUp() {
  const model = scriptedModel([
    { calls: [['read', { page: 1 }]] },
    {
      calls: [
        ['write', { to: 'a' }],
        ['read', { page: 2 }],
      ],
    },
    ...Array.from({ length: 6 }, () => ({ content: 'done' })),
  ]);
  const tools = scriptedTools({
    read: { results: [long], trusted: false, annotations: { untrustedOutput: true } },
    write: { annotations: { readOnly: false, idempotent: false } },
  });
  return createAgent({ model, tools, approve: () => Promise.resolve('later') });
}

async function savedStates(): Promise<RunState[]> {
  const states: RunState[] = [];
  const keep = (state: RunState): void => {
    states.push(structuredClone(state));
  };
  const { state } = await setUp().run('go', { onState: keep });
  return [...states, structuredClone(state)];
}

/** The ways to each value in a state, four steps deep. */
function paths(value: unknown, depth = 4): string[][] {
  if (!isObject(value) || depth === 0) return [];
  return Object.keys(value).flatMap((key) => [
    [key],
    ...paths(value[key], depth - 1).map((rest) => [key, ...rest]),
  ]);
}

function withValue(state: RunState, path: readonly string[], wrong: unknown): RunState {
  const copy = structuredClone(state);
  let place: unknown = copy;
  for (const key of path.slice(0, -1)) if (isObject(place)) place = place[key];
  if (isObject(place)) place[path.at(-1) ?? ''] = wrong;
  return copy;
}

describe('a damaged state', () => {
  const wrongValues = [null, -1, NaN, 'x', [], {}, [null]];

  it.each(wrongValues)('with %j in any place is refused, or comes to an end', async (wrong) => {
    const states = await savedStates();
    expect(states.at(-1)?.pending.map(({ state }) => state)).toContain('awaiting_approval');
    for (const state of [states[0], states[4], states.at(-1)]) {
      if (state === undefined) continue;
      for (const path of paths(state)) {
        const damaged = withValue(state, path, wrong);
        const end = await setUp()
          .resume(damaged)
          .catch((error: unknown) => error);
        const isEnd = end instanceof AgentError || (end as RunResult).answer !== '';
        expect([path.join('.'), isEnd, String(end).includes('TypeError')]).toEqual([
          path.join('.'),
          true,
          false,
        ]);
      }
    }
  });

  it('is refused with the part that is broken', async () => {
    const [state] = await savedStates();
    const damaged = { ...state, progress: -1 } as unknown as RunState;
    await expect(setUp().resume(damaged)).rejects.toThrow(/progress cannot be read/);
  });

  it('does not name two pending calls alike, nor finish one without an outcome', async () => {
    const state = (await savedStates()).at(-1);
    const first = state?.pending[0];
    for (const pending of [[first, first], [{ ...first, state: 'finished', outcome: undefined }]]) {
      const damaged = { ...state, pending } as unknown as RunState;
      await expect(setUp().resume(damaged)).rejects.toThrow(/pending cannot be read/);
    }
  });

  it('may have a list of what was left out that is none', async () => {
    const [state] = await savedStates();
    for (const leftOut of [{ calls: [null], more: {} }, { calls: [], more: { a: 'x' } }, 'x']) {
      const damaged = { ...state, leftOut } as unknown as RunState;
      expect((await setUp().resume(damaged)).answer).not.toContain('Cannot read');
    }
  });
});

describe('a clock that was set back', () => {
  it('does not make the time limit longer', async () => {
    const model = scriptedModel([{ hangs: 'ignores' }]);
    const agent = createAgent({ model, tools: scriptedTools({}) });
    const [state] = await savedStates();
    const later = { ...state, startedAt: Date.now() + 86_400_000 } as RunState;
    const result = await agent.resume(later, { limits: { timeoutMs: 50 } });
    expect(result.outcome).toBe('budget_time');
  });
});

describe('a conversation that goes on', () => {
  it('gives no call the key of one that is gone from its history', async () => {
    const keys: (string | undefined)[] = [];
    const run = async (options: RunOptions): Promise<RunState> => {
      const tools = scriptedTools({ t: {} });
      const agent = createAgent({
        model: scriptedModel([{ calls: [['t', {}]] }, { content: 'done' }]),
        tools: {
          list: (options) => tools.list(options),
          call: (call, context) => {
            keys.push(context.idempotencyKey);
            return tools.call(call, context);
          },
        },
      });
      return (await agent.run('go', { runId: 'r', ...options })).state;
    };
    const earlier = await run({});
    const second = await run({ history: [], earlier });
    await run({ history: [], earlier: second });
    expect(keys).toEqual(['r:c1', 'r:c2', 'r:c3']);
  });
});

describe('a tool', () => {
  it('that changes its arguments, and tells of no progress, changes nothing of the run', async () => {
    const model = scriptedModel([
      { calls: [['t', { list: ['a'], on: { x: 1 } }]] },
      { content: 'ok' },
    ]);
    const tools = scriptedTools({ t: {} });
    const messages: string[] = [];
    const agent = createAgent({
      model,
      tools: {
        list: (options) => tools.list(options),
        call: (call, context) => {
          const given = call.arguments.ok ? (call.arguments.value as Record<string, unknown>) : {};
          (given['list'] as string[]).push('b');
          given['on'] = 'changed';
          for (const progress of [undefined, null, 7, {}, { message: 5 }, { message: 'half' }]) {
            context.onProgress?.(progress as { message: string });
          }
          return tools.call(call, context);
        },
      },
    });
    const { state } = await agent.run('go', {
      onEvent: (event) => {
        if (event.type === 'tool_progress') messages.push(event.message);
      },
    });
    expect(state.steps[0]).toMatchObject({ input: { list: ['a'], on: { x: 1 } } });
    expect(state.steps[0]?.error).toBeUndefined();
    expect(messages).toEqual(['half']);
  });
});

describe('a hook', () => {
  it('whose messages cannot be read has failed, not the model', async () => {
    const message = Object.defineProperty({ role: 'user' }, 'content', {
      get: () => {
        throw new Error('no text');
      },
    });
    const create = () => [message as never];
    const agent = createAgent({
      model: scriptedModel([]),
      tools: scriptedTools({}),
      hooks: { create: [create] },
    });
    expect(await agent.run('go')).toMatchObject({ outcome: 'error', errorCode: 'hook_failed' });
  });
});

describe('data of a tool', () => {
  it('that shares its parts without end is left out, at once', async () => {
    let data: object = {};
    for (let level = 0; level < 60; level += 1) data = { one: data, other: data };
    const tools = scriptedTools({ t: {} });
    const agent = createAgent({
      model: scriptedModel([{ calls: [['t', {}]] }, { content: 'ok' }]),
      tools: {
        list: (options) => tools.list(options),
        call: async (call, context) => {
          const outcome = await tools.call(call, context);
          return { ...outcome, data } as typeof outcome;
        },
      },
    });
    const { outcome, state } = await agent.run('go');
    expect(outcome).toBe('completed');
    expect(state.messages.find(({ role }) => role === 'tool')).not.toHaveProperty('outcome.data');
  });
});
