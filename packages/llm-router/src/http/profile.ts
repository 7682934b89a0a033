import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { CallIdFormat } from '../conversation/call-ids.ts';
import type { ToolNameRule } from '../conversation/tool-names.ts';
import { neutralNameRule } from '../conversation/tool-names.ts';
import type { SchemaSubset } from './schema-subset.ts';
import { wholeSchema } from './schema-subset.ts';

/** A closed range of numbers. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/** The classes an endpoint's own error code may stand for. */
export type ErrorClass = Extract<
  ModelErrorCode,
  'bad_request' | 'auth' | 'quota' | 'rate_limited' | 'transient' | 'context' | 'content_filter'
>;

/**
 * What an endpoint family accepts and needs, as plain data. Unknown endpoints start with {@link neutralProfile} and are learned from
 * their errors.
 */
export interface EndpointProfile {
  /** The name of the output limit. */
  readonly tokenParameter: 'max_tokens' | 'max_completion_tokens' | 'max_new_tokens';
  /** Which `tool_choice` values are understood beside `auto`, which is never sent. */
  readonly toolChoices: {
    readonly none: boolean;
    readonly required: boolean;
    readonly named: boolean;
  };
  /** Send `strict: true` with each tool whose schema fits it (all properties required, no others); default false. */
  readonly strict: boolean;
  /** The part of JSON Schema that the parameters of a tool may use. */
  readonly schema: SchemaSubset;
  /** What a tool's name may be; other names are mapped, and mapped back in replies. */
  readonly toolNames: ToolNameRule;
  readonly callIds: CallIdFormat;
  /** On which assistant turns the model's `reasoning_content` or `reasoning` goes back to it. */
  readonly reasoningEcho: 'tool_turns' | 'never' | 'always';
  /** Whether `<think>` blocks that stood in a reply's text go back to the model that wrote them; they are never shown. */
  readonly thinkingInText: 'strip' | 'echo';
  /** The endpoint answers only as a stream. */
  readonly streamOnly: boolean;
  /** `stream_options.include_usage` is understood. */
  readonly streamUsage: boolean;
  /** Accepted range of `temperature`, to which it is clamped; null = never send it. */
  readonly temperature: NumberRange | null;
  /** Accepted range of `top_p` (only `extraBody` sends one), outside which it is left out; null = never send it. */
  readonly topP: NumberRange | null;
  /** What an assistant turn with calls and no text carries. */
  readonly emptyContent: 'null' | 'empty';
  /** System texts: each as a message, joined as one first message, or put in front of the first user message. */
  readonly systemMessages: 'many' | 'one_first' | 'in_user';
  /** A conversation without any user message is refused; its system text then goes as one. */
  readonly needsUserMessage: boolean;
  /** Two user messages in a row are refused, and go as one. */
  readonly turnsAlternate: boolean;
  /** Path that a base URL without one gets, such as `/v1`. */
  readonly barePath: string;
  /** Path of the model list from the root of the host, where it is not beside the chat endpoint; else empty. */
  readonly modelsPath: string;
  /** What the endpoint's own error codes mean, by the code as text. */
  readonly errorCodes: Readonly<Record<string, ErrorClass>>;
  /** Sent with every request. */
  readonly extraBody: JsonObject;
}

export const neutralProfile: EndpointProfile = {
  tokenParameter: 'max_tokens',
  toolChoices: { none: true, required: true, named: true },
  strict: false,
  schema: wholeSchema,
  toolNames: neutralNameRule,
  callIds: 'any',
  reasoningEcho: 'tool_turns',
  thinkingInText: 'strip',
  streamOnly: false,
  streamUsage: true,
  temperature: { min: 0, max: 2 },
  topP: { min: 0, max: 1 },
  emptyContent: 'null',
  systemMessages: 'one_first',
  needsUserMessage: false,
  turnsAlternate: false,
  barePath: '/v1',
  modelsPath: '',
  errorCodes: {},
  extraBody: {},
};

/** One row of the profile table, plain JSON: which endpoints it is for, and what differs from neutral. */
export interface ProfileRow {
  readonly name: string;
  /** Regular expression for the host name of the base URL, or for `host:port`; absent = chosen by name only. */
  readonly host?: string;
  /** Regular expression for the model names it is limited to. */
  readonly model?: string;
  readonly settings: Partial<EndpointProfile>;
}
