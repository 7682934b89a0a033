import { describe, expect, test, vi } from 'vitest';
import { followStream } from './event-stream.ts';
import { frames, initialize, openSession, post, serve, toolCall } from './http-harness.ts';

const soon = { timeout: 5_000, interval: 5 };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('sessions', () => {
  test.each(['2027-01-01', '2026-07-28', 'nonsense'])(
    'mcp-028: initialize with the header MCP-Protocol-Version %s is still negotiated in the body',
    async (version) => {
      const server = await serve();
      const headers = { 'mcp-protocol-version': version };
      const response = await post(server, initialize('2027-01-01'), { headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('mcp-session-id')).toMatch(/^[\w-]{22,}$/);
      const [answer] = await frames(response);
      expect(answer?.result?.['protocolVersion']).toBe('2025-11-25');
    },
  );

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'the revision %s is served, with one tool',
    async (version) => {
      const server = await serve();
      const response = await post(server, initialize(version));
      const [answer] = await frames(response);
      expect(answer?.result?.['protocolVersion']).toBe(version);
      const headers = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
      const [tools] = await frames(await post(server, list, { headers }));
      expect(tools?.result?.['tools']).toMatchObject([{ name: 'run_agent' }]);
    },
  );

  test.each(['POST', 'GET', 'DELETE'])(
    'mcp-067: %s with an unknown session is 404, without one 400',
    async (method) => {
      const server = await serve();
      const ask = async (headers: Record<string, string>): Promise<Response> =>
        method === 'POST'
          ? post(server, list, { headers })
          : fetch(server.url, { method, headers: { accept: 'text/event-stream', ...headers } });
      const unknown = await ask({ 'mcp-session-id': '4d8c1f5e-0000-4000-8000-000000000000' });
      expect(unknown.status).toBe(404);
      expect(await unknown.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32001 } });
      const missing = await ask({});
      expect(missing.status).toBe(400);
      expect(await missing.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } });
    },
  );

  test('an unknown session is 404 also for initialize and for notifications', async () => {
    const server = await serve();
    const headers = { 'mcp-session-id': 'unknown' };
    expect((await post(server, initialize(), { headers })).status).toBe(404);
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(server, notification, { headers })).status).toBe(404);
  });

  test.each([
    ['a revision that nobody knows', list, { 'mcp-protocol-version': '2099-01-01' }],
    ['a batch', [list], {}],
    ['a request without an id', { ...list, id: null }, {}],
    ['no message', 5, {}],
    ['malformed params', { ...list, params: { cursor: 5 } }, {}],
  ])('mcp-067: an unknown session with %s is 404 all the same', async (_name, body, more) => {
    const server = await serve();
    const response = await post(server, body, { headers: { 'mcp-session-id': 'gone', ...more } });
    expect(response.status).toBe(404);
  });

  test('a revision that was never negotiated is refused within a session', async () => {
    const server = await serve();
    const headers = { ...(await openSession(server)), 'mcp-protocol-version': '1999-01-01' };
    expect((await post(server, list, { headers })).status).toBe(400);
  });

  test('DELETE ends the session, its stream and what runs in it', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const get = await fetch(server.url, { headers: { ...headers, accept: 'text/event-stream' } });
    expect(get.status).toBe(200);
    const stream = followStream(get);
    const call = followStream(
      await post(server, toolCall(1, { task: 'model sleep 20000' }), { headers }),
    );
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    const ended = await fetch(server.url, { method: 'DELETE', headers });
    expect(ended.status).toBe(200);
    await Promise.all([stream.ended, call.ended]);
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
    expect((await post(server, list, { headers })).status).toBe(404);
  });

  test('a client that comes back for its stream gets it at once; the earlier one ends', async () => {
    const server = await serve({}, { keepAliveMs: 50 });
    const headers = { ...(await openSession(server)), accept: 'text/event-stream' };
    const streams = [];
    for (let time = 0; time < 3; time += 1) {
      const response = await fetch(server.url, { headers });
      expect(response.status).toBe(200);
      streams.push(followStream(response));
    }
    const [first, second, third] = streams;
    await Promise.all([first?.ended, second?.ended]);
    const before = third?.comments().length ?? 0;
    await vi.waitUntil(() => (third?.comments().length ?? 0) > before + 1, soon);
    const other = { ...headers, accept: 'application/json, text/event-stream' };
    expect((await post(server, list, { headers: other })).status).toBe(200);
  });

  test.each([
    ['another accept header', 406, { accept: 'application/json' }],
    ['a revision that nobody knows', 400, { 'mcp-protocol-version': '1999-01-01' }],
  ])('a request for a stream with %s ends no other', async (_name, status, wrong) => {
    const server = await serve({}, { keepAliveMs: 50 });
    const headers = { ...(await openSession(server)), accept: 'text/event-stream' };
    const stream = followStream(await fetch(server.url, { headers }));
    expect((await fetch(server.url, { headers: { ...headers, ...wrong } })).status).toBe(status);
    const before = stream.comments().length;
    await vi.waitUntil(() => stream.comments().length > before + 1, soon);
  });

  test('a call goes on while the stream of its session is replaced', async () => {
    const server = await serve();
    const headers = { ...(await openSession(server)), accept: 'text/event-stream' };
    const first = followStream(await fetch(server.url, { headers }));
    const call = post(server, toolCall(1, { task: 'model sleep 800' }), {
      headers: { ...headers, accept: 'application/json, text/event-stream' },
    });
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    followStream(await fetch(server.url, { headers }));
    await first.ended;
    const [answer] = await frames(await call);
    expect(answer?.result?.structuredContent).toMatchObject({ status: 'completed' });
  });
});

