import type { ChatResponse, Usage } from '@mini-agent/foundation/chat';
import { ModelError, withPrice } from '@mini-agent/llm-router';
import type { Price } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

async function costOf(usage: Partial<Usage>, price: Price): Promise<number | undefined> {
  const whole: Usage = {
    inputTokens: 0,
    outputTokens: 0,
    totalTokens: 0,
    estimated: false,
    ...usage,
  };
  const reply: ChatResponse = {
    message: { role: 'assistant', content: 'text', toolCalls: [] },
    finish: 'stop',
    usage: whole,
    mode: 'http',
    provider: 'acme',
    model: 'large',
    fallbacks: [],
  };
  const model = withPrice({ complete: () => Promise.resolve(reply) }, price);
  const response = await model.complete(chatRequest(), { signal: neverAborted });
  expect(response).toEqual({ ...reply, usage: { ...whole, costUsd: response.usage.costUsd } });
  return response.usage.costUsd;
}

describe('the price of a model', () => {
  const price: Price = { input: 2, output: 8, cachedInput: 0.5 };

  it('is counted for a million tokens, cached input at its own', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };
    expect(await costOf(usage, price)).toBeCloseTo(6, 12);
    expect(await costOf({ ...usage, cachedInputTokens: 600_000 }, price)).toBeCloseTo(5.1, 12);
    const { input, output } = price;
    expect(await costOf({ ...usage, cachedInputTokens: 600_000 }, { input, output })).toBeCloseTo(
      6,
      12,
    );
  });

  it('does not count more cached tokens than there were', async () => {
    const cost = await costOf({ inputTokens: 1_000_000, cachedInputTokens: 3_000_000 }, price);
    expect(cost).toBeCloseTo(0.5, 12);
  });

  it('may be nothing', async () => {
    expect(await costOf({ inputTokens: 9, outputTokens: 9 }, { input: 0, output: 0 })).toBe(0);
  });

  it('gives way to what the provider says it bills', async () => {
    expect(await costOf({ inputTokens: 1_000_000, costUsd: 0.7 }, price)).toBe(0.7);
    expect(await costOf({ inputTokens: 1_000_000, costUsd: 0 }, price)).toBeCloseTo(2, 12);
  });

  it.each<Price>([
    { input: -1, output: 1 },
    { input: 1, output: NaN },
    { input: 1, output: 1, cachedInput: Infinity },
    { input: 1 } as Price,
  ])('is refused where it is no number from 0: %o', (bad) => {
    expect(() => withPrice({ complete: () => Promise.reject(new Error('x')) }, bad)).toThrow(
      ModelError,
    );
  });
});
