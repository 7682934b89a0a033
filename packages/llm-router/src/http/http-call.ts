import type { ChatModel, ChatRequest, ChatResponse, ModelEvent } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Clock } from '@mini-agent/foundation/time';
import { abortable } from '@mini-agent/foundation/time';
import type { JsonObject } from '@mini-agent/foundation/tool';
import type { Affinity } from '../conversation/call-ids.ts';
import { ModelError } from '../errors.ts';
import type { Failure } from '../failure.ts';
import { toModelError } from '../failure.ts';
import { readReply } from '../reply/read-reply.ts';
import { readTextReply } from '../reply/text-protocol-reply.ts';
import type { WireReply } from '../reply/wire-reply.ts';
import { retryWaitMs } from '../retry-policy.ts';
import { estimatedUsage, reportedUsage } from '../usage.ts';
import type { EndpointUrls } from './base-url.ts';
import { printableUrl } from './base-url.ts';
import type { CallEnd, CallWatch, Timeouts } from './deadlines.ts';
import { watchCall } from './deadlines.ts';
import type { EndpointState } from './endpoint-memory.ts';
import type { ExchangeResult } from './exchange.ts';
import { exchange } from './exchange.ts';
import { learnFromRefusal } from './learn.ts';
import type { EndpointProfile } from './profile.ts';
import { requestBody } from './request-body.ts';
import type { Transport } from './transport.ts';

/** Everything one configured endpoint needs to answer. */
export interface HttpCallSettings {
  readonly affinity: Affinity;
  readonly urls: EndpointUrls;
  /** With the key: only a transport may see them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly Secret[];
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
      const resting = settings.state.breaker.admit();
      if (resting !== undefined) throw restingError(settings, resting);
      const watch = watchCall(settings.timeouts.totalMs, signal);
      try {
        const work = runCall(settings, { request, watch, onEvent: quietly(onEvent) });
        const response = await abortable(work, watch.signal);
        settings.state.breaker.succeed();
        return response;
      } catch (error) {
        throw settle(error, settings, watch.end);
      } finally {
        watch.clear();
      }
    },
  };
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
  for (;;) {
    const body = bodyOf(settings, attempt.request);
    const url = state.url ?? settings.urls.preferred;
    const result = await send(settings, attempt, { url, body });
    if (result.ok) return toResponse(result.reply, settings, { request: attempt.request, body });
    const { failure } = result;
    const call = generatedCall(failure, settings, { request: attempt.request, body });
    if (call !== undefined) return call;
    if (lessons < maxLessons && learn(settings, { failure, body, url })) {
      lessons += 1;
      continue;
    }
    const waitMs = retryWaitMs({ failure, made: retries, maxRetries, random: random() });
    if (waitMs === undefined) throw toModelError(failure, settings.secrets);
    retries += 1;
    attempt.onEvent?.({ type: 'retry', waitMs: Math.round(waitMs), code: failure.code });
    await clock.sleep(waitMs, attempt.watch.signal);
  }
}

function bodyOf(settings: HttpCallSettings, request: ChatRequest): JsonObject {
  const { affinity, profile, state, maxOutputTokens } = settings;
  const stream = settings.stream || profile.streamOnly || state.adjustments.stream;
  return requestBody(request, {
    affinity,
    profile,
    adjustments: state.adjustments,
    maxOutputTokens,
    stream,
  });
}

async function send(
  settings: HttpCallSettings,
  attempt: Attempt,
  { url, body }: { readonly url: string; readonly body: JsonObject },
): Promise<ExchangeResult> {
  const transport = await settings.transport();
  const { onEvent, watch } = attempt;
  return exchange(
    { url, headers: settings.headers, body: JSON.stringify(body) },
    {
      transport,
      timeouts: settings.timeouts,
      watch,
      now: () => settings.clock.now(),
      clean: (text) => withoutSecrets(text, settings.secrets),
      ...(onEvent === undefined ? {} : { onEvent }),
    },
  );
}

/** An endpoint that sends our own key back must not carry it into answers and traces. Short keys are words and stay. */
function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  let clean = text;
  for (const entry of secrets) {
    const value = entry.reveal();
    if (value.length >= 12 && clean.includes(value)) clean = clean.replaceAll(value, '[secret]');
  }
  return clean;
}

interface Refused {
  readonly failure: Failure;
  readonly body: JsonObject;
  readonly url: string;
}

