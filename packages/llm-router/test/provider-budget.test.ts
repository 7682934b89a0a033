import { readProviders } from '@mini-agent/llm-router';
import type { Providers } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';

function read(budget: unknown): Providers {
  const providers = { local: { baseUrl: 'http://localhost:11434/v1', model: 'm' } };
  return readProviders(
    { LLM_PROVIDERS_PATH: '/x/p.json', LLM_PROVIDER: 'local' },
    { readFile: () => JSON.stringify({ providers, budget }), fileMode: () => 0o600 },
  );
}

describe('budget', () => {
  it('is read', () => {
    const budget = {
      maxModelCalls: 20,
      maxToolCalls: { web_search: 3 },
      maxInputTokens: 1000,
      maxOutputTokens: 500,
      maxCostUsd: 0.25,
      timeoutMs: 60_000,
    };
    expect(read(budget)).toMatchObject({ budget, problems: [] });
    expect(read(undefined)).not.toHaveProperty('budget');
  });

  it.each([
    [{ maxCostUsd: '1' }, /budget\.maxCostUsd is "1"; allowed is a number from 0/],
    [{ maxToolCalls: { web_search: -1 } }, /budget\.maxToolCalls\.web_search is -1/],
    [[], /budget is a list/],
  ])('%j switches HTTP off, since a run would go on without it', (budget, message) => {
    const { providers, problems } = read(budget);
    expect(providers).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(message)]);
  });

  it('a slip in a name is warned about', () => {
    expect(read({ maxCostUSD: 1, maxCalls: 2 }).warnings[0]).toBe(
      `LLM_PROVIDERS_PATH (/x/p.json): budget has an unknown field "maxCostUSD", which does nothing; did you mean "maxCostUsd"?`,
    );
  });
});
