import { isInterrupted, resumableState } from './history.ts';
import type { FoundRun, RunLookup } from './run-lookup.ts';
import { settledReport } from './run-owner.ts';
import type { RunPool } from './run-pool.ts';
import type { StoredRequest, StoredRun } from './run-record.ts';
import type { RunStore } from './run-store.ts';
import type { RunJob } from './runner.ts';

/** What of a job is not in the record. */
export type ResumeJob = Omit<RunJob, 'task' | 'history' | 'earlier' | 'after' | 'resumeFrom'>;

export interface GoOnOptions {
  readonly runId: string;
  readonly job: ResumeJob;
  readonly caller: string;
  /** Whether a run that nobody works on is to be gone on with. */
  readonly isOne: (record: StoredRun) => boolean;
}

export interface UnfinishedRunsOptions {
  readonly lookup: RunLookup;
  readonly pool: RunPool;
  readonly store: RunStore;
  readonly now: () => number;
}

/** Finds a run and, where it is one to go on with, does so: undefined where somebody else claimed it and has not begun. */
export type GoOn = (options: GoOnOptions) => Promise<FoundRun | undefined>;

/** Its process ended before it did, and nobody stopped it. */
export function isUnfinished({ report }: StoredRun): boolean {
  return report.status === 'running';
}

/** Stopped or unfinished. */
export function wasInterrupted(record: StoredRun): boolean {
  return isInterrupted(settledReport(record));
}

export function createGoOn({ lookup, pool, store, now }: UnfinishedRunsOptions): GoOn {
  const { stored, found } = lookup;
  const look = async ({ runId, caller, isOne }: GoOnOptions): Promise<Looked> => {
    const run = pool.find(runId, caller);
    if (run !== undefined) return { seen: { kind: 'live', run } };
    const record = await stored(runId, caller);
    const seen = found(record);
    return seen.kind === 'stored' && isOne(record) ? { seen, record } : { seen };
  };
  return async (options) => {
    const { runId, caller, job } = options;
    const first = await look(options);
    if (first.record === undefined) return first.seen;
    const release = await store.claim(runId);
    if (release === undefined) return whenClaimed(() => look(options));
    try {
      // As it is now that nobody else can go on with it.
      const { seen, record } = await look(options);
      if (record === undefined) return seen;
      return { kind: 'live', run: pool.launch(runId, resumedJob(record, job, now()), caller) };
    } finally {
      // Not before the record names this process: until then another one would take the run for interrupted.
      void store.flush().finally(release);
    }
  };
}

interface Looked {
  readonly seen: FoundRun;
  /** Of a run that is to be gone on with. */
  readonly record?: StoredRun;
}

const claimWaitMs = 5_000;
const claimLookMs = 50;

/** The run that somebody else is about to go on with. */
async function whenClaimed(look: () => Promise<Looked>): Promise<FoundRun | undefined> {
  for (let waited = 0; waited < claimWaitMs; waited += claimLookMs) {
    await new Promise((resolve) => setTimeout(resolve, claimLookMs));
    const { seen, record } = await look();
    if (record === undefined) return seen;
  }
  return undefined;
}

/** The job as it was asked for, with what the caller's client can do now. */
function resumedJob(record: StoredRun, job: ResumeJob, now: number): RunJob {
  const { report, state, request, startedAt: after } = record;
  const { history, earlier, ...asked }: Partial<StoredRequest> = request ?? {};
  const mode = job.mode === 'rule' ? job.mode : (asked.mode ?? job.mode);
  const again = { ...job, ...asked, mode, task: report.task, after };
  const resumeFrom = resumableState(state, now);
  if (resumeFrom !== undefined) return { ...again, resumeFrom };
  // Without a state it was interrupted before its first step.
  return { ...again, ...(history && { history }), ...(earlier && { earlier }) };
}
