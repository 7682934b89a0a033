import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemoryStore } from '@mini-agent/persistence';
import {
  startModelServer,
  type ModelRequest,
  type ModelServer,
  type ScriptedAnswer,
} from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { cliCommand } from '../stdio-harness.ts';

const contents = ['The first fact', 'The second fact', 'The third fact', 'The fourth fact'];

const remember = (content: string): Readonly<Record<string, unknown>> => ({
  id: content,
  name: 'remember',
  arguments: JSON.stringify({ type: 'fact', content }),
});
const calculate = {
  id: 'sum',
  name: 'calculator',
  arguments: '{"expression":"6*7"}',
};

/** What the model asks for, by how many replies the conversation holds; each fact is to be kept once. */
const turns: readonly ScriptedAnswer[] = [
  { tool_calls: [remember('The first fact'), calculate] },
  { tool_calls: [remember('The second fact')] },
  { tool_calls: [calculate, remember('The third fact'), remember('The fourth fact')] },
  { content: 'All facts are kept.' },
];

const turnOf = ({ body }: ModelRequest): number =>
  body.messages.filter(({ role }) => role === 'assistant').length;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
}

function start(args: readonly string[], home: string, server: ModelServer): Started {
  const env = { MINI_AGENT_HOME: home, LLM_BASE_URL: `${server.url}/v1`, LLM_MODEL: 'm' };
  const command = cliCommand(['run', '--json', ...args], env);
  const child = spawn(command.command, [...(command.args ?? [])], {
    cwd: command.cwd,
    env: { PATH: process.env['PATH'], ...command.env },
  });
  child.stdin.end();
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  return { kill: () => child.kill('SIGKILL'), ended };
}

interface Facts {
  readonly runId: string | undefined;
  /** Contents of all memories, the journalled ones too; text that a kill left half written is none. */
  readonly memories: readonly string[];
  /** Calls that the record says had begun and not finished. */
  readonly begun: readonly string[];
}

/** What lies on the disk. */
function look(home: string): Facts {
  const [file] = list(join(home, '.runs')).filter((name) => name.endsWith('.json'));
  const text = file === undefined ? '{}' : readFileSync(join(home, '.runs', file), 'utf8');
  const record = JSON.parse(text) as {
    state?: { pending: { state: string; call: { arguments: { value?: { content?: string } } } }[] };
  };
  const pending = record.state?.pending ?? [];
  return {
    runId: file?.replace(/\.json$/, ''),
    memories: memoriesIn(home),
    begun: pending.flatMap(({ state, call }) =>
      state === 'started' ? (call.arguments.value?.content ?? []) : [],
    ),
  };
}

