import type { TraceCarrier } from '@mini-agent/llm-router/trace-context';
import { fullAnswer, renderReport, type RenderedResult } from '../../render.ts';
import { oneLine } from '../../render/cut.ts';
import type { ClientBroker, ClientRequest } from '../../runs/client-broker.ts';
import type { RunRegistry } from '../../runs/registry.ts';
import type { RunReport } from '../../runs/report.ts';
import type { Run } from '../../runs/run.ts';
import { runIdTime } from '../../runs/run-id.ts';
import type { ClientModel } from '../../runs/runner.ts';
import { kindsOf, waitingRequests } from '../client-requests.ts';
import { whatRunIsAt } from '../run-progress.ts';

/** A run as a task of the tasks extension sees it: `taskId` is the handle of the run. */
export interface RunTask {
  readonly taskId: string;
  readonly statusMessage?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
}

/** A task with what there is to be known of it. */
export type DetailedRunTask = RunTask &
  (
    | { readonly status: 'working' | 'cancelled' }
    | {
        readonly status: 'input_required';
        readonly requests: Readonly<Record<string, ClientRequest>>;
      }
    | { readonly status: 'completed'; readonly result: RenderedResult }
    | {
        readonly status: 'failed';
        readonly error: { readonly code: number; readonly message: string };
      }
  );

/** Who asks about a task. */
export interface TaskCaller {
  readonly caller: string;
  readonly clientModel: ClientModel;
  readonly trace?: TraceCarrier;
}

export interface RunTasks {
  /** Makes a task of a run: from now on its requests wait to be fetched and answered. */
  open(run: Run, client: ClientModel): DetailedRunTask;
  /** Rejects with `not_found` for an unknown task and for another caller's. Goes on with a task whose process ended before it. */
  get(taskId: string, from: TaskCaller): Promise<DetailedRunTask>;
  /** Hands answers to the run; keys that nothing waits under are ignored. */
  update(
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
    from: TaskCaller,
  ): Promise<void>;
  /** Does nothing to a task that is over. */
  cancel(taskId: string, from: TaskCaller): Promise<void>;
}

/** Often enough for a person who waits, and cheap. */
const pollIntervalMs = 2_000;

/** A finished task can be fetched for a day at least. */
const keptMs = 86_400_000;

const longestMessage = 120;
const internalError = -32_603;

export function createRunTasks(
  registry: RunRegistry,
  settings: { readonly trace: boolean },
): RunTasks {
  const opened = new WeakSet<ClientBroker>();
  const open = (run: Run, client: ClientModel): void => {
    const kinds = kindsOf(client);
    const { sampling } = run;
    if (opened.has(sampling) || kinds.length === 0) return;
    opened.add(sampling);
    const close = sampling.open({ kinds, onWaiting: () => undefined });
    void run.finished.then(close);
  };
  const view = (run: Run, client: ClientModel): DetailedRunTask => {
    if (run.isOver()) return finishedTask(run.report(), settings);
    const task = {
      ...taskOf(run.runId, Date.now()),
      statusMessage: oneLine(whatRunIsAt(run), longestMessage),
    };
    const requests = waitingRequests(run, client);
    return Object.keys(requests).length === 0
      ? { ...task, status: 'working' }
      : { ...task, status: 'input_required', requests };
  };
  const find = (
    taskId: string,
    { caller, clientModel, trace }: TaskCaller,
  ): ReturnType<RunRegistry['finish']> => {
    const job = {
      mode: 'auto',
      maxTurns: undefined,
      agent: undefined,
      clientModel,
      ...(trace === undefined ? {} : { trace }),
    } as const;
    return registry.finish(taskId, job, caller);
  };
  return {
    open: (run, client) => {
      open(run, client);
      return view(run, client);
    },
    get: async (taskId, from) => {
      const found = await find(taskId, from);
      if (found.kind === 'stored') return finishedTask(found.report, settings);
      open(found.run, from.clientModel);
      return view(found.run, from.clientModel);
    },
    update: async (taskId, responses, from) => {
      const found = await find(taskId, from);
      if (found.kind === 'live') found.run.sampling.answer(responses);
    },
    cancel: async (taskId, { caller }) => {
      await registry.stop(taskId, caller);
    },
  };
}

function taskOf(taskId: string, updatedAt: number): RunTask {
  const createdAt = runIdTime(taskId) ?? updatedAt;
  const lastUpdatedAt = Math.max(createdAt, updatedAt);
  return {
    taskId,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(lastUpdatedAt).toISOString(),
    ttlMs: lastUpdatedAt - createdAt + keptMs,
    pollIntervalMs,
  };
}

/** A run that went wrong is a result that says so; only a fault of this program is a failed task. */
function finishedTask(report: RunReport, { trace }: { readonly trace: boolean }): DetailedRunTask {
  const { runId, status, errorCode, durationMs } = report;
  const task = taskOf(runId, (runIdTime(runId) ?? 0) + Math.round(durationMs));
  if (status === 'cancelled') {
    return { ...task, status, statusMessage: oneLine(fullAnswer(report), longestMessage) };
  }
  if (errorCode === 'internal_error') {
    return {
      ...task,
      status: 'failed',
      error: { code: internalError, message: fullAnswer(report) },
    };
  }
  return { ...task, status: 'completed', result: renderReport(report, { trace }) };
}
