import { randomBytes } from 'node:crypto';
import { withExclusiveName } from '@mini-agent/foundation/journal';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import { startClockDeadline } from './clock-deadline.ts';
import { WorkflowError } from './errors.ts';
import { pendingReport, startGraph } from './run-graph.ts';
import type { GraphRun, RunningGraph } from './run-graph.ts';
import { createFileLog, createMemoryLog, isRunId } from './run-log.ts';
import type { RunLog } from './run-log.ts';
import { validateSteps } from './validate-steps.ts';
import type {
  Executor,
  RunStep,
  RunSummary,
  StepReport,
  StepState,
  WorkflowEvent,
  WorkflowOptions,
  WorkflowResult,
  WorkflowStep,
} from './workflow.ts';

export interface LocalExecutorOptions {
  /** Carries out one step; given here, so that a run can be resumed by another process. */
  readonly runStep: RunStep;
  /** Where runs are kept, in `runs/<id>.jsonl`; without it the last hundred are kept as long as the executor. */
  readonly directory?: string;
  /** How many steps of one run may go on at the same time; default 10. */
  readonly concurrency?: number;
  /** Limit of a step that names none, in seconds; default 60. */
  readonly timeoutSeconds?: number;
  /** Largest answer of a step with its data, in UTF-16 units; default 262,144. */
  readonly largestAnswer?: number;
  readonly clock?: Clock;
}

const defaultConcurrency = 10;
const defaultTimeoutSeconds = 60;
const defaultLargestAnswer = 262_144;

interface ActiveRun {
  readonly startedAt: number;
  readonly controller: AbortController;
  readonly now: () => WorkflowResult;
  readonly result: Promise<WorkflowResult>;
}

interface Start {
  readonly runId: string;
  readonly steps: readonly WorkflowStep[];
  readonly isNew: boolean;
  readonly options: WorkflowOptions;
}

/** Runs workflows in this process. Runs do not wait for each other. */
export function createLocalExecutor(options: LocalExecutorOptions): Executor {
  return new LocalExecutor(options);
}

class LocalExecutor implements Executor {
  readonly #options: LocalExecutorOptions;
  readonly #clock: Clock;
  readonly #log: RunLog;
  readonly #active = new Map<string, ActiveRun>();

  constructor(options: LocalExecutorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log =
      options.directory === undefined ? createMemoryLog() : createFileLog(options.directory);
  }

