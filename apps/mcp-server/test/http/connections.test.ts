import { describe, expect, test, vi } from 'vitest';
import { defaultConnectionLimits } from '../../src/server/http/connection-limits.ts';
import { initialize, openSession, post, serve, toolCall } from './http-harness.ts';
import { rawConnection, type RawConnection } from './raw-connection.ts';

const soon = { timeout: 5_000, interval: 5 };
const head = ['POST /mcp HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];

/** Sends a byte every now and then for as long as it may. */
function trickle({ socket }: RawConnection, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 100);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

describe('a connection', () => {
  const connections = { headersMs: 600, requestMs: 1_500, checkMs: 100 };

  test('on which no headers come, or only slowly, is closed in time; others are served meanwhile', async () => {
    const server = await serve({}, { connections });
    const silent = rawConnection(server);
    const half = rawConnection(server);
    half.socket.write('POST /mcp HT');
    const slow = rawConnection(server);
    slow.socket.write(`${head.join('\r\n')}\r\nX-Slow: `);
    trickle(slow, 'x');
    const times = await Promise.all([silent.closed, half.closed, slow.closed]);
    for (const time of times) {
      expect(time).toBeGreaterThan(400);
      expect(time).toBeLessThan(5_000);
    }
    expect((await post(server, initialize())).status).toBe(200);
  });

  test('on which a body comes slowly is closed in time', async () => {
    const server = await serve({}, { connections });
    const slow = rawConnection(server);
    slow.socket.write(`${head.join('\r\n')}\r\nContent-Length: 100000\r\n\r\n{`);
    trickle(slow, ' ');
    const time = await slow.closed;
    expect(time).toBeGreaterThan(1_200);
    expect(time).toBeLessThan(6_000);
  });

  test('that is kept for the next request may be idle for longer than that', async () => {
    const server = await serve({}, { connections });
    const { socket, text } = rawConnection(server);
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(request);
    await vi.waitUntil(() => text().includes('"ok"'), soon);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    socket.write(request);
    await vi.waitUntil(() => text().split('"ok"').length === 3, soon);
  });

  test('with a stream lives for as long as the call, longer than a request may take', async () => {
    const silentMs = 800;
    const server = await serve({}, { connections: { ...connections, silentMs }, keepAliveMs: 100 });
    const headers = await openSession(server);
    const answer = await post(server, toolCall(1, { task: 'sleep 3000' }), { headers });
    expect(await answer.text()).toContain('"completed"');
  });

  test('whose client does not read its answers is closed in time', async () => {
    const server = await serve({}, { connections: { silentMs: 500 } });
    const { socket } = rawConnection(server);
    socket.pause();
    const request = `GET /${'x'.repeat(2_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const timer = setInterval(() => socket.write(request.repeat(200)), 10);
    const begun = performance.now();
    await new Promise((resolve) => socket.on('error', resolve));
    clearInterval(timer);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect((await post(server, initialize())).status).toBe(200);
  }, 20_000);

  test('beyond the most is closed, those that are only kept make room, and the log says so once', async () => {
    const server = await serve({}, { connections: { most: 4 } });
    for (let round = 0; round < 2; round += 1) {
      const kept = Array.from({ length: 4 }, () => rawConnection(server));
      for (const { socket, text } of kept) {
        socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
        await vi.waitUntil(() => text().includes('"ok"'), soon);
      }
      const refused = rawConnection(server);
      await Promise.all([refused, ...kept].map(({ closed }) => closed));
      expect(refused.text()).toBe('');
      const next = rawConnection(server);
      next.socket.write('GET /healthz HTTP/1.0\r\n\r\n');
      await next.closed;
      expect(next.text()).toContain('"ok"');
    }
    expect(server.logged.filter((line) => line.includes('connections'))).toHaveLength(1);
  });
});

test('the shipped server drops a slow client within 15 s', async () => {
  const server = await serve();
  const slow = rawConnection(server);
  slow.socket.write(`${head.join('\r\n')}\r\nX-Slow: `);
  trickle(slow, 'x');
  expect(await slow.closed).toBeLessThan(15_000);
}, 25_000);

test('the shipped limits leave streams, proxies and a full set of sessions alone', () => {
  const { silentMs, keepAliveMs, most, headersMs, requestMs } = defaultConnectionLimits;
  expect(silentMs).toBeGreaterThan(10 * 10_000);
  expect(silentMs).toBeGreaterThan(requestMs);
  expect(keepAliveMs).toBeGreaterThan(60_000);
  expect(requestMs).toBeGreaterThan(headersMs);
  expect(most).toBeGreaterThan(4 * 1_000);
});
