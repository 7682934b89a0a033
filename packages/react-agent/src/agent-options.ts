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
   * Asked before a tool that changes something runs in a conversation that holds untrusted text; only `true` is a yes.
   * Without it such tools run, except destructive and unlisted ones, which do not.
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
  /** Default: a new one of the agent's `random`. */
  readonly runId?: string;
  /** 0 (the default) for the run a user started, one more for each nested run; tools may depend on it. */
  readonly depth?: number;
  /** The conversation that the task continues, such as the messages of an earlier state; half pairs of calls and results are left out. */
  readonly history?: readonly ChatMessage[];
  /** They win over the agent's; with `resume` over those of the state. */
  readonly limits?: Partial<Limits>;
  /** Text for the model that is no part of the task, such as a skill that fits it. It ends the system message. */
  readonly hint?: string;
  /** What it throws is ignored. */
  readonly onEvent?: (event: AgentEvent) => void;
  /**
   * Gets the newest state, one at a time and in order, and is awaited before the run goes on, so that a saved state is never behind
   * what was done. Where it throws or rejects, the run ends with the error code `state_not_saved`; calls under way are still recorded.
   */
  readonly onState?: (state: RunState) => void | Promise<void>;
}

/** Neither method rejects once started: a failure is an outcome. What is asked for wrongly rejects with an `AgentError`. */
export interface Agent {
  run(task: string, options?: RunOptions): Promise<RunResult>;
  /** Goes on from a saved state. A finished state gives its result again. */
  resume(state: RunState, options?: RunOptions): Promise<RunResult>;
  addCreateHook(hook: CreateHook): void;
  addNextHook(hook: NextHook): void;
  clearHooks(): void;
}