  async run(
    input: readonly WorkflowStep[],
    options: WorkflowOptions = {},
  ): Promise<WorkflowResult> {
    const steps = validateSteps(input);
    const runId = options.runId ?? `wf_${randomBytes(16).toString('hex')}`;
    if (!isRunId(runId)) {
      throw new WorkflowError(
        'invalid_steps',
        'runId must be 1 to 128 letters, digits, ".", "_" or "-".',
      );
    }
    checkTimeout(options.timeoutMs);
    await this.#refuseKnown(runId);
    if (this.#active.has(runId)) throw isThere(runId);
    return await this.#begin({ runId, steps, isNew: true, options });
  }

  async resume(runId: string, options: WorkflowOptions = {}): Promise<WorkflowResult> {
    const logged = await this.#log.read(runId);
    const active = this.#active.get(runId);
    if (active !== undefined) return await active.result;
    if (logged === undefined) throw new WorkflowError('not_found', `No run has the id "${runId}".`);
    checkTimeout(options.timeoutMs);
    return await this.#begin({
      runId,
      steps: logged.steps,
      isNew: false,
      options,
    });
  }

  cancel(runId: string): Promise<boolean> {
    const active = this.#active.get(runId);
    active?.controller.abort(new DOMException('cancelled', 'AbortError'));
    return Promise.resolve(active !== undefined);
  }

  async show(runId: string): Promise<WorkflowResult | undefined> {
    const active = this.#active.get(runId);
    if (active !== undefined) return active.now();
    const logged = await this.#log.read(runId);
    if (logged === undefined) return undefined;
    const steps = logged.steps.map((step) => logged.reports.get(step.id) ?? pendingReport(step));
    return { runId, success: isDone(steps), totalDurationMs: logged.totalDurationMs, steps };
  }

  async list(): Promise<readonly RunSummary[]> {
    const summaries: RunSummary[] = [];
    for (const runId of await this.#log.list()) {
      // A file that cannot be read must not hide the others.
      const logged = await this.#log.read(runId).catch(() => undefined);
      if (logged === undefined) continue;
      const state = this.#active.has(runId) ? 'running' : (logged.end ?? 'pending');
      summaries.push({ runId, state, startedAt: logged.startedAt });
    }
    return summaries.sort((one, other) => one.startedAt - other.startedAt);
  }

  async close(): Promise<void> {
    const active = [...this.#active];
    for (const [runId] of active) await this.cancel(runId);
    await Promise.allSettled(active.map(([, run]) => run.result));
  }

  /** Registers the run before anything is awaited, so that it cannot be started twice. */
  #begin(start: Start): Promise<WorkflowResult> {
    const startedAt = this.#clock.now();
    const controller = new AbortController();
    let graph: RunningGraph | undefined;
    const now = (): WorkflowResult => {
      const steps = graph?.reports() ?? start.steps.map(pendingReport);
      const totalDurationMs = this.#clock.now() - startedAt;
      return { runId: start.runId, success: isDone(steps), totalDurationMs, steps };
    };
    const work = async (): Promise<WorkflowResult> => {
      const warnings: string[] = [];
      const write = async (entry: Promise<void>): Promise<void> => {
        // A full disk must not throw away what the steps have cost: the run goes on and says so.
        await entry.catch((error: unknown) => warnings.push(notWritten(error)));
      };
      // Once more, now that no other process can begin it.
      if (start.isNew) await this.#refuseKnown(start.runId);
      if (start.isNew) await write(this.#log.begin(start.runId, startedAt, start.steps));
      const deadline = startClockDeadline(
        this.#clock,
        start.options.timeoutMs ?? Infinity,
        controller.signal,
      );
      try {
        graph = this.#startGraph(start, {
          signal: deadline.signal,
          finished: start.isNew ? new Map() : await this.#finished(start.runId),
          onFinished: (report) => write(this.#log.finishStep(start.runId, report)),
        });
        await graph.ended;
      } finally {
        deadline.clear();
      }
      const result = now();
      await write(this.#log.end(start.runId, stateOf(result.steps), result.totalDurationMs));
      return warnings.length === 0 ? result : { ...result, warnings: [...new Set(warnings)] };
    };
    const result = this.#guarded(start, controller, work);
    this.#active.set(start.runId, { startedAt, controller, now, result });
    return result;
  }

  async #refuseKnown(runId: string): Promise<void> {
    if ((await this.#log.read(runId)) !== undefined) throw isThere(runId);
  }

  /** Read once the run is held: until then another process may have gone on with it. */
  async #finished(runId: string): Promise<ReadonlyMap<string, StepReport>> {
    const logged = await this.#log.read(runId);
    return new Map([...(logged?.reports ?? [])].filter(([, report]) => report.state === 'done'));
  }

  #startGraph(
    { runId, steps, options }: Start,
    rest: Pick<GraphRun, 'signal' | 'finished' | 'onFinished'>,
  ): RunningGraph {
    const { runStep } = this.#options;
    return startGraph({
      runId,
      steps,
      runStep,
      clock: this.#clock,
      concurrency: atLeastOne(options.concurrency ?? this.#options.concurrency),
      timeoutSeconds: limitOf(this.#options.timeoutSeconds),
      largestAnswer: this.#options.largestAnswer ?? defaultLargestAnswer,
      onEvent: quietly(options.onEvent),
      ...rest,
    });
  }

  /** Follows the caller's signal, keeps other processes away, and forgets the run when it has ended. */
  async #guarded(
    { runId, options }: Start,
    controller: AbortController,
    work: () => Promise<WorkflowResult>,
  ): Promise<WorkflowResult> {
    const onAbort = (): void => {
      controller.abort(options.signal?.reason);
    };
    if (options.signal?.aborted) onAbort();
    else options.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const name = this.#log.lockName(runId);
      if (name === undefined) return await work();
      const outcome = await withExclusiveName(name, work, { waitMs: 0 });
      if (outcome.held) return outcome.value;
      throw new WorkflowError(
        'busy',
        `Another process is carrying out the run "${runId}". Wait for it.`,
      );
    } finally {
      options.signal?.removeEventListener('abort', onAbort);
      this.#active.delete(runId);
    }
  }
}

function isThere(runId: string): WorkflowError {
  return new WorkflowError(
    'duplicate_id',
    `The run "${runId}" is there already. Resume it, or choose another id.`,
  );
}

function atLeastOne(concurrency = defaultConcurrency): number {
  return Number.isNaN(concurrency) ? defaultConcurrency : Math.max(1, Math.floor(concurrency));
}

function limitOf(seconds = defaultTimeoutSeconds): number {
  return seconds > 0 ? seconds : defaultTimeoutSeconds;
}

/** No time left is a limit like others; what is no number is a mistake of the caller. */
function checkTimeout(timeoutMs: unknown): void {
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && !Number.isNaN(timeoutMs)))
    return;
  throw new WorkflowError('invalid_steps', 'timeoutMs must be a number of milliseconds.');
}

function isDone(steps: readonly StepReport[]): boolean {
  return steps.every((step) => step.state === 'done');
}

function stateOf(steps: readonly StepReport[]): StepState {
  if (isDone(steps)) return 'done';
  return steps.some((step) => step.state === 'cancelled') ? 'cancelled' : 'failed';
}

function notWritten(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `The run could not be written down, so that it cannot be resumed: ${reason}`;
}

/** A listener that throws must not end the run. */
function quietly(listener: WorkflowOptions['onEvent']): (event: WorkflowEvent) => void {
  return (event) => {
    try {
      listener?.(event);
    } catch {
      // The listener's own matter.
    }
  };
}
