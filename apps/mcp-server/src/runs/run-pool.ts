import { createHash } from 'node:crypto';
import type { RunState } from '@mini-agent/react-agent';
import type { RunReport } from './report.ts';
import { startRun, type Run, type RunChange, type RunOptions } from './run.ts';
import type { StoredRequest, StoredRun } from './run-record.ts';
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
        ...keeper({ caller, usesModel, job }, options),
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

interface KeptJob {
  readonly caller: string;
  readonly usesModel: boolean;
  readonly job: RunJob;
}

/** Stands in a record for a process that is gone. */
const noProcess = 0;

/** The report of a run that was put aside, as if it went on: that is how one reads whose process died. */
function openReport(report: RunReport): RunReport {
  const open: { -readonly [Key in keyof RunReport]: RunReport[Key] } = { ...report };
  delete open.outcome;
  delete open.errorCode;
  return { ...open, status: 'running', answer: '' };
}

/** The conversation that a run continues is in its state as soon as there is one. */
function requestOf(job: RunJob, state: RunState | undefined): StoredRequest {
  const { mode, maxTurns, agent, history, earlier } = job;
  const conversation = {
    ...(history && { history }),
    ...(earlier && { earlier }),
  };
  return {
    mode,
    ...(maxTurns !== undefined && { maxTurns }),
    ...(agent !== undefined && { agent }),
    ...(state === undefined && conversation),
  };
}

/**
 * Writes a run when it is over, and a model's run at its start, now and then, and before what must not be done twice: it is found
 * again if the process dies.
 */
function keeper(
  { caller, usesModel, job }: KeptJob,
  { store, now }: RunPoolOptions,
): Pick<RunOptions, 'onChange' | 'secure'> {
  let savedAt = -Infinity;
  const recordOf = ({ startedAt, report, state, isOver, isLeft }: RunChange): StoredRun => {
    savedAt = now();
    const processId = isLeft ? noProcess : process.pid;
    const common = { version: 1, caller, processId, startedAt } as const;
    const record = { ...common, report: isLeft ? openReport(report()) : report() };
    const request = isOver && !isLeft ? {} : { request: requestOf(job, state) };
    return { ...record, ...request, ...(state === undefined ? {} : { state }) };
  };
  let newest: RunChange | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  const save = (change: RunChange): void => {
    newest = undefined;
    clearTimeout(later);
    later = undefined;
    store.save(recordOf(change));
  };
  // A state that comes too soon is written a little later: the next one may be minutes away, or never come.
  const saveLater = (change: RunChange, waitMs: number): void => {
    newest = change;
    later ??= setTimeout(() => {
      later = undefined;
      if (newest !== undefined) save(newest);
    }, waitMs).unref();
  };
  return {
    onChange: (change) => {
      const waitMs = savedAt + saveEveryMs - now();
      if (change.isOver || (usesModel && waitMs <= 0)) save(change);
      else if (usesModel) saveLater(change, waitMs);
    },
    // Runs of rules alone are not resumed: nothing of them is done again.
    secure: async (change) => {
      if (!usesModel) return;
      newest = undefined;
      await store.secure(recordOf(change));
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
