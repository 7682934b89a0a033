import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { cutMiddle, fence, fenceSize, observationLimit, sanitise } from './fence.ts';
import type { Wording } from './wording.ts';

/** Longest error line, in UTF-16 units. */
const errorLimit = 1_000;

export interface ObservationOptions {
  readonly boundary: string;
  readonly tool: string;
  /** Room for the text; the marks around it take at most `fenceSize` more. */
  readonly limit: number;
  readonly wording: Wording;
}

/** What the model reads of an outcome: fenced text, or one line of JSON that says what to do about a failure. */
export function observe(outcome: ToolOutcome, options: ObservationOptions): string {
  if (!outcome.ok) return errorLine(outcome, Math.min(errorLimit, options.limit + fenceSize));
  const text = outcome.text.trim() === '' ? options.wording.noOutput : outcome.text;
  return fence(text, { ...options, trusted: outcome.trusted });
}

/** Room for the text of an outcome, were there no limit for its turn. What is taken out of a text leaves marks that may be longer. */
export function wantedRoom(outcome: ToolOutcome): number {
  if (!outcome.ok) return errorLimit - fenceSize;
  return Math.min(2 * outcome.text.length + 64, observationLimit);
}

function errorLine(outcome: Extract<ToolOutcome, { ok: false }>, limit: number): string {
  const { code: kind, expected, retry } = outcome;
  const message = sanitise(outcome.message);
  const full = JSON.stringify({ ok: false, kind, message, expected, retry });
  if (full.length <= limit) return full;
  for (let length = message.length; ; length = Math.floor(length * 0.8)) {
    const isWhole = length === message.length;
    const text = isWhole ? message : `${message.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
    const line = JSON.stringify({ ok: false, kind, message: text, retry });
    if (line.length <= limit || length === 0) return line;
  }
}

/** What the trace shows of an outcome: its text or message, cut as for a model. */
export function traceText(outcome: ToolOutcome, wording: Wording): string {
  return cutMiddle(outcome.ok ? outcome.text : outcome.message, observationLimit, wording);
}
