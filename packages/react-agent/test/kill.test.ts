import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readRecords } from '@mini-agent/foundation/journal';
import type { RunState } from '@mini-agent/react-agent';
import { describe, expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('./processes/killable-runs.ts', import.meta.url));
const nonIdempotent = /^(?:write|remove)$/;

interface Effect {
  readonly key: string;
  readonly name: string;
  readonly process: number;
}

/** What a process is to do; see `processes/killable-runs.ts`. */
interface Order {
  readonly folder: string;
  readonly process: number;
  readonly killInSave?: number;
  readonly runs: readonly { readonly name: string; readonly stillAt: number | null }[];
}

interface Done {
  readonly outcome: string;
  readonly answer: string;
  readonly count: number;
}

/** What lay on the disk when a process had been killed. */
interface Remains {
  readonly process: number;
  readonly state: RunState | undefined;
  readonly effects: readonly Effect[];
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mini-agent-kill-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A process that works on the runs until all stand still or are done; then it is killed, where it has not killed itself. */
async function workUntilKilled(order: Order): Promise<ReadonlyMap<string, Done>> {
  const node = ['--conditions', '@mini-agent/source', '--import', 'tsx', program];
  const child = spawn(process.execPath, [...node, JSON.stringify({ killInSave: null, ...order })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const ended = once(child, 'close');
  const done = new Map<string, Done>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = '', name = '', ...rest] = line.split(' ');
    if (what === 'done') done.set(name, JSON.parse(rest.join(' ')) as Done);
    if (what === 'ready') child.kill('SIGKILL');
  }
  const [, signal] = (await ended) as [number | null, string | null];
  expect(signal, errors).toBe('SIGKILL');
  return done;
}

async function remainsOf(folder: string, name: string, process: number): Promise<Remains> {
  const path = join(folder, name, 'state.json');
  const { records } = await readRecords(join(folder, name, 'effects.jsonl'));
  return {
    process,
    state: existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunState) : undefined,
    effects: records as unknown as readonly Effect[],
  };
}

/** Calls by id, with how far the state says they are. */
function callsIn(state: RunState | undefined): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  for (const message of state?.messages ?? []) {
    if (message.role === 'tool') calls.set(message.callId, 'finished');
  }
  for (const { call, state: stage } of state?.pending ?? []) calls.set(call.id, stage);
  return calls;
}

const outcomesIn = ({ messages }: RunState): ReadonlyMap<string, string> =>
  new Map(
    messages.flatMap((message) =>
      message.role === 'tool'
        ? [[message.callId, message.outcome.ok ? 'ok' : message.outcome.code] as const]
        : [],
    ),
  );

/** What must hold for a run that was killed once or more and then finished. */
function check(name: string, killed: readonly Remains[], end: Remains): void {
  const finalState = end.state;
  if (finalState?.outcome === undefined) throw new Error(`${name} did not finish`);
  const outcomes = outcomesIn(finalState);
  const idOf = ({ key }: Effect): string => key.slice(name.length + 1);
  const unknown = new Set<string>();
  for (const { process, state, effects } of killed) {
    const calls = callsIn(state);
    // Nothing is begun that is not saved as begun.
    for (const effect of effects)
      expect(['started', 'finished']).toContain(calls.get(idOf(effect)));
    for (const effect of end.effects.filter((later) => later.process > process)) {
      const stage = calls.get(idOf(effect));
      expect(stage, `${name}: ${effect.key} in process ${effect.process}`).not.toBe('finished');
      if (stage === 'started') expect(effect.name).not.toMatch(nonIdempotent);
    }
    for (const { call, state: stage } of state?.pending ?? []) {
      if (stage !== 'started' || !nonIdempotent.test(call.name)) continue;
      unknown.add(call.id);
      expect(outcomes.get(call.id), `${name}: ${call.id}`).toBe('outcome_unknown');
    }
  }
  for (const [id, outcome] of outcomes) {
    if (!unknown.has(id)) expect([id, outcome]).toEqual([id, 'ok']);
    const executions = end.effects.filter((effect) => idOf(effect) === id);
    const isOnce = executions.some((effect) => nonIdempotent.test(effect.name));
    expect(executions.length, `${name}: ${id}`).toBeLessThanOrEqual(isOnce ? 1 : killed.length + 1);
    if (!unknown.has(id)) expect(executions.length).toBeGreaterThan(0);
  }
}

