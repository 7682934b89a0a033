import { describe, expect, test, vi } from 'vitest';
import { callKind } from '../../src/server/http/call-kind.ts';
import {
  frames,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
  type Served,
} from './http-harness.ts';

const soon = { timeout: 5_000, interval: 5 };
const token = 'a-token-of-more-than-sixteen-letters';
const full = { MINI_AGENT_HTTP_TOKEN: token, MINI_AGENT_HTTP_MAX_CONCURRENT: '1' };
const bearer = { authorization: `Bearer ${token}` };

interface Client {
  readonly call: (id: number, args: Readonly<Record<string, unknown>>) => Promise<Response>;
  readonly headers: Record<string, string>;
}

const eras = {
  legacy: async (server: Served): Promise<Client> => {
    const headers = await openSession(server, bearer);
    return { headers, call: (id, args) => post(server, toolCall(id, args), { headers }) };
  },
  modern: (server: Served): Promise<Client> => {
    const headers = { ...modernHeaders, ...bearer };
    return Promise.resolve({
      headers,
      call: (id, args) => post(server, modernCall(id, args), { headers }),
    });
  },
};

async function resultOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const all = await frames(response);
  return { ...all.at(-1)?.result?.structuredContent };
}

/** A caller whose only place is taken by a call that waits for a run. */
async function fullCaller(
  era: 'legacy' | 'modern',
): Promise<{ server: Served; client: Client; runId: string; open: Promise<Response> }> {
  const server = await serve(full);
  const client = await eras[era](server);
  const started = await client.call(1, { task: 'model sleep 20000', wait_seconds: 0 });
  const runId = String((await resultOf(started))['run_id']);
  const open = client.call(2, { run_id: runId });
  await vi.waitUntil(() => server.registry.active()[0]?.hasOpenCall() === true, soon);
  expect((await client.call(3, { task: 'answer x' })).status).toBe(429);
  return { server, client, runId, open };
}

describe.each(['legacy', 'modern'] as const)('a %s caller with all its calls open', (era) => {
  test('can ask for a run and cancel it; what waited for it is answered', async () => {
    const { server, client, runId, open } = await fullCaller(era);
    const seen = await client.call(4, { run_id: runId, wait_seconds: 0 });
    expect(seen.status).toBe(200);
    expect(await resultOf(seen)).toMatchObject({ status: 'running', run_id: runId });
    const stopped = await client.call(5, { run_id: runId, cancel: true });
    expect(stopped.status).toBe(200);
    expect(await resultOf(stopped)).toMatchObject({ status: 'cancelled' });
    expect(await resultOf(await open)).toMatchObject({ status: 'cancelled' });
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
    await vi.waitUntil(async () => {
      const next = await client.call(6, { task: 'answer x' });
      await next.text();
      return next.status === 200;
    }, soon);
  });

  test('cannot wait without end: then it can still cancel, up to a bound', async () => {
    const { client, runId, open } = await fullCaller(era);
    const waits = Array.from({ length: 8 }, (_, index) =>
      client.call(10 + index, { run_id: runId }),
    );
    for (const wait of waits) expect((await wait).status).toBe(200);
    const refused = await client.call(30, { run_id: runId });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    const stopped = await client.call(31, { run_id: runId, cancel: true });
    expect(stopped.status).toBe(200);
    for (const wait of [...waits, open, Promise.resolve(stopped)]) {
      expect(await resultOf(await wait)).toMatchObject({ status: 'cancelled' });
    }
  });

  test('with a task, and with anything that is no handle, still has no place', async () => {
    const { client, runId, open } = await fullCaller(era);
    for (const args of [
      { run_id: runId, task: 'answer y' },
      { run_id: runId, task: 'answer y', cancel: true },
      { run_id: runId, task: null },
      { run_id: 7 },
      { cancel: true },
      {},
    ]) {
      expect((await client.call(4, args)).status).toBe(429);
    }
    await (await client.call(5, { run_id: runId, cancel: true })).text();
    await (await open).text();
  });
});

test('a session with all its calls open can ping, list its tool and cancel by a notification', async () => {
  const server = await serve(full);
  const { call, headers } = await eras.legacy(server);
  const open = call(1, { task: 'model sleep 20000' });
  await vi.waitUntil(() => server.registry.active().length === 1, soon);
  for (const method of ['ping', 'tools/list']) {
    const answer = await post(server, { jsonrpc: '2.0', id: method, method }, { headers });
    expect(answer.status).toBe(200);
  }
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect((await post(server, cancelled, { headers })).status).toBe(202);
  await (await open).text();
  await vi.waitUntil(() => server.registry.active().length === 0, soon);
});

test('a client of 2026-07-28 with all its calls open can ask for its task and cancel it', async () => {
  const { server, runId, open } = await fullCaller('modern');
  for (const method of ['tasks/get', 'tasks/cancel']) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    };
    const headers = { ...bearer, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const message = { jsonrpc: '2.0', id: method, method, params: { taskId: runId, _meta } };
    const answer = await post(server, message, {
      headers: { ...headers, 'mcp-name': runId },
    });
    expect(answer.status).toBe(200);
    expect((await frames(answer)).at(-1)?.error).toBeUndefined();
  }
  expect(await resultOf(await open)).toMatchObject({ status: 'cancelled' });
});

test('the calls of a minute count every call, also one that only asks or cancels', async () => {
  const server = await serve({
    MINI_AGENT_HTTP_TOKEN: token,
    MINI_AGENT_HTTP_CALLS_PER_MINUTE: '2',
  });
  const { call } = await eras.modern(server);
  const first = await resultOf(await call(1, { task: 'answer x' }));
  await (await call(2, { run_id: first['run_id'] })).text();
  expect((await call(3, { run_id: first['run_id'] })).status).toBe(429);
  expect((await call(4, { run_id: first['run_id'], cancel: true })).status).toBe(429);
});

describe('what a call asks for', () => {
  const call = (params: unknown): unknown => ({ id: 1, method: 'tools/call', params });
  test.each([
    [{ arguments: { run_id: 'r' } }, 'wait', 'wait'],
    [{ arguments: { run_id: 'r', offset: 5, wait_seconds: 1 } }, 'wait', 'wait'],
    [{ arguments: { run_id: 'r', cancel: false } }, 'wait', 'wait'],
    [{ arguments: { run_id: 'r', cancel: true } }, 'cancel', 'cancel'],
    [{ arguments: { run_id: 'r', cancel: 'true' } }, 'wait', 'wait'],
    [{ arguments: { run_id: 'r', task: 't' } }, 'task', 'task'],
    [{ arguments: { run_id: 'r', task: '' } }, 'task', 'task'],
    [{ arguments: { task: 't' } }, 'task', 'task'],
    [{ arguments: { task: 't' }, requestState: 'r' }, 'task', 'wait'],
    [{ arguments: { task: 't' }, requestState: 5 }, 'task', 'task'],
    [{ arguments: [] }, 'task', 'task'],
    [{}, 'task', 'task'],
    [undefined, 'task', 'task'],
    [null, 'task', 'task'],
  ])('%j', (params, legacy, modern) => {
    expect(callKind(call(params), 'legacy')).toBe(legacy);
    expect(callKind(call(params), 'modern')).toBe(modern);
  });
});
