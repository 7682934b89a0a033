import type { RunReport } from './report.ts';
import type { StoredRun } from './run-record.ts';

/** Longest time limit of a run that can be set, for records that do not name theirs. */
const longestRunMs = 86_400_000;

/** What a run may need beyond its limit to come to its end. */
const graceMs = 60_000;

/**
 * Whether another process works on a stored run. Process ids are given out again, so that a run beyond its time limit counts
 * as left behind, whoever has the id now.
 */
export function isWorkedOnElsewhere(record: StoredRun, now: number): boolean {
  return record.processId !== process.pid && isAtWork(record, now);
}

/** Whether some process, this one or another, works on a stored run. */
export function isAtWork(record: StoredRun, now: number): boolean {
  const { report, processId, startedAt = now, state } = record;
  if (report.status !== 'running') return false;
  const limitMs = state?.limits.timeoutMs ?? longestRunMs;
  return now - startedAt <= limitMs + graceMs && isAlive(processId);
}

/** The report of a run that nobody works on: one that says `running` was interrupted. */
export function settledReport({ report }: StoredRun): RunReport {
  return report.status === 'running'
    ? { ...report, status: 'cancelled', outcome: 'aborted' }
    : report;
}

/** Whether there is a process of that id. 0 stands for none. */
export function isAlive(processId: number): boolean {
  if (processId < 1) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
