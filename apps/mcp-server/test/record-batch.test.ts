import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldRuns } from '../src/runs/retention.ts';
import { runningReport } from '../src/runs/report.ts';
import { createRunId } from '../src/runs/run-id.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore, type RunStore } from '../src/runs/run-store.ts';
import { temporaryFolder } from './stdio-harness.ts';

const now = Date.UTC(2026, 5, 1);
const generous = { days: 30, count: 2_000, bytes: 1e9 };

function openStore(folder: string): RunStore {
  return createRunStore({
    directory: () => Promise.resolve(folder),
    log: () => undefined,
    retention: { days: 36_500 },
  });
}

function ruleRun(madeAt: number, change: Partial<StoredRun> = {}): StoredRun {
  const runId = createRunId(madeAt);
  const source = {
    runId,
    task: 'x',
    plannedMode: 'rule',
    fallbacks: [],
    state: undefined,
  } as const;
  const report = { ...runningReport({ ...source, durationMs: 1 }), status: 'completed' } as const;
  return { version: 1, caller: 'me', processId: 1, startedAt: madeAt, report, ...change };
}

async function saveAll(folder: string, runs: readonly StoredRun[]): Promise<void> {
  const store = openStore(folder);
  for (const run of runs) store.save(run);
  await store.flush();
}

test('rule runs of a burst share a file, which nobody else may read, and another process finds each', async () => {
  const folder = temporaryFolder();
  const runs = Array.from({ length: 5 }, (_, index) => ruleRun(now + index));
  await saveAll(folder, runs);
  const [name = '', ...others] = readdirSync(folder);
  expect(name).toMatch(/^rules_.*\.jsonl$/);
  expect(others).toEqual([]);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const store = openStore(folder);
  for (const run of runs) expect(await store.load(run.report.runId)).toEqual(run);
  expect(await store.load(createRunId(now + 2))).toBeUndefined();
});

test('batches of one moment and size do not replace each other', async () => {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const runs = Array.from({ length: 300 }, () => ruleRun(now));
  for (const [index, run] of runs.entries()) {
    store.save(run);
    if (index % 3 === 2) await store.flush();
  }
  expect(readdirSync(folder)).toHaveLength(100);
  const found = await Promise.all(runs.map(({ report }) => openStore(folder).load(report.runId)));
  expect(found).toEqual(runs);
});

test('of a run in several files the one counts that was begun last, in whichever order they were written', async () => {
  const run = ruleRun(now);
  const later = { ...run, startedAt: now + 500 };
  const others = [ruleRun(now), ruleRun(now)] as const;
  for (const order of [
    [run, later],
    [later, run],
  ]) {
    for (const isBatched of [true, false]) {
      const folder = temporaryFolder();
      const [first = run, second = run] = order;
      await saveAll(folder, [first, others[0]]);
      await saveAll(folder, isBatched ? [second, others[1]] : [second]);
      expect(await openStore(folder).load(run.report.runId)).toEqual(later);
    }
  }
});

test('a run that goes on long after it was made has a file of its own', async () => {
  const folder = temporaryFolder();
  const old = ruleRun(now - 3_600_000, { startedAt: now });
  await saveAll(folder, [ruleRun(now), old, ruleRun(now)]);
  expect(readdirSync(folder)).toContain(`${old.report.runId}.json`);
  expect(await openStore(folder).load(old.report.runId)).toEqual(old);
});

test('a line that was damaged costs only its own run', async () => {
  const folder = temporaryFolder();
  const runs = [ruleRun(now), ruleRun(now), ruleRun(now)] as const;
  const lines = runs.map((run) => JSON.stringify(run));
  const [first = '', second = '', third = ''] = lines;
  const time = now.toString(36).padStart(8, '0');
  const text = `${first}\n${second.slice(0, 150)}\n${third}\n`;
  writeFileSync(join(folder, `rules_${time}_${time}_3_0123456789abcdef.jsonl`), text);
  const store = openStore(folder);
  const found = await Promise.all(runs.map(({ report }) => store.load(report.runId)));
  expect(found).toEqual([runs[0], undefined, runs[2]]);
});

test('all runs of a file are counted, and go together when their time is over', async () => {
  const folder = temporaryFolder();
  const age = (days: number): void => {
    const seconds = (now - days * 86_400_000) / 1_000;
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), seconds, seconds);
  };
  await saveAll(folder, [ruleRun(now), ruleRun(now), ruleRun(now)]);
  age(31);
  const fresh = [ruleRun(now), ruleRun(now)];
  await saveAll(folder, fresh);
  await removeOldRuns(folder, generous, now);
  expect(readdirSync(folder)).toHaveLength(1);
  await removeOldRuns(folder, { ...generous, count: 2 }, now);
  expect(await openStore(folder).load(fresh[0]?.report.runId ?? '')).toEqual(fresh[0]);
  await removeOldRuns(folder, { ...generous, count: 1 }, now);
  expect(readdirSync(folder)).toEqual([]);
});
