import { defaultRetention } from './retention.ts';
import type { StoredRun } from './run-record.ts';

/** Records that may wait for the disk: as many as it keeps. A burst of calls in one piece is answered before one file is written. */
const mostWaiting = defaultRetention.count;

/** Records that could not be written and are remembered. */
const mostUnwritten = 200;

/** The newest state of a run that is not on the disk yet. */
export interface WaitingRun {
  readonly run: StoredRun;
  /** Told when it is written, or cannot be. */
  readonly onSettled: readonly (() => void)[];
}

/** What waits for the disk: of each run its newest state. */
export interface RecordQueue {
  /** The newest state of a run, while it waits or is written. */
  readonly newest: (runId: string) => StoredRun | undefined;
  /** One that could not be written; the last few are remembered. */
  readonly unwritten: (runId: string) => StoredRun | undefined;
  /** True where it is to be forced to the disk, not only handed to the system: a model's run, which cost money, or one that somebody waits for. */
  readonly put: (run: StoredRun, settled?: () => void) => boolean;
  /** How many are to be forced, and how many can be had again. */
  readonly sizes: () => { readonly forced: number; readonly others: number };
  /** The next run to be forced that nobody writes at the moment; `done` must be called when it is written or failed. */
  readonly takeForced: () => WaitingRun | undefined;
  /** The same for up to `most` of the others. */
  readonly takeOthers: (most: number) => readonly WaitingRun[];
  readonly done: (taken: WaitingRun, isWritten: boolean) => void;
  /** Gives up what waits. */
  readonly drop: () => void;
}

export function createRecordQueue(): RecordQueue {
  const forced = new Map<string, WaitingRun>();
  const others = new Map<string, WaitingRun>();
  const inFlight = new Map<string, WaitingRun>();
  const unwritten = new Map<string, StoredRun>();

  const takeFrom = (waiting: Map<string, WaitingRun>): WaitingRun | undefined => {
    for (const [runId, next] of waiting) {
      if (inFlight.has(runId)) continue;
      waiting.delete(runId);
      inFlight.set(runId, next);
      return next;
    }
    return undefined;
  };
  const remember = (run: StoredRun): void => {
    unwritten.set(run.report.runId, run);
    dropFirst(unwritten, mostUnwritten);
  };
  return {
    newest: (runId) => (forced.get(runId) ?? others.get(runId) ?? inFlight.get(runId))?.run,
    unwritten: (runId) => unwritten.get(runId),
    put: (run, settled) => {
      const { runId } = run.report;
      const before = forced.get(runId)?.onSettled ?? [];
      const onSettled = settled === undefined ? before : [...before, settled];
      const isForced = onSettled.length > 0 || !isRuleRun(run);
      (isForced ? others : forced).delete(runId);
      (isForced ? forced : others).set(runId, { run, onSettled });
      // On a disk that cannot keep up the oldest rule run goes first: it would be the first to be pruned too.
      const dropped = dropFirst(others, Math.max(0, mostWaiting - forced.size));
      if (dropped !== undefined) remember(dropped.run);
      return isForced;
    },
    sizes: () => ({ forced: forced.size, others: others.size }),
    takeForced: () => takeFrom(forced),
    takeOthers: (most) => {
      const taken: WaitingRun[] = [];
      while (taken.length < most) {
        const next = takeFrom(others);
        if (next === undefined) break;
        taken.push(next);
      }
      return taken;
    },
    done: (taken, isWritten) => {
      const { runId } = taken.run.report;
      inFlight.delete(runId);
      if (isWritten) unwritten.delete(runId);
      else remember(taken.run);
      settle([taken]);
    },
    drop: () => {
      const lost = [...forced.values(), ...others.values()];
      forced.clear();
      others.clear();
      for (const { run } of lost) remember(run);
      settle(lost);
    },
  };
}

function settle(runs: readonly WaitingRun[]): void {
  for (const { onSettled } of runs) for (const tell of onSettled) tell();
}

/** Removes the first entry of a map that has more than `most`. */
function dropFirst<Value>(map: Map<string, Value>, most: number): Value | undefined {
  if (map.size <= most) return undefined;
  for (const [key, value] of map) {
    map.delete(key);
    return value;
  }
  return undefined;
}

function isRuleRun({ report: { plannedMode, last } }: StoredRun): boolean {
  return plannedMode === 'rule' && (last === undefined || last.mode === 'rule');
}
