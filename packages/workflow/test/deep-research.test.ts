import { MiniAgentError } from '@mini-agent/foundation/errors';
import { describe, expect, test } from 'vitest';
import { deepResearch, WorkflowError } from '../src/index.ts';
import type { ResearchPorts } from '../src/index.ts';
import { settled } from './deferred-steps.ts';
import {
  found,
  hit,
  onePageEach,
  planOfThree,
  scriptedModel,
  threePartReport,
} from './research-fakes.ts';
import { testClock } from './test-clock.ts';

class ModelFailure extends MiniAgentError<'rate_limited' | 'declined'> {}

describe('deepResearch', () => {
  test('plans, searches and writes a report whose sources are checked', async () => {
    const model = scriptedModel([planOfThree, threePartReport]);
    const told: string[] = [];
    const result = await deepResearch(
      'What is known?',
      { ask: model.ask, search: onePageEach },
      {
        onProgress: ({ message, done, total }) => told.push(`${done}/${total} ${message}`),
      },
    );
    expect(result.subQuestions).toEqual([
      'first sub-question',
      'second sub-question',
      'third sub-question',
    ]);
    expect(result.totalSteps).toBe(5);
    expect(result.partial).toBe(false);
    expect(result.problems).toEqual([]);
    expect(result.usage.totalTokens).toBe(200);
    expect(result.sources).toMatchObject([
      { id: 1, url: 'https://pages.test/first' },
      { id: 2, url: 'https://pages.test/third' },
    ]);
    expect(result.checks).toEqual({ kept: 4, removed: 0, unused: 1 });
    expect(result.report).toBe(`# What is known?

## Executive Summary

All is well [1].

## Key Findings

- The first is known [1].
- The third too [2].

## Conclusions

Go on [2].

## Sources

[1] Page first — https://pages.test/first  
[2] Page third — https://pages.test/third

1 retrieved source is not cited and not listed.
`);
    expect(told).toEqual([
      '0/7 Planning the research',
      '1/5 Searching for 3 sub-questions',
      '4/5 Writing the report',
    ]);
    expect(model.prompts.map(({ purpose }) => purpose)).toEqual(['plan', 'write']);
    expect(model.prompts[1]?.prompt).toContain(
      '<source n="2">\nPage second\nWhat is known of second.\n</source>',
    );
  });

  test('D-080: searches for all sub-questions at the same time', async () => {
    const clock = testClock();
    const started: string[] = [];
    const search: ResearchPorts['search'] = async (query) => {
      started.push(`${query} at ${clock.now()}`);
      await clock.sleep(500);
      return await onePageEach(query, { limit: 5, signal: new AbortController().signal });
    };
    const model = scriptedModel([planOfThree, threePartReport]);
    const research = deepResearch('What is known?', { ask: model.ask, search }, { clock });
    await clock.pass(499);
    expect(started).toEqual(
      [0, 1, 2].map((n) => `${['first', 'second', 'third'][n] ?? ''} sub-question at 0`),
    );
    await clock.pass(1);
    expect((await research).durationMs).toBe(500);
  });

  test.each([
    [
      'D-078: rejects',
      () => Promise.reject(new ModelFailure('rate_limited', 'slow down sk-secret')),
    ],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
  ])('fails with model_required when the model %s', async (_name, ask) => {
    let searches = 0;
    const search: ResearchPorts['search'] = (query) => {
      searches += 1;
      return Promise.resolve(found(query, []));
    };
    const error: unknown = await deepResearch('What is known?', { ask, search }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(WorkflowError);
    expect(error).toMatchObject({ code: 'model_required' });
    expect(String(error)).not.toContain('secret');
    expect(searches).toBe(0);
  });

  test('D-078: fails with model_required when there is no model', async () => {
    const ports = { search: onePageEach } as unknown as ResearchPorts;
    await expect(deepResearch('What is known?', ports)).rejects.toMatchObject({
      code: 'model_required',
    });
  });

  test('a user who declines is not asked a second time and gets no report', async () => {
    const model = scriptedModel([planOfThree, new ModelFailure('declined', 'no')]);
    await expect(
      deepResearch('What?', { ask: model.ask, search: onePageEach }),
    ).rejects.toMatchObject({ code: 'declined' });
  });

  test.each(['', '  ', 5, undefined])('refuses the question %j', async (question) => {
    const model = scriptedModel([]);
    const research = deepResearch(question as string, { ask: model.ask, search: onePageEach });
    await expect(research).rejects.toThrow(/question is required/);
    expect(model.prompts).toEqual([]);
  });

  test('D-081: the mark of a final answer is no part of plan and report', async () => {
    const model = scriptedModel([
      `Final Answer: ${planOfThree}`,
      `**Final Answer:** ${threePartReport}`,
    ]);
    const result = await deepResearch('What is known?', { ask: model.ask, search: onePageEach });
    expect(result.subQuestions).toHaveLength(3);
    expect(result.report).not.toMatch(/final answer/i);
    expect(result.report).toContain('All is well [1].');
  });

  test('an answer without sub-questions means the question itself', async () => {
    const model = scriptedModel(['I would rather talk.', 'The first is known [1].']);
    const result = await deepResearch('first question', { ask: model.ask, search: onePageEach });
    expect(result.subQuestions).toEqual(['first question']);
    expect(result.totalSteps).toBe(3);
    expect(result.report).toContain(
      '## Executive Summary\n\nThe first is known [1].\n\n## Key Findings',
    );
  });

  test('wf-054: a Chinese question gets Chinese prompts and headings', async () => {
    const model = scriptedModel([
      '```\n- 绿茶有什么功效\n- 红茶有什么功效\n```',
      '# 报告\n## 一、摘要\n很好[1]。\n**关键发现：**\n- 有效【2】\n## 结论\n可以[9]喝。\n## 参考文献\n无',
    ]);
    const result = await deepResearch('茶有什么功效？', { ask: model.ask, search: onePageEach });
    expect(model.prompts.map(({ language }) => language)).toEqual(['zh', 'zh']);
    expect(model.prompts[0]?.prompt).toContain('子问题');
    expect(result.report).toContain(
      '## 执行摘要\n\n很好[1]。\n\n## 主要发现\n\n- 有效[2]\n\n## 结论\n\n可以喝。\n\n## 来源\n\n[1] ',
    );
    expect(result.report).toContain('已删除 1 处没有对应检索来源的引用。');
    expect(result.report).not.toMatch(/Executive|Sources/);
  });

  test('a language that is set is the one that counts', async () => {
    const model = scriptedModel([planOfThree, threePartReport]);
    await deepResearch(
      'What is known?',
      { ask: model.ask, search: onePageEach },
      { language: 'zh' },
    );
    expect(model.prompts.map(({ language }) => language)).toEqual(['zh', 'zh']);
  });
});

describe('a partial report', () => {
  test('of the passages is given when the report cannot be written', async () => {
    const model = scriptedModel([
      planOfThree,
      new ModelFailure('rate_limited', 'slow down sk-secret'),
    ]);
    const result = await deepResearch('What is known?', { ask: model.ask, search: onePageEach });
    expect(result.partial).toBe(true);
    expect(result.report).toContain('could not be written (rate_limited)');
    expect(result.report).toContain(
      '### second sub-question\n- Page second: What is known of second. [2]',
    );
    expect(result.report).not.toContain('secret');
    expect(result.sources).toHaveLength(3);
  });

  test('wf-051: a text that reached the output limit is marked as incomplete', async () => {
    const model = scriptedModel([planOfThree, { text: threePartReport.slice(0, 60), cut: true }]);
    const result = await deepResearch('What is known?', { ask: model.ask, search: onePageEach });
    expect(result.partial).toBe(true);
    expect(result.report).toContain('> This report is incomplete');
    expect(result.report).toContain('## Sources');
  });

  test('wf-045: the budget is kept, and the report says so', async () => {
    const model = scriptedModel([planOfThree, threePartReport], 18_000);
    const result = await deepResearch(
      'What is known?',
      { ask: model.ask, search: onePageEach },
      { maxTokens: 20_000 },
    );
    expect(model.prompts).toHaveLength(1);
    expect(result.usage.totalTokens).toBeLessThanOrEqual(20_000);
    expect(result.partial).toBe(true);
    expect(result.report).toContain('(budget_tokens)');
  });

  test('wf-045: the texts of the sources are cut so that a smaller budget is enough', async () => {
    const search: ResearchPorts['search'] = (query) =>
      Promise.resolve(
        found(query, [hit(`https://a.test/${query.slice(0, 5)}`, 'x'.repeat(20_000))]),
      );
    const model = scriptedModel([planOfThree, threePartReport]);
    await deepResearch('What is known?', { ask: model.ask, search }, { maxTokens: 6000 });
    const prompt = model.prompts[1]?.prompt ?? '';
    expect(prompt.length).toBeLessThan(4 * 4000);
    expect(prompt.match(/x{100,}/g)).toHaveLength(3);
  });

  test('wf-049: is what there is after five minutes, and the searches end early enough to write it', async () => {
    const clock = testClock();
    const signals: AbortSignal[] = [];
    const search: ResearchPorts['search'] = (query, options) => {
      signals.push(options.signal);
      return query.startsWith('first') ? onePageEach(query, options) : new Promise(() => undefined);
    };
    let answers = 0;
    const model = scriptedModel([planOfThree]);
    const ask: ResearchPorts['ask'] = (prompt, options) => {
      answers += 1;
      return answers === 1 ? model.ask(prompt, options) : new Promise(() => undefined);
    };
    const research = deepResearch('What is known?', { ask, search }, { clock });
    await clock.pass(180_000);
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(answers).toBe(2);
    await clock.pass(120_000);
    const result = await research;
    expect(result.durationMs).toBe(300_000);
    expect(result.partial).toBe(true);
    expect(result.report).toContain('could not be written (timeout)');
    expect(result.sources).toMatchObject([{ url: 'https://pages.test/first' }]);
    expect(result.problems[0]).toBe('The search for "second sub-question" failed (timeout).');
  });

  test('is not given when the caller cancels: that ends the work at once', async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const search: ResearchPorts['search'] = (_query, { signal }) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const model = scriptedModel([planOfThree]);
    const research = deepResearch(
      'What is known?',
      { ask: model.ask, search },
      { signal: controller.signal },
    );
    await settled();
    expect(signals).toHaveLength(3);
    controller.abort(new Error('enough'));
    await expect(research).rejects.toThrow('enough');
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });
});
