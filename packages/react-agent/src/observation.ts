import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { shapeOf } from './expected-shape.ts';
import {
  cleanJson,
  cleanText,
  cutMiddle,
  enclose,
  fenceSize,
  observationLimit,
  type CutMark,
} from './fence.ts';
import type { Range } from './read-result.ts';
import { readCall } from './shorten-result.ts';
import type { Wording } from './wording.ts';

/** Longest error line, in UTF-16 units. */
const errorLimit = 1_000;

export interface ObservationOptions {
  readonly boundary: string;
  readonly tool: string;
  /** Room for the text; the marks around it take at most `fenceSize` more. */
  readonly limit: number;
  readonly wording: Wording;
  /** Says what is missing where the text is cut. */
  readonly mark?: CutMark | undefined;
}

/** The text of an outcome without what steers a model; what has none says so. */
export function observedText(text: string, boundary: string, { noOutput }: Wording): string {
  const clean = cleanText(text, boundary);
  return clean.trim() === '' ? noOutput : clean;
}

/** What the model reads of a clean text: cut, and between marks. */
export function observeText(text: string, trusted: boolean, options: ObservationOptions): string {
  const { limit, wording, mark = wording.omitted } = options;
  return enclose(cutMiddle(text, limit, { omitted: mark }), { ...options, trusted });
}

/** What the model reads of a part of a kept text: as much of its beginning as there is room for, and what is left. */
export function observeRange(
  part: { readonly text: string; readonly trusted: boolean; readonly isLast: boolean },
  range: Range,
  options: ObservationOptions,
): string {
  const { wording, limit } = options;
  const { handle, offset, total } = range;
  const isCut = part.text.length > limit;
  const text = isCut ? part.text.slice(0, limit).replace(/[\ud800-\udbff]$/, '') : part.text;
  const end = offset + text.length;
  const shown = wording.rangeShown(offset, end, total);
  const isEnd = part.isLast && !isCut;
  const rest = isEnd
    ? restOf(end, total, wording)
    : wording.rangeLeft(total - end, readCall(handle, end));
  return enclose(`${text}\n(${shown}; ${rest})`, { ...options, trusted: part.trusted });
}

function restOf(end: number, total: number, wording: Wording): string {
  return end === total ? wording.rangeEnd : wording.onlyKept(end);
}

/** Room for the text of an outcome, were there no limit for its turn. */
export function wantedRoom(length: number): number {
  return Math.min(length, observationLimit);
}

/** Room that an error line may take: the marks of a text are not around it. */
export const errorRoom: number = errorLimit - fenceSize;

/** One line of JSON that says what to do about a failure. */
export function observeError(
  outcome: Extract<ToolOutcome, { ok: false }>,
  { boundary, limit: room }: Pick<ObservationOptions, 'boundary' | 'limit'>,
): string {
  const limit = Math.min(errorLimit, room + fenceSize);
  const { retry } = outcome;
  const kind = cleanText(outcome.code, boundary);
  const message = cleanText(outcome.message, boundary);
  const expected = cleanJson(outcome.expected, boundary);
  for (const shape of expected === undefined ? [] : [expected, shapeOf(expected)]) {
    const line = JSON.stringify({ ok: false, kind, message, expected: shape, retry });
    if (line.length <= limit) return line;
  }
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
