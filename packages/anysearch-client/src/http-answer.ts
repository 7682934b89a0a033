import type { Secret } from '@mini-agent/foundation/secret';
import { AnySearchError } from './errors.ts';
import { createEventReader } from './event-stream.ts';
import { failureOf } from './failure.ts';
import { retryAfterMs } from './retry-after.ts';
import { isAnswer, isFields, resultOf, symbolOf, textField } from './rpc-answer.ts';
import type { Fields } from './rpc-answer.ts';
import { quotable, quoteMarkup } from './upstream-text.ts';

/** No answer of the service comes near this; a larger one is given up before it is held. */
const longestBodyBytes = 8_388_608;

export interface AnswerContext {
  /** Id of the JSON-RPC request. */
  readonly id: number;
  /** What must not show up in messages. */
  readonly known: readonly Secret[];
  readonly now: number;
}

/** The JSON-RPC result in an HTTP answer, as JSON or as server-sent events; everything else is a typed error. */
export async function readAnswer(response: Response, context: AnswerContext): Promise<Fields> {
  if (response.status >= 300 && response.status < 400) throw redirected(response);
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  if (response.ok && type.startsWith('text/event-stream')) {
    return resultOf(await readEvents(response), context.id, context.known);
  }
  const text = await readText(response);
  const body = parse(text);
  if (!response.ok) throw httpFailure(response, { text, body }, context);
  if (body === undefined) {
    const quote = quotable(quoteMarkup(text), context.known) ?? '';
    throw new AnySearchError(
      'parse_error',
      /^\s*</.test(text)
        ? `A web page came instead of an answer (a proxy or a sign-in page?): ${quote}`
        : 'AnySearch sent an answer that is not valid JSON.',
    );
  }
  return resultOf(body, context.id, context.known);
}

function httpFailure(
  response: Response,
  { text, body }: { readonly text: string; readonly body: unknown },
  { known, now }: AnswerContext,
): AnySearchError {
  const wait = retryAfterMs(response.headers.get('retry-after'), body, now);
  const fields = isFields(body) ? body : {};
  const rpc = isFields(fields['error']) ? textField(fields['error'], 'message') : '';
  const words =
    textField(fields, 'message') || rpc || (body === undefined ? quoteMarkup(text) : '');
  // Credentials hide in any field of a quota answer: then all of it decides the class, and none of it is quoted.
  const made = isFields(fields['data']) && /password|api_key/i.exec(JSON.stringify(fields['data']));
  return failureOf(
    {
      text: made ? '' : words,
      ...(made ? { symbol: 'daily_free_quota_exhausted' } : symbolOf(fields)),
      status: response.status,
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
    },
    known,
  );
}

/** Following would hand the query, and perhaps the key, to another host. Only the host is told. */
function redirected(response: Response): AnySearchError {
  const location = response.headers.get('location') ?? '';
  const host = URL.canParse(location, response.url) ? new URL(location, response.url).origin : '';
  void response.body?.cancel();
  return new AnySearchError(
    'parse_error',
    `The AnySearch address redirects${host === '' ? '' : ` to ${host}`}. Set the base URL to the final address.`,
    { status: response.status },
  );
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await readBytes(response, (bytes) => {
    text += decoder.decode(bytes, { stream: true });
    return false;
  });
  return text + decoder.decode();
}

/** Reads up to the first answer; the stream may stay open behind it. */
async function readEvents(response: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  const reader = createEventReader();
  let answer: unknown;
  await readBytes(response, (bytes) => {
    for (const event of reader.push(decoder.decode(bytes, { stream: true }))) {
      const message = parse(event);
      if (message === undefined) {
        throw new AnySearchError('parse_error', 'AnySearch sent an event that is not valid JSON.');
      }
      answer ??= isAnswer(message) ? message : undefined;
    }
    return answer !== undefined;
  });
  if (answer === undefined) {
    throw new AnySearchError(
      'parse_error',
      'The event stream of AnySearch ended without an answer.',
    );
  }
  return answer;
}

/** Hands over the body piece by piece until `take` has enough, then lets go of the connection. */
async function readBytes(response: Response, take: (bytes: Uint8Array) => boolean): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  let received = 0;
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as ReadResult;
      if (done || value === undefined) return;
      received += value.length;
      if (received > longestBodyBytes) {
        throw new AnySearchError('parse_error', 'The answer of AnySearch is larger than 8 MB.');
      }
      if (take(value)) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

interface ReadResult {
  readonly done: boolean;
  readonly value?: Uint8Array;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}
