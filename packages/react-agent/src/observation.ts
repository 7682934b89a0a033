import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { fence } from './fence.ts';

/** Longest error line, in UTF-16 units. */
const errorLimit = 1_000;

export interface ObservationOptions {
  readonly boundary: string;
  readonly tool: string;
  readonly limit: number;
}

/** What the model reads of an outcome: fenced text, or one line of JSON that says what to do about a failure. */
export function observe(outcome: ToolOutcome, options: ObservationOptions): string {
  if (!outcome.ok) return errorLine(outcome);
  const text = outcome.text.trim() === '' ? '(no output)' : outcome.text;
  return fence(text, { ...options, trusted: outcome.trusted });
}

function errorLine(outcome: Extract<ToolOutcome, { ok: false }>): string {
  const { code: kind, message, expected, retry } = outcome;
  const full = JSON.stringify({ ok: false, kind, message, expected, retry });
  if (full.length <= errorLimit) return full;
  const bare = JSON.stringify({ ok: false, kind, message, retry });
  if (bare.length <= errorLimit) return bare;
  return JSON.stringify({
    ok: false,
    kind,
    message: `${message.slice(0, errorLimit / 2)}…`,
    retry,
  });
}

/** What the trace shows of an outcome: the raw text, or the message. */
export function traceText(outcome: ToolOutcome): string {
  return outcome.ok ? outcome.text : outcome.message;
}
