import type { JsonObject } from '@mini-agent/foundation/tool';
import type { CallIdFormat } from '../conversation/call-ids.ts';

/** What an endpoint family accepts and needs. Unknown endpoints start with {@link neutralProfile} and are learned from their errors. */
export interface EndpointProfile {
  /** The name of the output limit. */
  readonly tokenParameter: 'max_tokens' | 'max_completion_tokens' | 'max_new_tokens';
  /** Which `tool_choice` values are understood beside `auto`, which is never sent. */
  readonly toolChoices: {
    readonly none: boolean;
    readonly required: boolean;
    readonly named: boolean;
  };
  readonly callIds: CallIdFormat;
  /** On which assistant turns the model's `reasoning_content` or `reasoning` goes back to it. */
  readonly reasoningEcho: 'tool_turns' | 'never' | 'always';
  /** The endpoint answers only as a stream. */
  readonly streamOnly: boolean;
  /** `stream_options.include_usage` is understood. */
  readonly streamUsage: boolean;
  /** Accepted range of `temperature`; null = never send it. */
  readonly temperature: { readonly min: number; readonly max: number } | null;
  /** What an assistant turn with calls and no text carries. */
  readonly emptyContent: 'null' | 'empty';
  /** Sent with every request. */
  readonly extraBody: JsonObject;
}

export const neutralProfile: EndpointProfile = {
  tokenParameter: 'max_tokens',
  toolChoices: { none: true, required: true, named: true },
  callIds: 'any',
  reasoningEcho: 'tool_turns',
  streamOnly: false,
  streamUsage: true,
  temperature: { min: 0, max: 2 },
  emptyContent: 'null',
  extraBody: {},
};

/** One row of the profile table: which endpoints it is for, and what differs from neutral. */
export interface ProfileRow {
  readonly name: string;
  /** Host of the base URL; absent = chosen by name only. */
  readonly host?: RegExp;
  /** Model names it is limited to. */
  readonly model?: RegExp;
  readonly settings: Partial<EndpointProfile>;
}
