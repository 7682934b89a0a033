import { coreTools } from '@mini-agent/core-tools';
import { createHttpModel, createRouter } from '@mini-agent/llm-router';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { createAgent, type AgentEvent, type Outcome } from '@mini-agent/react-agent';
import {
  startModelServer,
  type Fault,
  type ModelServer,
  type ScriptedAnswer,
} from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import { expect, it, onTestFinished } from 'vitest';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import { createCountingTools, sampleCalls } from './counting-tools.ts';
import { checkRun } from './run-checks.ts';

const scripts = 300;
const atOnce = 20;
const guardMs = 30_000;

const rules = createRuleModel({ intents: ruleIntents, help: ruleHelp });

/** `FUZZ_SEED=7` tries other scripts; a failure tells the seed, and the number of its script. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_203);

type Random = <T>(choices: readonly T[]) => T;

/** mulberry32. */
function seeded(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function chooser(number: number): Random {
  const next = seeded(seed * 1_000 + number);
  return (choices) => choices[Math.floor(next() * choices.length)] as (typeof choices)[number];
}

/** Few, because those that hang take their time; a short one would run out on a busy machine where nothing is wrong. */
const faults: readonly (Fault | undefined)[] = [
  ...Array.from({ length: 80 }, () => undefined),
  { kind: 'hang-before-headers' },
  { kind: 'hang-after-headers' },
  { kind: 'stall', afterBytes: 40 },
  { kind: 'cut', afterBytes: 60 },
  { kind: 'cut', reset: true },
  { kind: 'endless' },
  { kind: 'split', at: [1, 7, 30] },
  { kind: 'invalid-json' },
  { kind: 'html' },
  { kind: 'empty' },
  { kind: 'content-type', value: 'text/plain' },
];

const callArguments = (choose: Random, input: object): unknown =>
  choose<unknown>([
    JSON.stringify(input),
    JSON.stringify(input),
    JSON.stringify(input),
    input,
    `${JSON.stringify(input)},`,
    JSON.stringify(input).slice(0, -1),
    `{"deep":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
    '{"__proto__":{"n":1}}',
    'x'.repeat(100_000),
    '',
    null,
  ]);

function callsOf(choose: Random): ScriptedAnswer {
  const count = choose([1, 1, 1, 2, 4]);
  const isSame = choose([false, false, false, true]);
  const call = (index: number): { id?: string; name: string; arguments: unknown } => {
    const [name, input] = choose(sampleCalls);
    const id = choose(['call_1', '', `call_${index}`]);
    return { id, name, arguments: callArguments(choose, input) };
  };
  const first = call(0);
  return {
    content: choose<unknown>([null, '', 'let me see', '<think>hm']),
    tool_calls: Array.from({ length: count }, (_, index) => (isSame ? first : call(index))),
    finish_reason: choose(['tool_calls', 'tool_calls', 'stop', 'length', null, 'content_filter']),
  };
}

const errors: readonly ScriptedAnswer[] = [
  { status: 400, body: { error: { message: 'Unknown parameter: tools', param: 'tools' } } },
  { status: 400, body: { error: { code: 'context_length_exceeded', message: 'too long' } } },
  { status: 401, body: { error: { message: 'wrong key' } } },
  { status: 402, body: { error: 'insufficient_quota' } },
  { status: 404, body: 'not here' },
  { status: 429, headers: { 'retry-after': '60' }, body: { error: { message: 'slow down' } } },
  { status: 500, body: '<html>oops</html>' },
  { status: 529, body: [{ error: { message: 'overloaded' } }] },
  { status: 200, body: { choices: [] } },
  { status: 200, body: { error: { message: 'not ok' } } },
  { chunks: [{ content: 'half' }], done: false },
  { chunks: [{ error: { message: 'broke' } }] },
  { chunks: [{ raw: 'data: {"choices":[{"delta":{"content":"x"\n\n' }] },
];

const texts: readonly ScriptedAnswer[] = ['It is 4.', '', '好', 'Final Answer: 4'].map(
  (content) => ({
    content,
  }),
);

function answerOf(choose: Random): ScriptedAnswer {
  const kind = choose(['calls', 'calls', 'calls', 'calls', 'text', 'error'] as const);
  if (kind === 'error') return choose(errors);
  const fault = choose(faults);
  const answer = kind === 'calls' ? callsOf(choose) : choose(texts);
  return fault === undefined ? answer : { ...answer, fault };
}

async function play(number: number, server: ModelServer): Promise<Outcome> {
  const choose = chooser(number);
  const counted = createCountingTools();
  const controller = new AbortController();
  const events: AgentEvent[] = [];
  const maxTurns = choose([1, 3, 5, 8]);
  const cancelAt = choose([0, 0, 0, 3, 9, 20]);
  const http = createHttpModel({
    baseUrl: server.url,
    apiKey: 'sk-fuzz-0123456789',
    model: `script-${number}`,
    stream: choose([true, false]),
    timeouts: { totalMs: 4_000, firstByteMs: 2_500, idleMs: 2_500 },
    retries: 1,
    // What takes seconds elsewhere is only counted here.
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
  });
  const agent = createAgent({
    model: createRouter({
      models: [
        { mode: 'http', provider: 'fuzz', model: http },
        ...(choose([true, false]) ? [{ mode: 'rule', provider: '', model: rules } as const] : []),
      ],
    }),
    tools: createToolManager({ tools: [...coreTools, ...counted.tools], random: () => 0 }),
    limits: { maxTurns, timeoutMs: 20_000 },
    ...(choose([true, false]) && { approve: () => Promise.resolve(choose([true, false])) }),
  });
  const run = agent.run(choose(['do it', '2 + 2 是多少', 'What is 2 + 2?']), {
    signal: controller.signal,
    onEvent: (event) => {
      events.push(event);
      if (events.length === cancelAt) controller.abort();
    },
  });
  const result = await inTime(run, guardMs);
  checkRun({ result, events, counted, maxTurns, mostTries: 3 });
  return result.outcome;
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error(`the run is not over after ${ms} ms`));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

it(`${scripts} scripts over real HTTP end well`, async () => {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  const choosers = new Map<string, Random>();
  const server = await startModelServer(({ body }) => {
    const choose = choosers.get(body.model) ?? chooser(Number(body.model.slice(7)) + 0.5);
    choosers.set(body.model, choose);
    return answerOf(choose);
  });
  onTestFinished(() => server.close());
  const met = new Set<Outcome>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next; number < scripts; number = next) {
      next += 1;
      try {
        met.add(await play(number, server));
      } catch (cause) {
        throw new Error(`script ${number} of seed ${seed}`, { cause });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(rejections).toEqual([]);
  for (const outcome of ['completed', 'aborted', 'error'] as const) {
    expect(met).toContain(outcome);
  }
  expect(server.requests.length).toBeGreaterThan(scripts);
}, 120_000);
