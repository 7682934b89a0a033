import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createRunRegistry, type RunRegistry } from '../src/runs/registry.ts';
import { createRunId } from '../src/runs/run-id.ts';
import { runningReport } from '../src/runs/report.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore, type RunStore } from '../src/runs/run-store.ts';
import type { RunJob } from '../src/runs/runner.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

interface World {
  readonly registry: RunRegistry;
  readonly store: RunStore;
  readonly folder: string;
  readonly logged: string[];
}

function setUp(folder = join(temporaryFolder(), '.runs')): World {
  const logged: string[] = [];
  const store = createRunStore({
    directory: () => Promise.resolve(folder),
    log: (line) => logged.push(line),
  });
  return { registry: createRunRegistry({ runner: fakeRunner, store }), store, folder, logged };
}

function job(task: string): RunJob {
  const clientModel = { sampling: false, samplingTools: false, session: {} };
  return { task, mode: 'auto', maxTurns: undefined, agent: undefined, clientModel };
}

function record(change: Partial<StoredRun> & { readonly task?: string } = {}): StoredRun {
  const { task = 'x', ...rest } = change;
  const { startedAt = Date.now() } = change;
  const runId = createRunId(startedAt);
  const source = { runId, task, plannedMode: 'rule', fallbacks: [], state: undefined } as const;
  const report = runningReport({ ...source, durationMs: 1 });
  return { version: 1, caller: 'me', processId: process.pid, startedAt, report, ...rest };
}

function endedRecord(): StoredRun {
  const run = record();
  return { ...run, report: { ...run.report, status: 'completed' } };
}

function paidRecord(): StoredRun {
  const run = record();
  return { ...run, report: { ...run.report, plannedMode: 'http' } };
}

/** How many of the runs a process that starts now finds. */
async function kept(folder: string, runs: readonly StoredRun[]): Promise<number> {
  const { store } = setUp(folder);
  const found = await Promise.all(runs.map(({ report }) => store.load(report.runId)));
  return found.filter((run) => run !== undefined).length;
}

test('thousands of runs at once are all written, and of one run the newest state', async () => {
  const { store, folder } = setUp();
  const saved = Array.from({ length: 900 }, () => endedRecord());
  const same = endedRecord();
  for (const [index, run] of saved.entries()) {
    store.save(run);
    store.save({ ...same, startedAt: (same.startedAt ?? 0) + index });
    if (index % 90 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await store.flush();
  expect(await kept(folder, saved)).toBe(900);
  expect((await setUp(folder).store.load(same.report.runId))?.startedAt).toBe(
    (same.startedAt ?? 0) + 899,
  );
});

test('what waits for a slow disk is bounded; a run in which a model was asked is never dropped', async () => {
  const folder = join(temporaryFolder(), '.runs');
  let open: (path: string) => void = () => undefined;
  const disk = new Promise<string>((resolve) => (open = resolve));
  const store = createRunStore({ directory: () => disk, log: () => undefined });
  const rule = endedRecord();
  const paid = { ...rule, report: { ...rule.report, plannedMode: 'http' } as const };
  store.save(paid);
  const rules = Array.from({ length: 3_000 }, () => endedRecord());
  for (const run of rules) store.save(run);
  open(folder);
  await store.flush();
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  const found = rules.map(({ report }) => texts.some((text) => text.includes(report.runId)));
  // As many as are kept at all, and of those the newest.
  expect(found).toEqual(rules.map((_, index) => index >= 1_001));
  expect(existsSync(join(folder, `${paid.report.runId}.json`))).toBe(true);
});

test('a rule run is written in a quiet moment, and is found before and while it is written', async () => {
  const { store, folder } = setUp();
  const run = record();
  store.save(run);
  expect(await store.load(run.report.runId)).toEqual(run);
  expect(existsSync(folder)).toBe(false);
  await vi.waitUntil(() => existsSync(join(folder, `${run.report.runId}.json`)), 5_000);
  const next = record();
  store.save(next);
  const flushed = store.flush();
  expect(await store.load(next.report.runId)).toEqual(next);
  await flushed;
  expect(existsSync(join(folder, `${next.report.runId}.json`))).toBe(true);
});

test('a folder that is removed while the process goes on is made again', async () => {
  const { store, folder } = setUp();
  for (const make of [record, paidRecord]) {
    store.save(make());
    await store.flush();
    rmSync(folder, { recursive: true });
    const run = make();
    store.save(run);
    await store.flush();
    expect(readdirSync(folder)).toEqual([`${run.report.runId}.json`]);
  }
});

test('one run that cannot be written does not take others with it', async () => {
  const { store, folder, logged } = setUp();
  mkdirSync(folder);
  const [first, second] = [paidRecord(), paidRecord()];
  mkdirSync(join(folder, `${first.report.runId}.json`));
  store.save(first);
  store.save(second);
  await store.flush();
  expect(existsSync(join(folder, `${second.report.runId}.json`))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(logged).toHaveLength(1);
});

test('a model run is on the disk before its first step', async () => {
  const { registry, store, folder } = setUp();
  const run = registry.start(job('model sleep 60000'), 'me');
  await store.flush();
  const text = readFileSync(join(folder, `${run.runId}.json`), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ report: { status: 'running' } });
  run.stop();
  await run.finished;
  await store.flush();
});

test('a process id that was given out again does not keep a run alive beyond its time limit', async () => {
  const { registry, folder } = setUp();
  mkdirSync(folder);
  const day = 86_400_000;
  const found = async (startedAt: number): Promise<unknown> => {
    const run = record({ processId: process.ppid, startedAt });
    writeFileSync(join(folder, `${run.report.runId}.json`), JSON.stringify(run));
    return registry.find(run.report.runId, 'me');
  };
  expect(await found(Date.now())).toMatchObject({ kind: 'live' });
  expect(await found(Date.now() - 2 * day)).toMatchObject({
    kind: 'stored',
    report: { status: 'cancelled', outcome: 'aborted' },
  });
});

test('a run that was interrupted before its first step is resumed from its task', async () => {
  const { registry, store, folder } = setUp();
  mkdirSync(folder);
  const run = record({ task: 'answer again', processId: 2_147_483_000 });
  writeFileSync(join(folder, `${run.report.runId}.json`), JSON.stringify(run));
  const found = await registry.resume(run.report.runId, job(''), 'me');
  expect(found.kind).toBe('live');
  if (found.kind === 'live') expect((await found.run.finished).answer).toBe('again');
  await store.flush();
});

test('an earlier request to stop does not stop what is made of the run later', async () => {
  const { registry, store } = setUp();
  const first = registry.start(job('answer 1'), 'me');
  await first.finished;
  await store.flush();
  store.requestStop(first.runId);
  await vi.waitUntil(() => store.isStopRequested(first.runId));
  const second = await registry.continue(first.runId, job('model steps 8 every 50'), 'me');
  expect(await second.finished).toMatchObject({ status: 'completed' });
  expect(await store.isStopRequested(first.runId)).toBe(false);
  await store.flush();
});

test.skipIf(process.getuid?.() === 0)('a read-only folder is told once', async () => {
  const { store, folder, logged } = setUp();
  mkdirSync(folder, { mode: 0o500 });
  store.save(record());
  store.save(record());
  await store.flush();
  chmodSync(folder, 0o700);
  expect(logged).toHaveLength(1);
});
