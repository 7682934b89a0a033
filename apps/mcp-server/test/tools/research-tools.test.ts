import { createAnySearchClient } from '@mini-agent/anysearch-client';
import type { ChatModel, ChatRequest } from '@mini-agent/foundation/chat';
import type { Search } from '@mini-agent/foundation/search';
import { createScriptedModel } from '@mini-agent/llm-router';
import { startAnySearch, type FakeAnySearch } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { barrier, toolWorld, type WorldOptions } from './tool-world.ts';

const plan = `\`\`\`
- How many wading birds live in the delta?
- How is the bird count done?
- Where do the tides come from?
\`\`\``;

/** Cites the first source and one that was never retrieved. */
const draft = `Final Answer: ## Executive Summary

Wading birds rose by a tenth [1].

## Key Findings

- They rose [1] and glow in the dark [99].

## Conclusions

Related [1].`;

function researcher(): ChatModel & { readonly requests: ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    requests,
    complete: (request, options) => {
      requests.push(request);
      const reply = request.purpose === 'plan' ? plan : draft;
      return createScriptedModel([reply]).complete(request, options);
    },
  };
}

async function service(): Promise<
  { readonly fake: FakeAnySearch } & Pick<WorldOptions, 'search' | 'read'>
> {
  const fake = await startAnySearch();
  onTestFinished(() => fake.close());
  const client = createAnySearchClient({ baseUrl: fake.url });
  return {
    fake,
    search: (query, options) => client.search(query, options),
    read: async (url, options) => ({
      text: (await client.extract(url, options)).text,
      truncated: false,
    }),
  };
}

describe.each([
  ['deep_research', { question: 'How are birds and tides related?' }],
  ['research_pipeline', { topic: 'How are birds and tides related?' }],
])('%s', (name, args) => {
  test('writes a report whose citations are checked against what was retrieved', async () => {
    const { fake, search, read } = await service();
    const model = researcher();
    const { call } = toolWorld({ model, ...(search && { search }), ...(read && { read }) });
    const { text, data } = await call(name, args);
    expect(data).toMatchObject({
      subQuestions: [
        'How many wading birds live in the delta?',
        'How is the bird count done?',
        'Where do the tides come from?',
      ],
      totalSteps: 5,
      durationMs: expect.any(Number) as number,
      report: text,
      checks: { removed: 1 },
    });
    expect(text).toMatch(/Executive Summary[^]*Key Findings[^]*Conclusions[^]*Sources/i);
    // D-081: a model's marker is no part of the report.
    expect(text).not.toContain('Final Answer');
    expect(text).not.toContain('[99]');
    const sources = (data?.['sources'] ?? []) as readonly { readonly url: string }[];
    expect(sources).toHaveLength(1);
    expect(text).toContain(sources[0]?.url);
    expect(fake.requestsOf({ tool: 'search' }).length).toBeGreaterThanOrEqual(3);
  });

  test('D-078: without a model it fails with model_required, and asks nobody', async () => {
    let searched = 0;
    const search: Search = () => {
      searched += 1;
      return Promise.reject(new Error('asked'));
    };
    const { call, direct } = toolWorld({ search });
    await expect(call(name, args)).rejects.toMatchObject({ code: 'model_required' });
    await expect(direct(name, args, { language: 'zh' })).rejects.toMatchObject({
      code: 'model_required',
      message: expect.stringContaining('需要语言模型') as string,
    });
    expect(searched).toBe(0);
  });

  test('D-078: a model that is down, also one that rules stand in for, is model_required', async () => {
    const { call } = toolWorld({ model: createScriptedModel([{ error: 'unavailable' }]) });
    await expect(call(name, args)).rejects.toMatchObject({ code: 'model_required' });
    const rules = createScriptedModel(['Expression: 3-5\nResult: -2'], { mode: 'rule' });
    const fallen = toolWorld({ model: rules });
    await expect(fallen.call(name, args)).rejects.toMatchObject({ code: 'model_required' });
  });

  test('D-080: searches for all sub-questions at the same time', async () => {
    const together = barrier(3);
    const search: Search = async (query) => {
      await together();
      const url = `https://example.com/${query.length}`;
      const hit = { title: query, url, snippet: `About: ${query}`, sources: ['test'] };
      return { query, hits: [hit], servedBy: 'web_search', failures: [] };
    };
    const read = (): Promise<{ text: string; truncated: boolean }> =>
      Promise.resolve({ text: 'Wading birds rose by a tenth. They rose.', truncated: false });
    const { call } = toolWorld({ model: researcher(), search, read });
    expect((await call(name, args)).text).toContain('Wading birds rose by a tenth');
  });

  test.each([[{}], [{ question: ' ', topic: ' ' }], [{ question: 5, topic: 5 }]])(
    'D-061: a wrong argument is named: %j',
    async (wrong) => {
      const [field = ''] = Object.keys(args);
      const { direct } = toolWorld({ model: researcher() });
      const given = field in wrong ? { [field]: wrong[field as keyof typeof wrong] } : {};
      await expect(direct(name, given)).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining(`${field}: is required`) as string,
      });
    },
  );
});
