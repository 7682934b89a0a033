import { createClientBroker } from './client-broker.ts';
import type { RunReport } from './report.ts';
import type { Run } from './run.ts';
import { isWorkedOnElsewhere, settledReport } from './run-owner.ts';
import type { StoredRun } from './run-record.ts';
import type { RunStore } from './run-store.ts';

export interface RemoteRunOptions {
  readonly store: Pick<RunStore, 'load' | 'requestStop'>;
  readonly now: () => number;
}

/** Seldom enough to cost nothing, and often enough that nobody notices. */
const lookEveryMs = 200;

/**
 * A run that another process of the same caller works on, seen through its record: it can be waited for and stopped, and only
 * its own process can bring its requests to a client. It is looked at while a call is attached.
 */
export function createRemoteRun(first: StoredRun, options: RemoteRunOptions): Run {
  const { store, now } = options;
  const { caller, report, startedAt = now() } = first;
  const { runId } = report;
  const sampling = createClientBroker();
  let newest: RunReport = report;
  let isStopping = false;
  let attached = 0;
  let timer: NodeJS.Timeout | undefined;
  let finish: (report: RunReport) => void = () => undefined;
  const finished = new Promise<RunReport>((resolve) => {
    finish = resolve;
  });

  const isOver = (): boolean => newest.status !== 'running';
  const look = async (): Promise<void> => {
    const record = await store.load(runId);
    // A record that cannot be read for the moment may be read at the next look.
    if (record !== undefined) {
      newest = isWorkedOnElsewhere(record, now()) ? record.report : settledReport(record);
    }
    if (isOver()) finish(newest);
    else schedule();
  };
  const schedule = (): void => {
    clearTimeout(timer);
    if (attached > 0) timer = setTimeout(() => void look(), lookEveryMs);
  };
  const leave = (): void => {
    attached -= 1;
    if (attached === 0) clearTimeout(timer);
  };
  return {
    runId,
    caller,
    key: '',
    startedAt,
    usesModel: true,
    sampling,
    finished,
    isOver,
    isStopping: () => isStopping,
    hasOpenCall: () => true,
    report: () => newest,
    state: () => undefined,
    attach: () => {
      attached += 1;
      schedule();
      return { handBack: leave, cancel: leave };
    },
    watch: () => () => undefined,
    stop: () => {
      isStopping = true;
      store.requestStop(runId);
    },
    // It is another process's to finish.
    leave: () => undefined,
  };
}
