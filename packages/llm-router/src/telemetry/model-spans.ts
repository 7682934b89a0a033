import type { ChatModel, ChatRequest, ChatResponse, ModelEvent } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import {
  answerIdentity,
  errorType,
  identity,
  requestAttributes,
  responseAttributes,
  type ModelOrigin,
} from './attributes.ts';
import { inputContent, outputContent } from './content.ts';
import { spanKinds, type OtelAttributes } from './otel-api.ts';
import type { Place } from './run-spans.ts';
import { quietly, runWithin, startSpan, type LiveSpan } from './spans.ts';
import type { Tracing } from './telemetry.ts';

/** A span around each call. Its listener is told everything that it would be told without. */
export function traceModel(model: ChatModel, origin: ModelOrigin, tracing: Tracing): ChatModel {
  return {
    complete: async (request, options) => {
      const call = quietly(() => startCall(request, origin, tracing));
      if (call === undefined) return model.complete(request, options);
      const onEvent = (event: ModelEvent): void => {
        tellEvent(call.span, event);
        options.onEvent?.(event);
      };
      try {
        const response = await runWithin(tracing.api, call.span.context, () =>
          model.complete(request, { ...options, onEvent }),
        );
        call.succeed(response);
        return response;
      } catch (error) {
        call.fail(error);
        throw error;
      }
    },
  };
}

/** The falls of a router as events on the span that it is called in. */
export function followFallbacks(model: ChatModel, tracing: Tracing): ChatModel {
  return {
    complete: (request, options) => {
      const span = quietly(() => {
        const { parent } = tracing.runs.place(request.runId);
        return tracing.api.trace.getSpan(parent);
      });
      if (span === undefined) return model.complete(request, options);
      const onEvent = (event: ModelEvent): void => {
        if (event.type === 'fallback') {
          quietly(() => span.addEvent('mini_agent.fallback', fallbackAttributes(event)));
        }
        options.onEvent?.(event);
      };
      return model.complete(request, { ...options, onEvent });
    },
  };
}

interface TracedCall {
  readonly span: LiveSpan;
  readonly succeed: (response: ChatResponse) => void;
  readonly fail: (error: unknown) => void;
}

function startCall(request: ChatRequest, origin: ModelOrigin, tracing: Tracing): TracedCall {
  const { api, scope, captureContent, cleaner, record, now } = tracing;
  const place = tracing.runs.place(request.runId);
  const asked = identity(origin);
  const span = startSpan(api, scope, {
    name: nameOf(origin.model),
    kind: spanKinds.client,
    parent: place.parent,
    attributes: { ...asked, ...requestAttributes(request), ...conversationOf(request, place) },
  });
  if (captureContent && span.isRecording()) span.set(() => inputContent(request, cleaner));
  const began = now();
  const end = (attributes: OtelAttributes): void => {
    span.end();
    const seconds = Math.max(0, now() - began) / 1_000;
    record('gen_ai.client.operation.duration', seconds, attributes);
  };
  return {
    span,
    succeed: (response) => {
      const answered = quietly(() => ({ ...asked, ...answerIdentity(response, origin) })) ?? asked;
      span.set(() => ({ ...answered, ...responseAttributes(response) }));
      span.rename(nameOf(answered['gen_ai.request.model'] as string | undefined));
      if (captureContent && span.isRecording()) span.set(() => outputContent(response, cleaner));
      end(answered);
      quietly(() => {
        recordTokens(response, answered, record);
      });
    },
    fail: (error) => {
      const type = errorType(error);
      // The messages of our own errors are made of our own words; any other may quote what was sent.
      const isOurs = MiniAgentError.isInstance(error);
      span.fail(type, isOurs ? cleaner.text(error.message) : undefined);
      const status = isOurs ? error.status : undefined;
      if (status !== undefined) span.set(() => ({ 'http.response.status_code': status }));
      end({ ...asked, 'error.type': type });
    },
  };
}

function nameOf(model: string | undefined): string {
  return model === undefined || model === '' ? 'chat' : `chat ${model}`;
}

function conversationOf({ runId }: ChatRequest, { run }: Place): OtelAttributes {
  return { 'gen_ai.conversation.id': run?.conversationId ?? runId };
}

/** Only what a provider reported: counting of our own is an estimate, which the conventions keep out of this metric. */
function recordTokens(
  { usage, mode }: ChatResponse,
  attributes: OtelAttributes,
  record: Tracing['record'],
): void {
  if (usage.estimated || mode === 'rule') return;
  const counts = { input: usage.inputTokens, output: usage.outputTokens };
  for (const [type, count] of Object.entries(counts)) {
    record('gen_ai.client.token.usage', count, { ...attributes, 'gen_ai.token.type': type });
  }
}

function tellEvent(span: LiveSpan, event: ModelEvent): void {
  if (event.type === 'retry') {
    const { waitMs, code } = event;
    span.event('mini_agent.retry', { 'error.type': code, 'mini_agent.retry.wait_ms': waitMs });
  } else if (event.type === 'fallback') {
    span.event('mini_agent.fallback', fallbackAttributes(event));
  }
}

function fallbackAttributes(event: Extract<ModelEvent, { type: 'fallback' }>): OtelAttributes {
  const { from, to, provider, code, reason } = event;
  return {
    'error.type': code,
    'mini_agent.fallback.from': from,
    'mini_agent.fallback.to': to,
    'mini_agent.fallback.provider': provider,
    'mini_agent.fallback.reason': reason,
  };
}
