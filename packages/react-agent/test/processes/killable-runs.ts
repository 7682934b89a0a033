// Works on many runs at once, each in a folder of its own, and goes on with those that an earlier process left. A run may stand still
// for ever from one of its boundaries on: then nothing of it reaches the disk any more, as if the process had been killed there.
// Prints `still NAME` or `done NAME …` for each run, then `ready`, and waits to be killed where a run stands still. It may also kill
// itself in the middle of a save.
import { existsSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatModel, ChatResponse, ToolCall, ToolRunner } from '@mini-agent/foundation/chat';
import { appendRecord, writeFileAtomic } from '@mini-agent/foundation/journal';
import type { ToolAnnotations } from '@mini-agent/foundation/tool';
import { createAgent, type RunState } from '../../src/index.ts';

interface Order {
  readonly folder: string;
  /** Written beside each effect, to tell the processes apart. */
  readonly process: number;
  /** The save, of all runs together, in the middle of which the process kills itself; null is none. */
  readonly killInSave: number | null;
  /** The boundary at which a run stands still; null is none. */
  readonly runs: readonly { readonly name: string; readonly stillAt: number | null }[];
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
const readOnly = {
  readOnly: true,
  idempotent: true,
  openWorld: false,
  destructive: false,
  untrustedOutput: false,
};
const tools: Readonly<Record<string, ToolAnnotations>> = {
  read: readOnly,
  write: { ...readOnly, readOnly: false, idempotent: false },
  replace: { ...readOnly, readOnly: false },
  web: { ...readOnly, openWorld: true, untrustedOutput: true },
  remove: { ...readOnly, readOnly: false, idempotent: false, destructive: true },
};

/** What the model asks for, turn by turn; then it answers with what came of it. */
const turns: readonly (readonly [name: string, n: number])[][] = [
  [
    ['write', 1],
    ['read', 1],
    ['write', 2],
  ],
  [['replace', 1]],
  [['web', 1]],
  [
    ['remove', 1],
    ['read', 2],
  ],
];

/** Passes boundaries until the run is to stand still. */
class Boundaries {
  readonly #name: string;
  readonly #stillAt: number;
  #count = 0;
  readonly still: Promise<void>;
  #stop: () => void = () => undefined;

  constructor(name: string, stillAt: number) {
    this.#name = name;
    this.#stillAt = stillAt;
    this.still = new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  get count(): number {
    return this.#count;
  }

  /** Events cannot be waited for; what comes behind them stands still. */
  note(): void {
    if (this.#count >= this.#stillAt) return;
    this.#count += 1;
    if (this.#count < this.#stillAt) return;
    writeSync(1, `still ${this.#name}\n`);
    this.#stop();
  }

  pass(): Promise<void> {
    this.note();
    return this.#count >= this.#stillAt ? new Promise(() => undefined) : Promise.resolve();
  }
}

let saves = 0;

async function save(folder: string, state: RunState): Promise<void> {
  saves += 1;
  const isSaved = writeFileAtomic(join(folder, 'state.json'), JSON.stringify(state));
  if (saves !== order.killInSave) return isSaved;
  for (;;) {
    await new Promise(setImmediate);
    const isBegun = existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.tmp'));
    if (isBegun) process.kill(process.pid, 'SIGKILL');
  }
}

async function work(name: string, stillAt: number): Promise<void> {
  const boundaries = new Boundaries(name, stillAt);
  const folder = join(order.folder, name);
  const statePath = join(folder, 'state.json');
  const agent = createAgent({
    model: createModel(boundaries),
    tools: createTools(name, boundaries),
    limits: { maxTurns: 9 },
    approve: async () => {
      await boundaries.pass();
      return true;
    },
  });
  const options = {
    runId: name,
    onEvent: () => {
      boundaries.note();
    },
    onState: async (state: RunState) => {
      await boundaries.pass();
      await save(folder, state);
      await boundaries.pass();
    },
  };
  const isKnown = existsSync(statePath);
  const run = isKnown
    ? agent.resume(JSON.parse(readFileSync(statePath, 'utf8')) as RunState, options)
    : agent.run('go', options);
  const end = run.then(({ outcome, answer }) => {
    writeSync(1, `done ${name} ${JSON.stringify({ outcome, answer, count: boundaries.count })}\n`);
  });
  await Promise.race([end, boundaries.still]);
}

function createModel(boundaries: Boundaries): ChatModel {
  return {
    complete: async ({ messages }): Promise<ChatResponse> => {
      await boundaries.pass();
      await new Promise(setImmediate);
      await boundaries.pass();
      const turn = messages.filter(({ role }) => role === 'assistant').length;
      const toolCalls = (turns[turn] ?? []).map(([name, n], index): ToolCall => ({
        id: `p${index}`,
        name,
        arguments: { ok: true, value: { n } },
      }));
      const results = messages.flatMap((message) => {
        if (message.role !== 'tool') return [];
        return message.outcome.ok
          ? message.outcome.text
          : `${message.name}: ${message.outcome.code}`;
      });
      const isAnswer = toolCalls.length === 0;
      return {
        message: { role: 'assistant', content: isAnswer ? results.join(', ') : '', toolCalls },
        finish: isAnswer ? 'stop' : 'tool_calls',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2, estimated: false },
        mode: 'http',
        provider: 'scripted',
        model: 'm',
        fallbacks: [],
      };
    },
  };
}

/** Each execution is on the disk before its call is answered. */
function createTools(name: string, boundaries: Boundaries): ToolRunner {
  const effects = join(order.folder, name, 'effects.jsonl');
  return {
    list: () =>
      Promise.resolve(
        Object.entries(tools).map(([tool, annotations]) => ({
          name: tool,
          title: tool,
          description: tool,
          inputSchema: { type: 'object' },
          annotations,
          polling: false,
        })),
      ),
    call: async (call, { idempotencyKey = '' }) => {
      await boundaries.pass();
      await appendRecord(effects, { key: idempotencyKey, name: call.name, process: order.process });
      await boundaries.pass();
      const n = call.arguments.ok ? JSON.stringify(call.arguments.value) : '';
      const trusted = call.name !== 'web';
      const text = `${call.name} ${n}`;
      return { callId: call.id, ok: true, trusted, text, durationMs: 1, tries: 1 };
    },
  };
}

setInterval(() => undefined, 1_000_000);
await Promise.all(order.runs.map(({ name, stillAt }) => work(name, stillAt ?? Infinity)));
writeSync(1, 'ready\n');
