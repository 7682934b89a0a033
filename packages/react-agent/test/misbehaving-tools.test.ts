import type { ToolRunner } from '@mini-agent/foundation/chat';
import { createAgent, type AgentEvent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import {
  asGiven,
  isPaired,
  oneTool,
  scriptedModel,
  scriptedTools,
  type ScriptedTool,
} from './scripted.ts';

const common = { callId: 'c1', durationMs: 0, tries: 1 };

async function run(tools: ToolRunner) {
  const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'done' }]);
  const result = await createAgent({ model, tools }).run('go');
  return { result, model, step: result.state.steps[0] };
}

describe('a runner', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['rejects with what cannot be a text', () => Promise.reject(Object.create(null) as Error)],
  ])('that %s is a failed call', async (_, call) => {
    const { result, step } = await run(oneTool(call));
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
    expect(step?.error).toBe('tool_error');
  });

  it.each(
    asGiven([
      undefined,
      null,
      'text',
      {},
      { ...common, ok: true },
      { ...common, ok: true, text: 7 },
      { ...common, ok: false },
      { ok: 'yes', text: 'x' },
    ]),
  )('that answers $given is a failed call', async ({ given: outcome }) => {
    const { result, step, model } = await run(oneTool(() => Promise.resolve(outcome)));
    expect(result.outcome).toBe('completed');
    expect(step).toMatchObject({ error: 'tool_error' });
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/without a readable result/);
  });

  it('that answers for another call answers this one; only true is trusted; the state stays JSON', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const outcome = { ok: true, callId: 'other', trusted: 'yes', text: 'T', data: cyclic, x: 1n };
    const { result } = await run(oneTool(() => outcome));
    expect(isPaired(result.state.messages)).toBe(true);
    expect(result.state.tainted).toBe(true);
    expect(JSON.parse(JSON.stringify(result.state))).toEqual(result.state);
  });

  it('whose list fails, hangs no run: the turn has no tools', async () => {
    const tools: ToolRunner = {
      list: () => {
        throw new Error('no network');
      },
      call: () => Promise.reject(new Error('never')),
    };
    const model = scriptedModel([{ content: 'without' }]);
    expect((await createAgent({ model, tools }).run('go')).answer).toBe('without');
    expect(model.requests[0]?.tools).toEqual([]);
  });

  it.each(asGiven([undefined, 'tools', { t: {} }]))(
    'whose list is $given has none',
    async ({ given: list }) => {
      const tools = { list: () => Promise.resolve(list), call: () => undefined };
      const { result } = await run(tools as unknown as ToolRunner);
      expect(result.outcome).toBe('completed');
    },
  );

  it('whose list fails later keeps the tools it had', async () => {
    const runner = scriptedTools({ t: {} });
    let lists = 0;
    const tools: ToolRunner = {
      ...runner,
      list: (options) => {
        lists += 1;
        return lists === 1 ? runner.list(options) : Promise.reject(new Error('no network'));
      },
    };
    const { model } = await run(tools);
    expect(model.requests.map((request) => request.tools.length)).toEqual([1, 1]);
  });

  it('whose descriptors say nothing about the tools is taken for the worst', async () => {
    const runner = scriptedTools({ web: { trusted: false }, del: {} });
    const list = [{ name: 'web' }, { name: 'del' }, null, {}, 'x'];
    const tools = { ...runner, list: () => Promise.resolve(list) } as unknown as ToolRunner;
    const model = scriptedModel([
      { calls: [['web', {}]] },
      { calls: [['del', {}]] },
      { content: 'x' },
    ]);
    expect((await createAgent({ model, tools }).run('go')).outcome).toBe('completed');
    expect(runner.made.map(({ name }) => name)).toEqual(['web']);
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['web', 'del']);
  });

  it('tells of progress only while its call is open', async () => {
    const events: AgentEvent[] = [];
    let late = (): void => undefined;
    const tools = oneTool((_, { onProgress }) => {
      onProgress?.({ message: 'half' });
      late = () => onProgress?.({ message: 'late' });
      return Promise.resolve({ ...common, ok: true, trusted: true, text: 'T' });
    });
    const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'done' }]);
    await createAgent({ model, tools }).run('go', {
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'tool_finished') late();
      },
    });
    late();
    expect(events.filter(({ type }) => type === 'tool_progress')).toHaveLength(1);
  });

  it('fifty calls side by side raise no warning about listeners', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on('warning', listen);
    const tools = oneTool(
      ({ id }, { signal }) =>
        new Promise((resolve) => {
          const ignore = (): void => undefined;
          signal.addEventListener('abort', ignore);
          setImmediate(() => {
            signal.removeEventListener('abort', ignore);
            resolve({ ...common, ok: true, trusted: true, text: id });
          });
        }),
    );
    const calls = Array.from({ length: 50 }, (_, n) => ['t', { n }] as const);
    const model = scriptedModel([{ calls }, { content: 'done' }]);
    const { state } = await createAgent({ model, tools }).run('go');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    expect(warnings).toEqual([]);
    expect(state.steps.slice(0, 50).map(({ observation }) => observation)).toEqual(
      calls.map((_, n) => `c${n + 1}`),
    );
  });
});

