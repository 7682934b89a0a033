import type { Usage } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';

export interface WorkflowStep {
  readonly id: string;
  /** Shown to people; default: the id. */
  readonly label?: string;
  readonly task: string;
  /** Ids of the steps whose answers this one needs. */
  readonly dependsOn?: readonly string[];
  /** In seconds, default 60. */
  readonly timeout?: number;
}

/** `waiting` is a step that is paused for input. */
export type StepState =
  | 'pending'
  | 'running'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'timed-out'
  | 'blocked'
  | 'skipped'
  | 'cancelled';

export interface StepAnswer {
  readonly answer: string;
  readonly usage?: Usage;
  readonly data?: JsonObject;
}

export interface StepReport {
  readonly id: string;
  readonly label: string;
  readonly state: StepState;
  /** Set only when `state` is `done`. */
  readonly result: StepAnswer | null;
  /** Why it is not done; `blocked by <id>` names the step that failed. */
  readonly error?: string;
  readonly durationMs: number;
}

export interface WorkflowResult {
  readonly runId: string;
  /** True when every step is done. */
  readonly success: boolean;
  readonly totalDurationMs: number;
  /** In the order in which they were given. */
  readonly steps: readonly StepReport[];
  /** What went wrong beside the steps, such as a full disk: the run went on, but may not be resumable. */
  readonly warnings?: readonly string[];
}

export interface StepContext {
  /** Aborted at the step's timeout, when the run is cancelled, and with the caller's signal. */
  readonly signal: AbortSignal;
  readonly runId: string;
  readonly stepId: string;
  /** The same at every try of this step in this run. */
  readonly idempotencyKey: string;
  readonly onProgress: (message: string) => void;
}

/** Carries out one step; the task already holds the upstream answers. A failure is thrown. */
export type RunStep = (task: string, context: StepContext) => Promise<StepAnswer>;

export interface WorkflowEvent {
  readonly runId: string;
  readonly step: StepReport;
  /** What a running step told about its progress. */
  readonly message?: string;
}

export interface WorkflowOptions {
  /** 1–128 letters, digits, `.`, `_` or `-`; default: a random one. */
  readonly runId?: string;
  readonly signal?: AbortSignal;
  /** How many steps may run at the same time. */
  readonly concurrency?: number;
  /** Limit of the whole run, in milliseconds; default: the steps' own limits only. */
  readonly timeoutMs?: number;
  readonly onEvent?: (event: WorkflowEvent) => void;
}

export interface RunSummary {
  readonly runId: string;
  /** `pending`: not finished and not running in this process. */
  readonly state: StepState;
  readonly startedAt: number;
}

/** The methods reject with a WorkflowError; a step that fails is no rejection but a part of the result. */
export interface Executor {
  run(steps: readonly WorkflowStep[], options?: WorkflowOptions): Promise<WorkflowResult>;
  /** Runs what is not done yet and reuses the answers of what is. */
  resume(runId: string, options?: WorkflowOptions): Promise<WorkflowResult>;
  /** True when the run was going on in this process. */
  cancel(runId: string): Promise<boolean>;
  show(runId: string): Promise<WorkflowResult | undefined>;
  list(): Promise<readonly RunSummary[]>;
  /** Cancels what is running and waits for it. */
  close(): Promise<void>;
}
