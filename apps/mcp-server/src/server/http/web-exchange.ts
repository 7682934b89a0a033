import type { IncomingMessage, ServerResponse } from 'node:http';
import { toWellFormedJson } from '../well-formed-json.ts';

/** How long a client that does not read holds up its stream before it is cut off. */
const stallMs = 120_000;

/** The request as the protocol library takes it; the body is handed over apart, already parsed. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const part of value ?? []) headers.append(name, part);
  }
  const readable = readableTypes(headers.get('accept'));
  if (readable !== undefined) headers.set('accept', readable);
  // A request line may name a host, a user and a password: of a web request they are refused, with a message that repeats them.
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const url = `http://localhost${pathname}${search}`;
  return new Request(url, { method: request.method ?? 'GET', headers, signal });
}

/** Wildcards name every type: the protocol library looks for the names of its own two, in lower case. */
function readableTypes(accept: string | null): string | undefined {
  const ranges = (accept ?? '').toLowerCase().split(',');
  const named = ranges.map((range) => range.replace(/;.*$/, '').trim());
  if (named.includes('*/*')) return 'application/json, text/event-stream';
  return accept === null ? undefined : named.map((name) => wholeTypes[name] ?? name).join(', ');
}

const wholeTypes: Readonly<Record<string, string>> = {
  'application/*': 'application/json',
  'text/*': 'text/event-stream',
};

/**
 * Writes what the protocol library answers. An event stream begins with a comment at once: clients and proxies give up on a
 * connection on which nothing has come. Resolves to whether the client stayed to the end; if not, the stream is cancelled.
 */
export async function sendWebResponse(
  target: ServerResponse,
  response: Response,
): Promise<boolean> {
  const reader = response.body?.getReader();
  const gone = new AbortController();
  const onClose = (): void => {
    gone.abort();
    reader?.cancel().catch(() => undefined);
  };
  target.once('close', onClose);
  if (target.destroyed) onClose();
  else target.writeHead(response.status, Object.fromEntries(response.headers));
  if (isEventStream(response)) target.write(': open\n\n');
  try {
    for (;;) {
      const part = await reader?.read();
      if (part?.value === undefined || gone.signal.aborted) break;
      if (!target.write(wellFormed(part.value as Uint8Array))) await drained(target);
    }
  } catch {
    // The stream has failed: what was sent is all there is.
  }
  target.off('close', onClose);
  const isDelivered = !gone.signal.aborted;
  if (isDelivered) target.end();
  return isDelivered;
}

/** The protocol library hands over each event, and a JSON answer, in one piece. */
function wellFormed(bytes: Uint8Array): Uint8Array | string {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return part.includes('\\ud') ? toWellFormedJson(part.toString('utf8')) : bytes;
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function drained(target: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => target.destroy(), stallMs);
    const end = (): void => {
      clearTimeout(timer);
      target.off('drain', end);
      target.off('close', end);
      resolve();
    };
    target.on('drain', end);
    target.on('close', end);
    if (target.destroyed) end();
  });
}