describe('a failed call', () => {
  it.each([
    [
      'ab-070',
      'outcome_unknown',
      'It is not known whether send has acted. Check before you call it again.',
    ],
    ['ab-071', 'outcome_unknown', 'It is not known whether charge has acted: it took too long.'],
  ])(
    '%s: of unknown outcome is made once, and its observation invites no repetition',
    async (_, code, message) => {
      let made = 0;
      const tools = oneTool(
        () => {
          made += 1;
          return { ...common, ok: false, code, message, retry: false };
        },
        { annotations: { readOnly: false, idempotent: false } },
      );
      const { model } = await run(tools);
      expect(made).toBe(1);
      const told: unknown = JSON.parse(model.requests[1]?.messages.at(-1)?.content ?? '');
      expect(told).toEqual({ ok: false, kind: code, message, retry: false });
    },
  );

  it('ab-037: tells the model what is missing and what is expected', async () => {
    const expected = { type: 'object', required: ['x'] };
    const message = 'Invalid arguments: x is required';
    const { model } = await run(
      oneTool(() => ({
        ...common,
        ok: false,
        code: 'invalid_arguments',
        message,
        expected,
        retry: true,
      })),
    );
    expect(JSON.parse(model.requests[1]?.messages.at(-1)?.content ?? '')).toEqual({
      ok: false,
      kind: 'invalid_arguments',
      message,
      expected,
      retry: true,
    });
  });

  it('ab-038: what the router repaired runs once, as it was repaired', async () => {
    const tools = scriptedTools({ t: {} });
    const model = scriptedModel([{ calls: [['t', { x: 1 }]] }, { content: 'ok' }]);
    await createAgent({ model, tools }).run('go');
    expect(tools.made.map((call) => call.arguments)).toEqual([{ ok: true, value: { x: 1 } }]);
  });
});

describe('names', () => {
  const named = (name: string, list: string[]) => {
    const tools = scriptedTools(Object.fromEntries(list.map((tool) => [tool, {}])));
    const model = scriptedModel([{ calls: [[name, {}]] }, { content: 'ok' }]);
    return createAgent({ model, tools })
      .run('go')
      .then(({ state }) => ({ state, made: tools.made.map((call) => call.name) }));
  };

  it.each(['search web!', 'Search-Web', 'search_web'])(
    'ab-044: %j runs the only tool it can mean, under its real name in the history',
    async (name) => {
      const { state, made } = await named(name, ['search_web', 'read']);
      expect(made).toEqual(['search_web']);
      expect(state.messages).toContainEqual(
        expect.objectContaining({ role: 'tool', name: 'search_web' }),
      );
    },
  );

  it('ab-044: a name that could mean two tools is left to the runner', async () => {
    expect((await named('get data', ['get_data', 'getData'])).state.steps[0]?.error).toBe(
      'unknown_tool',
    );
  });

  it('ab-042: counts calls of __proto__ and constructor as their own, and survives JSON', async () => {
    const tools = scriptedTools(
      JSON.parse('{"__proto__": {}, "constructor": {}}') as Record<string, ScriptedTool>,
    );
    const model = scriptedModel([
      {
        calls: [
          ['__proto__', {}],
          ['constructor', {}],
        ],
      },
      { calls: [['__proto__', { n: 1 }]] },
      { content: 'ok' },
    ]);
    const agent = createAgent({ model, tools, limits: { maxToolCalls: 1 } });
    const { state } = await agent.run('go');
    expect(Object.entries(state.calls).sort()).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
    expect(state.steps[2]?.error).toBe('denied');
    expect(JSON.stringify(JSON.parse(JSON.stringify(state)))).toBe(JSON.stringify(state));
  });

  it('unknown ones in any script get an answer', async () => {
    const { state } = await named('计算器😀'.repeat(100), ['t']);
    expect(state.steps[0]?.error).toBe('unknown_tool');
    expect(state.steps[0]?.action?.length).toBeLessThanOrEqual(200);
  });
});
