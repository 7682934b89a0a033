import { describe, expect, test } from 'vitest';
import { createHttpModel, createRouter } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import type { ModelScript } from '@mini-agent/testkit';
import { apiKey, call, calls, impatientClock, play, playWith, refuse, say } from './harness.ts';
import type { Played } from './harness.ts';

const ok = say('ok');

/** Two providers, each with a script of its own. */
async function playTwo(
  first: ModelScript,
  second: ModelScript,
): Promise<
  Pick<Played, 'result' | 'elapsedMs'> & {
    readonly asked: readonly number[];
    readonly waits: readonly number[];
  }
> {
  const servers = [await startModelServer(first), await startModelServer(second)];
  const waits: number[] = [];
  const models = servers.map(({ url }, index) => {
    const provider = `p${index + 1}`;
    const clock = impatientClock(waits);
    return {
      mode: 'http' as const,
      provider,
      model: createHttpModel({ baseUrl: url, apiKey, model: 'm', provider, clock }),
    };
  });
  const { result, elapsedMs } = await playWith(createRouter({ models }), {});
  const asked = servers.map(({ requests }) => requests.length);
  for (const server of servers) await server.close();
  return { result, elapsedMs, asked, waits };
}

describe.concurrent('delays', () => {
  const soon = new Date(Date.now() + 4_000).toUTCString();
  test.each([
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
    [
      'in a list',
      {},
      [{ error: { code: 429, details: [{ '@type': 'x' }, { retryDelay: '2.25s' }] } }],
      2_250,
    ],
    ['seconds', { 'retry-after': '3' }, {}, 3_000],
    ['a fraction', { 'retry-after': '0.5' }, {}, 500],
    ['zero', { 'retry-after': '0' }, {}, 0],
    ['with a unit', { 'retry-after': '2s' }, {}, 2_000],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '9' }, {}, 250],
    [
      'a reset header',
      { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1.2s' },
      {},
      1_200,
    ],
    [
      'the longer of two',
      { 'x-ratelimit-reset-requests': '120ms', 'x-ratelimit-reset-tokens': '2s' },
      {},
      2_000,
    ],
    ['prose', {}, { error: { message: 'Rate limit reached. Please try again in 1.898s.' } }, 1_898],
    ['prose in milliseconds', {}, { error: { message: 'Please try again in 340ms.' } }, 340],
    ['prose in words', {}, { error: { message: 'Please retry after 6 seconds.' } }, 6_000],
    ['Chinese', {}, { error: { message: '请求过多，请在 5 秒后重试' } }, 5_000],
    ['retry_after', {}, { error: { message: 'x', retry_after: 1.25 } }, 1_250],
    [
      'retry_after beside',
      {},
      { message: 'You are being rate limited.', code: 1, retry_after: 0.75 },
      750,
    ],
  ])('%s', async (...[, headers, body, wanted]) => {
    const { waits, result } = await play({ replies: [refuse(429, body, headers), ok] });
    expect(result.answer).toBe('ok');
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(wanted);
    expect(waits[0]).toBeLessThanOrEqual(wanted + 100);
  });

  test('a date', async () => {
    const { waits } = await play({ replies: [refuse(429, {}, { 'retry-after': soon }), ok] });
    expect(waits[0]).toBeGreaterThan(500);
    expect(waits[0]).toBeLessThanOrEqual(4_100);
  });

  test.each([
    ['nonsense', { 'retry-after': 'soon' }],
    ['a negative number', { 'retry-after': '-1' }],
    ['nothing', { 'retry-after': '' }],
    ['a past date', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
    ['not a number', { 'retry-after': 'NaN' }],
  ])('%s is no long wait', async (_id, headers) => {
    const { waits, result } = await play({ replies: [refuse(429, {}, headers), ok] });
    expect(result.answer).toBe('ok');
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(0);
    expect(waits[0]).toBeLessThan(1_000);
  });

  test.each([
    ['an hour', { 'retry-after': '3600' }, {}],
    ['ab-067', {}, { error: { message: 'quota resets in 26h10m05s' } }],
    ['minutes', {}, { error: { message: 'Please try again in 7m12s.' } }],
    [
      'a reset far away',
      {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 900),
      },
      {},
    ],
  ])(
    '%s is neither slept nor shortened, and the next run sends nothing',
    async (_id, headers, body) => {
      const server = await startModelServer(() => refuse(429, body, headers));
      const waits: number[] = [];
      const model = createHttpModel({
        baseUrl: server.url,
        apiKey,
        model: 'm',
        clock: impatientClock(waits),
      });
      const first = await playWith(model, {});
      const second = await playWith(model, {});
      expect(first.result.outcome).toBe('error');
      expect(second.result.outcome).toBe('error');
      expect(second.result.errorCode).toBe(first.result.errorCode);
      expect(server.requests).toHaveLength(1);
      expect(waits).toEqual([]);
      await server.close();
    },
  );

  test('retries are few', async () => {
    const { requests, waits, result } = await play({
      replies: () => refuse(429, { error: { message: 'slow down' } }),
    });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'rate_limited' });
    expect(requests).toHaveLength(3);
    expect(waits).toHaveLength(2);
  });
});

describe.concurrent('two providers', () => {
  test.each([
    ['ab-063', refuse(429, { error: { code: 'insufficient_quota' } })],
    ['ab-066', refuse(429, { error: { message: 'x' } }, { 'retry-after': '3600' })],
    ['a wrong key', refuse(401, { error: { message: 'x' } })],
    ['402', refuse(402, { error: { message: 'x' } })],
    ['a bad request', refuse(400, { error: { message: 'x' } })],
  ])('%s: the second is asked at once', async (_id, reply) => {
    const { result, asked, waits } = await playTwo([reply], [say('ok from second')]);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok from second' });
    expect(asked).toEqual([1, 1]);
    expect(waits).toEqual([]);
  });

  test('the second goes on where the first stopped, and no tool runs twice', async () => {
    const { result, asked } = await playTwo(
      [calls(call('t')), refuse(402, {})],
      [{ expect_request: { has: ['tool_call_id'] }, reply: say('done') }],
    );
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
    expect(asked).toEqual([2, 1]);
    expect(result.state.fallbacks).toHaveLength(1);
  });
});
