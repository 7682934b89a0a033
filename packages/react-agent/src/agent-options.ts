import type {
  ChatMessage,
  ChatModel,
  ModelEvent,
  ToolCall,
  ToolOutcome,
  ToolRunner,
  Usage,
} from '@mini-agent/foundation/chat';
import type { CreateHook, Hooks, NextHook } from './hooks.ts';
import type { Limits, Outcome, RunResult, RunState, Step } from './run-state.ts';

/** What a run tells while it works, in order of `seq`. */
export type AgentEvent = { readonly seq: number; readonly at: number; readonly runId: string } & (
  | { readonly type: 'run_started'; readonly task: string }
  | { readonly type: 'model_started'; readonly turn: number }
  | { readonly type: 'model_event'; readonly event: ModelEvent }
  | {
      readonly type: 'model_finished';
      readonly turn: number;
      readonly usage: Usage;
      readonly durationMs: number;
    }
  | { readonly type: 'tool_started'; readonly call: ToolCall }
  | { readonly type: 'tool_progress'; readonly callId: string; readonly message: string }
  | { readonly type: 'tool_finished'; readonly outcome: ToolOutcome }
  | { readonly type: 'approval_needed'; readonly call: ToolCall; readonly reason: string }
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'run_finished'; readonly outcome: Outcome }
);

export interface AgentOptions {
  readonly model: ChatModel;
  readonly tools: ToolRunner;
  readonly limits?: Partial<Limits>;
  /** Added to the system message. */
  readonly instructions?: string;
  /**
   * Asked before a tool that changes something runs in a conversation that holds untrusted text.
   * Without it such tools run, except destructive ones, which are denied.
   */
  readonly approve?: (
    call: ToolCall,
    options: { readonly signal: AbortSignal },
  ) => Promise<boolean>;
  readonly hooks?: Hooks;
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** A new unguessable text, for run ids and boundaries. Default `crypto.randomUUID`. */
  readonly random?: () => string;
}

export interface RunOptions {
  /** Stops the run: `outcome` is then `aborted`. */
  readonly signal?: AbortSignal;
  readonly runId?: string;
  readonly depth?: number;
  /** The conversation that the task continues. */
  readonly history?: readonly ChatMessage[];
  readonly limits?: Partial<Limits>;
  /** Text the model gets with the task, such as a hint; not part of the task. */
  readonly hint?: string;
  readonly onEvent?: (event: AgentEvent) => void;
  /** Awaited before the run goes on, so that a saved state is never behind what was done. */
  readonly onState?: (state: RunState) => void | Promise<void>;
}

/** Neither method rejects once started: a failure is an outcome. */
export interface Agent {
  run(task: string, options?: RunOptions): Promise<RunResult>;
  /** Goes on from a saved state. A finished state gives its result again. */
  resume(state: RunState, options?: RunOptions): Promise<RunResult>;
  addCreateHook(hook: CreateHook): void;
  addNextHook(hook: NextHook): void;
  clearHooks(): void;
}
