import type { ChatResponse, ModelEvent, ToolCall } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ModelErrorCode } from '@mini-agent/foundation/errors';
import type {
  ScriptedCall,
  ScriptedEvent,
  ScriptedFailure,
  ScriptedMessage,
} from '../scripted-model.ts';
import type { Cleaner } from './cleaner.ts';
import { argumentsOf } from './recorded-request.ts';

/** What a model told while it was asked. */
export interface Told {
  readonly events: ScriptedEvent[];
  /** It also told its text. */
  streamed: boolean;
}

export interface Reading {
  readonly told: Told;
  readonly cleaner: Cleaner;
}

export function isTold(event: ModelEvent): event is ScriptedEvent {
  return event.type === 'retry' || event.type === 'fallback';
}

/** A response as a scripted reply, whole but for what is only echoed to its provider. */
export function toReply(response: ChatResponse, { told, cleaner }: Reading): ScriptedMessage {
  const { message, finish, usage, mode, provider, model, fallbacks, errorCode } = response;
  return cleaner.json({
    ...(message.content === '' ? {} : { content: message.content }),
    ...(message.reasoning === undefined ? {} : { reasoning: message.reasoning }),
    ...(message.toolCalls.length === 0
      ? {}
      : { toolCalls: message.toolCalls.map((call) => toCall(call, cleaner)) }),
    finish,
    usage,
    mode,
    provider,
    model,
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...eventsOf(told),
    ...(told.streamed ? { streamed: true } : {}),
  });
}

function toCall(call: ToolCall, cleaner: Cleaner): ScriptedCall {
  const { id, name } = call;
  const given = { id, name, arguments: argumentsOf(call, cleaner) };
  if (call.arguments.ok) return given;
  const { problem, cut } = call.arguments;
  return { ...given, problem, ...(cut ? { cut } : {}) };
}

const modelCodes: Readonly<Record<ModelErrorCode, true>> = {
  bad_request: true,
  auth: true,
  quota: true,
  rate_limited: true,
  transient: true,
  timeout: true,
  malformed: true,
  context: true,
  content_filter: true,
  aborted: true,
  declined: true,
  budget: true,
  unavailable: true,
};

/** What a model threw. Anything but an error with a code of models counts as a passing failure, as the router takes it. */
export function toFailure(error: unknown, { told, cleaner }: Reading): ScriptedFailure {
  const events = eventsOf(told);
  if (!MiniAgentError.isInstance(error) || !Object.hasOwn(modelCodes, error.code)) {
    return { error: 'transient', message: 'The model failed.', ...events };
  }
  const { status, retryAfterMs, details } = error;
  return cleaner.json({
    error: error.code as ModelErrorCode,
    message: error.message,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(details === undefined ? {} : { details }),
    ...events,
  });
}

function eventsOf({ events }: Told): { readonly events?: readonly ScriptedEvent[] } {
  return events.length === 0 ? {} : { events };
}
