import type { ChatModel } from '@mini-agent/foundation/chat';
import type { Secret } from '@mini-agent/foundation/secret';
import { secret } from '@mini-agent/foundation/secret';
import type { Clock } from '@mini-agent/foundation/time';
import { systemClock } from '@mini-agent/foundation/time';
import { ModelError } from '../errors.ts';
import { endpointUrls } from './base-url.ts';
import type { Timeouts } from './deadlines.ts';
import { defaultTimeouts } from './deadlines.ts';
import type { EndpointMemory } from './endpoint-memory.ts';
import { createEndpointMemory, endpointState } from './endpoint-memory.ts';
import { createFetchTransport } from './fetch-transport.ts';
import { createNodeTransport } from './node-transport.ts';
import { isSendableHeader } from './headers.ts';
import { createHttpCall } from './http-call.ts';
import type { EndpointProfile, ProfileRow } from './profile.ts';
import { knownSecrets } from './known-secrets.ts';
import { chooseProfile } from './profiles.ts';
import { createSecretFilter } from './secret-filter.ts';
import type { Transport } from './transport.ts';

export interface HttpModelOptions {
  /** With its version path, as in `https://api.openai.com/v1`; a bare host gets `/v1`. */
  readonly baseUrl: string;
  /** The bare key; optional for servers that want none. */
  readonly apiKey?: string | Secret;
  readonly model: string;
  /** Name of the provider in results and errors; default `default`. Opaque fields go back to the same provider and model only. */
  readonly provider?: string;
  /** Tokens one reply may have; default 4096. */
  readonly maxOutputTokens?: number;
  /** Sent with every request, beside or instead of the router's own. Treated as secret. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeouts?: Timeouts;
  /**
   * `node` (default) sends through `node:http`, at a third of the CPU time of `fetch`; `fetch` through the platform's function, for
   * programs that watch or replace it; `openai` through the `openai` package, or through fetch where that is not installed; or a
   * transport of your own.
   */
  readonly transport?: TransportName | Transport;
  /** Ask for streamed replies, so that `onEvent` gets text as it comes; default false. */
  readonly stream?: boolean;
  /** Retries after rate limits and passing failures; default 2, 0 = none. */
  readonly retries?: number;
  /** Name of an endpoint profile, or single settings; default: chosen by host and model. */
  readonly profile?: string | Partial<EndpointProfile>;
  /** Further endpoint profiles, chosen like the shipped ones; they win over those. */
  readonly profiles?: readonly ProfileRow[];
  /** Shares findings and cool-downs between models. */
  readonly memory?: EndpointMemory;
  readonly clock?: Clock;
  /** 0 ≤ x < 1, for the jitter of retries. */
  readonly random?: () => number;
}

/**
 * A model behind any OpenAI-compatible endpoint. `complete` rejects only with a {@link ModelError}, within 50 ms of the deadline or the
 * abort. It retries what passes (rate limits, 5xx, broken connections), learns which parameters the endpoint takes, and lets a model
 * rest that asked for it.
 * @throws ModelError `bad_request` for a base URL, a key or a profile name that cannot work.
 */
export function createHttpModel(options: HttpModelOptions): ChatModel {
  const { baseUrl, model, provider = 'default', clock = systemClock } = options;
  const apiKey = options.apiKey === undefined ? undefined : secret(options.apiKey);
  const headers = requestHeaders(apiKey, options.headers ?? {});
  const memory = options.memory ?? createEndpointMemory();
  const transport = lazyTransport(options.transport ?? 'node');
  const profile = chooseProfile({
    baseUrl,
    model,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
    ...(options.profiles === undefined ? {} : { rows: options.profiles }),
  });
  const known = knownSecrets({ apiKey, headers: options.headers ?? {}, baseUrl });
  return createHttpCall({
    affinity: { provider, model },
    urls: endpointUrls(baseUrl, profile.barePath),
    headers,
    secrets: known,
    filter: createSecretFilter(known),
    profile,
    state: endpointState(memory, { provider, baseUrl, model }, () => clock.now()),
    maxOutputTokens: options.maxOutputTokens ?? 4096,
    stream: options.stream ?? false,
    maxRetries: options.retries ?? 2,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
    transport,
    clock,
    random: options.random ?? Math.random,
  });
}

function requestHeaders(
  apiKey: Secret | undefined,
  extra: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const given = Object.entries(extra).map(([name, value]) => [name.toLowerCase(), value] as const);
  const headers: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey.reveal()}` }),
    ...Object.fromEntries(given),
  };
  if (Object.entries(headers).every(([name, value]) => isSendableHeader(name, value))) {
    return headers;
  }
  throw new ModelError(
    'bad_request',
    'The API key or a header holds a character that HTTP does not allow, such as a line break.',
  );
}

/** The `openai` package costs a hundred milliseconds to load, so it waits for the first call. */
function lazyTransport(choice: TransportName | Transport): () => Promise<Transport> {
  if (typeof choice === 'object') return () => Promise.resolve(choice);
  let transport: Promise<Transport> | undefined;
  return () => (transport ??= loaders[choice]());
}

type TransportName = 'node' | 'fetch' | 'openai';

const loaders: Readonly<Record<TransportName, () => Promise<Transport>>> = {
  node: () => Promise.resolve(createNodeTransport()),
  fetch: () => Promise.resolve(createFetchTransport()),
  openai: loadOpenAiTransport,
};

async function loadOpenAiTransport(): Promise<Transport> {
  const { createOpenAiTransport, isOpenAiInstalled } = await import('../openai.ts');
  return (await isOpenAiInstalled()) ? createOpenAiTransport() : createFetchTransport();
}
