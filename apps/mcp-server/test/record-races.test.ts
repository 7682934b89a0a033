import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { removeOldRuns } from '../src/runs/retention.ts';
import { createRunRegistry, type RunRegistry } from '../src/runs/registry.ts';
import { runningReport, type RunReport } from '../src/runs/report.ts';
import { createRunId } from '../src/runs/run-id.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore, type RunStore } from '../src/runs/run-store.ts';
import type { RunJob } from '../src/runs/runner.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

function openStore(folder: string): RunStore {
  return createRunStore({ directory: () => Promise.resolve(folder), log: () => undefined });
}

function registryOf(store: RunStore): RunRegistry {
  return createRunRegistry({ runner: fakeRunner, store });
}

function job(task: string): RunJob {
  const clientModel = { sampling: false, samplingTools: false, session: {} };
  return { task, mode: 'auto', maxTurns: undefined, agent: undefined, clientModel };
}

function record(change: Partial<RunReport> = {}): StoredRun {
  const startedAt = Date.now();
  const runId = createRunId(startedAt);
  const source = {
    runId,
    task: 'x',
    plannedMode: 'rule',
    fallbacks: [],
    state: undefined,
  } as const;
  const report = runningReport({ ...source, durationMs: 1 });
  return {
    version: 1,
    caller: 'me',
    processId: process.pid,
    startedAt,
    report: { ...report, status: 'completed', ...change },
  };
}

/** The next state of the same run. */
function next(run: StoredRun, change: Partial<RunReport>): StoredRun {
  return { ...run, startedAt: (run.startedAt ?? 0) + 1, report: { ...run.report, ...change } };
}

const paid = { plannedMode: 'http' } as const;
const free = { plannedMode: 'rule' } as const;

test.each([
  ['forced, then one in a quiet moment', paid, free],
  ['in a quiet moment, then one forced', free, paid],
] as const)('a state is written %s: flush waits for both', async (_, first, second) => {
  const folder = join(temporaryFolder(), '.runs');
  const store = openStore(folder);
  store.save(record());
  await store.flush();
  for (let round = 0; round < 4; round += 1) {
    const runs = Array.from({ length: 25 }, () => record({ ...first, answer: 'first' }));
    for (const run of runs) store.save(run);
    // Some of them are being written now.
    await new Promise((resolve) => setImmediate(resolve));
    for (const run of runs) store.save(next(run, { ...second, answer: 'second' }));
    await store.flush();
    for (const { report } of runs) {
      expect((await openStore(folder).load(report.runId))?.report.answer).toBe('second');
    }
  }
});

test('a state that must be on the disk does not wait for ever behind an earlier one in a batch', async () => {
  const folder = join(temporaryFolder(), '.runs');
  const logged: string[] = [];
  const store = createRunStore({
    directory: () => Promise.resolve(folder),
    log: (line) => logged.push(line),
    secureTimeoutMs: 2_000,
  });
  store.save(record());
  await store.flush();
  const runs = Array.from({ length: 25 }, () => record());
  for (const run of runs) store.save(run);
  await new Promise((resolve) => setImmediate(resolve));
  const [first = record()] = runs;
  await store.secure(next(first, paid));
  expect(logged).toEqual([]);
});

test('of two that continue a run at once one does, the other is busy or gets the same run', async () => {
  const store = openStore(join(temporaryFolder(), '.runs'));
  const registry = registryOf(store);
  const first = registry.start(job('answer 1'), 'me');
  await first.finished;
  const both = await Promise.allSettled([
    registry.continue(first.runId, job('steps 3 every 20'), 'me'),
    registry.continue(first.runId, job('steps 4 every 20'), 'me'),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(both[1]).toMatchObject({ reason: { code: 'busy' } });
  for (const run of registry.active()) await run.finished;

  const same = await Promise.all([
    registry.continue(first.runId, job('model sleep 20'), 'me'),
    registry.continue(first.runId, job('model sleep 20'), 'me'),
  ]);
  expect(same[0]).toBe(same[1]);
  await same[0].finished;
  await registry.flush();
});

test('a continued run counts as the newer one, also where the clock stands still or was set back', async () => {
  for (const shift of [0, -3_600_000]) {
    const folder = join(temporaryFolder(), '.runs');
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const registry = registryOf(openStore(folder));
      const [first, other] = ['answer 1', 'answer 2'].map((task) =>
        registry.start(job(task), 'me'),
      );
      await Promise.all([first?.finished, other?.finished]);
      await registry.flush();
      vi.setSystemTime(Date.now() + shift);
      for (const answer of ['answer 3', 'answer 4', 'answer 5']) {
        for (const { runId = '' } of [first ?? {}, other ?? {}]) {
          await (
            await registry.continue(runId, job(answer), 'me')
          ).finished;
        }
        await registry.flush();
      }
      for (const { runId = '' } of [first ?? {}, other ?? {}]) {
        const found = await registryOf(openStore(folder)).find(runId, 'me');
        expect(found).toMatchObject({ kind: 'stored', report: { answer: '5' } });
      }
    } finally {
      vi.useRealTimers();
    }
  }
});

test('a run during which the clock is set back can still be read', async () => {
  const folder = join(temporaryFolder(), '.runs');
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const registry = registryOf(openStore(folder));
    const run = registry.start(job('model steps 1000 every 10'), 'me');
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(run.report().durationMs).toBeGreaterThanOrEqual(0);
    await vi.waitUntil(() => run.report().steps.length > 1, 5_000);
    await registry.flush();
    expect(await openStore(folder).load(run.runId)).toBeDefined();
    run.stop();
    await run.finished;
    await registry.flush();
  } finally {
    vi.useRealTimers();
  }
});

test('the end of a run counts, not the state that was written while it went on', async () => {
  const folder = join(temporaryFolder(), '.runs');
  const runs = Array.from({ length: 20 }, () => record({ status: 'running' }));
  for (const status of ['running', 'completed'] as const) {
    for (const run of runs) {
      const store = openStore(folder);
      store.save({ ...run, report: { ...run.report, status } });
      store.save(record());
      await store.flush();
    }
  }
  const store = openStore(folder);
  for (const { report } of runs) {
    expect((await store.load(report.runId))?.report.status).toBe('completed');
  }
});

test('a process that looks for old runs while another one removes some removes no more than that one', async () => {
  const folder = join(temporaryFolder(), '.runs');
  const store = openStore(folder);
  for (let index = 0; index < 400; index += 1) store.save(record(paid));
  await store.flush();
  const limits = { days: 30, count: 200, bytes: 1e9 };
  const work = [removeOldRuns(folder, limits)];
  while (readdirSync(folder).length === 400) await new Promise((resolve) => setImmediate(resolve));
  work.push(removeOldRuns(folder, limits));
  await Promise.all(work);
  expect(readdirSync(folder)).toHaveLength(200);
});
