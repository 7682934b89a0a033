import type { StoredRun } from '../../src/runs/run-record.ts';
import type { RunStore } from '../../src/runs/run-store.ts';

/** Keeps runs in memory, so that a test whose clock is its own waits for no disk. */
export function memoryRunStore(): RunStore {
  const runs = new Map<string, StoredRun>();
  const stops = new Set<string>();
  const save = (run: StoredRun): void => {
    runs.set(run.report.runId, structuredClone(run));
  };
  return {
    save,
    secure: (run) => {
      save(run);
      return Promise.resolve();
    },
    load: (runId) => Promise.resolve(runs.get(runId)),
    requestStop: (runId) => void stops.add(runId),
    isStopRequested: (runId) => Promise.resolve(stops.has(runId)),
    forgetStop: (runId) => {
      stops.delete(runId);
      return Promise.resolve();
    },
    claim: () => Promise.resolve(() => Promise.resolve()),
    flush: () => Promise.resolve(),
  };
}
