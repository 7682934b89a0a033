import type {
  ChatMessage,
  ChatResponse,
  Fallback,
  ToolCall,
  ToolOutcome,
  Usage,
} from '@mini-agent/foundation/chat';
import type { JsonObject, Language } from '@mini-agent/foundation/tool';
import type { KeptText } from './kept-texts.ts';
import type { LeftOut } from './left-out.ts';

/** Learned from replies. */
export interface ContextSize {
  /** Tokens that models counted, for each that was estimated. */
  readonly scale?: number;
  /** The smallest request that was too long, in estimated tokens. */
  readonly tooLong?: number;
}

/** How a run ended. */
export type Outcome =
  | 'completed'
  | 'max_steps'
  | 'budget_tokens'
  | 'budget_cost'
  | 'budget_time'
  | 'loop_detected'
  | 'invalid_tool_calls'
  | 'aborted'
  | 'denied'
  | 'content_filter'
  | 'error';

/** One per tool call (calls of one turn share `turn`; only the first carries the thought) and one for the final answer. */
export interface Step {
  /** From 1. */
  readonly index: number;
  /** The model call it belongs to, from 1. */
  readonly turn: number;
  readonly thought: string;
  readonly action?: string;
  readonly input?: JsonObject;
  readonly observation?: string;
  readonly finalAnswer?: string;
  readonly durationMs: number;
  readonly error?: string;
}

export interface Limits {
  /** Model calls, the forced final one included. Default 5. */
  readonly maxTurns: number;
  /** Wall time of the run, in milliseconds. Default 600,000. */
  readonly timeoutMs: number;
  /** Calls of each tool. */
  readonly maxToolCalls?: number;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** In US dollars. Replies that do not tell their cost do not count. */
  readonly maxCostUsd?: number;
}

export interface PendingCall {
  readonly call: ToolCall;
  readonly idempotencyKey: string;
  readonly state: 'planned' | 'awaiting_approval' | 'started' | 'finished';
  /** What was decided about it, where it had to be asked about. */
  readonly approved?: boolean;
  readonly outcome?: ToolOutcome;
  /** The outcome is the one of an earlier, identical call. */
  readonly cached?: boolean;
  /** Where the whole text of a cached outcome is kept. */
  readonly handle?: string;
}

/** What the turns so far mean for the next one. */
export interface Progress {
  /** Replies without text or calls in a row. */
  readonly emptyReplies: number;
  /** Turns in a row with nothing but invalid calls. */
  readonly invalidTurns: number;
  /** Replies to the forced turn that were no answer. */
  readonly forcedReplies: number;
  /** The number of the last call, so that no call id is ever given twice. */
  readonly lastCall: number;
  /** Why the next reply must be the answer. */
  readonly forced?: Outcome;
  /** The model call, from 0, whose create hooks have run although it was not made: the run was put aside before the reply. */
  readonly hooked?: number;
}

/**
 * Plain JSON. `resume` never repeats a finished call and reports a started one as `outcome_unknown`, unless it is idempotent. Calls that
 * wait for an approval are the `pending` ones in the state `awaiting_approval`.
 */
export interface RunState {
  readonly version: 1;
  readonly runId: string;
  readonly task: string;
  readonly language: Language;
  /** 0 for the run a user started, one more for each nested run. */
  readonly depth: number;
  /** Number of the last event. */
  readonly seq: number;
  /** Milliseconds since the Unix epoch, moved on by the time for which the run was put aside: that does not count for its time limit. */
  readonly startedAt: number;
  /** When the run was put aside, in milliseconds since the Unix epoch; absent while it works. */
  readonly suspendedAt?: number;
  /**
   * Results are kept whole (up to 200,000 units a turn, in rule mode 2,000,000) until the model has replied to them, then cut at 16,000.
   */
  readonly messages: readonly ChatMessage[];
  /** The calls of the last reply that have no result in the conversation yet. */
  readonly pending: readonly PendingCall[];
  /** Thoughts, observations and answers in steps are cut at 16,000 UTF-16 units. */
  readonly steps: readonly Step[];
  /** Model calls made. */
  readonly iterations: number;
  /**
   * Of this run's own model calls. `costUsd` is the sum of the costs that are known, which `maxCostUsd` counts; it is the cost of the
   * run where `unpricedCalls` is absent.
   */
  readonly usage: Usage;
  /** Replies whose cost is not known; absent where there is none. */
  readonly unpricedCalls?: number;
  /** What a budget that the run shares with nested ones has counted, where its caller keeps it here; the run only carries it along. */
  readonly spent?: JsonObject;
  readonly limits: Limits;
  /** True once text of an untrusted tool is in the conversation. */
  readonly tainted: boolean;
  /** Calls made, by tool. */
  readonly calls: Readonly<Record<string, number>>;
  /** Who answered last. */
  readonly last?: Pick<ChatResponse, 'mode' | 'provider' | 'model'>;
  readonly fallbacks: readonly Fallback[];
  readonly outcome?: Outcome;
  readonly answer?: string;
  readonly errorCode?: string;
  /** The model's answer hit its length limit. */
  readonly answerCut?: boolean;
  readonly progress?: Progress;
  /** Marks tool text in this run's messages; no tool knows it. */
  readonly boundary?: string;
  /** The whole texts of results that were cut, for `read_result`, oldest first: at most 1,000,000 UTF-16 units together. */
  readonly kept?: readonly KeptText[];
  /** What was taken out of the messages to make room. */
  readonly leftOut?: LeftOut;
  /** What is known of the context that models have. */
  readonly contextSize?: ContextSize;
}

/** Why a run was put aside. `calls` are those that wait for an approval. */
export interface Suspension {
  readonly reason: 'requested' | 'approval';
  readonly calls: readonly ToolCall[];
}

export interface RunResult {
  /** `aborted` where the run was put aside, see `suspended`. */
  readonly outcome: Outcome;
  /** Never empty. */
  readonly answer: string;
  /** True where the answer may not be all of it: every outcome but `completed`, and an answer that hit the length limit. */
  readonly partial: boolean;
  readonly errorCode?: string;
  readonly durationMs: number;
  /** The run was put aside: its state has no outcome, and `resume` goes on from it. */
  readonly suspended?: Suspension;
  readonly state: RunState;
}
