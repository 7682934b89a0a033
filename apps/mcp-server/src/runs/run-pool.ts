import { createHash } from 'node:crypto';
import { startRun, type Run, type RunChange, type RunOptions } from './run.ts';
import type { StoredRun } from './run-record.ts';
import type { RunStore } from './run-store.ts';
import type { Runner, RunJob } from './runner.ts';

export interface RunPoolOptions {
  readonly runner: Runner;
  readonly store: RunStore;
  readonly now: () => number;
}

/** The runs of this process, also finished ones for a while, for callers that come back while the disk cannot be written. */
export interface RunPool {
  readonly launch: (runId: string, job: RunJob, caller: string) => Run;
  readonly find: (runId: string, caller: string) => Run | undefined;
  /** Whether a run is at work on the same job for the same caller and costs money. */
  readonly isIdentical: (run: Run, job: RunJob, caller: string) => boolean;
  /** The run that an identical call may attach to. */
  readonly identical: (job: RunJob, caller: string) => Run | undefined;
  readonly active: () => readonly Run[];
}

/** A first request this old has probably been given up by its client. */
const attachAfterMs = 10_000;

/** A running model run is written at most this often. */
const saveEveryMs = 1_000;

/** How often a model run looks whether another process of its caller wants it stopped. */
const lookForStopMs = 100;

const mostInMemory = 200;

export function createRunPool(options: RunPoolOptions): RunPool {
  const { runner, now } = options;
  const runs = new Map<string, Run>();
  const isIdentical = (run: Run, job: RunJob, caller: string): boolean =>
    isAtWork(run) && run.usesModel && run.key === callKey(job, caller);
  return {
    launch: (runId, job, caller) => {
      const modes = runner.modes(job);
      const usesModel = modes.some((mode) => mode !== 'rule');
      const run = startRun({
        runId,
        caller,
        key: callKey(job, caller),
        job,
        modes,
        runner,
        ...keeper({ caller, usesModel }, options),
      });
      if (usesModel) void stopOnRequest(run, options.store);
      runs.delete(runId);
      runs.set(runId, run);
      forgetOldest(runs);
      return run;
    },
    find: (runId, caller) => {
      const run = runs.get(runId);
      return run?.caller === caller ? run : undefined;
    },
    isIdentical,
    identical: (job, caller) => {
      for (const run of runs.values()) {
        const isGivenUp = !run.hasOpenCall() || now() - run.startedAt >= attachAfterMs;
        if (isGivenUp && isIdentical(run, job, caller)) return run;
      }
      return undefined;
    },
    active: () => [...runs.values()].filter((run) => !run.isOver()),
  };
}

/**
 * Writes a run when it is over, and a model's run at its start, now and then, and before what must not be done twice: it is found
 * again if the process dies.
 */
function keeper(
  { caller, usesModel }: { readonly caller: string; readonly usesModel: boolean },
  { store, now }: RunPoolOptions,
): Pick<RunOptions, 'onChange' | 'secure'> {
  let savedAt = -Infinity;
  const recordOf = ({ startedAt, report, state }: RunChange): StoredRun => {
    savedAt = now();
    const common = { version: 1, caller, processId: process.pid, startedAt } as const;
    const record = { ...common, report: report() };
    return state === undefined ? record : { ...record, state };
  };
  return {
    onChange: (change) => {
      if (!change.isOver && (!usesModel || now() - savedAt < saveEveryMs)) return;
      store.save(recordOf(change));
    },
    // Runs of rules alone are not resumed: nothing of them is done again.
    secure: async (change) => {
      if (usesModel) await store.secure(recordOf(change));
    },
  };
}

/** Stops a run when another process of its caller has asked for it; where that cannot be seen, nobody could have asked. */
async function stopOnRequest(run: Run, store: RunStore): Promise<void> {
  const look = async (): Promise<void> => {
    const isWanted = await store.isStopRequested(run.runId).catch(() => false);
    if (isWanted) run.stop();
    else if (!run.isOver()) setTimeout(() => void look(), lookForStopMs).unref();
  };
  // What is left of an earlier request was meant for an earlier part of the conversation.
  await store.forgetStop(run.runId).catch(() => undefined);
  await look();
}

function isAtWork(run: Run): boolean {
  return !run.isOver() && !run.isStopping();
}

function callKey({ task, mode, maxTurns, agent }: RunJob, caller: string): string {
  const text = JSON.stringify([caller, task, mode, maxTurns ?? null, agent ?? null]);
  return createHash('sha256').update(text).digest('base64');
}

function forgetOldest(runs: Map<string, Run>): void {
  for (const [runId, run] of runs) {
    if (runs.size <= mostInMemory) return;
    if (run.isOver()) runs.delete(runId);
  }
}
