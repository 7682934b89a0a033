import type { ChatModel, ChatRequest, ChatResponse } from '@mini-agent/foundation/chat';
import type { Clock } from '@mini-agent/foundation/time';
import { abortable, startDeadline, systemClock } from '@mini-agent/foundation/time';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { Breaker, Pass } from '../breaker.ts';
import { createBreaker } from '../breaker.ts';
import { toTextRequest } from '../conversation/text-protocol.ts';
import { ModelError } from '../errors.ts';
import { estimatedUsage } from '../usage.ts';
import { readSamplingFailure } from './sampling-failure.ts';
import type { SamplingSettings } from './sampling-params.ts';
import { samplingParams } from './sampling-params.ts';
import { readSamplingResult } from './sampling-result.ts';

/**
 * Sends `sampling/createMessage` to the client and returns its result. `params` and the result are those of MCP 2025-11-25; a failure is
 * thrown with its JSON-RPC `code`.
 */
export type CreateMessage = (
  params: JsonObject,
  options: { readonly signal: AbortSignal },
) => Promise<unknown>;

export interface SamplingModelOptions {
  readonly createMessage: CreateMessage;
  /** The client declared `sampling.tools`; otherwise calls are written as text, one JSON object per reply. */
  readonly supportsTools: boolean;
  /** Limit of one request; default 120,000 ms. Clients that ask a person may need longer. */
  readonly timeoutMs?: number;
  /** Tokens one reply may have; default 4096. */
  readonly maxOutputTokens?: number;
  /** Models to prefer, most wanted first; the client may choose another. */
  readonly modelHints?: readonly string[];
  /** Name of the provider in results; default `client`. */
  readonly provider?: string;
  readonly clock?: Clock;
}

/** After a request that nobody answered, the next calls of a run must not wait as long again. */
const restMs = 60_000;

interface Session {
  readonly options: SamplingModelOptions;
  readonly settings: SamplingSettings;
  readonly timeoutMs: number;
  readonly breaker: Breaker;
  /** Set once the client said that it cannot do sampling. */
  unsupported: ModelError | undefined;
}

/**
 * The client's own model through MCP sampling. `complete` rejects with a {@link ModelError}: `declined` where the user said no (a stop),
 * `timeout` at the deadline, `unavailable` where the client cannot do it, which is not asked again.
 */
export function createSamplingModel(options: SamplingModelOptions): ChatModel {
  const { clock = systemClock, provider = 'client' } = options;
  const session: Session = {
    options,
    settings: {
      affinity: { provider, model: '' },
      supportsTools: options.supportsTools,
      maxOutputTokens: options.maxOutputTokens ?? 4096,
      modelHints: options.modelHints ?? [],
    },
    timeoutMs: options.timeoutMs ?? 120_000,
    breaker: createBreaker({ now: () => clock.now(), threshold: 1, openMs: restMs }),
    unsupported: undefined,
  };
  return { complete: (request, { signal }) => complete(session, request, signal) };
}

async function complete(
  session: Session,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<ChatResponse> {
  if (signal.aborted) throw aborted();
  if (session.unsupported !== undefined) throw session.unsupported;
  const admission = session.breaker.admit();
  if ('resting' in admission) {
    const { code, remainingMs } = admission.resting;
    throw new ModelError(code, 'The client did not answer lately and is not asked for a while.', {
      retryAfterMs: remainingMs,
    });
  }
  const { pass } = admission;
  const deadline = startDeadline(session.timeoutMs, signal);
  try {
    const response = await ask(session, request, deadline.signal);
    pass.succeed();
    return response;
  } catch (error) {
    throw settle(session, error, { pass, caller: signal, expired: deadline.expired() });
  } finally {
    deadline.clear();
  }
}

/** One request, and one more with the history as plain text where the client objects to its form. */
async function ask(
  session: Session,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<ChatResponse> {
  const params = samplingParams(request, session.settings);
  try {
    return respond(session, request, { params, result: await send(session, params, signal) });
  } catch (error) {
    if (signal.aborted || error instanceof ModelError) throw error;
    const failure = readSamplingFailure(error);
    const hasCalls = request.messages.some(({ role }) => role === 'tool');
    if (!failure.invalidHistory || !session.settings.supportsTools || !hasCalls) throw error;
    const flat = toTextRequest({ ...request, tools: [] });
    const plainer = samplingParams({ ...request, messages: flat.messages }, session.settings);
    const result = await send(session, plainer, signal);
    return respond(session, request, { params: plainer, result });
  }
}

function send(session: Session, params: JsonObject, signal: AbortSignal): Promise<unknown> {
  // The client may ignore the signal; a late answer is then nobody's.
  return abortable(session.options.createMessage(params, { signal }), signal);
}

function respond(
  session: Session,
  request: ChatRequest,
  { params, result }: { readonly params: JsonObject; readonly result: unknown },
): ChatResponse {
  const { affinity, supportsTools } = session.settings;
  let made = 0;
  const newId = (): string => `call_${request.step}_${(made += 1)}`;
  const read = readSamplingResult(result, { request, affinity, supportsTools, newId });
  if (read === undefined) {
    throw new ModelError('malformed', 'The client answered a sampling request without content.');
  }
  const output = JSON.stringify([read.message.content, read.message.toolCalls]);
  return {
    message: read.message,
    finish: read.finish,
    usage: estimatedUsage(JSON.stringify(params), output),
    mode: 'sampling',
    provider: affinity.provider,
    model: read.model ?? '',
    fallbacks: [],
  };
}

function settle(
  session: Session,
  error: unknown,
  {
    pass,
    caller,
    expired,
  }: { readonly pass: Pass; readonly caller: AbortSignal; readonly expired: boolean },
): ModelError {
  if (caller.aborted && !expired) {
    pass.release();
    return aborted();
  }
  const failure = expired
    ? { error: timedOut(session.timeoutMs), unsupported: false }
    : error instanceof ModelError
      ? { error, unsupported: false }
      : readSamplingFailure(error);
  if (failure.unsupported) session.unsupported = failure.error;
  if (failure.error.code === 'timeout') pass.fail({ code: 'timeout' });
  else pass.release();
  return failure.error;
}

function timedOut(timeoutMs: number): ModelError {
  return new ModelError(
    'timeout',
    `The client did not answer the sampling request within ${timeoutMs} ms; raise the timeout or use HTTP.`,
  );
}

function aborted(): ModelError {
  return new ModelError('aborted', 'The model call was aborted.');
}
