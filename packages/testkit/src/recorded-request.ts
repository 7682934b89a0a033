import type { IncomingMessage, ServerResponse } from 'node:http';
import { within } from './within.ts';

/** One HTTP request as it arrived, and what became of its connection. */
export interface RecordedRequest<Body = unknown> {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. */
  readonly text: string;
  /** The parsed JSON body; undefined where there was none or it was not JSON. */
  readonly body: Body;
  /** True once the client closed the connection before the answer was complete: an abort that reached the wire. */
  readonly aborted: boolean;
  /** True once the whole answer was handed to the connection. */
  readonly answered: boolean;
  /** `performance.now()` at arrival. */
  readonly receivedAt: number;
  /** `performance.now()` at the moment the client hung up. */
  readonly abortedAt: number | undefined;
  /** Resolves when the client hangs up early; rejects when the answer completed instead, or after `timeoutMs` (2000). */
  whenAborted(timeoutMs?: number): Promise<void>;
}

/** A recorded request with the means to answer it. */
export interface Exchange<Body = unknown> {
  readonly request: RecordedRequest<Body>;
  readonly response: ServerResponse;
  /** Aborted as soon as the connection is closed by either side. */
  readonly closed: AbortSignal;
}

const ourCuts = new WeakSet<ServerResponse>();

/** Reads the whole request and follows its connection. `serverClosing` tells a hang-up of ours from one of the client's. */
export async function recordExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  serverClosing: () => boolean,
): Promise<Exchange> {
  const controller = new AbortController();
  const state = { abortedAt: undefined as number | undefined, answered: false };
  const receivedAt = performance.now();
  const ended = new Promise<void>((resolve) => {
    response.once('finish', () => {
      state.answered = true;
    });
    response.once('close', () => {
      if (!state.answered && !serverClosing() && !ourCuts.has(response)) {
        state.abortedAt = performance.now();
      }
      controller.abort(new Error('the connection is closed'));
      resolve();
    });
  });
  const text = await readBody(incoming);
  const url = incoming.url ?? '/';
  const request: RecordedRequest = {
    method: incoming.method ?? '',
    url,
    path: url.split('?')[0] ?? '',
    headers: flattenHeaders(incoming),
    text,
    body: parseJson(text),
    receivedAt,
    get aborted() {
      return state.abortedAt !== undefined;
    },
    get answered() {
      return state.answered;
    },
    get abortedAt() {
      return state.abortedAt;
    },
    async whenAborted(timeoutMs = 2000) {
      await within(ended, timeoutMs, 'the client did not close its connection');
      if (state.abortedAt === undefined) throw new Error('the request was answered, not aborted');
    },
  };
  return { request, response, closed: controller.signal };
}

/** Marks a connection that the server itself is about to cut, so that the cut does not count as the client's abort. */
export function markAsOurCut(response: ServerResponse): void {
  ourCuts.add(response);
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of incoming) parts.push(part as Buffer);
  } catch {
    // The client left while sending: what came so far is recorded.
  }
  return Buffer.concat(parts).toString('utf8');
}

function flattenHeaders(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
