import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRunRegistry } from '../src/runs/registry.ts';
import { runningReport, type RunReport } from '../src/runs/report.ts';
import { removeOldRuns } from '../src/runs/retention.ts';
import { createRunId } from '../src/runs/run-id.ts';
import type { StoredRun } from '../src/runs/run-record.ts';
import { createRunStore } from '../src/runs/run-store.ts';
import { fakeRunner } from './fixtures/fake-runner.ts';
import { temporaryFolder } from './stdio-harness.ts';

const day = 86_400_000;
const generous = { days: 30, count: 1_000_000, bytes: 1e12 };

interface Kept {
  /** When it was written last. */
  readonly endedAt: number;
  readonly madeAt?: number;
  readonly bytes?: number;
  readonly report?: Partial<RunReport>;
  readonly processId?: number;
}

/** Writes the record of a run as a process does, and gives its handle. */
function keep(folder: string, { endedAt, madeAt = endedAt, bytes = 0, ...change }: Kept): string {
  const runId = createRunId(madeAt);
  const source = {
    runId,
    task: 'x',
    plannedMode: 'http',
    fallbacks: [],
    state: undefined,
  } as const;
  const open = runningReport({ ...source, durationMs: 1 });
  const report: RunReport = {
    ...open,
    status: 'completed',
    outcome: 'completed',
    answer: 'y'.repeat(bytes),
    ...change.report,
  };
  const { processId = 2_147_483_000 } = change;
  const record: StoredRun = { version: 1, caller: 'me', processId, startedAt: endedAt, report };
  const path = join(folder, `${runId}.json`);
  writeFileSync(path, JSON.stringify(record));
  utimesSync(path, endedAt / 1_000, endedAt / 1_000);
  return runId;
}

function emptyFolder(): string {
  const folder = join(temporaryFolder(), '.runs');
  mkdirSync(folder);
  return folder;
}

function left(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => name.replace(/\..*$/, ''));
}

describe('what is kept of runs', () => {
  const now = Date.now();

  test('by age: what ended more than 30 days ago goes, also what was made then but continued since stays', async () => {
    const folder = emptyFolder();
    keep(folder, { endedAt: now - 31 * day });
    const kept = [
      keep(folder, { endedAt: now - 29 * day }),
      keep(folder, { endedAt: now - day, madeAt: now - 90 * day }),
    ];
    await removeOldRuns(folder, generous, now);
    expect(left(folder).toSorted()).toEqual(kept.toSorted());
  });

  test('by number: those that ended first go', async () => {
    const folder = emptyFolder();
    const made = [5, 1, 4, 2, 3].map((days) => ({
      days,
      runId: keep(folder, { endedAt: now - days * day, madeAt: now - (9 - days) * day }),
    }));
    await removeOldRuns(folder, { ...generous, count: 2 }, now);
    const expected = made.filter(({ days }) => days <= 2).map(({ runId }) => runId);
    expect(left(folder).toSorted()).toEqual(expected.toSorted());
  });

  test('by size: those that ended first go until the rest has room', async () => {
    const folder = emptyFolder();
    keep(folder, { endedAt: now - 4_000, bytes: 50_000 });
    keep(folder, { endedAt: now - 3_000, bytes: 10_000 });
    const kept = [
      keep(folder, { endedAt: now - 2_000, bytes: 50_000 }),
      keep(folder, { endedAt: now - 1_000, bytes: 20_000 }),
    ];
    await removeOldRuns(folder, { ...generous, bytes: 80_000 }, now);
    expect(left(folder).toSorted()).toEqual(kept.toSorted());
  });

  test('a run at work never goes, in this process or another; one whose process is gone does', async () => {
    const folder = emptyFolder();
    const running = { report: { status: 'running' }, bytes: 50_000 } as const;
    const kept = [
      keep(folder, { ...running, endedAt: now - 3_000, processId: process.pid }),
      keep(folder, { ...running, endedAt: now - 4_000, processId: process.ppid }),
    ];
    keep(folder, { ...running, endedAt: now - 2_000 });
    keep(folder, { endedAt: now - 1_000 });
    await removeOldRuns(folder, { days: 30, count: 0, bytes: 0 }, now);
    expect(left(folder).toSorted()).toEqual(kept.toSorted());
  });

  test('files beside a record go with it, those without one after a day; what is no run stays', async () => {
    const folder = emptyFolder();
    const old = keep(folder, { endedAt: now - 31 * day });
    for (const name of [`${old}.stop`, `${old}.claim`, `${old}.json.17.tmp`, 'notes.txt']) {
      writeFileSync(join(folder, name), '');
    }
    const alone = [createRunId(now - 9 * day), createRunId(now)].map((id) => `${id}.stop`);
    for (const name of alone) writeFileSync(join(folder, name), '');
    const before = (now - 2 * day) / 1_000;
    utimesSync(join(folder, alone[0] ?? ''), before, before);
    await removeOldRuns(folder, generous, now);
    expect(readdirSync(folder).toSorted()).toEqual(['notes.txt', alone[1]].toSorted());
  });
});

describe('a folder with 2,000 records', { timeout: 30_000 }, () => {
  test('is brought below its limits beside the calls, which do not wait for that', async () => {
    const folder = emptyFolder();
    const now = Date.now();
    const runs = Array.from({ length: 2_000 }, (_, index) =>
      keep(folder, { endedAt: now - 10_000_000 + index, bytes: 2_000 }),
    );
    const timesOf = async (directory: string): Promise<readonly number[]> => {
      const store = createRunStore({
        directory: () => Promise.resolve(directory),
        log: () => undefined,
        retention: { count: 1_990 },
      });
      const registry = createRunRegistry({ runner: fakeRunner, store });
      onTestFinished(() => registry.flush());
      const times: number[] = [];
      for (let count = 0; count < 20; count += 1) {
        const begun = performance.now();
        const run = registry.start(
          {
            task: `model answer ${count}`,
            mode: 'auto',
            maxTurns: undefined,
            agent: undefined,
            clientModel: { sampling: false, samplingTools: false, session: {} },
          },
          'me',
        );
        await run.finished;
        await store.secure(await loaded(store, run.runId));
        times.push(performance.now() - begun);
      }
      await registry.flush();
      return times;
    };
    const [empty, full] = [await timesOf(emptyFolder()), await timesOf(folder)];
    const slowest = Math.max(...full);
    if (process.env['SHOW_TIMES'] !== undefined) {
      const median = (list: readonly number[]): string =>
        (list.toSorted((a, b) => a - b)[10] ?? 0).toFixed(1);
      process.stderr.write(
        `empty ${median(empty)} ms, full ${median(full)} ms, slowest ${slowest.toFixed(1)} ms, slowest empty ${Math.max(...empty).toFixed(1)}\n`,
      );
    }
    // Looking at 2,000 files one after the other would take longer than this, and each call is far below it.
    expect(slowest).toBeLessThan(1_000);
    expect(existsSync(join(folder, `${runs[0] ?? ''}.json`))).toBe(false);
    expect(readdirSync(folder).length).toBeLessThanOrEqual(2_010);
  });
});

async function loaded(store: ReturnType<typeof createRunStore>, runId: string): Promise<StoredRun> {
  const run = await store.load(runId);
  if (run === undefined) throw new Error('not kept');
  return run;
}
