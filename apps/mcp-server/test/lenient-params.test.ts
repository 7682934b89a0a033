import { describe, expect, test } from 'vitest';
import { judgeMessage } from '../src/server/message-gate.ts';
import { openSession, post, serve } from './http/http-harness.ts';
import { fakeServerCommand, rawServer } from './stdio-harness.ts';
import { eras, modernMeta, openPeer, structured } from './stdio-peer.ts';

const clientInfo = { name: 'raw', version: '1' };

function judged(method: string, params: unknown): unknown {
  const { forward, answers } = judgeMessage({ jsonrpc: '2.0', id: 1, method, params }, () => false);
  return forward?.params ?? answers[0]?.error;
}

describe('a client that writes null for what is absent', { timeout: 60_000 }, () => {
  test('opens a session, as does one that declares a capability as true', async () => {
    const server = await rawServer(fakeServerCommand());
    const { result } = await server.request(
      'initialize',
      {
        protocolVersion: '2025-06-18',
        capabilities: { sampling: null, roots: null, experimental: null, elicitation: true },
        clientInfo: { ...clientInfo, title: null },
        _meta: null,
      },
      { timeoutMs: 20_000 },
    );
    expect(result?.['protocolVersion']).toBe('2025-06-18');
  });

  test.each(eras)('is served by a %s session', async (era) => {
    const { server, call, list, answer } = await openPeer(era);
    const own = era === 'modern' ? modernMeta : {};
    server.send({ ...list('cursor'), params: { cursor: null, _meta: own } });
    expect((await answer('cursor')).result?.['tools']).toHaveLength(1);
    const message = call('token', 'answer x');
    const params = message['params'] as Readonly<Record<string, unknown>>;
    server.send({ ...message, params: { ...params, _meta: { ...own, progressToken: null } } });
    expect(structured(await answer('token'))).toMatchObject({ answer: 'x' });
    expect(server.frames().filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test('mcp-032: over HTTP a progress token that is null is none', async () => {
    const server = await serve();
    const meta = { ...modernMeta, progressToken: null };
    const params = { name: 'run_agent', arguments: { task: 'answer x' }, _meta: meta };
    const response = await post(
      server,
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      {
        headers: {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'run_agent',
        },
      },
    );
    const text = await response.text();
    expect(text).toContain('"answer":"x"');
    expect(text).not.toContain('notifications/progress');
  });

  test('keeps the arguments of a tool as they are', () => {
    const params = { name: 'run_agent', arguments: { task: 'x', mode: null } };
    expect(judged('tools/call', params)).toEqual(params);
    expect(judged('tools/call', { name: 'run_agent', arguments: null })).toMatchObject({
      code: -32602,
    });
  });
});

describe('params that are malformed', { timeout: 60_000 }, () => {
  test.each([
    ['initialize', undefined, /protocolVersion/],
    ['initialize', { protocolVersion: 5, capabilities: {}, clientInfo }, /protocolVersion/],
    ['initialize', { protocolVersion: '2025-11-25', clientInfo }, /capabilities/],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: [], clientInfo }, /capabilities/],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {} }, /clientInfo/],
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x' } },
      /clientInfo/,
    ],
    ['tools/list', { cursor: 5 }, /cursor/],
  ])('%s %j: -32602 in plain words, and the session lives on', async (method, params, words) => {
    const server = await rawServer(fakeServerCommand());
    const { error } = await server.request(method, params, { timeoutMs: 20_000 });
    expect(error?.code).toBe(-32602);
    expect(error?.message).toMatch(words);
    expect(error?.message).not.toContain('"path"');
    expect((await server.initialize()).result).toBeDefined();
  });

  test('initialize in a request of 2026-07-28, which has none, is 404 whatever its params', async () => {
    const server = await serve();
    const response = await post(
      server,
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { _meta: modernMeta } },
      { headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' } },
    );
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test('over HTTP they are told in the same words', async () => {
    const server = await serve();
    const response = await post(server, { jsonrpc: '2.0', id: 7, method: 'initialize' });
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { code: -32602, message: expect.stringContaining('protocolVersion') as string },
    });
    const headers = await openSession(server);
    const list = { jsonrpc: '2.0', id: 8, method: 'tools/list', params: { cursor: {} } };
    expect(await (await post(server, list, { headers })).json()).toMatchObject({
      id: 8,
      error: { code: -32602 },
    });
  });
});