function learn(settings: HttpCallSettings, { failure, body, url }: Refused): boolean {
  const { state, urls, profile } = settings;
  const { adjustments } = state;
  const inForce = { ...profile, ...adjustments.profile };
  if (learnFromRefusal({ failure, body, profile: inForce }, adjustments)) return true;
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

/** Groq answers a call it could not read with 400 and the text of the call, which mostly can be read. */
function generatedCall(
  failure: Failure,
  settings: HttpCallSettings,
  sent: { readonly request: ChatRequest; readonly body: JsonObject },
): ChatResponse | undefined {
  if (failure.failedGeneration === undefined) return undefined;
  const reply: WireReply = {
    message: { content: failure.failedGeneration },
    finishReason: undefined,
    usage: undefined,
    model: undefined,
  };
  const response = toResponse(reply, settings, sent);
  return response.message.toolCalls.length > 0 ? response : undefined;
}

function toResponse(
  reply: WireReply,
  settings: HttpCallSettings,
  sent: { readonly request: ChatRequest; readonly body: JsonObject },
): ChatResponse {
  const { request, body } = sent;
  let made = 0;
  const newId = (): string => `call_${request.step}_${(made += 1)}`;
  const reading = { request, affinity: settings.affinity, newId };
  const read = readReply(reply, reading);
  const usesText =
    settings.state.adjustments.textProtocol &&
    request.tools.length > 0 &&
    read.message.toolCalls.length === 0;
  const { message, finish } = usesText
    ? withOpaque(readTextReply(read.message.content, read.finish, reading), read)
    : read;
  return {
    message,
    finish,
    usage:
      reportedUsage(reply.usage) ??
      estimatedUsage(JSON.stringify(body), JSON.stringify(reply.message)),
    mode: 'http',
    provider: settings.affinity.provider,
    model: printableModel(reply.model) ?? settings.affinity.model,
    fallbacks: [],
  };
}

type Read = ReturnType<typeof readReply>;

function withOpaque(text: Read, wire: Read): Read {
  const { reasoning, opaque } = wire.message;
  return {
    finish: text.finish,
    message: {
      ...text.message,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(opaque === undefined ? {} : { opaque }),
    },
  };
}

/** The model that answered, if its name is one. */
function printableModel(model: string | undefined): string | undefined {
  return model !== undefined && /^[\w./:@+ -]{1,200}$/.test(model) ? model : undefined;
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

function aborted(): ModelError {
  return new ModelError('aborted', 'The model call was aborted.');
}

function restingError(
  settings: HttpCallSettings,
  resting: { readonly code: ModelError['code']; readonly remainingMs: number },
): ModelError {
  const seconds = Math.ceil(resting.remainingMs / 1_000);
  return new ModelError(
    resting.code,
    `${settings.affinity.model} at ${printableUrl(settings.urls.preferred)} rests for another ${seconds} s after its last failure; use another provider until then.`,
    { retryAfterMs: resting.remainingMs },
  );
}

/** Turns whatever ended the call into the error the caller gets, and tells the breaker. */
function settle(error: unknown, settings: HttpCallSettings, end: CallEnd | undefined): ModelError {
  const { breaker } = settings.state;
  if (end === 'aborted') {
    breaker.release();
    return aborted();
  }
  const failed = end === undefined ? error : timedOut(settings, end);
  if (!(failed instanceof ModelError)) {
    breaker.release();
    return new ModelError('transient', 'The model call failed for a reason inside the program.', {
      cause: failed,
    });
  }
  const { code, retryAfterMs } = failed;
  // A refused request says nothing about the endpoint's health.
  if (code === 'bad_request' || code === 'context' || code === 'content_filter') breaker.release();
  else breaker.fail({ code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  return failed;
}

/** Not retried: the wait was the whole patience there was. */
function timedOut(
  { state, urls, timeouts }: HttpCallSettings,
  end: Exclude<CallEnd, 'aborted'>,
): ModelError {
  const url = printableUrl(state.url ?? urls.preferred);
  const messages = {
    total: `No complete reply from ${url} within ${timeouts.totalMs} ms; raise the total timeout or use another endpoint.`,
    first_byte: `No answer from ${url} within ${timeouts.firstByteMs} ms; raise the first-byte timeout or use another endpoint.`,
    idle: `The answer from ${url} stalled for ${timeouts.idleMs} ms; raise the idle timeout or use another endpoint.`,
  };
  return new ModelError('timeout', messages[end]);
}
