import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { recordExchange } from './recorded-request.ts';
import type { Exchange } from './recorded-request.ts';

/** A plain HTTP server on 127.0.0.1, on a free port. */
export interface LoopbackServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly port: number;
  /** Refuses connections from now on and cuts the open ones; `up()` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Ends it. Rejects when a handler threw, so that no test misses it. */
  close(): Promise<void>;
}

export type LoopbackHandler = (exchange: Exchange) => void | Promise<void>;

/** Starts a server whose every request is recorded before `handle` answers it. */
export async function startLoopbackServer(handle: LoopbackHandler): Promise<LoopbackServer> {
  const failures: unknown[] = [];
  let closing = false;
  const idle = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const { socket } = incoming;
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
    recordExchange(incoming, response, () => closing)
      .then(handle)
      .catch((error: unknown) => {
        failures.push(error);
        if (!response.headersSent) response.writeHead(500);
        response.end(`testkit: the handler failed: ${String(error)}`);
      });
  });
  server.on('clientError', (_error, socket) => {
    socket.destroy();
  });
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  const port = await listen(server, 0);
  const down = async (): Promise<void> => {
    closing = true;
    await Promise.all([...idle].map(endPolitely));
    await stopListening(server);
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    down,
    async up() {
      closing = false;
      await listen(server, port);
    },
    async close() {
      await down();
      if (failures.length > 0) {
        throw new Error('a testkit handler failed', { cause: failures[0] });
      }
    },
  };
}

/** A loopback address that refuses connections: the port was free a moment ago and nobody listens on it. */
export async function refusedOrigin(): Promise<string> {
  const server = createServer();
  const port = await listen(server, 0);
  await stopListening(server);
  return `http://127.0.0.1:${port}`;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  return address.port;
}

/** How long a client may take to notice. */
const politeMs = 250;

/** Waits until the client has noticed, so that it does not use the dead connection for its next request. */
async function endPolitely(socket: Socket): Promise<void> {
  if (socket.closed) return;
  await new Promise<void>((resolve) => {
    // A timer of its own: the socket's would start again with every byte that a client goes on sending.
    const timer = setTimeout(() => socket.destroy(), politeMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.end();
  });
}

async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
