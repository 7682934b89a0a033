import type { IncomingMessage, ServerResponse } from 'node:http';

/** The longest body of a request, in bytes. */
export const mostBodyBytes: number = 4 * 1024 * 1024;

/** A refused body is read and thrown away up to here, so that the client gets to read the answer. */
const mostDiscardedBytes = 32 * 1024 * 1024;

export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_utf8' }
  /** The client has gone before it had sent everything. */
  | { readonly kind: 'gone' };

/** Reads a body, but not one that is announced as too long, and of another one no more than the limit. */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > mostBodyBytes) return Promise.resolve({ kind: 'too_large' });
  if (request.headers.expect !== undefined) response.writeContinue();
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const settle = (body: Body): void => {
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      resolve(body);
    };
    const onData = (part: Buffer): void => {
      size += part.length;
      if (size > mostBodyBytes) settle({ kind: 'too_large' });
      else parts.push(part);
    };
    const onEnd = (): void => {
      settle(decode(Buffer.concat(parts)));
    };
    const onGone = (): void => {
      settle({ kind: 'gone' });
    };
    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    request.on('error', onGone);
  });
}

/** A byte order mark is dropped. */
function decode(bytes: Buffer): Body {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'not_utf8' };
  }
}

/** Reads on without keeping anything; a client that never stops is cut off. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let size = 0;
  request.on('error', () => undefined);
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size > mostDiscardedBytes) request.destroy();
  });
  request.resume();
}
