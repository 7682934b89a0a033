import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawServer } from '@mini-agent/testkit';
import { describe, expect, test } from 'vitest';
import { fakeServerCommand, rawServer, temporaryFolder } from './stdio-harness.ts';

interface Answer {
  readonly status: string;
  readonly run_id?: string;
  readonly answer: string;
  readonly outcome?: string;
  readonly error_code?: string;
}

async function call(server: RawServer, args: Readonly<Record<string, unknown>>): Promise<Answer> {
  const params = { name: 'run_agent', arguments: args };
  const { result } = await server.request('tools/call', params, { timeoutMs: 10_000 });
  return result?.['structuredContent'] as Answer;
}

async function startServer(home: string): Promise<RawServer> {
  const server = await rawServer(fakeServerCommand({ MINI_AGENT_HOME: home }));
  await server.initialize();
  return server;
}

describe('two processes of one caller', { timeout: 30_000 }, () => {
  test('a run whose process was killed is finished by the next one that its handle is given to', async () => {
    const home = temporaryFolder();
    const first = await startServer(home);
    const handedBack = await call(first, { task: 'model sleep 1200', wait_seconds: 0.2 });
    const runId = handedBack.run_id;
    expect(handedBack.status).toBe('running');
    process.kill(first.pid, 'SIGKILL');
    await first.waitForExit();
    const [second, third] = [await startServer(home), await startServer(home)];
    // Both come back for it; one of them works on it and the other waits for that.
    const [done, seen] = await Promise.all([
      call(second, { run_id: runId }),
      call(third, { run_id: runId }),
    ]);
    expect(done).toMatchObject({ status: 'completed', answer: 'sleep 1200', run_id: runId });
    expect({ ...seen, duration_ms: 0 }).toEqual({ ...done, duration_ms: 0 });
    const continued = await call(second, { run_id: runId, task: 'history' });
    expect(JSON.parse(continued.answer)).toMatchObject([
      { role: 'user', content: 'model sleep 1200' },
      { role: 'assistant', content: 'sleep 1200' },
    ]);
  });

  test('a run that was handed back when its client left is finished by the next process', async () => {
    const home = temporaryFolder();
    const first = await startServer(home);
    const { run_id: runId } = await call(first, { task: 'model sleep 1000', wait_seconds: 0.2 });
    first.endInput();
    await first.waitForExit();
    const second = await startServer(home);
    expect(await call(second, { run_id: runId })).toMatchObject({
      status: 'completed',
      answer: 'sleep 1000',
    });
  });

  test('one that was cancelled, before its process was killed or after, is not gone on with', async () => {
    const home = temporaryFolder();
    const first = await startServer(home);
    const before = await call(first, { task: 'model sleep 60000', wait_seconds: 0.2 });
    const after = await call(first, { task: 'model sleep 50000', wait_seconds: 0.2 });
    await call(first, { run_id: before.run_id, cancel: true });
    await expect
      .poll(() => readFileSync(join(home, '.runs', `${before.run_id}.json`), 'utf8'))
      .toContain('"cancelled"');
    process.kill(first.pid, 'SIGKILL');
    await first.waitForExit();
    const second = await startServer(home);
    const cancelled = { status: 'cancelled', outcome: 'aborted' };
    expect(await call(second, { run_id: after.run_id, cancel: true })).toMatchObject(cancelled);
    for (const { run_id: runId } of [before, after]) {
      expect(await call(second, { run_id: runId, wait_seconds: 0 })).toMatchObject(cancelled);
    }
  });

  test('a run of one process is waited for in the other', async () => {
    const home = temporaryFolder();
    const [first, second] = [await startServer(home), await startServer(home)];
    const { run_id: runId } = await call(first, { task: 'model sleep 1500', wait_seconds: 0.3 });
    const begun = Date.now();
    expect(await call(second, { run_id: runId, wait_seconds: 0.5 })).toMatchObject({
      status: 'running',
    });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(450);
    expect(await call(second, { run_id: runId })).toMatchObject({ status: 'completed' });
  });

  test('it is busy for the other, which may stop it; its own process then sees what the other made of it', async () => {
    const home = temporaryFolder();
    const [first, second] = [await startServer(home), await startServer(home)];
    const { run_id: runId } = await call(first, { task: 'model sleep 60000', wait_seconds: 0.3 });
    expect(await call(second, { run_id: runId, task: 'more' })).toMatchObject({
      status: 'failed',
      error_code: 'busy',
    });
    const begun = Date.now();
    expect(await call(second, { run_id: runId, cancel: true })).toMatchObject({
      status: 'cancelled',
      outcome: 'aborted',
    });
    expect(Date.now() - begun).toBeLessThan(1_500);
    expect(await call(first, { run_id: runId })).toMatchObject({ status: 'cancelled' });
    expect(await call(second, { run_id: runId, task: 'answer later' })).toMatchObject({
      status: 'completed',
    });
    await expect
      .poll(() => call(first, { run_id: runId }), { timeout: 5_000 })
      .toMatchObject({ status: 'completed', answer: 'later' });
  });
});
