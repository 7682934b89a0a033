import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startModelServer } from '../src/index.ts';

it('a server closes although a client goes on sending and never hangs up', async () => {
  const server = await startModelServer([]);
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // The headers of a request that never ends.
  socket.write('GET / HTTP/1.1\r\nx: ');
  const sending = setInterval(() => {
    if (!socket.destroyed) socket.write('x');
  }, 20);
  const started = performance.now();
  await server.close().finally(() => {
    clearInterval(sending);
    socket.destroy();
  });
  expect(performance.now() - started).toBeLessThan(2000);
});
