import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { CallEnd } from './call-run.ts';
import type { Failure } from './failure.ts';
import { readResult } from './tool-result.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { RegisteredTool } from './tool-registry.ts';

export interface OutcomeFacts {
  readonly callId: string;
  readonly durationMs: number;
  readonly entry: RegisteredTool | undefined;
}

/** A result that cannot be read is a failure like any other; found before the outcome is written down. */
export function checkResult(end: CallEnd, name: string, texts: ManagerTexts): CallEnd {
  if (!end.ok || readResult(end.result)) return end;
  return stopped(
    { code: 'tool_error', message: texts.noResult(name), retry: false, isRepeatable: false },
    end.tries,
  );
}

export function stopped(failure: Failure, tries = 0): CallEnd {
  return { ok: false, tries, failure };
}

export function toOutcome(end: CallEnd, { callId, durationMs, entry }: OutcomeFacts): ToolOutcome {
  const base = { callId, durationMs, tries: end.tries };
  if (end.ok) {
    const result = readResult(end.result) ?? { text: '' };
    const trusted = entry?.tool.annotations.untrustedOutput === false;
    return { ...base, ok: true, trusted, ...result };
  }
  const { code, message, retry } = end.failure;
  const expected = code === 'invalid_arguments' ? entry?.schema : undefined;
  return {
    ...base,
    ok: false,
    code,
    message,
    retry,
    ...(expected === undefined ? {} : { expected }),
  };
}
