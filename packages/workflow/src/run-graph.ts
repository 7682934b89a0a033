import type { Clock } from '@mini-agent/foundation/time';
import { runOneStep } from './run-step.ts';
import { createStepGraph } from './step-graph.ts';
import type { StepGraph } from './step-graph.ts';
import { buildStepTask } from './step-task.ts';
import type { RunStep, StepReport, WorkflowEvent, WorkflowStep } from './workflow.ts';

export interface GraphRun {
  readonly runId: string;
  readonly steps: readonly WorkflowStep[];
  readonly runStep: RunStep;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly clock: Clock;
  readonly timeoutSeconds: number;
  readonly largestAnswer: number;
  /** Answers of an earlier try, by step id; these steps do not run again. */
  readonly finished: ReadonlyMap<string, StepReport>;
  readonly onEvent: (event: WorkflowEvent) => void;
  /** Awaited before the steps behind it start. */
  readonly onFinished: (report: StepReport) => Promise<void>;
}

/** What a run looks like now. */
export interface RunningGraph {
  readonly reports: () => readonly StepReport[];
  readonly ended: Promise<readonly StepReport[]>;
}

/** Starts every step the moment its dependencies are done, at most `concurrency` at a time. `ended` never rejects. */
export function startGraph(run: GraphRun): RunningGraph {
  const runner = new GraphRunner(run);
  return { reports: () => runner.reports(), ended: runner.start() };
}

class GraphRunner {
  readonly #run: GraphRun;
  readonly #graph: StepGraph;
  readonly #reports: Map<string, StepReport>;
  #running = 0;
  #end: (() => void) | undefined;

  constructor(run: GraphRun) {
    this.#run = run;
    this.#graph = createStepGraph(run.steps);
    this.#reports = new Map(
      run.steps.map((step) => [step.id, run.finished.get(step.id) ?? pendingReport(step)]),
    );
  }

  reports(): readonly StepReport[] {
    return [...this.#reports.values()];
  }

  async start(): Promise<readonly StepReport[]> {
    await new Promise<void>((resolve) => {
      this.#end = resolve;
      this.#pump();
    });
    return this.reports();
  }

  #pump(): void {
    while (!this.#run.signal.aborted && this.#running < this.#run.concurrency) {
      const step = this.#graph.takeReady();
      if (step === undefined) break;
      if (this.#run.finished.has(step.id)) this.#graph.finish(step.id, 'done');
      else void this.#start(step);
    }
    if (this.#running > 0) return;
    if (this.#run.signal.aborted) this.#cancelPending();
    this.#end?.();
  }

  async #start(step: WorkflowStep): Promise<void> {
    const { runId, runStep, signal, clock, largestAnswer } = this.#run;
    this.#running += 1;
    const running: StepReport = { ...pendingReport(step), state: 'running' };
    this.#tell(running);
    const report = await runOneStep({
      step,
      task: buildStepTask(step, this.#upstream(step)),
      context: {
        runId,
        stepId: step.id,
        idempotencyKey: `${runId}:${step.id}`,
        onProgress: (message) => {
          // A step whose time is over may still talk; nobody listens.
          if (this.#reports.get(step.id) === running)
            this.#run.onEvent({ runId, step: running, message });
        },
      },
      signal,
      runStep,
      clock,
      timeoutSeconds: step.timeout ?? this.#run.timeoutSeconds,
      largestAnswer,
    });
    await this.#finish(report);
    this.#running -= 1;
    this.#pump();
  }

  async #finish(report: StepReport): Promise<void> {
    this.#tell(report);
    await this.#run.onFinished(report);
    if (report.state === 'cancelled') return;
    for (const id of this.#graph.finish(report.id, report.state)) {
      const waiting = this.#reports.get(id);
      if (waiting === undefined) continue;
      const blocked: StepReport = {
        ...waiting,
        state: 'blocked',
        error: `blocked by ${report.id}`,
      };
      this.#tell(blocked);
      await this.#run.onFinished(blocked);
    }
  }

  #upstream(step: WorkflowStep): readonly StepReport[] {
    return (step.dependsOn ?? []).flatMap((id) => this.#reports.get(id) ?? []);
  }

  #cancelPending(): void {
    for (const report of this.#reports.values()) {
      if (report.state === 'pending')
        this.#tell({ ...report, state: 'cancelled', error: 'not started' });
    }
  }

  #tell(report: StepReport): void {
    this.#reports.set(report.id, report);
    this.#run.onEvent({ runId: this.#run.runId, step: report });
  }
}

export function pendingReport(step: WorkflowStep): StepReport {
  return {
    id: step.id,
    label: step.label ?? step.id,
    state: 'pending',
    result: null,
    durationMs: 0,
  };
}
