import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { CallEnd } from './call-end.ts';
import type { RegisteredTool } from './tool-registry.ts';

export interface OutcomeFacts {
  readonly callId: string;
  readonly durationMs: number;
  readonly entry: RegisteredTool | undefined;
}

export function toOutcome(end: CallEnd, { callId, durationMs, entry }: OutcomeFacts): ToolOutcome {
  const { tries } = end;
  if (end.ok) {
    const trusted = entry?.tool.annotations.untrustedOutput === false;
    return { callId, durationMs, tries, ok: true, trusted, ...end.result };
  }
  const { code, message, retry, retryAfterMs } = end.failure;
  const expected = code === 'invalid_arguments' ? entry?.schema : undefined;
  const isWaitKnown = retryAfterMs !== undefined && code !== 'outcome_unknown';
  return {
    callId,
    durationMs,
    tries,
    ok: false,
    code,
    message,
    retry,
    ...(isWaitKnown ? { retryAfterMs } : {}),
    ...(expected === undefined ? {} : { expected }),
  };
}
