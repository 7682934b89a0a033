import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { jsonHeaders } from './http-harness.ts';

/** A connection on which a test sends what it likes. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that has come. */
  readonly text: () => string;
  /** Resolves to how long it was open, in milliseconds. */
  readonly closed: Promise<number>;
}

export function rawConnection(server: { readonly port: number }): RawConnection {
  const begun = performance.now();
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => {
    text += part;
  });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    text: () => text,
    closed: new Promise((resolve) => {
      socket.on('close', () => {
        resolve(performance.now() - begun);
      });
    }),
  };
}

/** The bytes of a POST to `/mcp`. */
export function postBytes(
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const all = { host: 'localhost', ...jsonHeaders, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `POST /mcp HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
}
