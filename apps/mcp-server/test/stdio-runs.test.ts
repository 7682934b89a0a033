import type { ProgressUpdate, RawServer } from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { createRunId } from '../src/runs/run-id.ts';
import { fakeServerCommand, rawServer, temporaryFolder } from './stdio-harness.ts';

interface Structured {
  readonly status: string;
  readonly run_id?: string;
  readonly answer: string;
  readonly error_code?: string;
  readonly outcome?: string;
}

type Arguments = Readonly<Record<string, unknown>>;

let nextId = 1_000;

function sendCall(server: RawServer, args: Arguments, token?: string | number): number {
  nextId += 1;
  const meta = token === undefined ? {} : { _meta: { progressToken: token } };
  const params = { name: 'run_agent', arguments: args, ...meta };
  server.send({ jsonrpc: '2.0', id: nextId, method: 'tools/call', params });
  return nextId;
}

async function answerTo(server: RawServer, id: number): Promise<Structured> {
  const frame = await server.waitForFrame((candidate) => candidate.id === id, 10_000);
  return frame.result?.['structuredContent'] as Structured;
}

async function call(server: RawServer, args: Arguments): Promise<Structured> {
  return answerTo(server, sendCall(server, args));
}

function cancel(server: RawServer, requestId: unknown): void {
  server.notify('notifications/cancelled', { requestId });
}

