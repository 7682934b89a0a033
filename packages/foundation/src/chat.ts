import type { ModelErrorCode, ToolErrorCode } from './errors.ts';
import type {
  JsonObject,
  JsonSchema,
  Language,
  ToolContext,
  ToolDescriptor,
  ToolResult,
} from './tool.ts';

export type Mode = 'sampling' | 'http' | 'rule';

/** Echoed verbatim to the same provider and model only; holds provider call ids, reasoning, signatures, unknown fields. */
export interface Opaque {
  readonly provider: string;
  readonly model: string;
  readonly fields: JsonObject;
}

/** The router parses and repairs, only the tool manager checks the schema, the loop only reports. `cut` calls never run. */
export type CallArguments =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false;
      readonly raw: string;
      readonly problem: string;
      readonly cut: boolean;
    };

export interface ToolCall {
  /** The provider's or a generated one; the loop renames to c1, c2 … */
  readonly id: string;
  readonly name: string;
  readonly arguments: CallArguments;
  readonly opaque?: Opaque;
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls: readonly ToolCall[];
      readonly reasoning?: string;
      readonly opaque?: Opaque;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      /** What a model reads (fenced, capped). */
      readonly content: string;
      /** Raw, for the rule model and the trace. */
      readonly outcome: ToolOutcome;
    };

export type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDescriptor[];
  readonly toolChoice: 'auto' | 'none' | 'required' | { readonly name: string };
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly language: Language;
  readonly purpose: 'step' | 'final' | 'compact' | 'plan' | 'write';
  readonly runId: string;
  readonly step: number;
}

export interface Usage {
  readonly inputTokens: number;
  /** The part of `inputTokens` that the provider read from its cache, where it tells. */
  readonly cachedInputTokens?: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** True where the endpoint reported none and the numbers were counted from the text. */
  readonly estimated: boolean;
  readonly costUsd?: number;
}

export interface Fallback {
  readonly from: Mode;
  readonly to: Mode;
  readonly provider: string;
  readonly code: ModelErrorCode;
  readonly reason: string;
}

export interface ChatResponse {
  readonly message: AssistantMessage;
  readonly finish: 'stop' | 'tool_calls' | 'length' | 'content_filter';
  readonly usage: Usage;
  readonly mode: Mode;
  readonly provider: string;
  readonly model: string;
  readonly fallbacks: readonly Fallback[];
  readonly errorCode?: 'rule_abstained' | 'part_failed';
}

export type ModelEvent =
  | { readonly type: 'text' | 'reasoning'; readonly delta: string }
  | { readonly type: 'retry'; readonly waitMs: number; readonly code: ModelErrorCode }
  | ({ readonly type: 'fallback' } & Fallback);

export type ToolOutcome = {
  readonly callId: string;
  readonly durationMs: number;
  readonly tries: number;
} & (
  | ({ readonly ok: true; readonly trusted: boolean } & ToolResult)
  | {
      readonly ok: false;
      readonly code: ToolErrorCode;
      readonly message: string;
      readonly expected?: JsonSchema;
      readonly retry: boolean;
      /** When calling again may help, in milliseconds from now, where that is known. */
      readonly retryAfterMs?: number;
    }
);

/** What the loop needs of tools; the tool manager is one. */
export interface ToolRunner {
  /** May wait for discovery, at most until the signal; stable order. */
  list(options: {
    readonly signal: AbortSignal;
    readonly depth: number;
  }): Promise<readonly ToolDescriptor[]>;
  /** Never rejects: an abort is `interrupted` or `outcome_unknown`. */
  call(
    call: ToolCall,
    context: ToolContext & { readonly signal: AbortSignal },
  ): Promise<ToolOutcome>;
}

/** Rejects only with the router's error (code: ModelErrorCode), within 50 ms of an abort. The router itself is one of these. */
export interface ChatModel {
  complete(
    request: ChatRequest,
    options: { readonly signal: AbortSignal; readonly onEvent?: (event: ModelEvent) => void },
  ): Promise<ChatResponse>;
}
