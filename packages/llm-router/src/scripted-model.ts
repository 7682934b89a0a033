import type {
  AssistantMessage,
  ChatModel,
  ChatRequest,
  ChatResponse,
  Mode,
} from '@mini-agent/foundation/chat';
import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type { JsonObject } from '@mini-agent/foundation/tool';
import { parseCallArguments } from './arguments/parse-arguments.ts';
import { ModelError } from './errors.ts';
import { estimatedUsage } from './usage.ts';

/** One reply of a scripted model; a text alone is a final answer. */
export type ScriptedReply = string | ScriptedMessage | ScriptedFailure;

export interface ScriptedMessage {
  readonly content?: string;
  readonly reasoning?: string;
  /** Arguments as an object, or as the text a model would write. */
  readonly toolCalls?: readonly {
    readonly name: string;
    readonly arguments: JsonObject | string;
    readonly id?: string;
  }[];
  readonly finish?: ChatResponse['finish'];
}

export interface ScriptedFailure {
  readonly error: ModelErrorCode;
  readonly message?: string;
}

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
    complete: (request, { signal }) => {
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
      if (typeof reply === 'object' && 'error' in reply) {
        return Promise.reject(new ModelError(reply.error, reply.message ?? 'A scripted failure.'));
      }
      return Promise.resolve(respond(reply, request, options));
    },
  };
}

function respond(
  reply: string | ScriptedMessage,
  request: ChatRequest,
  options: ScriptedModelOptions,
): ChatResponse {
  const scripted: ScriptedMessage = typeof reply === 'string' ? { content: reply } : reply;
  const toolCalls = (scripted.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${request.step}_${index + 1}`,
    name: call.name,
    arguments: parseCallArguments(call.arguments, schemaOf(request, call.name)),
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
    usage: estimatedUsage(
      request.messages.map(({ content }) => content).join('\n'),
      JSON.stringify(scripted),
    ),
    mode: options.mode ?? 'http',
    provider: options.provider ?? 'scripted',
    model: options.model ?? 'scripted',
    fallbacks: [],
  };
}

function schemaOf(
  request: ChatRequest,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  return request.tools.find((tool) => tool.name === name)?.inputSchema;
}