function progressOf(server: RawServer, token: string | number): readonly ProgressUpdate[] {
  return server
    .frames()
    .filter(
      ({ method, params }) =>
        method === 'notifications/progress' && params?.['progressToken'] === token,
    )
    .map(({ params }) => params as unknown as ProgressUpdate);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe('progress', { timeout: 30_000 }, () => {
  test('mcp-032: without a token nothing is sent but the result', async () => {
    const server = await rawServer();
    await server.initialize();
    await call(server, { task: 'steps 5 every 50' });
    expect(server.frames().filter(({ method }) => method !== undefined)).toEqual([]);
  });

  test('mcp-037: values strictly increase, at most four a second, the first one at once and with the run_id', async () => {
    const server = await rawServer();
    await server.initialize();
    const begun = Date.now();
    const id = sendCall(server, { task: 'steps 20 every 60' }, 0);
    await server.waitForFrame(({ method }) => method === 'notifications/progress');
    expect(Date.now() - begun).toBeLessThan(1_000);
    const { run_id: runId = '' } = await answerTo(server, id);
    const seconds = (Date.now() - begun) / 1_000;
    const updates = progressOf(server, 0);
    expect(updates[0]?.message).toContain(runId);
    expect(updates.length).toBeGreaterThanOrEqual(3);
    expect(updates.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
    const values = updates.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((left, right) => left - right));
    for (const { message = '' } of updates) expect(message.length).toBeLessThanOrEqual(120);
    const last = server.frames().at(-1);
    expect(last?.id).toBe(id);
    await pause(500);
    expect(server.frames().at(-1)).toEqual(last);
  });

  test('mcp-036: after a cancel neither progress nor a result comes', async () => {
    const server = await rawServer();
    await server.initialize();
    const id = sendCall(server, { task: 'model steps 50 every 60' }, 'p');
    await server.waitForFrame(({ method }) => method === 'notifications/progress');
    await pause(400);
    cancel(server, id);
    await server.request('ping');
    const count = server.frames().length;
    await pause(700);
    expect(server.frames().length).toBe(count);
    expect(server.frames().some((frame) => frame.id === id)).toBe(false);
  });
});

describe('cancelling', { timeout: 30_000 }, () => {
  test('mcp-020: id 0 is cancelled like any other', async () => {
    const server = await rawServer();
    await server.initialize();
    const params = {
      name: 'run_agent',
      arguments: { task: 'model sleep 60000' },
      _meta: { progressToken: 't' },
    };
    server.send({ jsonrpc: '2.0', id: 0, method: 'tools/call', params });
    const first = await server.waitForFrame(({ method }) => method === 'notifications/progress');
    const runId = /run_\w+/.exec(String(first.params?.['message']))?.[0];
    cancel(server, 0);
    const begun = Date.now();
    expect(await call(server, { run_id: runId })).toMatchObject({ status: 'cancelled' });
    expect(Date.now() - begun).toBeLessThan(1_000);
  });

  test('mcp-044: the session goes on after a cancel, with its other calls', async () => {
    const server = await rawServer();
    await server.initialize();
    const other = sendCall(server, { task: 'sleep 500' });
    const id = sendCall(server, { task: 'model sleep 60000' });
    await pause(50);
    cancel(server, id);
    expect(await answerTo(server, other)).toMatchObject({ status: 'completed' });
    expect((await server.request('tools/list')).result).toBeDefined();
  });

  test('mcp-048: an id of the wrong type, an unknown one and none at all are ignored', async () => {
    const server = await rawServer();
    await server.initialize();
    const id = sendCall(server, { task: 'sleep 300' });
    cancel(server, String(id));
    cancel(server, 999_999);
    server.notify('notifications/cancelled');
    server.notify('notifications/cancelled', {});
    expect(await answerTo(server, id)).toMatchObject({ status: 'completed', answer: 'sleep 300' });
  });

  test('cancel: true stops a run and gives what was found so far', async () => {
    const server = await rawServer();
    await server.initialize();
    const { run_id: runId } = await call(server, { task: 'steps 100 every 50', wait_seconds: 0.2 });
    const stopped = await call(server, { run_id: runId, cancel: true });
    expect(stopped).toMatchObject({ status: 'cancelled', outcome: 'aborted', run_id: runId });
    expect(stopped.answer).toMatch(/stopped after \d+ steps/);
  });

  test('a run stops only when its last attached call is cancelled', async () => {
    const server = await rawServer();
    await server.initialize();
    const { run_id: runId } = await call(server, { task: 'model sleep 700', wait_seconds: 0 });
    const first = sendCall(server, { run_id: runId });
    const second = sendCall(server, { run_id: runId });
    await pause(50);
    cancel(server, first);
    expect(await answerTo(server, second)).toMatchObject({ status: 'completed' });
  });
});

describe('handles', { timeout: 30_000 }, () => {
  test('wait_seconds hands back a run that goes on; the run_id alone waits on', async () => {
    const server = await rawServer();
    await server.initialize();
    const id = sendCall(server, { task: 'sleep 600', wait_seconds: 0.1 });
    const frame = await server.waitForFrame((candidate) => candidate.id === id);
    const handed = frame.result?.['structuredContent'] as Structured;
    expect(handed.status).toBe('running');
    expect(handed.run_id).toMatch(/^run_[0-9a-z]+_[0-9a-f]{32}$/);
    const [{ text }] = frame.result?.['content'] as [{ text: string }];
    expect(text.split('\n')).toEqual([
      'Task: sleep 600',
      'Mode: Rule-based',
      'Steps: 0',
      '',
      '--- Still running ---',
      expect.stringContaining(handed.run_id ?? '-'),
    ]);
    const done = await call(server, { run_id: handed.run_id });
    expect(done).toMatchObject({ status: 'completed', answer: 'sleep 600', run_id: handed.run_id });
    expect(await call(server, { run_id: handed.run_id })).toEqual(done);
  });

  test('the default wait is used when the call names none', async () => {
    const server = await rawServer(fakeServerCommand({ TEST_WAIT_SECONDS: '0.2' }));
    await server.initialize();
    expect(await call(server, { task: 'sleep 2000' })).toMatchObject({ status: 'running' });
  });

  test('a wrong handle is not_found, also one that is a path; an expired one says so', async () => {
    const server = await rawServer();
    await server.initialize();
    for (const runId of ['nope', '../../etc/passwd', createRunId(Date.now())]) {
      const refused = await call(server, { run_id: runId });
      expect(refused).toMatchObject({ status: 'failed', error_code: 'not_found' });
    }
    const old = createRunId(Date.now() - 40 * 86_400_000);
    expect((await call(server, { run_id: old })).answer).toMatch(/expired at \d{4}-\d\d-\d\dT/);
  });

  test('mcp-074: a finished run is found by a later process of the same home, and continued', async () => {
    const home = temporaryFolder();
    const first = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await first.initialize();
    const done = await call(first, { task: 'answer 42' });
    first.endInput();
    await first.waitForExit();
    const second = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await second.initialize();
    expect(await call(second, { run_id: done.run_id })).toEqual(done);
    const next = await call(second, { run_id: done.run_id, task: 'history' });
    expect(next.run_id).toBe(done.run_id);
    expect(JSON.parse(next.answer)).toEqual([
      { role: 'user', content: 'answer 42' },
      { role: 'assistant', content: '42', toolCalls: [] },
    ]);
    const other = await rawServer(fakeServerCommand());
    await other.initialize();
    expect(await call(other, { run_id: done.run_id })).toMatchObject({ error_code: 'not_found' });
  });

  test('mcp-039: a run whose call was cancelled is kept with what it had, and can be continued', async () => {
    const home = temporaryFolder();
    const server = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await server.initialize();
    const id = sendCall(server, { task: 'model steps 50 every 60' }, 'p');
    const first = await server.waitForFrame(({ method }) => method === 'notifications/progress');
    const runId = /run_\w+/.exec(String(first.params?.['message']))?.[0];
    await pause(300);
    cancel(server, id);
    await server.request('ping');
    server.endInput();
    await server.waitForExit();
    const later = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
    await later.initialize();
    const kept = await call(later, { run_id: runId });
    expect(kept).toMatchObject({ status: 'cancelled', outcome: 'aborted', run_id: runId });
    expect(kept.answer).toMatch(/stopped after [1-9]/);
    expect(await call(later, { run_id: runId, task: 'answer on' })).toMatchObject({
      answer: 'on',
      run_id: runId,
    });
  });

  test('a running run that is given another task is busy', async () => {
    const server = await rawServer();
    await server.initialize();
    const { run_id: runId } = await call(server, { task: 'sleep 5000', wait_seconds: 0 });
    expect(await call(server, { run_id: runId, task: 'answer x' })).toMatchObject({
      status: 'failed',
      error_code: 'busy',
    });
  });

  test('mcp-043: an identical model call attaches once the first request has ended, others do not', async () => {
    const server = await rawServer();
    await server.initialize();
    const first = await call(server, { task: 'model sleep 1500', wait_seconds: 0 });
    const again = await call(server, { task: 'model sleep 1500', wait_seconds: 0 });
    expect(again.run_id).toBe(first.run_id);
    const other = await call(server, { task: 'model sleep 1500', wait_seconds: 0, max_turns: 3 });
    expect(other.run_id).not.toBe(first.run_id);
    const open = sendCall(server, { task: 'model sleep 900' });
    const parallel = await call(server, { task: 'model sleep 900' });
    expect((await answerTo(server, open)).run_id).not.toBe(parallel.run_id);
    const rule = await call(server, { task: 'sleep 900', wait_seconds: 0 });
    expect((await call(server, { task: 'sleep 900', wait_seconds: 0 })).run_id).not.toBe(
      rule.run_id,
    );
  });

  test('mcp-062: a long answer comes in parts that join to the whole', async () => {
    const server = await rawServer();
    await server.initialize();
    let part = (await call(server, { task: 'big 90000' })) as Structured & {
      truncated: boolean;
      next?: { run_id: string; offset: number };
    };
    let text = part.answer;
    let count = 1;
    while (part.next !== undefined) {
      expect(part.truncated).toBe(true);
      expect(part.answer.length).toBeLessThanOrEqual(80_000);
      part = (await call(server, part.next)) as typeof part;
      text += part.answer;
      count += 1;
    }
    expect(count).toBe(6);
    expect(text).toBe('word '.repeat(90_000).trim());
    expect(await call(server, { run_id: part.run_id, offset: 999_999 })).toMatchObject({
      error_code: 'invalid_arguments',
    });
  });

  test('a fault inside a run is a failed result without a stack or a secret', async () => {
    const server = await rawServer();
    await server.initialize();
    const id = sendCall(server, { task: 'crash' });
    const frame = await server.waitForFrame((candidate) => candidate.id === id);
    expect(frame.result).toMatchObject({ isError: true });
    expect(JSON.stringify(frame)).not.toMatch(/sk-|stack|\.ts:/);
  });
});

describe(
  'D-032: a client that declares roots and does not answer for them',
  { timeout: 30_000 },
  () => {
    test('only JSON-RPC is on stdout', async () => {
      const server = await rawServer();
      await server.initialize({ capabilities: { roots: { listChanged: true } } });
      await call(server, { task: 'answer x' });
      expect(server.strayLines()).toEqual([]);
    });
  },
);
