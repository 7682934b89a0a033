import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { createLegacySessions } from '../../src/server/http/legacy-sessions.ts';
import {
  frames,
  initialize,
  jsonHeaders,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
  type Served,
} from './http-harness.ts';

type Fields = Readonly<Record<string, unknown>>;

async function ask(server: Served, headers: Record<string, string>, args: Fields): Promise<Fields> {
  const isModern = !('mcp-session-id' in headers);
  const message = isModern ? modernCall(1, args) : toolCall(1, args);
  const [frame] = await frames(await post(server, message, { headers }));
  return { isError: frame?.result?.['isError'], ...frame?.result?.structuredContent };
}

const helps = /MCP session.*MINI_AGENT_HTTP_TOKEN/s;

describe('a run of a session that is over, without tokens', () => {
  test.each([
    ['waited for', {}],
    ['cancelled', { cancel: true }],
    ['continued', { task: 'answer more' }],
    ['read on', { offset: 1 }],
  ])('is not_found when it is %s, and the answer says why and what to set', async (_name, args) => {
    const server = await serve();
    const first = await openSession(server);
    const { run_id: runId } = await ask(server, first, { task: 'answer x' });
    await fetch(server.url, { method: 'DELETE', headers: first });
    const second = await openSession(server);
    const lost = await ask(server, second, { run_id: runId, ...args });
    expect(lost).toMatchObject({ isError: true, status: 'failed', error_code: 'not_found' });
    expect(lost['answer']).toMatch(helps);
    const unknown = await ask(server, second, { run_id: `${String(runId)}0`, ...args });
    expect(unknown['answer']).toBe(lost['answer']);
  });

  test('says so in the language of the task', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const lost = await ask(server, headers, { run_id: 'run_x', task: '请继续做下去' });
    expect(lost).toMatchObject({ error_code: 'not_found' });
    expect(lost['answer']).toMatch(/会话.*MINI_AGENT_HTTP_TOKEN/s);
  });

  test('is not_found for a client of 2026-07-28, which has an address', async () => {
    const server = await serve();
    const { run_id: runId } = await ask(server, await openSession(server), { task: 'answer x' });
    const lost = await ask(server, modernHeaders, { run_id: runId });
    expect(lost).toMatchObject({ error_code: 'not_found' });
    expect(lost['answer']).toMatch(/address.*MINI_AGENT_HTTP_TOKEN/s);
  });
});

test('with a token a run is found in the next session, and not_found says nothing about tokens', async () => {
  const token = 'a-token-of-more-than-sixteen-letters';
  const server = await serve({ MINI_AGENT_HTTP_TOKEN: token });
  const own = { authorization: `Bearer ${token}` };
  const first = await openSession(server, own);
  const { run_id: runId } = await ask(server, first, { task: 'answer x' });
  await fetch(server.url, { method: 'DELETE', headers: first });
  const second = await openSession(server, own);
  expect(await ask(server, second, { run_id: runId })).toMatchObject({ answer: 'x' });
  const unknown = await ask(server, second, { run_id: 'run_x' });
  expect(unknown).toMatchObject({ error_code: 'not_found' });
  expect(unknown['answer']).not.toContain('TOKEN');
});

test('mcp-074: a session, and with it its runs, is still there after 45 minutes without a sign of life', async () => {
  let now = 0;
  const sessions = createLegacySessions({
    createServer: () => new McpServer({ name: 'x', version: '1' }),
    keepAliveMs: 0,
    now: () => now,
  });
  const session = await sessions.open({ principal: undefined, address: 'x', info: undefined });
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: jsonHeaders });
  await session?.transport.handleRequest(request, { parsedBody: initialize() });
  now = 45 * 60_000;
  sessions.sweep();
  expect(sessions.find(session?.id ?? '', undefined)).toBe(session);
  now = 12 * 3_600_000;
  sessions.sweep();
  expect(sessions.count()).toBe(0);
});
