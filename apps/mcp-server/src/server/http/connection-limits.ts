import { createServer, type RequestListener, type Server } from 'node:http';

/** What a connection may take, in milliseconds where it is a time. */
export interface ConnectionLimits {
  /** Until the headers of a request are there, from the opening of the connection or the first byte of a later request. */
  readonly headersMs: number;
  /** Until the request is there, with its body. */
  readonly requestMs: number;
  /** How often these two are looked at: what one may be late. */
  readonly checkMs: number;
  /** For the next request. Longer than proxies keep a connection, so that it is them who close it. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction, such as towards a client that does not read. Streams are never silent for that long. */
  readonly silentMs: number;
  /** Connections at a time. */
  readonly most: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  checkMs: 2_000,
  keepAliveMs: 75_000,
  silentMs: 120_000,
  most: 5_000,
};

const logEveryMs = 60_000;

export interface BoundedServerOptions {
  readonly limits: ConnectionLimits;
  readonly onRequest: RequestListener;
  readonly log: (line: string) => void;
}

/** A server whose clients cannot hold connections by sending, or reading, slowly or not at all. */
export function createBoundedServer({ limits, onRequest, log }: BoundedServerOptions): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
      keepAlive: true,
    },
    onRequest,
  );
  server.timeout = limits.silentMs;
  server.maxConnections = limits.most;
  let loggedAt = -Infinity;
  server.on('drop', () => {
    // Those that only wait for a next request make room for whoever comes now.
    server.closeIdleConnections();
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log(`All ${limits.most} connections are in use; new ones are closed unread.`);
  });
  return server;
}
