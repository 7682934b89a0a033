import type { ModelEvent } from '@mini-agent/foundation/chat';
import type { Failure } from '../failure.ts';
import { isJsonObject, parseJson } from '../json.ts';
import type { WireReply } from '../reply/wire-reply.ts';
import { printableUrl } from './base-url.ts';
import { classify } from './classify.ts';
import type { CallWatch, Timeouts } from './deadlines.ts';
import { readErrorBody } from './error-body.ts';
import { connectionFailure, malformed } from './exchange-failures.ts';
import type { EndpointProfile } from './profile.ts';
import { wholeBody } from './read-body.ts';
import { readCompletion } from './read-completion.ts';
import { readStream } from './read-stream.ts';
import type { SecretFilter } from './secret-filter.ts';
import { cleanReply } from './secret-filter.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

export interface ExchangeOptions {
  readonly transport: Transport;
  readonly timeouts: Required<Timeouts>;
  readonly watch: CallWatch;
  readonly now: () => number;
  readonly onEvent?: (event: ModelEvent) => void;
  /** Takes our keys out of what comes back. */
  readonly filter: SecretFilter;
  readonly errorCodes?: EndpointProfile['errorCodes'];
}

export type ExchangeResult =
  | { readonly ok: true; readonly reply: WireReply }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Sends one request and reads its answer to the end. Every failure is a value, except the end of the call as a whole, which rejects.
 */
export async function exchange(
  request: Omit<TransportRequest, 'signal'>,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const { watch } = options;
  const url = printableUrl(request.url);
  let answer: TransportAnswer | undefined;
  let ended = false;
  try {
    watch.expect('first_byte', options.timeouts.firstByteMs);
    answer = await options.transport.send({ ...request, signal: watch.signal });
    const result = await read(answer, url, options);
    ended = result.ok;
    return cleaned(result, options.filter);
  } catch (error) {
    if (watch.signal.aborted) throw error;
    return { ok: false, failure: connectionFailure(error, url) };
  } finally {
    watch.expectNothing();
    if (!ended) answer?.cancel();
  }
}

function cleaned(result: ExchangeResult, filter: SecretFilter): ExchangeResult {
  if (result.ok) return { ok: true, reply: cleanReply(result.reply, filter) };
  const { failedGeneration } = result.failure;
  if (failedGeneration === undefined) return result;
  const failure = { ...result.failure, failedGeneration: filter.clean(failedGeneration) };
  return { ok: false, failure };
}

async function read(
  answer: TransportAnswer,
  url: string,
  options: ExchangeOptions,
): Promise<ExchangeResult> {
  const type = answer.header('content-type') ?? '';
  if (answer.status >= 300 && answer.status < 400) return redirected(answer.status, url);
  if (answer.status < 300 && /event-stream/i.test(type)) {
    return readStream(answer, { url, ...options });
  }
  const codes = options.errorCodes === undefined ? {} : { errorCodes: options.errorCodes };
  const text = options.filter.clean(
    await wholeBody(answer, options.watch, options.timeouts.idleMs),
  );
  const body = parseJson(text);
  if (answer.status < 300) return readCompletion(body, text, { url, now: options.now(), ...codes });
  return {
    ok: false,
    failure: classify({
      status: answer.status,
      header: (name) => answer.header(name),
      body: readErrorBody(isJsonObject(body) || Array.isArray(body) ? body : undefined, text),
      url,
      now: options.now(),
      ...codes,
    }),
  };
}

/** A redirect would turn the POST into a GET or carry the key elsewhere, so it is never followed. */
function redirected(status: number, url: string): ExchangeResult {
  const failure = malformed(
    `${url} redirects (HTTP ${status}); use the address it leads to as base URL.`,
  );
  return { ok: false, failure: { ...failure, code: 'bad_request', status, retries: 0 } };
}
