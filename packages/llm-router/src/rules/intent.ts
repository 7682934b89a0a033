import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject, Language } from '@mini-agent/foundation/tool';

/** Stands in {@link Segment.text} for one quoted passage, whatever its length; the passage itself is in `quotes`. */
export const quoteMark = '\uE000';

/** One part of a task, cut out at a conjunction or at punctuation, without courtesies ("please", "帮我"). */
export interface Segment {
  /** The part with full-width forms folded to ASCII and each quoted passage replaced by {@link quoteMark}. Letter case is kept. */
  readonly text: string;
  /** The quoted passages of this part in order, without their quotation marks, exactly as written. */
  readonly quotes: readonly string[];
  readonly language: Language;
  /** The task's own characters (unfolded, quotation marks included) behind the range `start`…`end` of `text`. */
  readonly source?: (start: number, end?: number) => string;
  /** What the part before this one was understood as: lets "multiply the result by 4" find the result. */
  readonly previous?: RuleMatch;
}

/** A tool call that an intent asks for. */
export interface RuleCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** What an intent makes of a segment: the calls, and how their outcomes become the answer. */
export interface RuleMatch {
  readonly calls: readonly RuleCall[];
  /** Gets the outcomes in the order of `calls`; it is asked only when all of them are ok. */
  answer(outcomes: readonly ToolOutcome[], language: Language): string;
  /** The calls contain the work of the previous part and take its place ("calculate 2+3 and multiply the result by 4"). */
  readonly replacesPrevious?: boolean;
  /** This part must not be cut: "the date and time in Tokyo" is one question. */
  readonly indivisible?: boolean;
  /** An argument is unquoted text that ran to the end of the segment, so where it ends is a guess. */
  readonly freeText?: boolean;
}

/** Claims a whole segment, or returns undefined. Must not throw and must take linear time. */
export interface RuleIntent {
  readonly name: string;
  match(segment: Segment): RuleMatch | undefined;
}
