import type {
  ChatModel,
  ChatResponse,
  Fallback,
  Mode,
  ModelEvent,
} from '@mini-agent/foundation/chat';
import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { JsonObject, Language } from '@mini-agent/foundation/tool';
import { ModelError } from './errors.ts';
import { failureReason } from './failure-reason.ts';

/** One model of a router. */
export interface RouterEntry {
  readonly mode: Mode;
  /** Its name in fallbacks, errors and reasons; empty for rules. */
  readonly provider: string;
  readonly model: ChatModel;
}

export interface RouterOptions {
  /** Asked in this order, for every call anew. */
  readonly models: readonly RouterEntry[];
}

/**
 * Several models as one: a call goes to the first, and falls to the next when that fails, whatever the failure, with the whole
 * conversation, so that no finished tool call is repeated. Three things do not fall: `declined`, `aborted` and `budget`. What is wrong with
 * the request itself (`context`, `content_filter`) is put to the other models, but rules are no answer to it.
 *
 * Each fall is an event and stands in the response's `fallbacks`: `provider` is the one asked next, `code` and `reason` tell what
 * failed.
 */
export function createRouter({ models }: RouterOptions): ChatModel {
  return {
    complete: async (request, options) => {
      const { signal } = options;
      const failures: Failed[] = [];
      const fallbacks: Fallback[] = [];
      for (const entry of models) {
        if (entry.mode === 'rule' && failures.some(isAboutRequest)) continue;
        const last = failures.at(-1);
        if (last !== undefined) {
          const fallback = toFallback(last, entry, request.language);
          fallbacks.push(fallback);
          report(options.onEvent, { type: 'fallback', ...fallback });
        }
        try {
          return named(await entry.model.complete(request, options), entry, fallbacks);
        } catch (error) {
          if (signal.aborted) throw new ModelError('aborted', 'The model call was aborted.');
          const failed = toFailed(error, entry);
          if (stops.has(failed.error.code)) throw failed.error;
          failures.push(failed);
        }
      }
      throw allFailed(failures);
    },
  };
}

/** Somebody's decision, which asking another model would pass by. */
const stops: ReadonlySet<ModelErrorCode> = new Set(['declined', 'budget']);

interface Failed {
  readonly entry: RouterEntry;
  readonly error: ModelError;
}

function toFailed(error: unknown, entry: RouterEntry): Failed {
  if (error instanceof ModelError) return { entry, error };
  const { code, status, retryAfterMs, details } = foreignError(error);
  return {
    entry,
    error: new ModelError(code, 'The model failed.', {
      cause: error,
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(details === undefined ? {} : { details }),
    }),
  };
}

const modelCodes: ReadonlySet<string> = new Set<ModelErrorCode>([
  'bad_request',
  'auth',
  'quota',
  'rate_limited',
  'transient',
  'timeout',
  'malformed',
  'context',
  'content_filter',
  'aborted',
  'declined',
  'budget',
  'unavailable',
]);

/** An error of another copy of this package keeps its code; anything else a model throws is a passing failure. */
function foreignError(error: unknown): {
  readonly code: ModelErrorCode;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: JsonObject | undefined;
} {
  if (!MiniAgentError.isInstance(error) || !modelCodes.has(error.code))
    return { code: 'transient' };
  return {
    code: error.code as ModelErrorCode,
    status: error.status,
    retryAfterMs: error.retryAfterMs,
    details: error.details,
  };
}

function isAboutRequest({ error }: Failed): boolean {
  return error.code === 'context' || error.code === 'content_filter';
}

function toFallback({ entry, error }: Failed, next: RouterEntry, language: Language): Fallback {
  return {
    from: entry.mode,
    to: next.mode,
    provider: next.provider,
    code: error.code,
    reason: reasonOf({ entry, error }, language),
  };
}

function reasonOf({ entry, error }: Failed, language: Language): string {
  const reason = failureReason(error.code, language, error.status);
  const name = entry.provider === '' ? entry.mode : entry.provider;
  return language === 'zh' ? `${name}：${reason}` : `${name}: ${reason}`;
}

function named(
  response: ChatResponse,
  entry: RouterEntry,
  fallbacks: readonly Fallback[],
): ChatResponse {
  const { mode, provider } = entry;
  // Mostly the first model answers, and says itself who it is.
  const isNamed = response.mode === mode && response.provider === provider;
  if (isNamed && fallbacks.length === 0) return response;
  return { ...response, mode, provider, fallbacks: [...fallbacks, ...response.fallbacks] };
}

/** The most telling error: what is wrong with the request, else that nothing is available, with each reason. */
function allFailed(failures: readonly Failed[]): ModelError {
  const aboutRequest = failures.find(isAboutRequest);
  if (aboutRequest !== undefined) return aboutRequest.error;
  if (failures.length === 0) {
    return new ModelError('unavailable', 'No model is configured; add one to the router.');
  }
  const waits = failures.flatMap(({ error }) => error.retryAfterMs ?? []);
  const reasons = failures.map((failed) => reasonOf(failed, 'en')).join('; ');
  return new ModelError('unavailable', `No model answered: ${reasons}.`, {
    ...(waits.length === failures.length ? { retryAfterMs: Math.min(...waits) } : {}),
  });
}

function report(onEvent: ((event: ModelEvent) => void) | undefined, event: ModelEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // A listener is the caller's code; a call must not fail for it.
  }
}
