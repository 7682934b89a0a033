import type { ChatModel, ChatRequest, ChatResponse, ModelEvent } from '@mini-agent/foundation/chat';
import { redactSecrets } from '@mini-agent/foundation/secret';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Clock } from '@mini-agent/foundation/time';
import { abortable } from '@mini-agent/foundation/time';
import type { Affinity } from '../conversation/call-ids.ts';
import type { Failure } from '../failure.ts';
import { toModelError } from '../failure.ts';
import { retryWaitMs } from '../retry-policy.ts';
import type { EndpointUrls } from './base-url.ts';
import { aborted, restingError, settleCall } from './call-end.ts';
import type { CallPlace } from './call-end.ts';
import type { SentRequest } from './call-reply.ts';
import { generatedCall, toResponse } from './call-reply.ts';
import type { CallWatch, Timeouts } from './deadlines.ts';
import { watchCall } from './deadlines.ts';
import type { EndpointState } from './endpoint-memory.ts';
import type { ExchangeResult } from './exchange.ts';
import { exchange } from './exchange.ts';
import { learnFromRefusal } from './learn.ts';
import type { EndpointProfile } from './profile.ts';
import { profileInForce, requestBody } from './request-body.ts';
import type { SecretFilter } from './secret-filter.ts';
import type { Transport } from './transport.ts';

/** Everything one configured endpoint needs to answer. */
export interface HttpCallSettings {
  readonly affinity: Affinity;
  readonly urls: EndpointUrls;
  /** With the key: only a transport may see them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly Secret[];
  readonly filter: SecretFilter;
  readonly profile: EndpointProfile;
  readonly state: EndpointState;
  readonly maxOutputTokens: number;
  readonly stream: boolean;
  readonly maxRetries: number;
  readonly timeouts: Required<Timeouts>;
  readonly transport: () => Promise<Transport>;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Changes of the request within one call that no retry counts: enough for every parameter once. */
const maxLessons = 8;

export function createHttpCall(settings: HttpCallSettings): ChatModel {
  return {
    complete: async (request, { signal, onEvent }) => {
      if (signal.aborted) throw aborted();
      const admission = settings.state.breaker.admit();
      if ('resting' in admission) throw restingError(placeOf(settings), admission.resting);
      const { pass } = admission;
      const watch = watchCall(settings.timeouts.totalMs, signal);
      try {
        const work = runCall(settings, { request, watch, onEvent: quietly(onEvent) });
        const response = await abortable(work, watch.signal);
        pass.succeed();
        return response;
      } catch (error) {
        throw settleCall(error, { pass, place: placeOf(settings), end: watch.end });
      } finally {
        watch.clear();
      }
    },
  };
}

function placeOf({ affinity, state, urls, timeouts, secrets }: HttpCallSettings): CallPlace {
  const url = redactSecrets(state.url ?? urls.preferred, secrets);
  return { model: affinity.model, url, timeouts };
}

interface Attempt {
  readonly request: ChatRequest;
  readonly watch: CallWatch;
  readonly onEvent: ((event: ModelEvent) => void) | undefined;
}

/** The one loop of a call: adapt what can be adapted, wait and retry what passes, give up on the rest. */
async function runCall(settings: HttpCallSettings, attempt: Attempt): Promise<ChatResponse> {
  const { state, clock, random, maxRetries } = settings;
  let retries = 0;
  let lessons = 0;
  let waitedMs = 0;
  for (;;) {
    const sent = prepare(settings, attempt.request);
    const url = state.url ?? settings.urls.preferred;
    const result = await send(settings, attempt, { url, sent });
    if (result.ok) return toResponse(result.reply, sent);
    const { failure } = result;
    const call = generatedCall(failure, sent);
    if (call !== undefined) return call;
    if (lessons < maxLessons && learn(settings, { failure, sent, url })) {
      lessons += 1;
      continue;
    }
    const waitMs = retryWaitMs({ failure, made: retries, maxRetries, waitedMs, random: random() });
    if (waitMs === undefined) throw toModelError(failure, settings.secrets);
    retries += 1;
    waitedMs += waitMs;
    attempt.onEvent?.({ type: 'retry', waitMs: Math.round(waitMs), code: failure.code });
    await clock.sleep(waitMs, attempt.watch.signal);
  }
}

function prepare(settings: HttpCallSettings, request: ChatRequest): SentRequest {
  const { affinity, state, maxOutputTokens } = settings;
  const { adjustments } = state;
  const profile = profileInForce({ profile: settings.profile, adjustments });
  const stream = settings.stream || profile.streamOnly || adjustments.stream;
  const body = requestBody(request, { affinity, profile, adjustments, maxOutputTokens, stream });
  return { request, body, affinity, profile, textProtocol: adjustments.textProtocol };
}

async function send(
  settings: HttpCallSettings,
  { onEvent, watch }: Attempt,
  { url, sent }: { readonly url: string; readonly sent: SentRequest },
): Promise<ExchangeResult> {
  const transport = await settings.transport();
  return exchange(
    { url, headers: settings.headers, body: JSON.stringify(sent.body) },
    {
      transport,
      timeouts: settings.timeouts,
      watch,
      now: () => settings.clock.now(),
      filter: settings.filter,
      errorCodes: sent.profile.errorCodes,
      ...(onEvent === undefined ? {} : { onEvent }),
    },
  );
}

interface Refused {
  readonly failure: Failure;
  readonly sent: SentRequest;
  readonly url: string;
}

function learn(settings: HttpCallSettings, { failure, sent, url }: Refused): boolean {
  const { state, urls } = settings;
  const refusal = { failure, body: sent.body, profile: sent.profile };
  if (learnFromRefusal(refusal, state.adjustments)) return true;
  // Not found, and not for the model's name: the other form of the URL is tried, once.
  if (failure.status !== 404 || state.url !== undefined || isAboutModel(failure)) return false;
  if (url === urls.other) return false;
  state.url = urls.other;
  return true;
}

function isAboutModel(failure: Failure): boolean {
  return /model_not_found|model.{0,80}(?:not found|not exist|does not|unknown|no such|pull)/i.test(
    failure.text,
  );
}

/** A listener is the caller's code: what it throws is no failure of the model. */
function quietly(
  onEvent: ((event: ModelEvent) => void) | undefined,
): ((event: ModelEvent) => void) | undefined {
  if (onEvent === undefined) return undefined;
  return (event) => {
    try {
      onEvent(event);
    } catch {
      // Nothing here could act on it.
    }
  };
}
