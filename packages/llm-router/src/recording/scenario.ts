import type { ChatRequest, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject, ToolDescriptor } from '@mini-agent/foundation/tool';
import type { ScriptedFailure, ScriptedMessage } from '../scripted-model.ts';

/**
 * One or more runs as plain JSON, without secrets: everything models and tools answered, and enough of what they were asked to notice
 * that a replay goes another way. `replies` are those of `createScriptedModel`.
 */
export interface Scenario {
  readonly version: 1;
  /** What the models answered, in the order in which they were asked. */
  readonly replies: readonly RecordedReply[];
  /** What they were asked; the request of a reply has its index. */
  readonly requests: readonly RecordedRequest[];
  readonly tools: RecordedTools;
}

export type RecordedReply = ScriptedMessage | ScriptedFailure;

/** A request without what it repeats of the one before it in its run. */
export interface RecordedRequest extends Pick<
  ChatRequest,
  'toolChoice' | 'maxOutputTokens' | 'temperature' | 'language' | 'purpose' | 'step'
> {
  /** 0 for the run that was seen first, 1 for the next …; their ids are not kept. */
  readonly run: number;
  /** How many messages are those that the run's previous request began with. */
  readonly kept: number;
  /** The messages after them. */
  readonly messages: readonly RecordedMessage[];
  /** The tools offered, as places in `tools.descriptors`; left out where they are those of the run's previous request. */
  readonly offered?: readonly number[];
}

export type RecordedMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls: readonly RecordedCall[];
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly content: string;
    };

/** Arguments that were no object stand as the text the model wrote. */
export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject | string;
}

export interface RecordedTools {
  /** Every tool that was listed or offered, each once. */
  readonly descriptors: readonly ToolDescriptor[];
  /** What listing the tools gave, in order. */
  readonly lists: readonly RecordedList[];
  readonly calls: readonly RecordedToolCall[];
}

export interface RecordedList {
  readonly depth: number;
  /** How often this list was given in a row. */
  readonly times: number;
  /** Places in `descriptors`. */
  readonly tools: readonly number[];
}

export interface RecordedToolCall extends Omit<RecordedCall, 'id'> {
  readonly run: number;
  readonly outcome: RecordedOutcome;
}

type WithoutId<Outcome> = Outcome extends unknown ? Omit<Outcome, 'callId'> : never;

export type RecordedOutcome = WithoutId<ToolOutcome>;
