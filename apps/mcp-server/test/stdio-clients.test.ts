import { startServer, type ProgressUpdate } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeServerCommand } from './stdio-harness.ts';

describe.each(['v1', 'v2'] as const)('a real %s client', { timeout: 40_000 }, (client) => {
  test('sampling reaches the client, its progress and result fit the output schema', async () => {
    const session = await startServer({
      ...fakeServerCommand(),
      client,
      onSampling: () => ({ content: { type: 'text', text: 'from the client' } }),
    });
    onTestFinished(async () => {
      await session.close();
    });
    const [tool] = await session.listTools();
    expect(tool?.name).toBe('run_agent');
    const seen: ProgressUpdate[] = [];
    const result = await session.callTool(
      'run_agent',
      { task: 'sampling' },
      { onProgress: (update) => seen.push(update) },
    );
    expect(result.structuredContent).toMatchObject({
      answer: 'from the client',
      status: 'completed',
    });
    expect(seen.length).toBeGreaterThan(0);
    const refused = await session.callTool('run_agent', { task: '', nope: 1 });
    expect(refused.isError).toBe(true);
    expect(session.clientErrors).toEqual([]);
    expect(session.strayLines()).toEqual([]);
  });

  test('a run that was handed back waits with its model request until the caller returns', async () => {
    let asked = 0;
    const session = await startServer({
      ...fakeServerCommand(),
      client,
      onSampling: () => {
        asked += 1;
        return { content: { type: 'text', text: 'later' } };
      },
    });
    onTestFinished(async () => {
      await session.close();
    });
    const handed = await session.callTool('run_agent', {
      task: 'sampling slowly',
      wait_seconds: 0,
    });
    const runId = handed.structuredContent?.['run_id'];
    const done = await session.callTool('run_agent', { run_id: runId });
    expect(done.structuredContent).toMatchObject({ answer: 'later', status: 'completed' });
    expect(asked).toBe(1);
  });
});

describe('a 2026-07-28 client', { timeout: 40_000 }, () => {
  test('is asked for its model in the result of its call, and the run goes on with its answer', async () => {
    const session = await startServer({
      ...fakeServerCommand(),
      client: 'v2',
      protocol: '2026-07-28',
      onSampling: () => ({ content: { type: 'text', text: 'round trip' } }),
    });
    onTestFinished(async () => {
      await session.close();
    });
    const result = await session.callTool('run_agent', { task: 'sampling' });
    expect(result.structuredContent).toMatchObject({ answer: 'round trip', status: 'completed' });
    expect(session.clientErrors).toEqual([]);
  });
});
