import type { RunReport } from '../../runs/report.ts';
import type { FoundRun, RunRegistry } from '../../runs/registry.ts';
import type { Run } from '../../runs/run.ts';

/** Sees every run that calls over HTTP start or come back to, and ends their waiting when the server stops. */
export interface RunWatch {
  readonly wrap: (registry: RunRegistry) => RunRegistry;
  /** Runs that are going on. */
  readonly active: () => readonly Run[];
  /** Calls that wait for a model's run get the report so far: their clients come back for the rest. */
  readonly handBack: () => void;
}

export interface RunListener {
  readonly runOver: (report: RunReport) => void;
  readonly toolOver: (tool: string, isOk: boolean) => void;
}

export function createRunWatch(listener: RunListener): RunWatch {
  const seen = new WeakSet<Run>();
  const waiting = new Set<() => void>();
  let wrapped: RunRegistry | undefined;
  const watch = (run: Run): Run => {
    if (!seen.has(run) && !run.isOver()) {
      seen.add(run);
      follow(run, listener);
    }
    return run.usesModel ? { ...run, finished: orHandedBack(run, waiting) } : run;
  };
  const watchFound = async (finding: Promise<FoundRun>): Promise<FoundRun> => {
    const found = await finding;
    return found.kind === 'live' ? { ...found, run: watch(found.run) } : found;
  };
  return {
    wrap: (registry) => {
      wrapped = registry;
      return {
        ...registry,
        start: (job, caller) => watch(registry.start(job, caller)),
        continue: async (runId, job, caller) => watch(await registry.continue(runId, job, caller)),
        resume: (runId, job, caller) => watchFound(registry.resume(runId, job, caller)),
        finish: (runId, job, caller) => watchFound(registry.finish(runId, job, caller)),
        find: (runId, caller) => watchFound(registry.find(runId, caller)),
      };
    },
    active: () => wrapped?.active() ?? [],
    handBack: () => {
      for (const handBack of waiting) handBack();
    },
  };
}

function follow(run: Run, listener: RunListener): void {
  const names = new Map<string, string>();
  run.watch((event) => {
    if (event.type === 'tool_started') names.set(event.call.id, event.call.name);
    if (event.type !== 'tool_finished') return;
    const { outcome } = event;
    const name = names.get(outcome.callId) ?? 'unknown';
    names.delete(outcome.callId);
    // A model may make names up.
    const isKnown = outcome.ok || outcome.code !== 'unknown_tool';
    listener.toolOver(isKnown ? name : 'unknown', outcome.ok);
  });
  void run.finished.then(listener.runOver);
}

function orHandedBack(run: Run, waiting: Set<() => void>): Promise<RunReport> {
  return new Promise((resolve) => {
    const handBack = (): void => {
      resolve(run.report());
    };
    waiting.add(handBack);
    void run.finished.then((report) => {
      waiting.delete(handBack);
      resolve(report);
    });
  });
}
