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
  test('a run that was handed back at once is found, and continued, after its process was killed', async () => {
    const home = temporaryFolder();
    const first = await startServer(home);
    const handedBack = await call(first, { task: 'model sleep 60000', wait_seconds: 0.2 });
    const runId = handedBack.run_id;
    expect(handedBack.status).toBe('running');
    process.kill(first.pid, 'SIGKILL');
    const second = await startServer(home);
    await expect
      .poll(() => call(second, { run_id: runId, wait_seconds: 0 }), { timeout: 5_000 })
      .toMatchObject({ status: 'cancelled', outcome: 'aborted', run_id: runId });
    const continued = await call(second, { run_id: runId, task: 'history' });
    expect(JSON.parse(continued.answer)).toMatchObject([
      { role: 'user', content: 'model sleep 60000' },
    ]);
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
