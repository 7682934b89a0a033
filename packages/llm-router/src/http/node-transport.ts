import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { decodedBody } from './content-decoding.ts';
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts';

type StartRequest = (url: string, options: RequestOptions) => ClientRequest;

export interface NodeTransportOptions {
  /** How long a connection, with TLS, may take to be made; default 10,000 ms. */
  readonly connectTimeoutMs?: number;
}

/** Gateways add more than the 16 kB that Node allows. */
const maxHeaderSize = 65_536;

/**
 * The transport on `node:http` and `node:https`, with the connections of their global agents: kept alive, and through the proxy of
 * the environment where Node is told to use it. A call costs a third of the CPU time of one through `fetch`.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Transport {
  const { connectTimeoutMs = 10_000 } = options;
  return {
    send: async (request) => {
      const isTls = request.url.startsWith('https:');
      const { request: start } = isTls ? await import('node:https') : await import('node:http');
      const exchange = { start, connectTimeoutMs, isTls };
      const message = await exchangeHeaders(exchange, request).catch((error: unknown) => {
        if (!(error instanceof StaleConnection)) throw error;
        return exchangeHeaders(exchange, request);
      });
      return toAnswer(message, await decodedBody(message));
    },
  };
}

interface HeaderExchange {
  readonly start: StartRequest;
  readonly connectTimeoutMs: number;
  readonly isTls: boolean;
}

/** A kept connection that its server had closed meanwhile: nothing of an answer came, and nothing is wrong with the endpoint. */
class StaleConnection extends Error {}

function exchangeHeaders(
  { start, connectTimeoutMs, isTls }: HeaderExchange,
  { url, headers, body, signal }: TransportRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const length = String(Buffer.byteLength(body));
    const request = start(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      maxHeaderSize,
    });
    // Ends the connection also while the body is being read, which then fails with the same reason.
    const onAbort = (): void => {
      // Where all of the answer is here and unread, Node gives the connection back before it tells the error, and then nobody hears it.
      request.socket?.on('error', () => undefined);
      request.destroy(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    request.once('close', () => {
      signal.removeEventListener('abort', onAbort);
    });
    let receivedBefore = 0;
    request.once('socket', (socket) => {
      receivedBefore = socket.bytesRead;
      if (socket.connecting) limitConnecting(request, socket, { connectTimeoutMs, isTls });
    });
    request.once('response', resolve);
    // Without a listener the connection would be closed and nothing be told.
    request.once('upgrade', (_message, socket) => {
      socket.destroy();
      reject(systemError('The server changed the protocol.', 'EPROTO'));
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isBroken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isUnanswered = request.reusedSocket && request.socket?.bytesRead === receivedBefore;
      reject(isBroken && isUnanswered ? new StaleConnection('', { cause: error }) : error);
    });
    request.end(body);
  });
}

function limitConnecting(
  request: ClientRequest,
  socket: Socket,
  { connectTimeoutMs, isTls }: Omit<HeaderExchange, 'start'>,
): void {
  const timer = setTimeout(() => {
    request.destroy(systemError('The connection was not made in time.', 'ETIMEDOUT'));
  }, connectTimeoutMs);
  const stop = (): void => {
    clearTimeout(timer);
  };
  socket.once(isTls ? 'secureConnect' : 'connect', stop);
  request.once('close', stop);
}

function systemError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

function toAnswer(message: IncomingMessage, body: Readable): TransportAnswer {
  return {
    status: message.statusCode ?? 0,
    header: (name) => {
      const value = message.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    body,
    cancel: () => {
      letGo(message);
    },
  };
}

/** After the end mark of a stream its answer ends in the same moment, as a rule, and the connection can be used again. */
const endGraceMs = 20;

function letGo(message: IncomingMessage): void {
  message.on('error', () => undefined);
  if (message.readableEnded || message.destroyed) return;
  const timer = setTimeout(() => {
    // What came while the process was busy is looked at first.
    setImmediate(() => {
      if (!message.readableEnded) message.destroy();
    });
  }, endGraceMs);
  timer.unref();
  message.once('end', () => {
    clearTimeout(timer);
  });
  // Not resume(): it does nothing for a body whose iterator was left in the middle.
  const drain = (): void => {
    while (message.read() !== null);
  };
  message.on('readable', drain);
  drain();
}
