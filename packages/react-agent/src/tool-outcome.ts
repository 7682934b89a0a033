import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import { reasonOf } from './errors.ts';
import { isJson, isJsonObject, isPlainObject } from './plain-json.ts';
import type { Wording } from './wording.ts';

export type FailedOutcome = Extract<ToolOutcome, { ok: false }>;

/** The outcome of a call that the loop itself did not make, or gave up. */
export function failure(call: ToolCall, code: ToolErrorCode, message: string): FailedOutcome {
  return { callId: call.id, ok: false, code, message, retry: false, durationMs: 0, tries: 0 };
}

export function thrown(call: ToolCall, error: unknown): FailedOutcome {
  return failure(call, 'tool_error', reasonOf(error));
}

/** What a runner answered, with everything in its place; runners may be plain JavaScript. Only `true` makes a text trusted. */
export function readOutcome(value: unknown, call: ToolCall, wording: Wording): ToolOutcome {
  const unreadable = failure(call, 'tool_error', wording.noResult);
  if (!isPlainObject(value)) return unreadable;
  const common = {
    callId: call.id,
    durationMs: countOf(value['durationMs']),
    tries: countOf(value['tries']),
  };
  if (value['ok'] === true && typeof value['text'] === 'string') {
    const { text, data, origin, truncated, next } = value;
    return {
      ...common,
      ok: true,
      trusted: value['trusted'] === true,
      text,
      ...(isJsonObject(data) && { data }),
      ...(typeof origin === 'string' && { origin }),
      ...(typeof truncated === 'boolean' && { truncated }),
      ...(isJson(next) && { next }),
    };
  }
  const { code, message, expected, retry } = value as Partial<FailedOutcome>;
  if (value['ok'] !== false || typeof code !== 'string') return unreadable;
  return {
    ...common,
    ok: false,
    code,
    message: typeof message === 'string' && message !== '' ? message : wording.noResult,
    retry: retry === true,
    ...(isJsonObject(expected) && { expected }),
  };
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : 0;
}
