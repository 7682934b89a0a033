import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../src/usage.ts';
import { neverAborted, startEndpoint } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const options = { signal: neverAborted };

describe('usage', () => {
  it('is what the endpoint reports, with its cost', async () => {
    const { model } = await startEndpoint([
      { content: 'ok', usage: { prompt_tokens: 5, completion_tokens: 2, cost: 0.001 } },
    ]);
    expect((await model.complete(chatRequest(), options)).usage).toEqual({
      inputTokens: 5,
      outputTokens: 2,
      totalTokens: 7,
      estimated: false,
      costUsd: 0.001,
    });
  });

  it.each([null, {}, { prompt_tokens: -1, completion_tokens: 1 }, { prompt_tokens: 'x' }])(
    'rule 14: %j is estimated and says so',
    async (usage) => {
      const { model } = await startEndpoint([{ content: 'four', usage }]);
      const read = (await model.complete(chatRequest(), options)).usage;
      expect(read.estimated).toBe(true);
      expect(read.inputTokens).toBeGreaterThan(0);
      expect(read.outputTokens).toBeGreaterThan(0);
      expect(read.totalTokens).toBe(read.inputTokens + read.outputTokens);
    },
  );

  it('counts four Latin or one and a half Chinese characters as a token', () => {
    expect(estimateTokens('a'.repeat(40))).toBe(10);
    expect(estimateTokens('中'.repeat(30))).toBe(20);
    expect(estimateTokens('')).toBe(0);
  });
});

describe('the model that answered', () => {
  it('is the one the endpoint names', async () => {
    const { model } = await startEndpoint([{ content: 'ok', model: 'vendor/real-1' }]);
    const response = await model.complete(chatRequest(), options);
    expect(response).toMatchObject({ mode: 'http', provider: 'default', model: 'vendor/real-1' });
  });

  it('is the one asked for where the endpoint names none, or no name', async () => {
    const { model } = await startEndpoint([
      { content: 'ok', model: '' },
      { content: 'ok', model: 'a\nb' },
    ]);
    expect((await model.complete(chatRequest(), options)).model).toBe('m');
    expect((await model.complete(chatRequest(), options)).model).toBe('m');
  });
});
