import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRunRegistry, type RunRegistry } from '../src/runs/registry.ts';
import { createRunId, runIdTime } from '../src/runs/run-id.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore, type RunStore } from '../src/runs/run-store.ts';
import type { Runner, RunJob } from '../src/runs/runner.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

const clientModel = { sampling: false, samplingTools: false, session: {} };

function job(task: string, change: Partial<RunJob> = {}): RunJob {
  return { task, mode: 'auto', maxTurns: undefined, agent: undefined, clientModel, ...change };
}

function setUp(options: { home?: string; now?: () => number; runner?: Runner } = {}): {
  registry: RunRegistry;
  store: RunStore;
  folder: string;
  logged: string[];
} {
  const folder = join(options.home ?? temporaryFolder(), '.runs');
  const logged: string[] = [];
  const store = createRunStore({
    directory: () => Promise.resolve(folder),
    log: (line) => logged.push(line),
  });
  const registry = createRunRegistry({
    runner: options.runner ?? fakeRunner,
    store,
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  // Runs before the folder is removed.
  onTestFinished(() => registry.flush());
  return { registry, store, folder, logged };
}

test('handles hold 128 random bits, sort by time and tell it', () => {
  const made = Array.from({ length: 1_000 }, () => createRunId(1_700_000_000_000));
  expect(new Set(made).size).toBe(1_000);
  expect(made[0]).toMatch(/_[0-9a-f]{32}$/);
  expect(runIdTime(made[0] ?? '')).toBe(1_700_000_000_000);
  expect(createRunId(1) < createRunId(2)).toBe(true);
  for (const bad of ['', 'run_x', '../run_00000001_', `${made[0] ?? ''}/..`]) {
    expect(runIdTime(bad)).toBeUndefined();
  }
});

test('a run of another caller is not_found, whoever asks and however', async () => {
  const { registry } = setUp();
  const run = registry.start(job('sleep 100'), 'alice');
  const refused = { code: 'not_found' };
  await expect(registry.find(run.runId, 'bob')).rejects.toMatchObject(refused);
  await expect(registry.continue(run.runId, job('x'), 'bob')).rejects.toMatchObject(refused);
  await expect(registry.resume(run.runId, job('x'), 'bob')).rejects.toMatchObject(refused);
  await run.finished;
  await registry.flush();
  await expect(registry.find(run.runId, 'bob')).rejects.toMatchObject(refused);
  await expect(registry.find(run.runId, 'alice')).resolves.toMatchObject({ kind: 'stored' });
});

test('an identical model call attaches when the first is older than 10 s', async () => {
  let now = Date.now();
  const { registry } = setUp({ now: () => now });
  const first = registry.start(job('model sleep 300'), 'me');
  first.attach();
  expect(registry.start(job('model sleep 300'), 'me').runId).not.toBe(first.runId);
  // More than 10 s since the run began, which was a little after `now` was read.
  now += 11_000;
  expect(registry.start(job('model sleep 300'), 'me').runId).toBe(first.runId);
  expect(registry.start(job('model sleep 300'), 'you').runId).not.toBe(first.runId);
  first.stop();
  expect(registry.start(job('model sleep 300'), 'me').runId).not.toBe(first.runId);
  for (const run of registry.active()) run.stop();
  await Promise.all(registry.active().map((run) => run.finished));
});

test('a cancel reaches the run within 100 ms', async () => {
  const { registry } = setUp();
  const run = registry.start(job('model sleep 60000'), 'me');
  const attachment = run.attach();
  const begun = performance.now();
  attachment.cancel();
  const report = await run.finished;
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(report).toMatchObject({ status: 'cancelled', outcome: 'aborted' });
});

test('records are private: folder 0700, file 0600', async () => {
  const { registry, folder } = setUp();
  const run = registry.start(job('answer x'), 'me');
  await run.finished;
  await registry.flush();
  const [name = ''] = readdirSync(folder);
  expect(name).toBe(`${run.runId}.json`);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a state that comes soon after another is written too, although no later one comes', async () => {
  const begun = Date.now();
  // For this clock every state comes at once.
  const { registry, folder } = setUp({ now: () => begun });
  const run = registry.start(job('model steps 400 every 50'), 'me');
  const path = join(folder, `${run.runId}.json`);
  const stored = (): StoredRun => JSON.parse(readFileSync(path, 'utf8')) as StoredRun;
  await vi.waitUntil(() => existsSync(path) && stored().report.steps.length > 0, 5_000);
  expect(stored()).toMatchObject({ report: { status: 'running' }, state: { version: 1 } });
  run.stop();
  await run.finished;
  await registry.flush();
  expect(stored().report.status).toBe('cancelled');
});

test('a running model run is on the disk before it ends; a dead process left it interrupted', async () => {
  let now = Date.now();
  const home = temporaryFolder();
  const { registry, store, folder } = setUp({ home, now: () => (now += 1_000) });
  const run = registry.start(job('model steps 20 every 50'), 'me');
  const path = join(folder, `${run.runId}.json`);
  await vi.waitUntil(() => existsSync(path), 3_000);
  const record = JSON.parse(readFileSync(path, 'utf8')) as StoredRun;
  expect(record.report.status).toBe('running');
  run.stop();
  await run.finished;
  await store.flush();
  writeFileSync(path, JSON.stringify({ ...record, processId: 2_147_483_000 }));
  const later = setUp({ home }).registry;
  const found = await later.find(run.runId, 'me');
  expect(found).toMatchObject({
    kind: 'stored',
    report: { status: 'cancelled', outcome: 'aborted' },
  });
});

test('a torn or foreign record is not_found, not a crash', async () => {
  const { registry, folder } = setUp();
  mkdirSync(folder);
  for (const text of ['', '{"version":1', '[]', 'null', '{"version":2}']) {
    const runId = createRunId(Date.now());
    writeFileSync(join(folder, `${runId}.json`), text);
    await expect(registry.find(runId, 'me')).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a folder that cannot be written is told once; runs and their handles go on in this process', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, '.runs'), 'a file where the folder should be');
  const { registry, logged } = setUp({ home });
  for (const task of ['answer a', 'answer b']) {
    const run = registry.start(job(task), 'me');
    await run.finished;
    await registry.flush();
    const report = { status: 'completed', task };
    await expect(registry.find(run.runId, 'me')).resolves.toMatchObject({ kind: 'stored', report });
    const next = await registry.continue(run.runId, job('answer more'), 'me');
    expect(await next.finished).toMatchObject({ status: 'completed', task: 'answer more' });
  }
  expect(logged).toHaveLength(1);
});

test('records of more than 30 days are removed', async () => {
  const { registry, folder } = setUp();
  mkdirSync(folder);
  const old = createRunId(Date.now() - 40 * 86_400_000);
  const path = join(folder, `${old}.json`);
  writeFileSync(path, '{}');
  const then = Date.now() / 1_000 - 40 * 86_400;
  utimesSync(path, then, then);
  const run = registry.start(job('answer x'), 'me');
  await run.finished;
  await registry.flush();
  expect(readdirSync(folder)).toEqual([`${run.runId}.json`]);
  await expect(registry.find(old, 'me')).rejects.toThrow(/expired at/);
});

test('resume goes on from the state of an interrupted run and only finds one that is complete', async () => {
  const home = temporaryFolder();
  const first = setUp({ home }).registry;
  const stopped = first.start(job('model steps 50 every 20'), 'me');
  await vi.waitUntil(() => (stopped.state()?.steps.length ?? 0) > 1, 3_000);
  stopped.stop();
  await stopped.finished;
  const done = first.start(job('answer 7'), 'me');
  await done.finished;
  await first.flush();

  const jobs: RunJob[] = [];
  const recording: Runner = {
    ...fakeRunner,
    run: (given, ports) => {
      jobs.push(given);
      return fakeRunner.run(job('answer resumed'), ports);
    },
  };
  const later = setUp({ home, runner: recording }).registry;
  const found = await later.resume(stopped.runId, job(''), 'me');
  expect(found.kind).toBe('live');
  if (found.kind === 'live') expect((await found.run.finished).answer).toBe('resumed');
  expect(jobs[0]?.resumeFrom?.outcome).toBeUndefined();
  expect(jobs[0]?.resumeFrom?.steps.length).toBeGreaterThan(1);
  expect(await later.resume(done.runId, job(''), 'me')).toMatchObject({
    kind: 'stored',
    report: { answer: '7' },
  });
});

test('a continued run takes over what its conversation has beside the messages, also from the disk', async () => {
  const seen: RunJob[] = [];
  const kept: readonly unknown[] = [{ handle: 'r1', text: 'a long page' }];
  const runner: Runner = {
    ...fakeRunner,
    run: async (given, ports) => {
      seen.push(given);
      const result = await fakeRunner.run(given, ports);
      return {
        ...result,
        state: { ...result.state, tainted: true, kept },
      } as unknown as typeof result;
    },
  };
  const home = temporaryFolder();
  const { registry } = setUp({ home, runner });
  const first = registry.start(job('model answer x'), 'me');
  await first.finished;
  await (
    await registry.continue(first.runId, job('model answer y'), 'me')
  ).finished;
  await registry.flush();
  const later = setUp({ home, runner }).registry;
  await (
    await later.continue(first.runId, job('model answer z'), 'me')
  ).finished;
  await later.flush();
  expect(seen.map(({ earlier }) => earlier)).toEqual([
    undefined,
    { tainted: true, kept },
    { tainted: true, kept },
  ]);
});
