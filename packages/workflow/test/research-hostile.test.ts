import { describe, expect, test } from 'vitest';
import { deepResearch, parseSubQuestions, validateSteps } from '../src/index.ts';
import type { Ask, ResearchPorts, ResearchResult } from '../src/index.ts';
import {
  found,
  hit,
  onePageEach,
  planOfThree,
  scriptedModel,
  threePartReport,
} from './research-fakes.ts';

async function researched(
  report: string,
  hits?: unknown,
  question = 'What is known?',
): Promise<ResearchResult> {
  const search: ResearchPorts['search'] =
    hits === undefined
      ? onePageEach
      : (query) => Promise.resolve({ ...found(query, []), hits: hits as never });
  return await deepResearch(question, { ask: scriptedModel([planOfThree, report]).ask, search });
}

describe('search results', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['without an address', { title: 'x', snippet: 'x' }],
    ['with a number as address', { url: 5, title: 'x', snippet: 'x' }],
    ['with a number as text', { url: 'https://b.test/', title: 'x', text: 5 }],
  ])('that are %s do not cost the others', async (_name, odd) => {
    const result = await researched(threePartReport, [odd, hit('https://a.test/1', 'text')]);
    expect(result.sources.map((source) => source.url)).toEqual(['https://a.test/1']);
    expect(result.problems).toEqual([]);
  });

  test('without a title are named by their address', async () => {
    const result = await researched('A [1].', [
      { url: 'https://a.test/1', snippet: 'x', title: 7 },
    ]);
    expect(result.report).toContain('[1] a.test/1 — https://a.test/1');
  });

  test.each<[string, string, string]>([
    ['line ends', 'https://a.test/x\n\n## Injected\n', 'https://a.test/x##%20Injected'],
    [
      'a link',
      'https://a.test/x#[9](https://evil.test)',
      'https://a.test/x#%5B9%5D(https://evil.test)',
    ],
    ['a name and a password', 'https://user:pw@a.test/x', 'https://a.test/x'],
    ['a control character', 'https://a.test/x\u0007y', 'https://a.test/x%07y'],
    ['letters of all kinds', 'https://zh.test/茶_(饮料)', 'https://zh.test/茶_(饮料)'],
  ])('%s in an address stays an address', async (_name, url, shown) => {
    const result = await researched('A [1].', [hit(url, 'text', 'Title')]);
    expect(result.sources).toEqual([{ id: 1, title: 'Title', url: shown }]);
    expect(result.report).toContain(`\n[1] Title — ${shown}\n`);
  });

  test('a title brings no address, no mark and no line of its own into the list', async () => {
    const title =
      'A \u202ehttps://evil.test/x\n# [7] www.evil.test <img src=x> ![i](https://evil.test/i.png)';
    const result = await researched('A [1].', [hit('https://a.test/x', 'text', title)]);
    const list = result.report.split('## Sources')[1] ?? '';
    expect(list).not.toMatch(/evil|\u202e|<img|\[7\]/);
    expect(list.trim().split('\n')).toHaveLength(1);
  });
});

