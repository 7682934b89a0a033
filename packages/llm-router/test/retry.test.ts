import type { ChatModel } from '@mini-agent/foundation/chat';
import { ModelError } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const ok = { content: 'ok' };
const options = { signal: neverAborted };

async function failure(model: ChatModel): Promise<ModelError> {
  const error: unknown = await model.complete(chatRequest(), options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('waits a provider asks for', () => {
  it.each([
    ['Retry-After', { 'retry-after': '2' }, {}, 2_000],
    ['Retry-After, fraction', { 'retry-after': '0.5' }, {}, 500],
    ['retry-after-ms', { 'retry-after-ms': '1500', 'retry-after': '9' }, {}, 1_500],
    [
      'reset header',
      { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-remaining-requests': '0' },
      {},
      1_000,
    ],
    [
      'the reset that matters',
      {
        'x-ratelimit-reset-requests': '7s',
        'x-ratelimit-remaining-requests': '5',
        'x-ratelimit-reset-tokens': '1.2s',
        'x-ratelimit-remaining-tokens': '0',
      },
      {},
      1_200,
    ],
    [
      'ab-065',
      {},
      {
        error: {
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' }],
        },
      },
      1_500,
    ],
    ['prose', {}, { error: { message: 'Rate limit reached. Please try again in 250ms.' } }, 250],
    ['prose in seconds', {}, { error: { message: 'Please retry in 3.25s.' } }, 3_250],
    ['Chinese prose', {}, { error: { message: '请求过多，请在 2 秒后重试' } }, 2_000],
    ['a field', {}, { error: { message: 'x', retry_after: 2.5 } }, 2_500],
  ])('%s', async (...[, headers, body, wait]) => {
    const { model, clock } = await startEndpoint([{ status: 429, body, headers }, ok]);
    await model.complete(chatRequest(), options);
    expect(clock.sleeps).toHaveLength(1);
    expect(clock.sleeps[0]).toBeGreaterThanOrEqual(wait);
    expect(clock.sleeps[0]).toBeLessThanOrEqual(wait + 100);
  });

  it('reads a date in Retry-After', async () => {
    const start = 1_750_000_000_000;
    const headers = { 'retry-after': new Date(start + 4_000).toUTCString() };
    const { model, clock } = await startEndpoint([{ status: 429, headers }, ok]);
    await model.complete(chatRequest(), options);
    expect(clock.sleeps[0]).toBeGreaterThanOrEqual(4_000);
  });

  it('tells each retry before its wait', async () => {
    const { model } = await startEndpoint([{ status: 429, headers: { 'retry-after': '1' } }, ok]);
    const events: unknown[] = [];
    await model.complete(chatRequest(), { ...options, onEvent: (event) => events.push(event) });
    expect(events).toEqual([{ type: 'retry', waitMs: 1_050, code: 'rate_limited' }]);
  });
});

describe('cool-down', () => {
  it('ab-063: insufficient_quota is not retried and rests for long', async () => {
    const { model, server, clock } = await startEndpoint([
      { status: 429, body: { error: { code: 'insufficient_quota' } } },
      ok,
    ]);
    expect((await failure(model)).code).toBe('quota');
    clock.advance(60_000);
    expect((await failure(model)).code).toBe('quota');
    expect(server.requests).toHaveLength(1);
    clock.advance(600_000);
    expect((await model.complete(chatRequest(), options)).message.content).toBe('ok');
  });

  it('ab-066: a Retry-After above the cap is neither slept nor shortened', async () => {
    const { model, server, clock } = await startEndpoint([
      { status: 429, body: { error: { message: 'x' } }, headers: { 'retry-after': '3600' } },
      ok,
    ]);
    expect(await failure(model)).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000 });
    expect(clock.sleeps).toEqual([]);
    clock.advance(3_599_000);
    expect(await failure(model)).toMatchObject({ code: 'rate_limited', retryAfterMs: 1_000 });
    expect(server.requests).toHaveLength(1);
    clock.advance(1_001);
    await model.complete(chatRequest(), options);
    expect(server.requests).toHaveLength(2);
  });

  it('ab-067: a reset time in prose keeps later calls away until then', async () => {
    const { model, server, clock } = await startEndpoint(() => ({
      status: 429,
      body: { error: { message: 'quota resets in 26h10m05s' } },
    }));
    const delay = ((26 * 60 + 10) * 60 + 5) * 1_000;
    expect((await failure(model)).retryAfterMs).toBe(delay);
    clock.advance(delay - 1);
    for (let run = 0; run < 5; run += 1) await failure(model);
    expect(server.requests).toHaveLength(1);
    expect(clock.sleeps).toEqual([]);
  });

  it('opens after three failed calls and lets one probe through', async () => {
    let healthy = false;
    const { model, server, clock } = await startEndpoint(
      () => (healthy ? ok : { status: 503, body: {} }),
      { retries: 0 },
    );
    for (let call = 0; call < 3; call += 1) await failure(model);
    await failure(model);
    expect(server.requests).toHaveLength(3);
    clock.advance(30_001);
    healthy = true;
    const [probe, other] = await Promise.allSettled([
      model.complete(chatRequest(), options),
      model.complete(chatRequest(), options),
    ]);
    expect([probe.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(server.requests).toHaveLength(4);
    await model.complete(chatRequest(), options);
    expect(server.requests).toHaveLength(5);
  });

  it('a failed probe closes the door again', async () => {
    const { model, server, clock } = await startEndpoint(() => ({ status: 503, body: {} }), {
      retries: 0,
    });
    for (let call = 0; call < 3; call += 1) await failure(model);
    clock.advance(30_001);
    await failure(model);
    await failure(model);
    expect(server.requests).toHaveLength(4);
  });

  it('a bad request says nothing about the endpoint', async () => {
    const { model, server } = await startEndpoint(() => ({ status: 400, body: { error: 'no' } }));
    for (let call = 0; call < 6; call += 1) await failure(model);
    expect(server.requests).toHaveLength(6);
  });
});
