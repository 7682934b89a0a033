import type { ModelEvent } from '@mini-agent/foundation/chat';
import { createHttpModel } from '@mini-agent/llm-router';
import type { Transport, TransportAnswer } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const never = (): Promise<never> => new Promise(() => undefined);

const silentBody: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: never }),
};

function answer(change: Partial<TransportAnswer>): TransportAnswer {
  return {
    status: 200,
    header: (name) => (name === 'content-type' ? 'text/event-stream' : undefined),
    body: silentBody,
    cancel: () => undefined,
    ...change,
  };
}

/** Transports that hang at one point and take no notice of the signal. */
const points: readonly (readonly [string, Transport])[] = [
  ['connect', { send: never }],
  ['a stream that stalls', { send: () => Promise.resolve(answer({})) }],
  [
    'a body that stalls',
    { send: () => Promise.resolve(answer({ header: () => 'application/json' })) },
  ],
  ['an error body that stalls', { send: () => Promise.resolve(answer({ status: 500 })) }],
  [
    'a body that cannot be let go of',
    {
      send: () =>
        Promise.resolve(
          answer({
            cancel: () => {
              throw new Error('no');
            },
          }),
        ),
    },
  ],
];

describe('an abort ends the call though the transport does not', () => {
  it.each(points)('at %s', async (_name, transport) => {
    const model = createHttpModel({ baseUrl: 'http://h.example', model: 'm', transport });
    const controller = new AbortController();
    const work = model.complete(chatRequest(), { signal: controller.signal });
    work.catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const started = performance.now();
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    expect(performance.now() - started).toBeLessThan(50);
  });

  it.each(points)('and so does the deadline, at %s', async (_name, transport) => {
    const timeouts = { totalMs: 30 };
    const model = createHttpModel({ baseUrl: 'http://h.example', model: 'm', transport, timeouts });
    const work = model.complete(chatRequest(), { signal: new AbortController().signal });
    await expect(work).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('retries', () => {
  it('are as many as wanted, within the time for waits', async () => {
    const { model, server, clock } = await startEndpoint(() => ({ status: 503, body: {} }), {
      retries: 4,
    });
    await expect(
      model.complete(chatRequest(), { signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'transient' });
    expect(server.requests).toHaveLength(5);
    expect(clock.sleeps).toEqual([300, 600, 1_200, 2_400]);
  });

  it('end when 30 s were waited, however short each wait is', async () => {
    const { model, clock } = await startEndpoint(
      () => ({ status: 429, headers: { 'retry-after': '7' }, body: {} }),
      { retries: 50 },
    );
    const events: ModelEvent[] = [];
    await expect(
      model.complete(chatRequest(), {
        signal: new AbortController().signal,
        onEvent: (event) => events.push(event),
      }),
    ).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 7_000 });
    expect(clock.sleeps).toEqual([7_050, 7_050, 7_050, 7_050]);
    expect(events).toHaveLength(4);
  });
});
