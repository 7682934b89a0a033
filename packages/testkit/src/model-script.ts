import type { Fault } from './delivery.ts';
import type { RecordedRequest } from './recorded-request.ts';

/** A call in the short form `{id, name, arguments}`; further fields (`extra_content` …) stay beside `function` on the wire. */
export interface ScriptedToolCall {
  readonly id?: string;
  readonly name?: string;
  /** Sent as given: text, an object, null, or left out. */
  readonly arguments?: unknown;
  readonly [field: string]: unknown;
}

/** How an answer travels. */
interface Delivered {
  readonly delayMs?: number;
  readonly fault?: Fault;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An assistant turn. Fields that are not listed (`reasoning`, `reasoning_details` …) become fields of the message. */
export interface AssistantReply extends Delivered {
  readonly content?: unknown;
  readonly tool_calls?: readonly ScriptedToolCall[];
  /** Default `tool_calls` or `stop`; null is sent as null. */
  readonly finish_reason?: string | null;
  readonly reasoning_content?: string;
  readonly completion_id?: string;
  /** The model that answered; default the one asked for. */
  readonly model?: string;
  /** Default: a fixed usage. `null` leaves it out, as some endpoints do. */
  readonly usage?: Readonly<Record<string, unknown>> | null;
  /** Names of fields to leave out of the message, the choice or the completion. */
  readonly omit?: readonly string[];
  /** Answers as a stream, or as one JSON object, whatever was asked. */
  readonly as_stream?: boolean;
  readonly status?: undefined;
  readonly chunks?: undefined;
  readonly [field: string]: unknown;
}

/**
 * A stream given chunk by chunk. Each chunk is a delta (`{content}`, `{tool_calls: […]}`, `{finish_reason}`), an
 * `{error}` or `{usage}` object of its own, a complete chunk (with `choices`), or `{raw}`: text for the wire as it is.
 */
export interface StreamReply extends Delivered {
  readonly chunks: readonly Readonly<Record<string, unknown>>[];
  readonly completion_id?: string;
  /** False leaves out the closing `data: [DONE]`. */
  readonly done?: boolean;
  readonly status?: undefined;
}

/** A bare HTTP answer: an error, or a body that is no completion. Text is sent as it is, anything else as JSON. */
export interface HttpReply extends Delivered {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * Answers by what was sent. Keys are paths into the last message of a role (`assistant.reasoning_content`,
 * `tool.content`), into the calls of the last assistant message (`tool_calls[0].extra_content`), or into the request
 * itself; `has` and `lacks` name fields that must or must not occur anywhere in it.
 */
export interface ExpectingReply {
  readonly expect_request: Readonly<Record<string, unknown>>;
  readonly reply: ScriptedAnswer;
  /** Default: a 400 that names what did not fit. */
  readonly otherwise?: ScriptedAnswer;
}

export type ScriptedAnswer = AssistantReply | StreamReply | HttpReply;

export type ReplyFunction = (
  request: ModelRequest,
  index: number,
) => ScriptedReply | Promise<ScriptedReply>;

export type ScriptedReply = ScriptedAnswer | ExpectingReply | ReplyFunction;

/** A message of a chat completion request. */
export interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly name?: string;
  readonly tool_calls?: readonly WireToolCall[];
  readonly tool_call_id?: string;
  readonly [field: string]: unknown;
}

export interface WireToolCall {
  readonly id: string;
  readonly type?: string;
  readonly function: { readonly name: string; readonly arguments: string };
  readonly [field: string]: unknown;
}

/** The parsed body of a chat completion request. */
export interface ChatCompletionBody {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly tools?: readonly {
    readonly type: string;
    readonly function: {
      readonly name: string;
      readonly description?: string;
      readonly parameters?: Readonly<Record<string, unknown>>;
    };
  }[];
  readonly tool_choice?: unknown;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly [field: string]: unknown;
}

export type ModelRequest = RecordedRequest<ChatCompletionBody>;
