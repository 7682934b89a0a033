import { request } from 'node:http';
import { connectHttpClient } from '@mini-agent/testkit';
import { describe, expect, it, vi } from 'vitest';
import { ruleCall } from './server.ts';
import { closing, start, startOAuth, startSilentModel } from './worlds.ts';

// The first call loads the agent.
vi.setConfig({ testTimeout: 30_000 });

const alice = 'canary-alice-0123456789';
const bob = 'canary-bob-0123456789ab';
const tokens = { MINI_AGENT_HTTP_TOKEN: `${alice},${bob}` };

describe('a server with static tokens', () => {
  it.each<['v1' | 'v2', string | undefined]>([
    ['v1', undefined],
    ['v2', 'legacy'],
    ['v2', 'auto'],
    ['v2', '2026-07-28'],
  ])('serves a %s client (%s) that has one, and no other', async (client, protocol) => {
    const { url } = await start(tokens);
    const options = { url, client, ...(protocol === undefined ? {} : { protocol }) };
    const session = await connectHttpClient({
      ...options,
      headers: { authorization: `Bearer ${alice}` },
    });
    const result = await session.callTool('run_agent', { task: '6 * 7', mode: 'rule' });
    expect(result.structuredContent).toMatchObject({
      status: 'completed',
      answer: 'Expression: 6 * 7\nResult: 42',
    });
    await session.close();
    await expect(connectHttpClient(options)).rejects.toThrow();
    const wrong = { authorization: `Bearer ${alice}x` };
    await expect(connectHttpClient({ ...options, headers: wrong })).rejects.toThrow();
  });

  it('refuses before the body is read, on every method', async () => {
    const { url, post } = await start(tokens);
    for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
      const response = await fetch(url, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mini-agent"');
    }
    const big = await post({ method: 'x', params: { text: 'x'.repeat(5_000_000) } });
    expect(big.status).toBe(401);
  });

  it('takes no token from anywhere but one Authorization header', async () => {
    const { port, post } = await start(tokens);
    for (const query of [
      `?access_token=${alice}`,
      `?token=${alice}`,
      `?authorization=Bearer%20${alice}`,
    ]) {
      expect((await post({ ...ruleCall(''), headers: {}, query })).status).toBe(401);
    }
    const elsewhere = {
      cookie: `token=${alice}`,
      'x-api-key': alice,
      'proxy-authorization': `Bearer ${alice}`,
    };
    expect((await post({ ...ruleCall(''), headers: elsewhere })).status).toBe(401);
    const status = await new Promise((resolve, reject) => {
      const twice = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST' });
      twice.setHeader('Authorization', [`Bearer ${alice}`, `Bearer ${alice}`]);
      twice.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      twice.on('error', reject);
      twice.end('{}');
    });
    expect(status).toBe(401);
  });

  it('ends a request whose header is too long, and goes on', async () => {
    const { post } = await start(tokens);
    const long = await post(ruleCall(`Bearer ${'a'.repeat(100_000)}`)).then(
      ({ status }) => status,
      () => 'cut',
    );
    expect([401, 431, 'cut']).toContain(long);
    expect((await post(ruleCall(`Bearer ${alice}`))).status).toBe(200);
  });

  it('keeps the callers apart: neither runs nor sessions of the other are found', async () => {
    const baseUrl = await startSilentModel();
    const { url, post } = await start({
      ...tokens,
      LLM_API_KEY: 'canary-model-key',
      LLM_BASE_URL: baseUrl,
      LLM_MODEL: 'm',
    });
    const as = (token: string): Parameters<typeof connectHttpClient>[0] => ({
      url,
      client: 'v2',
      headers: { authorization: `Bearer ${token}` },
    });
    const mine = await connectHttpClient(as(alice));
    closing.push(() => mine.close());
    const theirs = await connectHttpClient(as(bob));
    closing.push(() => theirs.close());
    const started = await mine.callTool('run_agent', { task: 'Tell a story', wait_seconds: 0 });
    const { run_id: handle, status } = started.structuredContent as {
      run_id: string;
      status: string;
    };
    expect(status).toBe('running');
    const stolen = await theirs.callTool('run_agent', { run_id: handle, cancel: true });
    expect(stolen.structuredContent).toMatchObject({ status: 'failed', error_code: 'not_found' });
    // The principal, not the session, is the caller.
    const again = await connectHttpClient(as(alice));
    closing.push(() => again.close());
    const stopped = await again.callTool('run_agent', { run_id: handle, cancel: true });
    expect(stopped.structuredContent).toMatchObject({ status: 'cancelled' });
    // A session that another principal opened.
    const open = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 't', version: '1' },
      },
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const first = await fetch(url, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${alice}` },
      body: JSON.stringify(open),
    });
    await first.text();
    const session = { 'mcp-session-id': first.headers.get('mcp-session-id') ?? '' };
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const hijacked = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...session, authorization: `Bearer ${bob}` },
      body: ping,
    });
    expect(hijacked.status).toBe(404);
    const own = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...session, authorization: `Bearer ${alice}` },
      body: ping,
    });
    expect(own.status).toBe(200);
    await own.text();
    expect((await post(ruleCall(`Bearer ${bob}`))).status).toBe(200);
  });
});

describe('a server with OAuth', () => {
  it('leads a client to the issuer, then takes its token', async () => {
    const { server, issuer, token } = await startOAuth({ MINI_AGENT_HTTP_SCOPES: 'agent:run' });
    const refused = await server.post({ method: 'tools/list' });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const [, where] =
      /^Bearer resource_metadata="([^"]+)", scope="agent:run"$/.exec(challenge) ?? [];
    const metadata = await fetch(where ?? '');
    expect(metadata.headers.get('content-type')).toBe('application/json');
    expect(await metadata.json()).toMatchObject({
      resource: server.url,
      authorization_servers: [issuer.url],
      scopes_supported: ['agent:run'],
    });
    const root = await fetch(new URL('/.well-known/oauth-protected-resource', server.url));
    expect(root.status).toBe(200);

    const weak = await server.post(ruleCall(`Bearer ${await token()}`));
    expect(weak.status).toBe(403);
    expect(weak.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    const good = await token({ scope: 'agent:run' });
    for (const protocol of ['legacy', '2026-07-28']) {
      const session = await connectHttpClient({
        url: server.url,
        client: 'v2',
        protocol,
        headers: { authorization: `Bearer ${good}` },
      });
      const result = await session.callTool('run_agent', { task: '6 * 7', mode: 'rule' });
      expect(result.structuredContent).toMatchObject({ answer: 'Expression: 6 * 7\nResult: 42' });
      await session.close();
    }
  });

  it('says 503 while the issuer is down, and lets nobody in', async () => {
    const { server, issuer, token } = await startOAuth();
    await issuer.down();
    const response = await server.post(ruleCall(`Bearer ${await token()}`));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toContain('try again later');
    expect(server.logged).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  it('refuses a token for another server', async () => {
    const { server, token } = await startOAuth();
    const other = await token({ aud: 'https://other.example/mcp' });
    expect((await server.post(ruleCall(`Bearer ${other}`))).status).toBe(401);
  });
});