const wholeAnswer = [
  'write {"n":1}',
  'read {"n":1}',
  'write {"n":2}',
  'replace {"n":1}',
  'web {"n":1}',
  'remove {"n":1}',
  'read {"n":2}',
];

/** As without a kill, but for the calls of which nobody can know whether they took effect. */
function checkAnswer(name: string, { outcome, answer }: Done): void {
  expect([name, outcome]).toEqual([name, 'completed']);
  const parts = answer.split(', ');
  expect(parts).toHaveLength(wholeAnswer.length);
  for (const [index, part] of parts.entries()) {
    const wanted = wholeAnswer[index] ?? '';
    const isUnknown = /^(?:write|remove): outcome_unknown$/.test(part);
    expect(isUnknown ? part.split(':')[0] : part).toBe(isUnknown ? wanted.split(' ')[0] : wanted);
  }
}

describe('a run whose process is killed', { timeout: 60_000 }, () => {
  test('at any boundary between events, saves and effects, twice in a row, finishes without repeating a call', async () => {
    const folder = await temporaryFolder();
    const whole = [{ name: 'whole', stillAt: null }];
    const { count = 0, answer } =
      (await workUntilKilled({ folder, process: 0, runs: whole })).get('whole') ?? {};
    expect(answer).toBe(wholeAnswer.join(', '));
    expect(count).toBeGreaterThan(80);

    const names = Array.from({ length: count }, (_, index) => `r${index + 1}`);
    const killed = new Map<string, Remains[]>(names.map((name) => [name, []]));
    const stillAt: readonly ((index: number) => number)[] = [
      (index) => index + 1,
      // Soon after the start of the second process, and anywhere.
      (index) => (index % 2 === 0 ? 1 + (index % 7) : 1 + ((index * 31) % count)),
    ];
    const answers = new Map<string, Done>();
    for (const [process, choose] of stillAt.entries()) {
      const runs = names.map((name, index) => ({ name, stillAt: choose(index) }));
      const done = await workUntilKilled({ folder, process, runs });
      for (const [name, end] of done) answers.set(name, end);
      for (const name of names) killed.get(name)?.push(await remainsOf(folder, name, process));
    }
    const runs = names.map((name) => ({ name, stillAt: null }));
    const last = await workUntilKilled({ folder, process: 2, runs });
    for (const name of names) {
      check(name, killed.get(name) ?? [], await remainsOf(folder, name, 2));
      const end = last.get(name);
      if (end) checkAnswer(name, end);
      expect(end, name).toBeDefined();
    }
    // Each of the two kills met runs at every stage of a call.
    for (const process of [0, 1]) {
      const stages = [...killed.values()].flatMap((remains) => [
        ...callsIn(remains[process]?.state).values(),
      ]);
      expect(new Set(stages)).toEqual(
        new Set(['planned', 'awaiting_approval', 'started', 'finished']),
      );
    }
  });

  test('in the middle of a save, again and again, finishes without repeating a call', async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 40 }, (_, index) => `r${index + 1}`);
    const runs = names.map((name) => ({ name, stillAt: null }));
    const killed = new Map<string, Remains[]>(names.map((name) => [name, []]));
    const moments = [10, 130, 170, 250];
    for (const [process, killInSave] of moments.entries()) {
      await workUntilKilled({ folder, process, killInSave, runs });
      const files = names.flatMap((name) =>
        existsSync(join(folder, name)) ? readdirSync(join(folder, name)) : [],
      );
      expect(files.filter((file) => file.endsWith('.tmp')).length).toBeGreaterThan(0);
      for (const name of names) killed.get(name)?.push(await remainsOf(folder, name, process));
    }
    const process = moments.length;
    const last = await workUntilKilled({ folder, process, runs });
    for (const name of names) {
      check(name, killed.get(name) ?? [], await remainsOf(folder, name, process));
      const end = last.get(name);
      expect(end, name).toBeDefined();
      if (end) checkAnswer(name, end);
    }
  });
});
