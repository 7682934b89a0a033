import { startAnySearch, startModelServer } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshLibrary } from './library.ts';

describe('runWorkflow', () => {
  test('D-042, D-072: runs twenty independent steps by rules with nothing else imported', async () => {
    freshLibrary();
    const { runWorkflow } = await import('mini-agent-mcp/workflow');
    const result = await runWorkflow(
      Array.from({ length: 20 }, (_, index) => ({ id: `s${index}`, task: `calculate ${index}+1` })),
    );
    expect(result.success).toBe(true);
    expect(result.steps.map((step) => step.result?.answer)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Expression: ${index}+1\nResult: ${index + 1}`),
    );
  });

  test('takes JSON text, and rejects with the code of what is wrong with the steps', async () => {
    freshLibrary();
    const { runWorkflow } = await import('mini-agent-mcp/workflow');
    const text = '[{"id":"a","task":"calculate 6*7"}]';
    expect(await runWorkflow(text)).toMatchObject({ success: true, steps: [{ id: 'a' }] });
    const a = { id: 'a', task: 'x' };
    await expect(runWorkflow([{ ...a, dependsOn: ['a'] }])).rejects.toMatchObject({
      code: 'cycle',
      message: expect.stringContaining('a -> a') as string,
    });
    await expect(runWorkflow([a, a])).rejects.toMatchObject({ code: 'duplicate_id' });
    await expect(runWorkflow([{ ...a, dependsOn: ['b'] }])).rejects.toMatchObject({
      code: 'unknown_dependency',
    });
    await expect(runWorkflow([])).rejects.toMatchObject({ code: 'invalid_steps' });
    await expect(runWorkflow(undefined as never)).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  test('buildStepTask and parseSubQuestions are there too', async () => {
    freshLibrary();
    const { buildStepTask, parseSubQuestions } = await import('mini-agent-mcp/workflow');
    const report = {
      id: 'a',
      label: 'a',
      state: 'done',
      result: { answer: 'teal' },
      durationMs: 1,
    } as const;
    const task = buildStepTask({ id: 'b', task: 'Praise it', dependsOn: ['a'] }, [report]);
    expect(task).toMatch(/^Praise it[^]*teal/);
    expect(parseSubQuestions('- What is a heat pump made of?\n- no')).toEqual([
      'What is a heat pump made of?',
    ]);
  });
});

describe('deepResearch', () => {
  test('D-078: without a model it rejects with model_required, also when the model is down', async () => {
    freshLibrary();
    const lonely = await import('mini-agent-mcp/workflow');
    const question = 'What are 3-5 good reasons?';
    await expect(lonely.deepResearch(question)).rejects.toMatchObject({ code: 'model_required' });
    const server = await startModelServer(() => ({ status: 401, body: 'no' }));
    onTestFinished(() => server.close());
    freshLibrary({ LLM_API_KEY: 'k', LLM_BASE_URL: server.url, LLM_MODEL: 'm' });
    const { deepResearch } = await import('mini-agent-mcp/workflow');
    await expect(deepResearch(question)).rejects.toMatchObject({ code: 'model_required' });
  });

  test('with a model and a search service it gives a report with checked sources', async () => {
    const search = await startAnySearch();
    const sections =
      '## Executive Summary\n\nYes [1].\n\n## Key Findings\n\n- So [1], or so [77].\n\n## Conclusions\n\nYes [1].';
    const server = await startModelServer([
      { content: '- How many wading birds live in the delta?\n- Where do the tides come from?' },
      { content: sections },
    ]);
    onTestFinished(async () => {
      await server.close();
      await search.close();
    });
    freshLibrary({
      LLM_API_KEY: 'k',
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'm',
      ANYSEARCH_ENABLED: 'true',
      ANYSEARCH_BASE_URL: search.url,
    });
    const { deepResearch } = await import('mini-agent-mcp/workflow');
    const result = await deepResearch('How are birds and tides related?');
    expect(result).toMatchObject({
      subQuestions: ['How many wading birds live in the delta?', 'Where do the tides come from?'],
      totalSteps: 4,
      durationMs: expect.any(Number) as number,
    });
    expect(result.report).toMatch(/Executive Summary[^]*Key Findings[^]*Conclusions[^]*Sources/);
    expect(result.report).not.toContain('[77]');
  });
});

describe('the AnySearch tools', () => {
  test('D-099, D-044: a failed discovery is tried again; resetAnySearchCache asks anew', async () => {
    const search = await startAnySearch();
    const server = await startModelServer(() => ({ content: 'done' }));
    onTestFinished(async () => {
      await server.close();
      await search.close();
    });
    await search.down();
    freshLibrary({
      LLM_API_KEY: 'k',
      LLM_BASE_URL: server.url,
      LLM_MODEL: 'm',
      ANYSEARCH_ENABLED: 'true',
      ANYSEARCH_BASE_URL: search.url,
    });
    const { resetAnySearchCache, runAgent, toolManager } = await import('mini-agent-mcp');
    // Nothing was used yet: there is nothing to forget.
    resetAnySearchCache();
    const found = (): boolean => toolManager.has('anysearch_search');
    await runAgent('say done');
    expect(found()).toBe(false);
    await search.up();
    await runAgent('say done');
    expect(found()).toBe(true);
    const asked = (): number => search.requestsOf({ method: 'tools/list' }).length;
    const before = asked();
    await runAgent('say done');
    expect(asked()).toBe(before);
    resetAnySearchCache();
    await runAgent('say done');
    expect(asked()).toBe(before + 1);
  });

  test('D-107: rule mode never asks the service', async () => {
    const search = await startAnySearch();
    onTestFinished(() => search.close());
    freshLibrary({ ANYSEARCH_ENABLED: 'true', ANYSEARCH_BASE_URL: search.url });
    const { runAgent } = await import('mini-agent-mcp');
    await runAgent('hello', 'rule');
    await runAgent('hello');
    expect(search.requests).toHaveLength(0);
  });
});
