import { detectLanguage } from '@mini-agent/foundation/language';
import { AppError } from '../errors.ts';
import { busyMessage, expiredMessage, notFoundMessage } from '../messages.ts';
import { continuedHistory, continuedParts, isInterrupted, resumableState } from './history.ts';
import type { RunReport } from './report.ts';
import type { Run } from './run.ts';
import { createRunId, runIdTime } from './run-id.ts';
import { createRunPool } from './run-pool.ts';
import { createRemoteRun } from './remote-run.ts';
import { isWorkedOnElsewhere, settledReport } from './run-owner.ts';
import type { StoredRun } from './run-record.ts';
import { keptDays, type RunStore } from './run-store.ts';
import type { Runner, RunJob } from './runner.ts';

export interface RegistryOptions {
  readonly runner: Runner;
  readonly store: RunStore;
  readonly now?: () => number;
}

/** A run that was asked for by its handle: one at work, here or in another process, or the record of an earlier one. */
export type FoundRun =
  | { readonly kind: 'live'; readonly run: Run }
  | { readonly kind: 'stored'; readonly report: RunReport };

/** Owns every run of this process: handles, callers, waiting, continuing, stopping, keeping. */
export interface RunRegistry {
  /** Starts a run, or returns the one that an identical call of the same caller already pays for. */
  start(job: RunJob, caller: string): Run;
  /** Continues the conversation of `runId` under the same handle. Rejects with `not_found` or `busy`. */
  continue(runId: string, job: RunJob, caller: string): Promise<Run>;
  /** Goes on with an interrupted run where it was; one that came to its own end is only found. Rejects with `not_found`. */
  resume(runId: string, job: ResumeJob, caller: string): Promise<FoundRun>;
  /** Rejects with `not_found` for a wrong handle and for another caller's. */
  find(runId: string, caller: string): Promise<FoundRun>;
  /** Runs that are going on. */
  readonly active: () => readonly Run[];
  /** Resolves when every finished run is on the disk. */
  readonly flush: () => Promise<void>;
}

/** What of a job is not in the record. */
export type ResumeJob = Omit<RunJob, 'task' | 'history' | 'earlier' | 'resumeFrom'>;

export function createRunRegistry(options: RegistryOptions): RunRegistry {
  const { store, now = Date.now } = options;
  const pool = createRunPool({ ...options, now });

  const stored = async (runId: string, caller: string): Promise<StoredRun> => {
    const record = await store.load(runId);
    if (record?.caller !== caller) throw notFound(runId, now());
    return record;
  };
  /** The run as this process has it, unless another one has continued it since. */
  const own = async (runId: string, caller: string): Promise<Run | undefined> => {
    const run = pool.find(runId, caller);
    if (run?.isOver() !== true) return run;
    const record = await store.load(runId);
    const isContinued = record?.caller === caller && (record.startedAt ?? 0) > run.startedAt;
    return isContinued ? undefined : run;
  };
  const found = (record: StoredRun): FoundRun =>
    isWorkedOnElsewhere(record, now())
      ? { kind: 'live', run: createRemoteRun(record, { store, now }) }
      : { kind: 'stored', report: settledReport(record) };
  const busy = (runId: string, task: string): AppError =>
    new AppError('busy', busyMessage(detectLanguage(task), runId));
  return {
    start: (job, caller) =>
      pool.identical(job, caller) ?? pool.launch(createRunId(now()), job, caller),
    continue: async (runId, job, caller) => {
      const stopping = pool.find(runId, caller);
      if (stopping?.isStopping() === true) await stopping.finished;
      const run = await own(runId, caller);
      if (run !== undefined && !run.isOver()) {
        if (pool.isIdentical(run, job, caller)) return run;
        throw busy(runId, job.task);
      }
      const record = run === undefined ? await stored(runId, caller) : undefined;
      if (record !== undefined && isWorkedOnElsewhere(record, now())) throw busy(runId, job.task);
      const state = run === undefined ? record?.state : run.state();
      const report = run?.report() ?? record?.report;
      const history = continuedHistory(report, state);
      return pool.launch(runId, { ...job, history, earlier: continuedParts(state) }, caller);
    },
    resume: async (runId, job, caller) => {
      const run = await own(runId, caller);
      if (run !== undefined) return { kind: 'live', run };
      const record = await stored(runId, caller);
      const seen = found(record);
      if (seen.kind === 'live') return seen;
      const { report } = seen;
      const { task } = report;
      if (!isInterrupted(report)) return seen;
      const resumeFrom = resumableState(record.state, now());
      // Without a state it was interrupted before its first step.
      const again = resumeFrom === undefined ? { ...job, task } : { ...job, task, resumeFrom };
      return { kind: 'live', run: pool.launch(runId, again, caller) };
    },
    find: async (runId, caller) => {
      const run = await own(runId, caller);
      return run === undefined ? found(await stored(runId, caller)) : { kind: 'live', run };
    },
    active: pool.active,
    flush: store.flush,
  };
}

function notFound(runId: string, now: number): AppError {
  const madeAt = runIdTime(runId);
  const lapse = keptDays * 86_400_000;
  const isExpired = madeAt !== undefined && now - madeAt > lapse;
  const text = isExpired
    ? expiredMessage('en', new Date(madeAt + lapse).toISOString())
    : notFoundMessage('en');
  return new AppError('not_found', text);
}
