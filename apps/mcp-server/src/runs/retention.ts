import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBatchName, type RecordBatch } from './record-batch.ts';
import { runIdTime } from './run-id.ts';
import { isAtWork } from './run-owner.ts';
import { parseRecord } from './run-record.ts';

/** How much of what is over is kept. */
export interface Retention {
  /** How long a finished run can be asked for, in days. */
  readonly days: number;
  /** Most runs in the folder. */
  readonly count: number;
  /** Most bytes of all records together. */
  readonly bytes: number;
}

export const defaultRetention: Retention = { days: 30, count: 2_000, bytes: 256 * 1024 * 1024 };

const dayMs = 86_400_000;

/** Few at a time, so that the calls of the moment find the disk free. */
const lookedAtOnce = 4;

/** The record of one run, or of several that share a file, with the files beside it. */
interface KeptRun {
  /** How many runs these are. */
  readonly count: number;
  readonly names: readonly string[];
  readonly hasRecord: boolean;
  readonly bytes: number;
  /** Its last write: when a finished run ended. */
  readonly changedAt: number;
}

/**
 * Removes runs that have been over for longer than `days`, and the ones that ended first above `count` and `bytes`. A run that some
 * process works on stays, whatever the limits say.
 */
export async function removeOldRuns(
  folder: string,
  retention: Retention,
  now: number = Date.now(),
): Promise<void> {
  const kept = await listRuns(folder);
  let count = kept.reduce((sum, run) => sum + run.count, 0);
  let bytes = kept.reduce((sum, run) => sum + run.bytes, 0);
  for (const run of kept.toSorted((left, right) => left.changedAt - right.changedAt)) {
    const age = now - run.changedAt;
    const isLeftOver = !run.hasRecord && age > dayMs;
    const isOld = age > retention.days * dayMs;
    const isOne = isLeftOver || isOld || count > retention.count || bytes > retention.bytes;
    if (!isOne || (run.hasRecord && (await isRunning(folder, run, now)))) continue;
    for (const name of run.names) await rm(join(folder, name), { force: true });
    count -= run.count;
    bytes -= run.bytes;
  }
}

const savesBetweenPrunes = 500;

/** Looks now and then for old runs, beside the writing: a call that waits for its record does not wait for this. */
export interface Pruner {
  readonly saved: (folder: string, count: number) => void;
  readonly settled: () => Promise<void>;
}

export function createPruner({
  onError,
  ...retention
}: Partial<Retention> & { readonly onError: (error: unknown) => void }): Pruner {
  let pruning: Promise<void> | undefined;
  let savesLeft = 0;
  return {
    saved: (folder, count) => {
      savesLeft -= count;
      if (savesLeft > 0 || pruning !== undefined) return;
      savesLeft = savesBetweenPrunes;
      pruning = removeOldRuns(folder, { ...defaultRetention, ...retention })
        .catch(onError)
        .finally(() => {
          pruning = undefined;
        });
    },
    settled: () => pruning ?? Promise.resolve(),
  };
}

async function listRuns(folder: string): Promise<readonly KeptRun[]> {
  const byRun = new Map<string, string[]>();
  for (const name of await readdir(folder)) {
    const stem = stemOf(name);
    if (runIdTime(stem) === undefined && batchOf(stem) === undefined) continue;
    byRun.set(stem, [...(byRun.get(stem) ?? []), name]);
  }
  const groups = [...byRun];
  const runs: KeptRun[] = [];
  const lookAtSome = async (): Promise<void> => {
    for (let next = groups.pop(); next !== undefined; next = groups.pop()) {
      const run = await lookAt(folder, ...next);
      if (run !== undefined) runs.push(run);
    }
  };
  await Promise.all(Array.from({ length: lookedAtOnce }, lookAtSome));
  return runs;
}

/** Undefined where another process has removed it since it was listed. */
async function lookAt(
  folder: string,
  stem: string,
  names: readonly string[],
): Promise<KeptRun | undefined> {
  const batch = batchOf(stem);
  const recordName = batch === undefined ? `${stem}.json` : `${stem}.jsonl`;
  let bytes = 0;
  let changedAt = 0;
  let recordChangedAt: number | undefined;
  let isThere = false;
  for (const name of names) {
    const found = await sizeAndTime(join(folder, name));
    if (found === undefined) continue;
    const { size, mtimeMs } = found;
    isThere = true;
    bytes += size;
    changedAt = Math.max(changedAt, mtimeMs);
    if (name === recordName) recordChangedAt = mtimeMs;
  }
  if (!isThere) return undefined;
  const hasRecord = recordChangedAt !== undefined;
  const count = batch?.count ?? 1;
  return { count, names, hasRecord, bytes, changedAt: recordChangedAt ?? changedAt };
}

async function sizeAndTime(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    return await stat(path);
  } catch {
    return undefined;
  }
}

/** Read only of runs that are about to be removed. Those that share a file are over. */
async function isRunning(folder: string, { names }: KeptRun, now: number): Promise<boolean> {
  const name = names.find((candidate) => candidate === `${stemOf(candidate)}.json`) ?? '';
  try {
    const record = parseRecord(await readFile(join(folder, name), 'utf8'));
    return record !== undefined && isAtWork(record, now);
  } catch {
    return false;
  }
}

function batchOf(stem: string): RecordBatch | undefined {
  return readBatchName(`${stem}.jsonl`);
}

/** A run's handle, or the name of a batch. */
function stemOf(name: string): string {
  const end = name.indexOf('.');
  return end < 0 ? '' : name.slice(0, end);
}
