import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld, type Fields, type Frame, type Wire } from './wire.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Era = 'legacy' | 'modern';

async function connect(era: Era): Promise<Wire> {
  const wire = await createWorld().connect();
  if (era === 'modern') return wire;
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  wire.send({ jsonrpc: '2.0', id: 'opening', method: 'initialize', params });
  await vi.advanceTimersByTimeAsync(10);
  return wire;
}

interface Call {
  readonly args: Fields;
  readonly token?: number | string;
}

/** How long the call takes, in seconds, and its answer. */
async function callFor(
  era: Era,
  { args, token }: Call,
): Promise<{ readonly seconds: number; readonly content: Fields; readonly wire: Wire }> {
  const wire = await connect(era);
  const begun = Date.now();
  const _meta = {
    ...(era === 'modern' && modern),
    ...(token !== undefined && { progressToken: token }),
  };
  const params = { name: 'run_agent', arguments: args, _meta };
  wire.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  await vi.advanceTimersByTimeAsync(400_000);
  const answers = wire.frames.filter(({ id }) => id === 1);
  expect(answers).toHaveLength(1);
  const [answer] = answers as [Frame];
  const content = answer.result?.['structuredContent'] as Fields;
  return { seconds: (answer.at - begun) / 1_000, content, wire };
}

const task = 'model steps 300 every 1000';

describe.each(['legacy', 'modern'] as const)('how long a call of a %s client waits', (era) => {
  test.each([
    ['50 s without a token', { args: { task } }, 50],
    ['230 s with one', { args: { task }, token: 'p' }, 230],
    ['230 s with the token 0', { args: { task }, token: 0 }, 230],
    ['as it says, with a token', { args: { task, wait_seconds: 20 }, token: 'p' }, 20],
    ['as it says, longer than usual', { args: { task, wait_seconds: 120.5 } }, 120.5],
    ['not at all for 0', { args: { task, wait_seconds: 0 }, token: 'p' }, 0],
  ])('%s', async (_name, call, expected) => {
    const { seconds, content } = await callFor(era, call);
    expect(seconds).toBeGreaterThanOrEqual(expected);
    expect(seconds).toBeLessThan(expected + 0.5);
    expect(content).toMatchObject({ status: 'running' });
    expect(content['run_id']).toMatch(/^run_/);
    expect(content).not.toHaveProperty('outcome');
  });

  test('until the run is over, however long it may wait', async () => {
    const { seconds, content } = await callFor(era, {
      args: { task: 'model steps 3 every 1000', wait_seconds: 1_000_000 },
    });
    expect(seconds).toBeLessThan(4);
    expect(content).toMatchObject({ status: 'completed', outcome: 'completed' });
  });

  test('without progress once it was handed back', async () => {
    const { wire, content } = await callFor(era, { args: { task, wait_seconds: 5 }, token: 'p' });
    expect(content).toMatchObject({ status: 'running' });
    expect(wire.frames.at(-1)?.id).toBe(1);
    const progress = wire.frames.filter(({ method }) => method === 'notifications/progress');
    expect(progress.length).toBeGreaterThan(3);
  });
});
