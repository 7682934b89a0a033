import { describe, expect, test } from 'vitest';
import { initialize, jsonHeaders, openSession, post, rawRequest, serve } from './http-harness.ts';

const body = JSON.stringify(initialize());

describe('hosts and origins', () => {
  test('mcp-064: another host name or a foreign page is refused with 403 before the body is read', async () => {
    const server = await serve();
    const headers = { ...jsonHeaders, 'content-length': '1000' };
    const rebound = {
      ...headers,
      host: `evil.example:${server.port}`,
      origin: 'http://evil.example',
    };
    const byHost = await rawRequest(server, { headers: rebound, withoutBody: true });
    expect(byHost.status).toBe(403);
    expect(JSON.parse(byHost.body)).toMatchObject({ jsonrpc: '2.0', id: null, error: {} });
    const byOrigin = await rawRequest(server, {
      headers: { ...headers, origin: 'http://evil.example' },
      withoutBody: true,
    });
    expect(byOrigin.status).toBe(403);
    expect(byOrigin.body).toContain('MCP_ALLOWED_ORIGINS');
  });

  test.each([
    ['localhost', 200],
    ['127.0.0.1', 200],
    ['[::1]', 200],
    ['LOCALHOST', 200],
    ['[::ffff:127.0.0.1]', 200],
    ['[::ffff:8.8.8.8]', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example', 403],
    ['evil.example#localhost', 403],
    ['localhost@evil.example', 403],
    ['0.0.0.0', 403],
    ['10.0.0.7', 403],
  ])('the host %s gets %d', async (host, status) => {
    const server = await serve();
    const answer = await rawRequest(server, { headers: { ...jsonHeaders, host }, body });
    expect(answer.status).toBe(status);
  });

  test.each([
    ['http://localhost:3000', 200],
    ['https://127.0.0.1', 200],
    ['null', 403],
    ['http://localhost.evil.example', 403],
    ['file://', 403],
    ['chrome-extension://abcdef', 403],
  ])('the origin %s gets %d', async (origin, status) => {
    const server = await serve();
    const answer = await rawRequest(server, { headers: { ...jsonHeaders, origin }, body });
    expect(answer.status).toBe(status);
  });

  test('names and pages that are configured are served, with the headers that a page needs', async () => {
    const server = await serve({
      MCP_ALLOWED_HOSTS: 'mcp.example.com, other.example:8443',
      MCP_ALLOWED_ORIGINS: 'https://app.example.com, plain.example, moz-extension://*',
    });
    const ask = (headers: Record<string, string>): Promise<number> =>
      rawRequest(server, { headers: { ...jsonHeaders, ...headers }, body }).then((a) => a.status);
    expect(await ask({ host: 'mcp.example.com' })).toBe(200);
    expect(await ask({ host: 'MCP.example.com:8080' })).toBe(200);
    expect(await ask({ host: 'other.example:8443' })).toBe(200);
    expect(await ask({ host: 'other.example:9' })).toBe(403);
    expect(await ask({ host: 'third.example' })).toBe(403);
    expect(await ask({ origin: 'https://app.example.com' })).toBe(200);
    expect(await ask({ origin: 'http://app.example.com' })).toBe(403);
    expect(await ask({ origin: 'http://plain.example:99' })).toBe(200);
    expect(await ask({ origin: 'moz-extension://some-id' })).toBe(200);
    const preflight = await rawRequest(server, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(preflight.headers['access-control-allow-headers']).toContain('mcp-session-id');
    const refused = await rawRequest(server, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(refused.status).toBe(403);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('two Host headers are refused', async () => {
    const { createGuard } = await import('../../src/server/http/host-guard.ts');
    const guard = createGuard({ allowedHosts: [], allowedOrigins: [] });
    const problem = guard.problem({
      headers: { host: 'localhost' },
      rawHeaders: ['Host', 'localhost', 'host', 'evil.example'],
      url: '/mcp',
    } as unknown as Parameters<typeof guard.problem>[0]);
    expect(problem).toMatch(/Host header/);
  });
});

describe('who calls', () => {
  const token = 'a-token-of-more-than-sixteen-letters';
  const bearer = { authorization: `Bearer ${token}` };

  test('without the token a request is refused before its body is read', async () => {
    const server = await serve({ MINI_AGENT_HTTP_TOKEN: token });
    const headers = { ...jsonHeaders, 'content-length': '1000' };
    const refused = await rawRequest(server, { headers, withoutBody: true });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await post(server, initialize(), { headers: bearer })).status).toBe(200);
  });

  test('a session belongs to the one who has opened it', async () => {
    const other = 'another-token-of-some-length';
    const server = await serve({ MINI_AGENT_HTTP_TOKEN: `${token},${other}` });
    const session = await openSession(server, bearer);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const own = await post(server, ping, { headers: session });
    expect(own.status).toBe(200);
    const stolen = { ...session, authorization: `Bearer ${other}` };
    expect((await post(server, ping, { headers: stolen })).status).toBe(404);
  });

  test('a health check needs no token, and may come by address', async () => {
    const server = await serve({ MINI_AGENT_HTTP_TOKEN: token });
    const answer = await rawRequest(server, {
      method: 'GET',
      path: '/healthz',
      headers: { host: '10.1.2.3:8080' },
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ status: 'ok', version: '1.2.3' });
  });

  test('too many calls of one caller get 429 and when to come again; others are served', async () => {
    const server = await serve({ MINI_AGENT_HTTP_CALLS_PER_MINUTE: '1' });
    const first = await openSession(server);
    const second = await openSession(server);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'run_agent', arguments: { task: 'answer x' } },
    };
    expect((await post(server, call, { headers: first })).status).toBe(200);
    const refused = await post(server, call, { headers: first });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32000 } });
    expect((await post(server, call, { headers: second })).status).toBe(200);
  });
});
