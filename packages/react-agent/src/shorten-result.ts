import type { ChatMessage } from '@mini-agent/foundation/chat';
import { cutMiddle, partsOf, type CutMark } from './fence.ts';
import { keepText, type KeptText } from './kept-texts.ts';
import { rangeOf } from './read-result.ts';
import type { RunState } from './run-state.ts';
import { wordingFor, type Wording } from './wording.ts';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

export interface ShortenOptions {
  readonly state: RunState;
  readonly kept: readonly KeptText[];
}

export interface ShorterResult {
  readonly message: ToolMessage;
  readonly kept: readonly KeptText[];
}

/** Notes and marks are longer than what is gained by cutting a little. */
const leastGain = 300;

/** A result cut to `limit`, between its marks, with its whole text kept; undefined where that would not make it shorter. */
export function shortenResult(
  message: ToolMessage,
  limit: number,
  { state, kept }: ShortenOptions,
): ShorterResult | undefined {
  const { content, outcome } = message;
  // An error is one line of JSON, which would be none when cut.
  if (content.length <= limit + leastGain || (!outcome.ok && content.length <= 1_000)) {
    return undefined;
  }
  const wording = wordingFor(state.language);
  const parts = partsOf(content);
  const body = parts?.body ?? content;
  const source = sourceOf(message, body, { state, kept });
  const shorter = cutMiddle(source.text, limit, { omitted: source.mark(wording) });
  const told = parts ? `${parts.head}${shorter}\n[end ${parts.boundary}]` : shorter;
  return { message: { ...message, content: told }, kept: source.kept };
}

interface Source {
  readonly text: string;
  readonly kept: readonly KeptText[];
  readonly mark: (wording: Wording) => CutMark;
}

/** The whole text of a result, which may be more than the conversation still has of it. */
function sourceOf(message: ToolMessage, body: string, { state, kept }: ShortenOptions): Source {
  const { callId, name: tool, outcome } = message;
  const range = outcome.ok && tool === 'read_result' ? rangeOf(outcome.data) : undefined;
  if (range !== undefined) {
    const mark = (wording: Wording) => handleMark(wording, range.handle, range.offset);
    return { text: body, kept, mark };
  }
  const known = kept.findLast((entry) => entry.callId === callId && entry.tool === tool);
  if (known !== undefined) {
    const mark = (wording: Wording) => handleMark(wording, known.handle);
    return { text: known.text, kept, mark };
  }
  const trusted = outcome.ok && outcome.trusted;
  const text = { callId, tool, trusted, text: body };
  const { kept: more, handle } = keepText(kept, text, { messages: state.messages });
  return { text: body, kept: more, mark: (wording) => handleMark(wording, handle) };
}

/** The note in a cut text, with the call that reads on. */
export function handleMark(wording: Wording, handle: string, start = 0): CutMark {
  return (missing, total, next) =>
    wording.omittedRange(missing, total, readCall(handle, start + next));
}

export function readCall(handle: string, offset: number): string {
  return `read_result ${JSON.stringify({ handle, offset })}`;
}