describe('a report', () => {
  const rest = '## Conclusions\nAll is said [3].';

  test.each<[string, string]>([
    ['an open code fence', '```js\nlet a = 1; // see [9]'],
    ['an open fence of tildes', '~~~\ntext'],
    ['a comment that does not end', 'B [2]. <!-- hidden'],
    ['a script', '<script>alert(1)'],
    ['a style', '<STYLE>* { display: none }'],
    ['a text field', '</div><textarea>'],
    ['a declaration', '<![CDATA[ x'],
  ])('with %s keeps its other parts', async (_name, findings) => {
    const { report } = await researched(
      `## Executive Summary\nA [1].\n## Key Findings\n${findings}\n${rest}`,
    );
    expect(report).toMatch(/\n## Conclusions\n\nAll is said \[\d\]\.\n\n## Sources\n/);
    expect(report).not.toMatch(/^(?:```|~~~)|<(?:!|script|style|textarea)|\[9\]/im);
  });

  test('keeps whole code blocks as they are, whatever is in them', async () => {
    const { report } = await researched(
      '## Key Findings\n````md\n## Conclusions\n```\n<script> [9] https://x.test\n```\n````\nand `<script>` [1]\n' +
        rest,
    );
    expect(report).toContain(
      "```md\n## Conclusions\n'''\n<script> [9] https://x.test\n'''\n```\nand `<script>` [1]",
    );
    expect(report.match(/^```/gm)).toHaveLength(2);
  });

  test('of fences without an end is checked fast', async () => {
    const started = performance.now();
    await researched('```js\n~~~~x\n'.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('in another script than the question is told', async () => {
    const english = 'Green tea is a drink that many people like very much, as the sources say [1].';
    const chinese =
      '绿茶是许多人非常喜欢的饮料，来源中对此有详细的说明和数据，并且列出了各地的产量、价格与历史变化[1]。';
    const question = '绿茶是什么？';
    const other = '报告所用语言与问题的语言不同。';
    expect((await researched(english, undefined, question)).problems).toEqual([other]);
    expect((await researched(chinese, undefined, question)).problems).toEqual([]);
    expect((await researched(english)).problems).toEqual([]);
    expect((await researched(chinese)).problems).toEqual([
      'The report is not in the language of the question.',
    ]);
  });
});

describe('numbers in cited sentences', () => {
  const page = [
    hit('https://a.test/', 'In 2025 it grew by 57.50 % to 1,234,567 tons, or ３００ a day.'),
  ];

  test('that the cited source does not have are named', async () => {
    const result = await researched(
      'It grew by 75% in 2031 [1]. It was 12.5 before.[1] Nobody knows 8888.\n\n1. First, 3 of them [1].',
      page,
    );
    expect(result.checks.unsupportedNumbers).toEqual(['75', '2031', '12.5']);
    expect(result.report).toContain(
      'Not found in the cited sources, so check before use: 75, 2031, 12.5.',
    );
  });

  test.each([
    'It grew by 57.5% in 2025 [1].',
    'It grew to 1234567 tons, 300 a day [1].',
    '1. 增长了57.5%，达到1,234,567吨。[1]',
    'There are 10 of them [1]. Elsewhere 4711.',
    '```\n4711 [1]\n```\nA [1]',
  ])('are not named in %j', async (text) => {
    expect((await researched(text, page)).checks.unsupportedNumbers).toBeUndefined();
  });
});

describe('a model port of JavaScript', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['gives nothing', undefined, ['malformed']],
    ['gives a number as text', { text: 5 }, ['malformed']],
    ['leaves out the usage', { text: threePartReport }, []],
    [
      'counts in odd ways',
      { text: threePartReport, usage: { totalTokens: Number.NaN, inputTokens: '9' } },
      [],
    ],
  ])('that %s costs no more than its text', async (_name, answer, problems) => {
    const answers = [{ text: planOfThree }, answer];
    const ask = (() => Promise.resolve(answers.shift())) as unknown as Ask;
    const result = await deepResearch(
      'What is known?',
      { ask, search: onePageEach },
      { maxTokens: 50_000 },
    );
    expect(result.problems.map((problem) => /\((\w+)\)/.exec(problem)?.[1])).toEqual(problems);
    expect(result.sources.length).toBeGreaterThan(0);
    expect(result.usage).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      totalTokens: 0,
      estimated: true,
    });
    expect(typeof result.partial).toBe('boolean');
  });

  test.each([Number.NaN, '5' as unknown as number])('a limit of %s is none', async (limit) => {
    const { ask } = scriptedModel([planOfThree, threePartReport]);
    const options = { timeoutMs: limit, maxTokens: Number.NaN };
    const result = await deepResearch('What is known?', { ask, search: onePageEach }, options);
    expect(result.partial).toBe(false);
  });
});

describe('model texts made to be slow', () => {
  const lines = '\n'.repeat(200_000);

  test.each<[string, string]>([
    ['empty lines and nothing', `${lines}x`],
    ['empty lines in the middle', `## Summary\nA [1].${lines}B [2].\n## Conclusions\nC.`],
    ['a heading with many blanks', `# a${' '.repeat(200_000)}b`],
    ['a heading of many marks', `# ${'# '.repeat(50_000)}x`],
    ['bold marks', '**a'.repeat(60_000)],
    ['digits and points', `${'1.'.repeat(100_000)} [1]`],
    ['brackets', '[1'.repeat(50_000)],
  ])('%s are read fast', async (_name, text) => {
    const started = performance.now();
    await researched(text);
    parseSubQuestions(text);
    expect(() => validateSteps(`\`\`\`json\n${text}`)).toThrow();
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
