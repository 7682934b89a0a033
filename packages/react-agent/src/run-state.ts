import type {
  ChatMessage,
  ChatResponse,
  Fallback,
  ToolCall,
  ToolOutcome,
  Usage,
} from '@mini-agent/foundation/chat';
import type { JsonObject, Language } from '@mini-agent/foundation/tool';

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
  /** Calls of one tool. */
  readonly maxToolCalls?: number;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  readonly maxCostUsd?: number;
}

export interface PendingCall {
  readonly call: ToolCall;
  readonly idempotencyKey: string;
  readonly state: 'planned' | 'awaiting_approval' | 'started' | 'finished';
  readonly outcome?: ToolOutcome;
}

/** Plain JSON. `resume` never repeats a finished call and reports a started one as `outcome_unknown`, unless it is idempotent. */
export interface RunState {
  readonly version: 1;
  readonly runId: string;
  readonly task: string;
  readonly language: Language;
  /** 0 for the run a user started, one more for each nested run. */
  readonly depth: number;
  /** Number of the last event. */
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly messages: readonly ChatMessage[];
  readonly pending: readonly PendingCall[];
  readonly steps: readonly Step[];
  /** Model calls made. */
  readonly iterations: number;
  readonly usage: Usage;
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
  /** Marks tool text in this run's messages; no tool knows it. */
  readonly boundary?: string;
}

export interface RunResult {
  readonly outcome: Outcome;
  /** Never empty. */
  readonly answer: string;
  /** True where the answer is what was found so far. */
  readonly partial: boolean;
  readonly errorCode?: string;
  readonly durationMs: number;
  readonly state: RunState;
}
