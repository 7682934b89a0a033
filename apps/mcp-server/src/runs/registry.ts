import { detectLanguage } from '@mini-agent/foundation/language';
import { AppError } from '../errors.ts';
import { busyMessage } from '../messages.ts';
import { continuedHistory, continuedParts } from './history.ts';
import { createInTurn } from './in-turn.ts';
import type { Run } from './run.ts';
import { createRunId } from './run-id.ts';
import { createRunLookup, type FoundRun } from './run-lookup.ts';
import { isWorkedOnElsewhere } from './run-owner.ts';
import { createRunPool } from './run-pool.ts';
import type { RunStore } from './run-store.ts';
import type { Runner, RunJob } from './runner.ts';
import { createGoOn, isUnfinished, wasInterrupted, type ResumeJob } from './unfinished-runs.ts';

export type { FoundRun } from './run-lookup.ts';
export type { ResumeJob } from './unfinished-runs.ts';

export interface RegistryOptions {
  readonly runner: Runner;
  readonly store: RunStore;
  readonly now?: () => number;
}

/** Owns every run of this process: handles, callers, waiting, continuing, stopping, keeping. */
export interface RunRegistry {
  /** Starts a run, or returns the one that an identical call of the same caller already pays for. */
  start(job: RunJob, caller: string): Run;
  /** Continues the conversation of `runId` under the same handle. Rejects with `not_found` or `busy`. */
  continue(runId: string, job: RunJob, caller: string): Promise<Run>;
  /** Goes on with an interrupted run where it was; one that came to its own end is only found. Rejects with `not_found`. */
  resume(runId: string, job: ResumeJob, caller: string): Promise<FoundRun>;
  /** Finds a run, and goes on with one whose process ended before it; one that was stopped stays stopped. Rejects with `not_found`. */
  finish(runId: string, job: ResumeJob, caller: string): Promise<FoundRun>;
  /** Rejects with `not_found` for a wrong handle and for another caller's. */
  find(runId: string, caller: string): Promise<FoundRun>;
  /** Stops a run; one whose process ended before it counts as stopped from then on. Rejects with `not_found`. */
  stop(runId: string, caller: string): Promise<FoundRun>;
  /** Runs that are going on. */
  readonly active: () => readonly Run[];
  /** Resolves when every finished run is on the disk. */
  readonly flush: () => Promise<void>;
}

export function createRunRegistry(options: RegistryOptions): RunRegistry {
  const { store, now = Date.now } = options;
  const pool = createRunPool({ ...options, now });
  const lookup = createRunLookup({ store, now });
  const { stored, found } = lookup;
  const inTurn = createInTurn();
  const goOn = createGoOn({ lookup, pool, store, now });

  const foundOrBusy = async (
    runId: string,
    finding: ReturnType<typeof goOn>,
  ): Promise<FoundRun> => {
    const run = await finding;
    if (run === undefined) throw busy(runId);
    return run;
  };
  const atWork = (runId: string, job: RunJob, caller: string): Run | undefined => {
    const run = pool.find(runId, caller);
    if (run === undefined || pool.isIdentical(run, job, caller)) return run;
    throw busy(runId, job.task);
  };
  const continued = async (runId: string, job: RunJob, caller: string): Promise<Run> => {
    const stopping = pool.find(runId, caller);
    if (stopping?.isStopping() === true) await stopping.finished;
    const run = atWork(runId, job, caller);
    if (run !== undefined) return run;
    const record = await stored(runId, caller);
    if (isWorkedOnElsewhere(record, now())) throw busy(runId, job.task);
    // Somebody may have resumed it meanwhile.
    const resumed = atWork(runId, job, caller);
    if (resumed !== undefined) return resumed;
    const { state, report, startedAt } = record;
    const history = continuedHistory(report, state);
    const before = { history, earlier: continuedParts(state), after: startedAt };
    return pool.launch(runId, { ...job, ...before }, caller);
  };
  return {
    start: (job, caller) =>
      pool.identical(job, caller) ?? pool.launch(createRunId(now()), job, caller),
    // In turn: two that read the same record would both go on from it.
    continue: (runId, job, caller) =>
      inTurn(`${caller}\n${runId}`, () => continued(runId, job, caller)),
    resume: (runId, job, caller) =>
      foundOrBusy(runId, goOn({ runId, job, caller, isOne: wasInterrupted })),
    finish: (runId, job, caller) =>
      foundOrBusy(runId, goOn({ runId, job, caller, isOne: isUnfinished })),
    stop: async (runId, caller) => {
      const run = pool.find(runId, caller);
      if (run !== undefined) return stopped({ kind: 'live', run });
      const record = await stored(runId, caller);
      const seen = stopped(found(record));
      const isLeft = seen.kind === 'stored' && isUnfinished(record);
      if (isLeft) store.save({ ...record, report: seen.report });
      return seen;
    },
    find: async (runId, caller) => {
      const run = pool.find(runId, caller);
      return run === undefined ? found(await stored(runId, caller)) : { kind: 'live', run };
    },
    active: pool.active,
    flush: store.flush,
  };
}

function busy(runId: string, task = ''): AppError {
  return new AppError('busy', busyMessage(detectLanguage(task), runId));
}

function stopped(found: FoundRun): FoundRun {
  if (found.kind === 'live') found.run.stop();
  return found;
}