describe('idle sessions', () => {
  test('mcp-069: one that expires has its transport closed: its open stream ends', async () => {
    const { createLegacySessions } = await import('../../src/server/http/legacy-sessions.ts');
    const { McpServer } = await import('@modelcontextprotocol/server');
    let now = 0;
    const sessions = createLegacySessions({
      createServer: () => new McpServer({ name: 'x', version: '1' }),
      idleMs: 1_000,
      listeningMs: 10_000,
      keepAliveMs: 0,
      now: () => now,
    });
    const identity = { principal: undefined, address: 'x', info: undefined };
    const open = async (): Promise<NonNullable<Awaited<ReturnType<typeof sessions.open>>>> => {
      const session = await sessions.open(identity);
      if (session === undefined) throw new Error('no session');
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
      });
      await session.transport.handleRequest(request, { parsedBody: initialize() });
      return session;
    };
    const quiet = await open();
    const listening = await open();
    const busy = await open();
    const closed: string[] = [];
    for (const [name, session] of Object.entries({ quiet, listening, busy })) {
      const close = session.transport.close.bind(session.transport);
      session.transport.close = () => {
        closed.push(name);
        return close();
      };
    }
    listening.enter('stream');
    const headers = { 'mcp-session-id': listening.id, accept: 'text/event-stream' };
    const response = await listening.transport.handleRequest(
      new Request('http://localhost/mcp', { headers }),
    );
    const stream = followStream(response);
    const leave = busy.enter('message');
    sessions.sweep();
    expect(sessions.count()).toBe(3);
    now = 1_000;
    sessions.sweep();
    expect(sessions.find(quiet.id, undefined)).toBeUndefined();
    expect(closed).toEqual(['quiet']);
    now = 10_000;
    sessions.sweep();
    await stream.ended;
    expect(closed).toEqual(['quiet', 'listening']);
    expect(sessions.find(busy.id, undefined)).toBe(busy);
    leave();
    now = 11_000;
    sessions.sweep();
    expect(closed).toEqual(['quiet', 'listening', 'busy']);
    expect(sessions.count()).toBe(0);
  });

  test('when there are too many, the one longest unused makes room; while all are at work, 503', async () => {
    const server = await serve({}, { sessions: { most: 2 } });
    const first = await openSession(server);
    const second = await openSession(server);
    await (await post(server, list, { headers: first })).text();
    const third = await openSession(server);
    expect((await post(server, list, { headers: second })).status).toBe(404);
    expect((await post(server, list, { headers: first })).status).toBe(200);
    const calls = [first, third].map((headers) =>
      post(server, toolCall(1, { task: 'sleep 500' }), { headers }),
    );
    await vi.waitUntil(() => server.registry.active().length === 2, soon);
    const refused = await post(server, initialize());
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    for (const call of calls) expect((await frames(await call)).at(-1)?.result).toBeDefined();
  });
});
