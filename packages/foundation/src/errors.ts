import type { JsonObject } from './tool.ts';

/** What an error may carry beside its code and message. */
export interface ErrorDetails {
  readonly cause?: unknown;
  /** HTTP status of the answer that caused it. */
  readonly status?: number;
  /** How long to wait before trying again, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Machine-readable extras (position, hint, expected …); never a secret, a body or a path. */
  readonly details?: JsonObject;
}

/**
 * The base of every error a mini-agent package throws on purpose. Each package subclasses it once and lists its codes.
 * `message` says what to do; `code` is stable across releases.
 */
export abstract class MiniAgentError<Code extends string = string> extends Error {
  readonly isMiniAgentError = true as const;
  readonly code: Code;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly details: JsonObject | undefined;

  constructor(code: Code, message: string, options: ErrorDetails = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
  }

  /** Makes `instanceof MiniAgentError` true for errors of any copy of this package; for a subclass it is as usual. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === MiniAgentError
      ? MiniAgentError.isInstance(value)
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }

  /** True for errors of any copy of this package, also a duplicate one in node_modules. */
  static isInstance(value: unknown): value is MiniAgentError {
    return typeof value === 'object' && value !== null && 'isMiniAgentError' in value;
  }

  /** What may be logged or sent: no stack, no cause. */
  toJSON(): { code: Code; message: string } {
    return { code: this.code, message: this.message };
  }
}

export type ToolErrorCode =
  | 'invalid_arguments'
  | 'unknown_tool'
  | 'timeout'
  | 'interrupted'
  | 'outcome_unknown'
  | 'denied'
  | 'rate_limited'
  | 'model_required'
  | 'tool_error';

export type ModelErrorCode =
  | 'bad_request'
  | 'auth'
  | 'quota'
  | 'rate_limited'
  | 'transient'
  | 'timeout'
  | 'malformed'
  | 'context'
  | 'content_filter'
  | 'aborted'
  | 'declined'
  /** A budget of the run is used up; `details.outcome` names it as the outcome of a run does. */
  | 'budget'
  | 'unavailable';

export type SearchErrorCode =
  | 'validation_error'
  | 'parse_error'
  | 'layout_changed'
  | 'zero_results'
  | 'timeout'
  | 'upstream_4xx'
  | 'upstream_5xx'
  | 'rate_limited'
  | 'quota'
  | 'bot_challenge'
  | 'access_denied'
  | 'permission_denied'
  | 'unsupported_filter'
  | 'budget_exhausted'
  | 'unknown';

export type StoreErrorCode =
  'invalid_input' | 'not_found' | 'corrupt' | 'read_only' | 'no_space' | 'busy' | 'closed';

export type WorkflowErrorCode =
  | 'invalid_steps'
  | 'duplicate_id'
  | 'unknown_dependency'
  | 'cycle'
  | 'not_found'
  | 'model_required'
  | 'result_too_large'
  /** Another process is carrying the run out. */
  | 'busy';
