import { createHttpModel } from '@mini-agent/llm-router';
import type { ScriptedReply } from '@mini-agent/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

/** A call settles within 50 ms of its deadline or abort; a busy machine gets far more. */
const toleranceMs = 1_000;

interface Settled {
  readonly error: unknown;
  readonly ms: number;
}

async function settle(work: () => Promise<unknown>): Promise<Settled> {
  const start = performance.now();
  const error: unknown = await work().then(
    () => 'resolved',
    (reason: unknown) => reason,
  );
  return { error, ms: performance.now() - start };
}

function expectAt({ ms }: Settled, deadlineMs: number): void {
  // Timers may fire a little early.
  expect(ms).toBeGreaterThanOrEqual(deadlineMs - 5);
  expect(ms).toBeLessThanOrEqual(deadlineMs + toleranceMs);
}

const transports = ['node', 'fetch', 'openai'] as const;
const streamed = { content: 'a long text', as_stream: true } as const;

// Loading it blocks the process for longer than a deadline here.
beforeAll(() => import('openai'));

describe.each(transports)('deadlines over the %s transport', (transport) => {
  it.each<[string, ScriptedReply]>([
    ['no answer', { content: 'x', fault: { kind: 'hang-before-headers' } }],
    ['headers only', { content: 'x', fault: { kind: 'hang-after-headers' } }],
    ['half a body', { content: 'x', fault: { kind: 'stall', afterBytes: 20 } }],
    ['a body without end', { content: 'x', fault: { kind: 'endless' } }],
    ['a stalled stream', { ...streamed, fault: { kind: 'stall', afterEvents: 1 } }],
    ['an error body without end', { status: 500, body: {}, fault: { kind: 'endless' } }],
  ])('total: %s', async (_name, reply) => {
    const { model } = await startEndpoint([{ content: 'warm' }, reply], {
      transport,
      timeouts: { totalMs: 250 },
    });
    const signal = new AbortController().signal;
    // Loading the transport blocks the process for a while, once.
    await model.complete(chatRequest(), { signal }).catch(() => undefined);
    const settled = await settle(() => model.complete(chatRequest(), { signal }));
    expect(settled.error).toMatchObject({ code: 'timeout' });
    expectAt(settled, 250);
  });

  it('first byte: an endpoint that does not answer is not asked again', async () => {
    const { model, server } = await startEndpoint(
      [{ content: 'x', fault: { kind: 'hang-before-headers' } }, { content: 'late' }],
      { transport, timeouts: { firstByteMs: 150 } },
    );
    const settled = await settle(() =>
      model.complete(chatRequest(), { signal: new AbortController().signal }),
    );
    expect(settled.error).toMatchObject({ code: 'timeout' });
    expect(settled.ms).toBeLessThan(1_000);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, ScriptedReply]>([
    ['headers only', { content: 'x', fault: { kind: 'hang-after-headers' } }],
    ['half a body', { content: 'x', fault: { kind: 'stall', afterBytes: 20 } }],
    ['a stalled stream', { ...streamed, fault: { kind: 'stall', afterEvents: 1 } }],
  ])('idle: %s', async (_name, reply) => {
    const { model } = await startEndpoint([{ content: 'warm' }, reply], {
      transport,
      timeouts: { idleMs: 150 },
    });
    const signal = new AbortController().signal;
    await model.complete(chatRequest(), { signal });
    const settled = await settle(() => model.complete(chatRequest(), { signal }));
    expect(settled.error).toMatchObject({ code: 'timeout' });
    expectAt(settled, 150);
  });

  it('a slow body whose parts keep coming is read to its end', async () => {
    const { model } = await startEndpoint(
      [{ content: 'slow but steady', fault: { kind: 'split', at: 'every-byte' } }],
      { transport, timeouts: { idleMs: 500 } },
    );
    const response = await model.complete(chatRequest(), { signal: new AbortController().signal });
    expect(response.message.content).toBe('slow but steady');
  });

  it.each<[string, ScriptedReply]>([
    ['before the headers', { content: 'x', fault: { kind: 'hang-before-headers' } }],
    ['within the body', { content: 'x', fault: { kind: 'stall', afterBytes: 20 } }],
    ['within a stream', { ...streamed, fault: { kind: 'stall', afterEvents: 1 } }],
    ['in a body without end', { content: 'x', fault: { kind: 'endless' } }],
  ])('abort %s', async (_name, reply) => {
    const { model, server } = await startEndpoint([reply], { transport });
    const controller = new AbortController();
    const work = model.complete(chatRequest(), { signal: controller.signal });
    work.catch(() => undefined);
    await server.waitForRequest(0);
    controller.abort();
    const settled = await settle(() => work);
    expect(settled.error).toMatchObject({ code: 'aborted' });
    expect(settled.ms).toBeLessThan(toleranceMs);
  });
});

describe('abort', () => {
  it('ends the pause before a retry, and no further request is made', async () => {
    const { server } = await startEndpoint([
      { status: 429, headers: { 'retry-after': '5' }, body: {} },
      { content: 'never' },
    ]);
    const model = createHttpModel({ baseUrl: server.url, model: 'm' });
    const controller = new AbortController();
    let work: Promise<unknown> = Promise.resolve();
    await new Promise<void>((paused) => {
      work = model.complete(chatRequest(), {
        signal: controller.signal,
        onEvent: () => {
          paused();
        },
      });
      work.catch(() => undefined);
    });
    controller.abort();
    const settled = await settle(() => work);
    expect(settled.error).toMatchObject({ code: 'aborted' });
    expect(settled.ms).toBeLessThan(toleranceMs);
    expect(server.requests).toHaveLength(1);
  });

  it('before the call makes no request', async () => {
    const { model, server } = await startEndpoint([{ content: 'never' }]);
    const settled = await settle(() =>
      model.complete(chatRequest(), { signal: AbortSignal.abort() }),
    );
    expect(settled.error).toMatchObject({ code: 'aborted' });
    expect(server.requests).toHaveLength(0);
  });

  it('closes the connection, so that the endpoint can stop', async () => {
    const { model, server } = await startEndpoint([
      { content: 'x', fault: { kind: 'stall', afterBytes: 20 } },
    ]);
    const controller = new AbortController();
    const work = model.complete(chatRequest(), { signal: controller.signal });
    work.catch(() => undefined);
    const request = await server.waitForRequest(0);
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    await request.whenAborted();
  });
});
