import { describe, expect, test } from 'vitest';
import { createLocalExecutor, researchPipeline } from '../src/index.ts';
import type { ResearchPorts } from '../src/index.ts';
import { settled } from './deferred-steps.ts';
import { found, onePageEach, planOfThree, scriptedModel } from './research-fakes.ts';

/** Answers by what is asked for, since notes are asked for at the same time. */
function notesModel(report: string): {
  readonly ask: ResearchPorts['ask'];
  readonly prompts: string[];
} {
  const prompts: string[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2, estimated: false };
  return {
    prompts,
    ask: (prompt, { purpose }) => {
      prompts.push(prompt);
      if (purpose === 'plan') return Promise.resolve({ text: planOfThree, cut: false, usage });
      const [, number = ''] = /<source n="(\d+)">/.exec(prompt) ?? [];
      const isNote = prompt.startsWith('Write down');
      return Promise.resolve({ text: isNote ? `Noted [${number}].` : report, cut: false, usage });
    },
  };
}

describe('researchPipeline', () => {
  test('plans, researches each sub-question in a step, and writes one report of the notes', async () => {
    const model = notesModel(
      '## Executive Summary\nS [1].\n## Key Findings\nF [2] [3].\n## Conclusions\nC [8].',
    );
    const told: string[] = [];
    const result = await researchPipeline(
      'What is known?',
      { ask: model.ask, search: onePageEach },
      {
        onProgress: ({ message }) => told.push(message),
      },
    );
    expect(result.workflow.success).toBe(true);
    expect(result.workflow.steps.map((step) => [step.id, step.label, step.state])).toEqual([
      ['research_1', 'first sub-question', 'done'],
      ['research_2', 'second sub-question', 'done'],
      ['research_3', 'third sub-question', 'done'],
    ]);
    expect(result.partial).toBe(false);
    expect(result.sources).toHaveLength(3);
    expect(result.checks).toEqual({ kept: 3, removed: 1, unused: 0 });
    expect(model.prompts).toHaveLength(5);
    expect(model.prompts[4]).toContain('Notes: first sub-question\nNoted [');
    expect(result.usage.totalTokens).toBe(10);
    expect(told[0]).toBe('Planning the research');
    expect(told).toContain('Researching: second sub-question');
    expect(told.at(-1)).toBe('Writing the report');
  });

  test('a step that finds nothing fails, the report is made of the others and partial', async () => {
    const search: ResearchPorts['search'] = (query, options) =>
      query.startsWith('second') ? Promise.resolve(found(query, [])) : onePageEach(query, options);
    const model = notesModel('F [1] [2].');
    const result = await researchPipeline('What is known?', { ask: model.ask, search });
    expect(result.workflow.steps.map((step) => step.state)).toEqual(['done', 'failed', 'done']);
    expect(result.partial).toBe(true);
    expect(result.sources).toHaveLength(2);
  });

  test('without any finding the report says so and no model writes', async () => {
    const model = notesModel('F [1].');
    const result = await researchPipeline('What is known?', {
      ask: model.ask,
      search: (query) => Promise.resolve(found(query, [])),
    });
    expect(model.prompts).toHaveLength(1);
    expect(result.report).toMatch(/Nothing was found/);
    expect(result.report).not.toMatch(/https?:/);
  });

  test('the notes are in the report when it cannot be written', async () => {
    const model = notesModel('');
    const result = await researchPipeline('What is known?', {
      ask: model.ask,
      search: onePageEach,
    });
    expect(result.partial).toBe(true);
    expect(result.report).toContain('could not be written (malformed)');
    expect(result.report).toMatch(/### third sub-question\nNoted \[\d\]\./);
  });

  test('another executor may do the steps; what its answers rest on can be cited', async () => {
    const tasks: string[] = [];
    const executor = createLocalExecutor({
      runStep: (task) => {
        tasks.push(task);
        const url = `https://nested.test/${task.slice(0, 5)}`;
        return Promise.resolve({
          answer: `See ${url}`,
          data: { sources: [{ title: 'Nested', url, text: 'Read.' }, { title: 5 }, null] },
        });
      },
    });
    const model = scriptedModel([
      planOfThree,
      'F [1] and https://nested.test/third and https://invented.test.',
    ]);
    const result = await researchPipeline('What is known?', {
      ask: model.ask,
      search: onePageEach,
      executor,
    });
    expect(tasks).toEqual(['first sub-question', 'second sub-question', 'third sub-question']);
    expect(result.sources.map((source) => source.url)).toEqual([
      'https://nested.test/first',
      'https://nested.test/third',
    ]);
    expect(result.report).not.toContain('invented.test');
  });

  test('fails with model_required without a model, and ends at once when cancelled', async () => {
    const none = { search: onePageEach } as unknown as ResearchPorts;
    await expect(researchPipeline('What?', none)).rejects.toMatchObject({ code: 'model_required' });
    const down = scriptedModel([new Error('down')]);
    await expect(
      researchPipeline('What?', { ask: down.ask, search: onePageEach }),
    ).rejects.toMatchObject({
      code: 'model_required',
    });
    const controller = new AbortController();
    const model = scriptedModel([planOfThree]);
    const hanging = researchPipeline(
      'What?',
      { ask: model.ask, search: () => new Promise(() => undefined) },
      { signal: controller.signal },
    );
    await settled();
    controller.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
  });
});
