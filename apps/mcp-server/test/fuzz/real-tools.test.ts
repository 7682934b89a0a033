import { coreTools } from '@mini-agent/core-tools';
import type { ChatModel, ChatResponse, Mode, ToolCall } from '@mini-agent/foundation/chat';
import { createRouter, ModelError, type RouterEntry } from '@mini-agent/llm-router';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { createAgent, type AgentEvent, type Outcome } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import { createCountingTools, sampleCalls } from './counting-tools.ts';
import { checkRun } from './run-checks.ts';

const nextTurn = setImmediate;
const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);

beforeAll(async () => {
  // Tools that are loaded on first use load now: the clock stands still until a run has nothing left to do but wait.
  const manager = createToolManager({ tools: coreTools });
  for (const [name, input] of sampleCalls)
    await manager.execute(name, input).catch(() => undefined);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  process.on('unhandledRejection', onRejection);
});

afterAll(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', onRejection);
});

const rules = createRuleModel({ intents: ruleIntents, help: ruleHelp });

/** `FUZZ_SEED=7` tries other scripts. A failure prints its seed and path and the smallest script that still fails. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_202);

type Turn =
  | { readonly calls: readonly number[]; readonly bad?: boolean }
  | { readonly text: string }
  | { readonly fails: ConstructorParameters<typeof ModelError>[0] }
  | { readonly throws: unknown };

const turn: fc.Arbitrary<Turn> = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      calls: fc.array(fc.nat({ max: sampleCalls.length - 1 }), { minLength: 1, maxLength: 4 }),
      bad: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ text: fc.constantFrom('It is 4.', '', '好') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      fails: fc.constantFrom(
        'bad_request',
        'auth',
        'quota',
        'rate_limited',
        'transient',
        'timeout',
        'malformed',
        'context',
        'content_filter',
        'declined',
        'unavailable',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      throws: fc.constantFrom<unknown>('text', undefined, new Error('broken')),
    }),
  },
);

const script = fc.record({
  task: fc.constantFrom('do it', '100厘米等于多少英寸', 'What is 2 + 2 and generate a UUID'),
  sampling: fc.option(fc.array(turn, { maxLength: 4 }), { nil: undefined }),
  http: fc.array(turn, { maxLength: 8 }),
  hasRules: fc.boolean(),
  maxTurns: fc.integer({ min: 1, max: 8 }),
  approves: fc.constantFrom('unset', 'yes', 'no'),
  cancelAt: fc.option(fc.nat({ max: 40 }), { nil: undefined, freq: 4 }),
  cancelOnIdle: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 2 }),
});

function scripted(mode: Mode, turns: readonly Turn[]): ChatModel {
  let count = 0;
  return {
    complete: async () => {
      const turn = turns[count];
      count += 1;
      if (turn === undefined) throw new ModelError('unavailable', 'The script is used up.');
      if ('fails' in turn) throw new ModelError(turn.fails, `${turn.fails} was planted`);
      if ('throws' in turn) throw turn.throws;
      const toolCalls =
        'calls' in turn ? turn.calls.map((at) => toCall(at, turn.bad === true)) : [];
      return Promise.resolve<ChatResponse>({
        message: { role: 'assistant', content: 'text' in turn ? turn.text : '', toolCalls },
        finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
        usage: { inputTokens: 5, outputTokens: 5, totalTokens: 10, estimated: false },
        mode,
        provider: 'fuzz',
        model: 'm',
        fallbacks: [],
      });
    },
  };
}

function toCall(at: number, isBad: boolean): ToolCall {
  const [name, value] = sampleCalls[at] ?? ['none', {}];
  const broken = { ok: false, raw: '{"n":', problem: 'not JSON', cut: true } as const;
  return { id: 'same', name, arguments: isBad ? broken : { ok: true, value } };
}

type Script = typeof script extends fc.Arbitrary<infer Value> ? Value : never;

async function play(given: Script): Promise<Outcome> {
  const counted = createCountingTools();
  const controller = new AbortController();
  const events: AgentEvent[] = [];
  const manager = createToolManager({
    tools: [...coreTools, ...counted.tools],
    maxConcurrent: 3,
    retryCount: 2,
    random: () => 0.5,
  });
  const agent = createAgent({
    model: createRouter({ models: modelsOf(given) }),
    tools: manager,
    limits: { maxTurns: given.maxTurns, timeoutMs: 200_000 },
    ...(given.approves !== 'unset' && {
      approve: () => Promise.resolve(given.approves === 'yes'),
    }),
  });
  const work = agent.run(given.task, {
    signal: controller.signal,
    onEvent: (event) => {
      events.push(event);
      if (events.length === given.cancelAt) controller.abort();
    },
  });
  const result = await settled(work, (idle) => {
    if (idle === given.cancelOnIdle) controller.abort();
  });
  vi.runAllTimers();
  await new Promise(nextTurn);
  checkRun({ result, events, counted, maxTurns: given.maxTurns, mostTries: 3 });
  return result.outcome;
}

function modelsOf({ sampling, http, hasRules }: Script): readonly RouterEntry[] {
  const entry = (mode: Mode, turns: readonly Turn[]): RouterEntry => ({
    mode,
    provider: mode,
    model: scripted(mode, turns),
  });
  return [
    ...(sampling ? [entry('sampling', sampling)] : []),
    entry('http', http),
    ...(hasRules ? [{ mode: 'rule', provider: '', model: rules } as const] : []),
  ];
}

/** Lets time pass only when nothing else can happen. Rejects where the run waits for what never comes. */
async function settled<T>(work: Promise<T>, onIdle: (idle: number) => void): Promise<T> {
  const end = { isOver: false };
  const over = (): void => {
    end.isOver = true;
  };
  work.then(over, over);
  let idle = 0;
  for (let rounds = 0; rounds < 200; rounds += 1) {
    await new Promise(nextTurn);
    if (end.isOver) return work;
    if (vi.getTimerCount() === 0) continue;
    onIdle(idle);
    idle += 1;
    vi.advanceTimersToNextTimer();
    rounds = 0;
  }
  throw new Error('the run hangs: it waits for nothing that could still happen');
}

it('1,000 scripts over the real tool manager, core tools, router and rules end well', async () => {
  const met = new Set<Outcome>();
  const property = fc.asyncProperty(script, async (given) => {
    met.add(await play(given));
  });
  await fc.assert(property, { numRuns: 1_000, seed });
  expect(rejections).toEqual([]);
  // Else the scripts would not say much.
  for (const outcome of ['completed', 'max_steps', 'aborted', 'denied', 'error'] as const) {
    expect(met).toContain(outcome);
  }
}, 120_000);
