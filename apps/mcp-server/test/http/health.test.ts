import { describe, expect, test } from 'vitest';
import { rawRequest, serve } from './http-harness.ts';
import { rawConnection } from './raw-connection.ts';

const settings = {
  MINI_AGENT_HTTP_TOKEN: 'a-token-of-more-than-sixteen-letters',
  MINI_AGENT_METRICS: 'on',
  MCP_ALLOWED_HOSTS: 'mcp.example.com',
};

/** Sends bytes and returns all that comes back until the server closes the connection. */
async function exchange(server: { readonly port: number }, bytes: string): Promise<string> {
  const { socket, text, closed } = rawConnection(server);
  socket.write(bytes);
  await closed;
  return text();
}

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as unknown;
}

describe('/healthz', () => {
  test.each([
    ['HTTP/1.0 without a Host header', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['a query', 'GET /healthz?from=probe HTTP/1.0\r\n\r\n'],
    ['an empty Host header', 'GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    ['a foreign name', 'GET /healthz HTTP/1.1\r\nHost: lb.internal\r\nConnection: close\r\n\r\n'],
    ['a malformed name', 'GET /healthz HTTP/1.1\r\nHost: a b@c\r\nConnection: close\r\n\r\n'],
  ])('a probe with %s is answered, and learns nothing but the state', async (_name, bytes) => {
    const answer = await exchange(await serve(settings), bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(bodyOf(answer)).toEqual({ status: 'ok' });
  });

  test.each(['localhost', '127.0.0.1:8080', '10.1.2.3:8080', '[fd00::12]:8080', 'mcp.example.com'])(
    'a probe to %s also learns the version',
    async (host) => {
      const answer = await rawRequest(await serve(settings), {
        method: 'GET',
        path: '/healthz/',
        headers: { host },
      });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toEqual({ status: 'ok', version: '1.2.3' });
    },
  );

  test('a foreign page is refused, whatever name it asks for', async () => {
    const server = await serve(settings);
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await rawRequest(server, {
        method,
        path: '/healthz',
        headers: { host: 'evil.example', origin: 'http://evil.example' },
      });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('no other method, and HEAD without a body', async () => {
    const server = await serve(settings);
    const ask = (method: string): ReturnType<typeof rawRequest> =>
      rawRequest(server, { method, path: '/healthz', headers: { host: 'lb.internal' } });
    expect((await ask('POST')).status).toBe(405);
    expect(await ask('HEAD')).toMatchObject({ status: 200, body: '' });
  });

  test.each(['/mcp', '/metrics', '/', '/healthz/x', '/healthzz', '/mcp?/healthz', '//healthz'])(
    '%s keeps the guard of names',
    async (path) => {
      const server = await serve(settings);
      const byName = await rawRequest(server, {
        method: 'GET',
        path,
        headers: { host: 'evil.example' },
      });
      expect(byName.status).toBe(403);
      const nameless = await exchange(server, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect(nameless).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});
