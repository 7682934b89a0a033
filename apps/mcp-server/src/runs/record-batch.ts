import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIdTime } from './run-id.ts';
import { parseRecord, type StoredRun } from './run-record.ts';

/**
 * Records of several rule runs in one file, a line each. Each file that is written costs far more than such a run itself, so that a burst
 * of them shares one. The name tells which runs may be in it: those made from `from` to `to`, in milliseconds since the Unix epoch.
 */
export interface RecordBatch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const pattern = /^rules_([0-9a-z]{8,10})_([0-9a-z]{8,10})_(\d{1,6})_[0-9a-f]{16}\.jsonl$/;

/** A run that was made longer ago than this, and goes on, gets a file of its own: a batch would hold runs of all times. */
const longestSpanMs = 60_000;

/** One that is not over gets one too: its end would be a second record of it, and those that share a file may be removed together. */
export function fitsBatch({ startedAt, report: { runId, status } }: StoredRun): boolean {
  if (status === 'running') return false;
  const madeAt = runIdTime(runId);
  return madeAt !== undefined && startedAt !== undefined && startedAt - madeAt <= longestSpanMs;
}

/** A new file name for these runs. */
export function batchName(runs: readonly StoredRun[]): string {
  const times = runs.map(({ report }) => runIdTime(report.runId) ?? 0);
  const [from, to] = [Math.min(...times), Math.max(...times)].map((time) =>
    time.toString(36).padStart(8, '0'),
  );
  return `rules_${from ?? ''}_${to ?? ''}_${runs.length}_${randomBytes(8).toString('hex')}.jsonl`;
}

/** What the name of a file in the folder tells, or undefined where it is no batch. */
export function readBatchName(name: string): RecordBatch | undefined {
  const [, from, to, count] = pattern.exec(name) ?? [];
  if (from === undefined || to === undefined) return undefined;
  return { from: parseInt(from, 36), to: parseInt(to, 36), count: Number(count) };
}

/** The newest record of a run in any batch. */
export async function findInBatches(folder: string, runId: string): Promise<StoredRun | undefined> {
  const madeAt = runIdTime(runId);
  if (madeAt === undefined) return undefined;
  let newest: StoredRun | undefined;
  for (const name of await readdir(folder).catch(() => [])) {
    const batch = readBatchName(name);
    if (batch === undefined || madeAt < batch.from || madeAt > batch.to) continue;
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    newest = newerOf(newest, findInText(text, runId));
  }
  return newest;
}

function findInText(text: string, runId: string): StoredRun | undefined {
  for (const line of text.split('\n')) {
    if (!line.includes(runId)) continue;
    const record = parseRecord(line);
    if (record?.report.runId === runId) return record;
  }
  return undefined;
}

/** The one that a process began to work on later; of the same work its end counts. */
export function newerOf(
  one: StoredRun | undefined,
  other: StoredRun | undefined,
): StoredRun | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [begun, otherBegun] = [one.startedAt ?? 0, other.startedAt ?? 0];
  if (begun !== otherBegun) return otherBegun > begun ? other : one;
  return one.report.status === 'running' && other.report.status !== 'running' ? other : one;
}
