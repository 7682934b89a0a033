import type { SearchHit, SearchResponse } from '@mini-agent/foundation/search';
import type { Ask, ResearchPorts } from '../src/index.ts';

export interface AskedModel {
  readonly ask: Ask;
  readonly prompts: readonly {
    readonly purpose: string;
    readonly language: string;
    readonly prompt: string;
  }[];
}

/** A model that gives these answers in turn; an Error is what it rejects with. */
export function scriptedModel(
  answers: readonly (string | Error | { readonly text: string; readonly cut: boolean })[],
  tokens = 100,
): AskedModel {
  const prompts: { purpose: string; language: string; prompt: string }[] = [];
  return {
    prompts,
    ask: (prompt, { purpose, language }) => {
      const answer = answers[prompts.length] ?? new Error('no more answers');
      prompts.push({ purpose, language, prompt });
      if (answer instanceof Error) return Promise.reject(answer);
      const { text, cut } = typeof answer === 'string' ? { text: answer, cut: false } : answer;
      const usage = { inputTokens: tokens, outputTokens: 0, totalTokens: tokens, estimated: false };
      return Promise.resolve({ text, cut, usage });
    },
  };
}

export function hit(
  url: string,
  snippet: string,
  title = `Page ${url.split('/').at(-1) ?? ''}`,
): SearchHit {
  return { title, url, snippet, sources: ['fake'] };
}

export function found(query: string, hits: readonly SearchHit[]): SearchResponse {
  return { query, hits, servedBy: 'web_search', failures: [] };
}

export const planOfThree =
  '```\n- first sub-question\n- second sub-question\n- third sub-question\n```';

/** One page for each question, whose address ends with the question's first word. */
export const onePageEach: ResearchPorts['search'] = (query) => {
  const [word = ''] = query.split(' ');
  return Promise.resolve(
    found(query, [hit(`https://pages.test/${word}`, `What is known of ${word}.`)]),
  );
};

export const threePartReport: string = [
  '## Executive Summary',
  'All is well [1].',
  '## Key Findings',
  '- The first is known [1].',
  '- The third too [3].',
  '## Conclusions',
  'Go on [3].',
].join('\n');
