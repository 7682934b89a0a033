import type {
  AssistantMessage,
  CallArguments,
  ChatModel,
  ChatRequest,
  ChatResponse,
  Fallback,
  Mode,
  ModelEvent,
  Usage,
} from '@mini-agent/foundation/chat';
import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { parseCallArguments } from './arguments/parse-arguments.ts';
import { ModelError } from './errors.ts';
import { estimatedUsage } from './usage.ts';

/** One reply of a scripted model; a text alone is a final answer. */
export type ScriptedReply = string | ScriptedMessage | ScriptedFailure;

/** What is left out is made up: ids, a fitting `finish`, usage estimated from the texts, the origin of the model's options. */
export interface ScriptedMessage {
  readonly content?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  readonly finish?: ChatResponse['finish'];
  readonly usage?: Usage;
  readonly mode?: Mode;
  readonly provider?: string;
  readonly model?: string;
  readonly fallbacks?: readonly Fallback[];
  readonly errorCode?: NonNullable<ChatResponse['errorCode']>;
  /** Told before the reply. */
  readonly events?: readonly ScriptedEvent[];
  /** Reasoning and content are told as events too, each in one piece. */
  readonly streamed?: boolean;
}

export interface ScriptedCall {
  readonly name: string;
  /** As an object, or as the text a model would write. */
  readonly arguments: JsonObject | string;
  readonly id?: string;
  /** The arguments are a text that cannot be used, for this reason. */
  readonly problem?: string;
  /** The reply ended within this call. */
  readonly cut?: boolean;
}

export interface ScriptedFailure {
  readonly error: ModelErrorCode;
  readonly message?: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly details?: JsonObject;
  readonly events?: readonly ScriptedEvent[];
}

/** A retry or a fallback; nothing is waited for. */
export type ScriptedEvent = Extract<ModelEvent, { type: 'retry' | 'fallback' }>;

export interface ScriptedModelOptions {
  /** What the responses say of their origin; default `http`, `scripted`, `scripted`. */
  readonly mode?: Mode;
  readonly provider?: string;
  readonly model?: string;
}

/** A model that says what it was told to, for tests, self-tests and demonstrations. */
export interface ScriptedModel extends ChatModel {
  /** The requests it was given, in order. */
  readonly requests: readonly ChatRequest[];
}

/**
 * Plays `replies` one per call; a function sees the request and makes the reply. After the last one `complete` rejects with
 * `unavailable`.
 */
export function createScriptedModel(
  replies: readonly (ScriptedReply | ((request: ChatRequest) => ScriptedReply))[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const requests: ChatRequest[] = [];
  return {
    requests,
    complete: (request, { signal, onEvent }) => {
      if (signal.aborted) {
        return Promise.reject(new ModelError('aborted', 'The model call was aborted.'));
      }
      const next = replies[requests.length];
      requests.push(request);
      if (next === undefined) {
        const message = `The script has no reply number ${requests.length}.`;
        return Promise.reject(new ModelError('unavailable', message));
      }
      const reply = typeof next === 'function' ? next(request) : next;
      return play(reply, { request, options, onEvent });
    },
  };
}

/** What a reply is played for. */
export interface Stage {
  readonly request: ChatRequest;
  readonly options?: ScriptedModelOptions;
  readonly onEvent?: ((event: ModelEvent) => void) | undefined;
}

/** Tells a reply's events and settles as it says. */
export function play(reply: ScriptedReply, stage: Stage): Promise<ChatResponse> {
  const scripted: ScriptedMessage | ScriptedFailure =
    typeof reply === 'string' ? { content: reply } : reply;
  for (const event of eventsOf(scripted)) tell(stage.onEvent, event);
  if (!('error' in scripted)) {
    return Promise.resolve(respond(scripted, stage.request, stage.options ?? {}));
  }
  const { error, message = 'A scripted failure.', status, retryAfterMs, details } = scripted;
  const facts = {
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details }),
  };
  return Promise.reject(new ModelError(error, message, facts));
}

function eventsOf(scripted: ScriptedMessage | ScriptedFailure): readonly ModelEvent[] {
  const { events = [] } = scripted;
  if ('error' in scripted || scripted.streamed !== true) return events;
  const { reasoning = '', content = '' } = scripted;
  return [
    ...events,
    ...(reasoning === '' ? [] : [{ type: 'reasoning', delta: reasoning } as const]),
    ...(content === '' ? [] : [{ type: 'text', delta: content } as const]),
  ];
}

function tell(onEvent: ((event: ModelEvent) => void) | undefined, event: ModelEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // A listener is the caller's code; a call must not fail for it.
  }
}

function respond(
  scripted: ScriptedMessage,
  request: ChatRequest,
  options: ScriptedModelOptions,
): ChatResponse {
  const toolCalls = (scripted.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${request.step}_${index + 1}`,
    name: call.name,
    arguments: readArguments(call, request),
  }));
  const message: AssistantMessage = {
    role: 'assistant',
    content: scripted.content ?? '',
    toolCalls,
    ...(scripted.reasoning === undefined ? {} : { reasoning: scripted.reasoning }),
  };
  return {
    message,
    finish: scripted.finish ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
    usage: scripted.usage ?? estimateFor(scripted, request),
    mode: scripted.mode ?? options.mode ?? 'http',
    provider: scripted.provider ?? options.provider ?? 'scripted',
    model: scripted.model ?? options.model ?? 'scripted',
    fallbacks: scripted.fallbacks ?? [],
    ...(scripted.errorCode === undefined ? {} : { errorCode: scripted.errorCode }),
  };
}

function estimateFor(scripted: ScriptedMessage, { messages }: ChatRequest): Usage {
  const asked = messages.map(({ content }) => content).join('\n');
  return estimatedUsage(asked, JSON.stringify(scripted));
}

function readArguments(call: ScriptedCall, request: ChatRequest): CallArguments {
  const { problem, cut = false, arguments: given } = call;
  if (problem === undefined && !cut) {
    const schema = request.tools.find(({ name }) => name === call.name)?.inputSchema;
    return parseCallArguments(given, schema);
  }
  const raw = typeof given === 'string' ? given : JSON.stringify(given);
  return { ok: false, raw, problem: problem ?? 'The call was cut off.', cut };
}
