import type { Secret } from '@mini-agent/foundation/secret';
import { secret } from '@mini-agent/foundation/secret';
import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { Json } from '@mini-agent/foundation/tool';
import { ModelError } from '../errors.ts';
import { isJsonObject, nonEmptyString, parseJson } from '../json.ts';
import { endpointUrls } from './base-url.ts';
import { isSendableHeader } from './headers.ts';
import { chooseProfile } from './profiles.ts';

export interface ListModelsOptions {
  /** As for `createHttpModel`. */
  readonly baseUrl: string;
  readonly apiKey?: string | Secret;
  readonly headers?: Readonly<Record<string, string>>;
  /** Limit of the whole request; default 10,000 ms. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** No list of models comes near. */
const maxBytes = 16 * 1_048_576;

/**
 * The models an endpoint offers, by its `GET …/models`. Undefined where it offers no list: many do not, or not to every key, so neither
 * an error answer nor a body of another kind, a broken connection or the deadline is a failure of the endpoint.
 * @throws ModelError `aborted` after an abort, `bad_request` for a base URL that is none.
 */
export async function listModels(
  options: ListModelsOptions,
): Promise<readonly string[] | undefined> {
  const url = modelsUrl(options.baseUrl);
  const caller = options.signal ?? new AbortController().signal;
  if (caller.aborted) throw aborted();
  const deadline = startDeadline(options.timeoutMs ?? 10_000, caller);
  try {
    return readModels(await abortable(request(url, options, deadline.signal), deadline.signal));
  } catch {
    if (isAborted(caller) && !deadline.expired()) throw aborted();
    return undefined;
  } finally {
    deadline.clear();
  }
}

function modelsUrl(baseUrl: string): string {
  const { barePath, modelsPath } = chooseProfile({ baseUrl, model: '' });
  const chat = new URL(endpointUrls(baseUrl, barePath).preferred);
  chat.pathname =
    modelsPath === '' ? chat.pathname.replace(/\/chat\/completions$/, '/models') : modelsPath;
  return chat.href;
}

async function request(
  url: string,
  options: ListModelsOptions,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const key = options.apiKey === undefined ? undefined : secret(options.apiKey);
  const headers: Readonly<Record<string, string>> = {
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` }),
    ...options.headers,
  };
  const sendable = Object.entries(headers).every(([name, value]) => isSendableHeader(name, value));
  if (!sendable) return undefined;
  const send = options.fetch ?? fetch;
  // A redirect would carry the key elsewhere.
  const response = await send(url, { headers, signal, redirect: 'manual' });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > maxBytes) return undefined;
  }
  return parseJson(text + decoder.decode());
}

/** The shapes in use: `{data:[{id}]}`, `{models:[{name}]}`, a bare array of either, or of names. */
function readModels(body: Json | undefined): readonly string[] | undefined {
  const list = Array.isArray(body)
    ? body
    : isJsonObject(body)
      ? (body['data'] ?? body['models'])
      : undefined;
  if (!Array.isArray(list)) return undefined;
  const names = (list as readonly Json[]).flatMap((entry) => {
    const name = isJsonObject(entry)
      ? (nonEmptyString(entry['id']) ??
        nonEmptyString(entry['name']) ??
        nonEmptyString(entry['model']))
      : nonEmptyString(entry);
    return name !== undefined && /^[\w./:@+ -]{1,200}$/.test(name) ? [name] : [];
  });
  return [...new Set(names)];
}

function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function aborted(): ModelError {
  return new ModelError('aborted', 'The request for the list of models was aborted.');
}
