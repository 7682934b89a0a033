import { createHash } from 'node:crypto';
import type { RunState } from '@mini-agent/react-agent';
import type { RunReport } from './report.ts';
import { startRun, type Run, type RunOptions, type RunView } from './run.ts';
import type { StoredRequest, StoredRun } from './run-record.ts';
import type { RunStore } from './run-store.ts';
import type { Runner, RunJob } from './runner.ts';

export interface RunPoolOptions {
  readonly runner: Runner;
  readonly store: RunStore;
  readonly now: () => number;
}

/** The runs that this process works on. Those that are over are the store's. */
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

export function createRunPool(options: RunPoolOptions): RunPool {
  const { runner, now } = options;
  const runs = new Map<string, Run>();
  const isIdentical = (run: Run, job: RunJob, caller: string): boolean =>
    isAtWork(run) && run.key === callKey(job, caller);
  return {
    launch: (runId, job, caller) => {
      const modes = runner.modes(job);
      const usesModel = modes.some((mode) => mode !== 'rule');
      const kept = keeper({ caller, usesModel, job }, options);
      const run = startRun({
        runId,
        caller,
        key: usesModel ? callKey(job, caller) : undefined,
        job,
        modes,
        runner,
        ...(kept.secure && { secure: kept.secure }),
        onChange: (view) => {
          kept.onChange(view);
          if (view.isOver()) runs.delete(runId);
        },
      });
      if (usesModel) void stopOnRequest(run, options.store);
      if (!run.isOver()) runs.set(runId, run);
      return run;
    },
    find: (runId, caller) => {
      const run = runs.get(runId);
      return run?.caller === caller ? run : undefined;
    },
    isIdentical,
    identical: (job, caller) => {
      if (job.mode === 'rule') return undefined;
      const key = callKey(job, caller);
      for (const run of runs.values()) {
        if (run.key !== key || !isAtWork(run)) continue;
        const isGivenUp = !run.hasOpenCall() || now() - run.startedAt >= attachAfterMs;
        if (isGivenUp) return run;
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
  const recordOf = (view: RunView): StoredRun => {
    savedAt = now();
    const { startedAt } = view;
    const [state, isLeft] = [view.state(), view.isLeft()];
    const processId = isLeft ? noProcess : process.pid;
    const common = { version: 1, caller, processId, startedAt } as const;
    const record = { ...common, report: isLeft ? openReport(view.report()) : view.report() };
    const request = view.isOver() && !isLeft ? {} : { request: requestOf(job, state) };
    return { ...record, ...request, ...(state === undefined ? {} : { state }) };
  };
  let hasNews = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const save = (view: RunView): void => {
    hasNews = false;
    clearTimeout(later);
    later = undefined;
    store.save(recordOf(view));
  };
  // A state that comes too soon is written a little later: the next one may be minutes away, or never come.
  const saveLater = (view: RunView, waitMs: number): void => {
    hasNews = true;
    later ??= setTimeout(() => {
      later = undefined;
      if (hasNews) save(view);
    }, waitMs).unref();
  };
  return {
    onChange: (view) => {
      if (view.isOver()) save(view);
      // Runs of rules alone are not resumed: nothing of them is done again.
      if (view.isOver() || !usesModel) return;
      const waitMs = savedAt + saveEveryMs - now();
      if (waitMs <= 0) save(view);
      else saveLater(view, waitMs);
    },
    secure: async (view) => {
      if (!usesModel) return;
      hasNews = false;
      await store.secure(recordOf(view));
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
