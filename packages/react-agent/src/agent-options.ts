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
import type { Limits, Outcome, RunResult, RunState, Step, Suspension } from './run-state.ts';

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
  | { readonly type: 'approval_needed'; readonly call: ToolCall; readonly reason: ApprovalReason }
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'run_suspended'; readonly reason: Suspension['reason'] }
  | {
      readonly type: 'run_finished';
      readonly outcome: Outcome;
      /** Of the run's own model calls. */
      readonly usage?: Usage;
      /** Since the run was started, without the time for which it was put aside. */
      readonly durationMs?: number;
    }
);

/**
 * Why a call needs a yes: text of an untrusted tool is in the conversation and may be what asks for it, or the same call was already made
 * in this run and making it again could do the same thing twice.
 */
export type ApprovalReason = 'untrusted_content' | 'repeated_call';

/** `true` is a yes. `'later'` leaves the call open and puts the run aside, once its other calls are done. Everything else is a no; an error with the code `denied` is one whose message the model reads. */
export type Approve = (
  call: ToolCall,
  options: {
    /** Aborted when nobody waits for the answer any more. */
    readonly signal: AbortSignal;
    readonly reason: ApprovalReason;
  },
) => Promise<boolean | 'later'>;

export interface ApprovalPolicy {
  /** Tools whose calls need no approval: exact names, or the beginning of names followed by `*`. */
  readonly allow?: readonly string[];
}

export interface AgentOptions {
  readonly model: ChatModel;
  readonly tools: ToolRunner;
  readonly limits?: Partial<Limits>;
  /** Added to the system message. */
  readonly instructions?: string;
  /**
   * Asked before a tool that is not `readOnly` runs in a conversation that holds untrusted text, and before one that is not `idempotent`
   * either is called again with the same arguments. Without it such calls are refused.
   */
  readonly approve?: Approve;
  readonly approvals?: ApprovalPolicy;
  readonly hooks?: Hooks;
  /**
   * The model's context window, in tokens. Before a request would fill it, results shrink and the oldest parts of the conversation go;
   * without it that happens when a model reports that its context is full.
   */
  readonly contextTokens?: number;
  /** Milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** A new unguessable text, for run ids and boundaries. Default `crypto.randomUUID`. */
  readonly random?: () => string;
}

export interface RunOptions {
  /** Stops the run: `outcome` is then `aborted`. */
  readonly signal?: AbortSignal;
  /**
   * Puts the run aside at the next boundary; the result then has `suspended`. A model call under way is aborted and made again after
   * `resume`; a started call of an idempotent tool too; other started calls are waited for, and calls not begun wait in the state.
   */
  readonly suspend?: AbortSignal;
  /** For `resume`: answers to the calls that wait for an approval, by their ids. The others are asked about again. */
  readonly decisions?: Readonly<Record<string, boolean>>;
  /** Default: a new one of the agent's `random`. */
  readonly runId?: string;
  /** 0 (the default) for the run a user started, one more for each nested run; tools may depend on it. */
  readonly depth?: number;
  /** The conversation that the task continues, such as the messages of an earlier state; half pairs of calls and results are left out. */
  readonly history?: readonly ChatMessage[];
  /**
   * The state that `history` comes from, where it does: its cut results can then be read on, calls that were left out stay named, and no
   * new call gets the id, and so the idempotency key, of one that is gone from the history.
   */
  readonly earlier?: Pick<RunState, 'kept' | 'leftOut' | 'tainted'> &
    Partial<Pick<RunState, 'progress'>>;
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
