import { describe, expect, test, vi } from 'vitest';
import {
  frames,
  initialize,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
} from './http-harness.ts';
import { postBytes, rawConnection } from './raw-connection.ts';

const soon = { timeout: 5_000, interval: 5 };
const health = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('bytes that are no proper request get their status', () => {
  test.each([
    [
      'headers of 100 kB',
      `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    [
      'a length and chunks',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
      400,
    ],
    ['an unknown method', 'FOO /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n', 400],
    ['a TLS handshake', '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00', 400],
    ['no Host header in HTTP/1.1', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  ])('%s: and the connection is closed', async (_name, bytes, status) => {
    const server = await serve();
    const { socket, text, closed } = rawConnection(server);
    socket.write(bytes);
    await closed;
    expect(text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect((await post(server, initialize())).status).toBe(200);
  });

  test('CONNECT opens no tunnel, and nothing is upgraded', async () => {
    const server = await serve();
    const tunnel = rawConnection(server);
    tunnel.socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await tunnel.closed;
    expect(tunnel.text()).toBe('');
    const upgraded = rawConnection(server);
    upgraded.socket.write(
      'GET /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await vi.waitUntil(() => upgraded.text().includes('\r\n\r\n'), soon);
    expect(upgraded.text()).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('several requests on one connection, sent at once', () => {
  test('are answered in their order', async () => {
    const server = await serve();
    const { socket, text } = rawConnection(server);
    const slow = postBytes(modernCall(1, { task: 'sleep 300' }), modernHeaders);
    const quick = postBytes(modernCall(2, { task: 'answer x' }), modernHeaders);
    socket.write(slow + quick + health);
    await vi.waitUntil(() => text().includes('"ok"'), soon);
    const ids = [...text().matchAll(/"id":(\d)/g)].map(([, id]) => id);
    expect(ids).toEqual(['1', '2']);
  });

  test.each([
    ['legacy', true],
    ['modern', false],
  ])('of a %s client: when it goes, the runs of all of them stop', async (_era, isLegacy) => {
    const server = await serve();
    const headers = isLegacy ? await openSession(server) : modernHeaders;
    const { socket } = rawConnection(server);
    const calls = [1, 2, 3].map((id) => {
      const args = { task: `model sleep ${20_000 + id}` };
      return postBytes(isLegacy ? toolCall(id, args) : modernCall(id, args), headers);
    });
    socket.write(calls.join(''));
    await vi.waitUntil(() => server.registry.active().length === 3, soon);
    const begun = performance.now();
    socket.destroy();
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('a client that goes', () => {
  test('in the middle of a body starts nothing', async () => {
    const server = await serve();
    const bytes = postBytes(modernCall(1, { task: 'model sleep 20000' }), modernHeaders);
    const half = rawConnection(server);
    half.socket.write(bytes.slice(0, -5));
    half.socket.end();
    await half.closed;
    const gone = rawConnection(server);
    gone.socket.write(bytes.slice(0, -5), () => gone.socket.destroy());
    await gone.closed;
    expect((await post(server, initialize())).status).toBe(200);
    expect(server.registry.active()).toEqual([]);
    expect(server.logged).toEqual([]);
  });

  test('as soon as it has sent its calls leaves no run behind', async () => {
    const server = await serve();
    const headers = await openSession(server);
    for (let round = 0; round < 20; round += 1) {
      const calls = [1, 2].map((id) => {
        const args = { task: `model sleep ${20_000 + round}` };
        return (
          postBytes(modernCall(id, args), modernHeaders) +
          postBytes(toolCall(`${round}-${id}`, args), headers)
        );
      });
      const { socket, closed } = rawConnection(server);
      socket.write(calls.join(''), () => socket.destroy());
      await closed;
    }
    expect((await post(server, initialize())).status).toBe(200);
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
  });

  test('by closing its sending side only: its run stops', async () => {
    const server = await serve();
    const { socket, closed } = rawConnection(server);
    socket.write(postBytes(modernCall(1, { task: 'model sleep 20000' }), modernHeaders));
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    socket.end();
    await closed;
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
  });

  test('in the middle of a long answer leaves nothing behind', async () => {
    const server = await serve({ MINI_AGENT_HTTP_MAX_CONCURRENT: '1' });
    const headers = await openSession(server);
    for (let id = 0; id < 20; id += 1) {
      const controller = new AbortController();
      const message = toolCall(id, { task: 'big 15000' });
      const answer = await post(server, message, { headers, signal: controller.signal });
      expect([200, 429]).toContain(answer.status);
      const first = await answer.body?.getReader().read();
      expect(first?.done).toBe(false);
      controller.abort();
    }
    await vi.waitUntil(async () => {
      const [next] = await frames(
        await post(server, toolCall(99, { task: 'answer fine' }), { headers }),
      );
      return next?.result?.structuredContent?.['answer'] === 'fine';
    }, soon);
    expect(server.registry.active()).toEqual([]);
  });
});

test('two tokens at once, with the same ids: nobody gets an answer, or a run, of the other one', async () => {
  const tokens = ['a-token-of-more-than-sixteen-letters', 'another-token-of-some-length'];
  const server = await serve({ MINI_AGENT_HTTP_TOKEN: tokens.join(',') });
  const as = (token: string): Record<string, string> => ({
    ...modernHeaders,
    authorization: `Bearer ${token}`,
  });
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_entry, index) => {
      const token = tokens[index % 2] ?? '';
      const task = `model steps 1 every ${20 + (index % 2)}`;
      const args = { task, wait_seconds: index % 3 };
      const [frame] = await frames(await post(server, modernCall(1, args), { headers: as(token) }));
      return { token, content: frame?.result?.structuredContent };
    }),
  );
  for (const { token, content } of answers) {
    const other = tokens.find((each) => each !== token) ?? '';
    const ask = async (who: string): Promise<unknown> => {
      const message = modernCall(1, { run_id: content?.['run_id'] });
      const [frame] = await frames(await post(server, message, { headers: as(who) }));
      return frame?.result?.structuredContent;
    };
    expect(await ask(other)).toMatchObject({ error_code: 'not_found' });
    const answer = `steps 1 every ${20 + tokens.indexOf(token)}`;
    expect(await ask(token)).toMatchObject({ status: 'completed', answer });
  }
});
