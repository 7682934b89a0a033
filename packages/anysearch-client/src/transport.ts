import type { Secret } from '@mini-agent/foundation/secret';
import { abortable, abortReason, startDeadline } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import { resolveApiKey } from './api-key.ts';
import { isConfidential, resolveEndpoint } from './endpoint.ts';
import { AnySearchError } from './errors.ts';
import { readAnswer } from './http-answer.ts';
import type { Fields } from './rpc-answer.ts';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string | Secret | (() => string | Secret | undefined) | undefined;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

export interface CallOptions {
  readonly signal: AbortSignal | undefined;
  /** Limit from the first byte out to the last byte in, a repeated attempt included. */
  readonly timeoutMs: number;
}

/** Sends JSON-RPC requests. Rejects with an AnySearchError, or with the reason of the caller's signal. */
export interface Transport {
  request(method: string, params: Fields, options: CallOptions): Promise<Fields>;
  /** What must not show up in texts: the key in use, and those that were in use before it. */
  secrets(): readonly Secret[];
}

/** Nothing was sent when one of these stopped a connection, so that a second try does no harm. */
const neverSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'EAI_AGAIN']);
const pauseBeforeSecondTryMs = 100;
const mostKeys = 10;

export function createTransport(options: TransportOptions): Transport {
  let lastId = 0;
  const used: Secret[] = [];
  const currentKey = (): Secret | undefined => {
    const { apiKey } = options;
    const key = resolveApiKey(typeof apiKey === 'function' ? apiKey() : apiKey);
    if (key !== undefined && !used.some((known) => known.reveal() === key.reveal())) {
      // An answer to an older key may still be on its way.
      used.push(key);
      if (used.length > mostKeys) used.shift();
    }
    return key;
  };
  return {
    secrets: () => used,
    async request(method, params, { signal, timeoutMs }) {
      throwIfAborted(signal);
      const endpoint = resolveEndpoint(options.baseUrl);
      const key = currentKey();
      if (key !== undefined && !isConfidential(endpoint)) {
        throw new AnySearchError(
          'validation_error',
          'The AnySearch API key would travel unencrypted. Use an https:// base URL.',
        );
      }
      lastId += 1;
      const sending: Sending = { options, endpoint, key, id: lastId, method, params };
      const deadline = startDeadline(timeoutMs, signal);
      try {
        return await abortable(sendTwice(sending, deadline.signal), deadline.signal);
      } catch (error) {
        throwIfAborted(signal);
        if (deadline.expired()) throw timedOut(timeoutMs);
        throw error;
      } finally {
        deadline.clear();
      }
    },
  };
}

interface Sending {
  readonly options: TransportOptions;
  readonly endpoint: URL;
  readonly key: Secret | undefined;
  readonly id: number;
  readonly method: string;
  readonly params: Fields;
}

async function sendTwice(sending: Sending, signal: AbortSignal): Promise<Fields> {
  try {
    return await send(sending, signal);
  } catch (error) {
    if (!(error instanceof AnySearchError) || !neverSent.has(causeCode(error.cause))) throw error;
    await sending.options.clock.sleep(pauseBeforeSecondTryMs, signal);
    return send(sending, signal);
  }
}

async function send(sending: Sending, signal: AbortSignal): Promise<Fields> {
  const { options, endpoint, key, id, method, params } = sending;
  const known = key === undefined ? [] : [key];
  try {
    const response = await options.fetch(endpoint.href, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    return await readAnswer(response, { id, known, now: options.clock.now() });
  } catch (error) {
    if (signal.aborted || error instanceof AnySearchError) throw error;
    throw unreachable(endpoint, error);
  }
}

/** `fetch` hides what happened in `cause`: a system error, or one of its own with a code. */
function unreachable(endpoint: URL, error: unknown): AnySearchError {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = causeCode(cause);
  const isGarbled = code.startsWith('HPE_') || code.startsWith('Z_');
  return new AnySearchError(
    isGarbled ? 'parse_error' : 'unknown',
    isGarbled
      ? `${endpoint.origin} does not speak HTTP as it should (${code}).`
      : `AnySearch could not be reached at ${endpoint.origin}${code === '' ? '' : ` (${code})`}. Check the network and the base URL.`,
    { cause, ...(code === '' ? {} : { details: { network: code } }) },
  );
}

function causeCode(cause: unknown): string {
  const code =
    typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortReason(signal);
}

function timedOut(timeoutMs: number): AnySearchError {
  return new AnySearchError('timeout', `AnySearch did not answer within ${timeoutMs} ms.`);
}
