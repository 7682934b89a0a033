import type { Mode } from '@mini-agent/foundation/chat';
import { abortable } from '@mini-agent/foundation/time';
import type { AgentEvent, RunResult, RunState } from '@mini-agent/react-agent';
import { failureAnswer } from '../messages.ts';
import { createAttachments, type Attachment } from './attachments.ts';
import { createClientBroker, type ClientBroker, type ClientChannel } from './client-broker.ts';
import { finishedReport, runningReport, type ReportSource, type RunReport } from './report.ts';
import type { Runner, RunJob, RunPorts } from './runner.ts';

export interface RunOptions {
  readonly runId: string;
  readonly caller: string;
  /** Equal for identical calls; only runs that ask a model are compared. */
  readonly key: string | undefined;
  readonly job: RunJob;
  readonly modes: readonly Mode[];
  readonly runner: Runner;
  /** Called at the start, with each state, and once more when the run is over. */
  readonly onChange: (view: RunView) => void;
  /** Brings a change to the disk; resolves when it is there or cannot be. */
  readonly secure?: (view: RunView) => Promise<void>;
}

/** How far a run is. It is always the newest: most states of a run are not kept, and nothing is made for those. */
export interface RunView {
  readonly startedAt: number;
  readonly isOver: () => boolean;
  /** It was put aside when its process ended: the next one that its caller comes back to goes on with it. */
  readonly isLeft: () => boolean;
  readonly report: () => RunReport;
  readonly state: () => RunState | undefined;
}

/** A run in this process, from its start until its report is final. */
export interface Run {
  readonly runId: string;
  readonly caller: string;
  readonly key: string | undefined;
  readonly startedAt: number;
  /** Whether a model may be asked: only such runs cost money and are worth attaching to. */
  readonly usesModel: boolean;
  readonly sampling: ClientBroker;
  /** Resolves with the final report; never rejects. */
  readonly finished: Promise<RunReport>;
  readonly isOver: () => boolean;
  /** Whether it was told to stop. */
  readonly isStopping: () => boolean;
  /** Whether the call that started it is still open. */
  readonly hasOpenCall: () => boolean;
  readonly report: () => RunReport;
  readonly state: () => RunState | undefined;
  readonly attach: (channel?: ClientChannel) => Attachment;
  /** Calls `listener` with each event until the returned function is called. */
  readonly watch: (listener: (event: AgentEvent) => void) => () => void;
  readonly stop: () => void;
  /** Stops it because this process ends. One that no call waits for is left for a later process to finish. */
  readonly leave: () => void;
}

export function startRun(options: RunOptions): Run {
  const controller = new AbortController();
  const sampling = createClientBroker(options.job.trace);
  const calls = createAttachments(sampling, () => {
    controller.abort();
  });
  const listeners = new Set<(event: AgentEvent) => void>();
  const progress = createProgress(options);
  const work = doWork(options, progress, {
    runId: options.runId,
    signal: controller.signal,
    sampling,
    onEvent: (event) => {
      for (const listener of listeners) listener(event);
    },
    onState: progress.update,
    secure: progress.secure,
  });
  return {
    runId: options.runId,
    caller: options.caller,
    key: options.key,
    startedAt: progress.startedAt,
    usesModel: options.modes.some((mode) => mode !== 'rule'),
    sampling,
    finished: work,
    isOver: progress.isOver,
    isStopping: () => controller.signal.aborted,
    hasOpenCall: () => calls.count() > 0,
    report: progress.report,
    state: progress.state,
    attach: calls.attach,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      controller.abort();
    },
    leave: () => {
      if (calls.count() === 0 && !controller.signal.aborted) progress.leave();
      controller.abort();
    },
  };
}

/** How far a run is: its newest state, then its final report. */
interface Progress extends RunView {
  readonly update: (state: RunState) => void;
  readonly secure: (signal: AbortSignal) => Promise<void>;
  readonly finish: (result: RunResult) => RunReport;
  readonly crash: () => RunReport;
  readonly leave: () => void;
}

function createProgress(options: RunOptions): Progress {
  const { runId, job, modes, runner, onChange } = options;
  const begun = performance.now();
  // Of two records of a run the one that was begun later counts, also where the clock was set back or stood still.
  const startedAt = Math.max(Date.now(), (job.after ?? -1) + 1);
  const plannedMode = modes[0] ?? 'rule';
  const fallbacks = runner.fallbacks(job);
  // A run that is gone on with has its state from the start: it may be interrupted again before the first new one.
  let state: RunState | undefined = job.resumeFrom;
  let final: RunReport | undefined;
  let isLeft = false;
  const source = (): ReportSource => {
    const durationMs = Math.round(performance.now() - begun);
    return { runId, task: job.task, plannedMode, fallbacks, state, durationMs };
  };
  const end = (ending: RunReport): RunReport => {
    final = ending;
    onChange(progress);
    return ending;
  };
  const progress: Progress = {
    startedAt,
    state: () => state,
    report: () => final ?? runningReport(source()),
    isOver: () => final !== undefined,
    // One that came to its own end meanwhile is kept with it.
    isLeft: () => isLeft && final?.outcome === 'aborted',
    update: (next) => {
      state = next;
      onChange(progress);
    },
    secure: async (signal) => {
      await abortable(options.secure?.(progress) ?? Promise.resolve(), signal).catch(
        () => undefined,
      );
    },
    finish: (result) => {
      state = result.state;
      return end(finishedReport(source(), result));
    },
    crash: () => end(crashReport(runningReport(source()))),
    leave: () => {
      isLeft = true;
    },
  };
  onChange(progress);
  return progress;
}

async function doWork(
  { runner, job }: RunOptions,
  progress: Progress,
  ports: RunPorts,
): Promise<RunReport> {
  try {
    return progress.finish(await runner.run(job, ports));
  } catch {
    return progress.crash();
  }
}

/** The loop never rejects; should a part of it do so, the caller still gets a result instead of silence. */
function crashReport(report: RunReport): RunReport {
  return {
    ...report,
    status: 'failed',
    outcome: 'error',
    errorCode: 'internal_error',
    answer: failureAnswer('internal_error', report.language),
  };
}