function list(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function memoriesIn(home: string): readonly string[] {
  const folder = join(home, '.memory');
  const texts = list(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const all = texts.join('\n');
  return contents.filter((content) => all.includes(content));
}

/** How often each content is kept, as the store reads its files. */
async function countMemories(home: string): Promise<Readonly<Record<string, number>>> {
  const store = createMemoryStore({ directory: join(home, '.memory') });
  const memories = await store.recall({ text: 'fact', limit: 100 });
  await store.close();
  const counts: Record<string, number> = {};
  for (const { content } of memories) counts[content] = (counts[content] ?? 0) + 1;
  return counts;
}

/** Decides when to kill: resolves at the moment, in a process that works on the run in `home`. */
type Moment = (home: string, arrivals: Arrivals) => Promise<unknown>;

interface Arrivals {
  /** Resolves when the model is asked for that turn; the answer waits until the process is dead. */
  readonly held: (turn: number) => Promise<unknown>;
  /** Resolves when the answer of that turn has been sent. */
  readonly answered: (turn: number) => Promise<unknown>;
}

async function seen(isThere: () => boolean): Promise<void> {
  while (!isThere()) await pause(1);
}

const moments: readonly (readonly [name: string, moment: Moment])[] = [
  ['while the model is asked for the first time', (_home, { held }) => held(0)],
  ['while the model is asked for the second time', (_home, { held }) => held(1)],
  ['while the model is asked for the last time', (_home, { held }) => held(3)],
  [
    'as soon as the first call is saved as begun',
    (home) => seen(() => look(home).begun.length > 0 || memoriesIn(home).length > 0),
  ],
  ['as soon as the first fact is on the disk', (home) => seen(() => memoriesIn(home).length > 0)],
  ['as soon as the second fact is on the disk', (home) => seen(() => memoriesIn(home).length > 1)],
  [
    'as soon as the last facts are begun',
    (home) => seen(() => look(home).begun.length > 1 || memoriesIn(home).length > 2),
  ],
  ['as soon as the third fact is on the disk', (home) => seen(() => memoriesIn(home).length > 2)],
  [
    'a moment after the first reply',
    async (_home, { answered }) => {
      await answered(0);
      await pause(5);
    },
  ],
  [
    'a moment after the third reply',
    async (_home, { answered }) => {
      await answered(2);
      await pause(12);
    },
  ],
];

interface Model {
  readonly server: ModelServer;
  readonly arrivals: Arrivals;
  /** From now on every turn is answered at once. */
  readonly release: () => void;
}

async function startModel(heldTurn: number): Promise<Model> {
  const asked = new Map<number, () => void>();
  const sent = new Map<number, () => void>();
  const whenIn =
    (waiting: Map<number, () => void>) =>
    (turn: number): Promise<unknown> =>
      new Promise<void>((resolve) => {
        waiting.set(turn, resolve);
      });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startModelServer(async (request) => {
    const turn = turnOf(request);
    asked.get(turn)?.();
    if (turn === heldTurn) await released;
    setImmediate(() => sent.get(turn)?.());
    return turns[turn] ?? { status: 500, body: 'no such turn' };
  });
  return { server, arrivals: { held: whenIn(asked), answered: whenIn(sent) }, release };
}

/** The turn that is not answered before the process is dead, so that no run ends before its moment; the last one where none is named. */
const heldTurns: Readonly<Record<string, number>> = {
  'while the model is asked for the first time': 0,
  'while the model is asked for the second time': 1,
};

describe('a run of the command line that is killed', { timeout: 60_000 }, () => {
  test.concurrent.for(moments)(
    '%s goes on and keeps no fact twice',
    async ([name, moment], { onTestFinished }) => {
      const home = mkdtempSync(join(tmpdir(), 'mini-agent-kill-'));
      const { server, arrivals, release } = await startModel(heldTurns[name] ?? 3);
      // Tests side by side each have their own hooks.
      onTestFinished(async () => {
        await server.close();
        rmSync(home, { recursive: true, force: true });
      });
      const first = start(['keep the facts'], home, server);
      await moment(home, arrivals);
      first.kill();
      expect((await first.ended).code).toBeNull();
      release();

      const { runId, memories, begun } = look(home);
      // A run that left no trace did nothing either, and is asked for anew.
      if (runId === undefined) expect(memories).toEqual([]);
      const args = runId === undefined ? ['keep the facts'] : ['--resume', runId];
      const resumed = await start(args, home, server).ended;
      expect(resumed.code, resumed.stderr + resumed.stdout).toBe(0);
      const result = JSON.parse(resumed.stdout) as {
        answer: string;
        steps: { action?: string; input?: { content?: string }; error?: string }[];
      };
      expect(result).toMatchObject({ answer: 'All facts are kept.' });
      if (runId !== undefined) expect(result).toMatchObject({ run_id: runId });
      const kept = await countMemories(home);
      for (const content of contents) {
        expect(kept[content] ?? 0, `${content}: kept`).toBeLessThanOrEqual(1);
        const step = result.steps.find(({ input }) => input?.content === content);
        // A call that was begun is not made again: the model is told that nobody knows whether it took effect.
        if (begun.includes(content)) expect(step?.error).toBe('outcome_unknown');
        else expect([step?.error, kept[content]]).toEqual([undefined, 1]);
        if (memories.includes(content)) expect(kept[content]).toBe(1);
      }
      expect(result.steps.filter(({ action }) => action === 'calculator')).toHaveLength(2);
    },
  );
});
