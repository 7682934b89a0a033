import type { ChatModel, ToolRunner } from '@mini-agent/foundation/chat';
import {
  createAgent,
  type AgentEvent,
  type AgentOptions,
  type RunResult,
  type RunState,
} from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { isPaired, oneTool, scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const script: readonly Reply[] = [{ calls: [['t', {}]] }, { content: 'done' }];
const never = new Promise<never>(() => undefined);

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

/** A tool `t` that waits until it is told to end, or stopped where it obeys. */
function waitingTool(idempotent: boolean, obeys = true) {
  const signals: AbortSignal[] = [];
  let end = (): void => undefined;
  const tools = oneTool(
    ({ id }, { signal }) => {
      signals.push(signal);
      const common = { callId: id, durationMs: 0, tries: 1 };
      return new Promise((resolve) => {
        end = () => {
          resolve({ ...common, ok: true, trusted: true, text: 'T' });
        };
        signal.addEventListener('abort', () => {
          const message = 'stopped';
          if (obeys) resolve({ ...common, ok: false, code: 'interrupted', message, retry: true });
        });
      });
    },
    { annotations: { readOnly: false, idempotent } },
  );
  return {
    tools,
    signals,
    end: () => {
      end();
    },
  };
}

describe('a run that is put aside during a model call', () => {
  const aside = async (
    task = 'go',
  ): Promise<{ result: RunResult; signal: AbortSignal; events: AgentEvent[] }> => {
    const { controller, suspend } = setUp();
    const events: AgentEvent[] = [];
    let seen: AbortSignal | undefined;
    const model: ChatModel = {
      complete: (_, { signal }) => {
        seen = signal;
        return never;
      },
    };
    const running = createAgent({ model, tools: scriptedTools({ t: {} }), now: () => 5 }).run(
      task,
      {
        suspend,
        onEvent: (event) => {
          events.push(event);
          if (event.type === 'model_started')
            queueMicrotask(() => {
              controller.abort();
            });
        },
      },
    );
    const result = await running;
    if (!seen) throw new Error('the model was not asked');
    return { result, signal: seen, events };
  };

  it('says so, and has a state without an outcome', async () => {
    const { result, signal, events } = await aside();
    expect(result).toMatchObject({
      outcome: 'aborted',
      partial: true,
      suspended: { reason: 'requested', calls: [] },
      state: { iterations: 0, usage: { totalTokens: 0 }, suspendedAt: 5, steps: [] },
    });
    expect(result.state.outcome).toBeUndefined();
    expect(result.answer).toMatch(/put aside.*resumed/);
    expect(signal.aborted).toBe(true);
    expect(events.map(({ type }) => type)).toEqual([
      'run_started',
      'model_started',
      'run_suspended',
    ]);
    expect(result.state.seq).toBe(3);
  });

  it('says so in Chinese for a Chinese task', async () => {
    expect((await aside('计算一下')).result.answer).toMatch(/^运行在得出最终答案之前已暂时搁置/);
  });

  it('makes the call again when it goes on, and counts it once', async () => {
    const { result } = await aside();
    const { agent, model } = setUp();
    const events: AgentEvent[] = [];
    const end = await agent.resume(asJson(result.state), {
      onEvent: (event) => void events.push(event),
    });
    expect(end).toMatchObject({ outcome: 'completed', answer: 'done', state: { iterations: 2 } });
    expect(end.suspended).toBeUndefined();
    expect(end.state.suspendedAt).toBeUndefined();
    expect(events[0]).toMatchObject({ seq: 4, type: 'model_started', turn: 1 });
    expect(model.requests).toHaveLength(2);
  });
});

it('a model that needs the answer of a later request gives the same run as one that is awaited', async () => {
  const awaited = await setUp({ random: () => 'abcdef-0123456789', now: () => 1 }).agent.run('go');
  const inner = scriptedModel(script);
  const answers = new Map<number, Awaited<ReturnType<ChatModel['complete']>>>();
  let state: RunState | undefined;
  let result: RunResult | undefined;
  let requests = 0;
  // Each round stands for one request to a server that keeps nothing but the state.
  while (result === undefined || result.suspended) {
    requests += 1;
    const controller = new AbortController();
    let asked: Parameters<ChatModel['complete']>[0] | undefined;
    const model: ChatModel = {
      complete: (request) => {
        const answer = answers.get(request.step);
        if (answer) return Promise.resolve(answer);
        asked = request;
        controller.abort();
        return never;
      },
    };
    const agent = createAgent({
      model,
      tools: scriptedTools({ t: { results: ['T'] } }),
      random: () => 'abcdef-0123456789',
      now: () => 1,
    });
    const options = {
      suspend: controller.signal,
      onState: (saved: RunState) => {
        state = asJson(saved);
      },
    };
    result = await (state ? agent.resume(state, options) : agent.run('go', options));
    expect(state).toEqual(result.state);
    if (asked) {
      answers.set(
        asked.step,
        await inner.complete(asked, { signal: new AbortController().signal }),
      );
    }
  }
  expect(requests).toBe(3);
  expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
  expect(result.state.messages).toEqual(awaited.state.messages);
  expect(result.state.steps).toEqual(awaited.state.steps);
  expect(result.state.usage).toEqual(awaited.state.usage);
});

describe('a run that is put aside during a tool call', () => {
  it('tells an idempotent tool to stop, and plans its call again', async () => {
    const { controller, suspend, model } = setUp();
    const { tools, signals } = waitingTool(true);
    const result = await createAgent({ model, tools }).run('go', {
      suspend,
      onEvent: ({ type }) => {
        if (type === 'tool_started')
          setImmediate(() => {
            controller.abort();
          });
      },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(result.suspended).toEqual({ reason: 'requested', calls: [] });
    expect(result.state.pending).toMatchObject([{ state: 'planned', call: { id: 'c1' } }]);
    expect(await setUp({}, [{}, ...script.slice(1)]).agent.resume(result.state)).toMatchObject({
      outcome: 'completed',
    });
  });

  it('does not wait for an idempotent tool that ignores its signal', async () => {
    const { controller, suspend, model } = setUp();
    const { tools } = waitingTool(true, false);
    const events: AgentEvent[] = [];
    const result = await createAgent({ model, tools }).run('go', {
      suspend,
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'tool_started')
          setImmediate(() => {
            controller.abort();
          });
      },
    });
    expect(result.state.pending).toMatchObject([{ state: 'planned' }]);
    expect(events.at(-1)?.type).toBe('run_suspended');
  });

  it('waits for another tool, and keeps its result', async () => {
    const { controller, suspend, model } = setUp();
    const { tools, signals, end } = waitingTool(false);
    const result = await createAgent({ model, tools }).run('go', {
      suspend,
      onEvent: ({ type }) => {
        if (type !== 'tool_started') return;
        setImmediate(() => {
          controller.abort();
          setImmediate(end);
        });
      },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect(result.suspended).toEqual({ reason: 'requested', calls: [] });
    expect(result.state).toMatchObject({ pending: [], steps: [{ action: 't', observation: 'T' }] });
    expect(result.answer).toContain('t: T');
    const after = setUp({}, script.slice(1));
    expect(await after.agent.resume(asJson(result.state))).toMatchObject({ answer: 'done' });
    expect(after.tools.made).toEqual([]);
  });

  it('is cancelled where its own signal is aborted while it waits', async () => {
    const { controller, suspend, model } = setUp();
    const { tools } = waitingTool(false, false);
    const stop = new AbortController();
    const result = await createAgent({ model, tools }).run('go', {
      suspend,
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type !== 'tool_started') return;
        setImmediate(() => {
          controller.abort();
          setImmediate(() => {
            stop.abort();
          });
        });
      },
    });
    expect(result).toMatchObject({ outcome: 'aborted', state: { outcome: 'aborted' } });
    expect(result.suspended).toBeUndefined();
    expect(result.state.steps[0]).toMatchObject({ action: 't', error: 'outcome_unknown' });
    expect(isPaired(result.state.messages)).toBe(true);
  });

  it('begins no further call of the turn', async () => {
    const calls = Array.from({ length: 3 }, (_, n) => ['t', { n }] as const);
    const { agent, tools, suspend, controller } = setUp({}, [{ calls }, { content: 'done' }]);
    const result = await agent.run('go', {
      suspend,
      onState: ({ pending }) => {
        if (pending.length > 0) controller.abort();
      },
    });
    expect(tools.made).toEqual([]);
    expect(result.state.pending.map(({ state }) => state)).toEqual([
      'planned',
      'planned',
      'planned',
    ]);
    expect(result.state.calls).toEqual({ t: 3 });
    const after = setUp({}, [{ content: 'done' }]);
    const end = await after.agent.resume(asJson(result.state));
    expect([end.answer, after.tools.made.length, end.state.calls]).toEqual(['done', 3, { t: 3 }]);
  });

  it('leaves a call that had started before a crash as it is where the list of tools does not come', async () => {
    const states: RunState[] = [];
    await setUp().agent.run('go', { onState: (state) => void states.push(asJson(state)) });
    const started = states.find(({ pending }) => pending[0]?.state === 'started');
    if (!started) throw new Error('no state');
    const { controller, suspend, tools } = setUp();
    const list: ToolRunner['list'] = () => {
      controller.abort();
      return never;
    };
    const aside = await setUp({ tools: { ...tools, list } }).agent.resume(started, { suspend });
    expect(aside.state.pending).toMatchObject([{ state: 'started' }]);
    const end = await setUp({}, script.slice(1)).agent.resume(aside.state);
    expect(end.state.steps[0]).toMatchObject({ action: 't', observation: 'T' });
  });
});
