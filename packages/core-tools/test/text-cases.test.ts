import { describe, expect, it } from 'vitest';

import { textStats } from '../src/tools/text-stats.ts';
import { textTransform } from '../src/tools/text-transform.ts';
import { answerOf } from './answer.ts';

interface Case {
  readonly id: string;
  readonly args: unknown;
  readonly expected: readonly RegExp[];
}

const statistics: readonly Case[] = [
  { id: 'text-zh-mixed', args: { text: '一二三四五 six seven eight' }, expected: [/Words: 8\b/] },
  { id: 'text-flag', args: { text: '🏴󠁧󠁢󠁳󠁣󠁴󠁿' }, expected: [/Characters: 1\n/] },
  { id: 'text-zwj', args: { text: '👩‍🦰👩‍👩‍👦‍👦🏳️‍🌈' }, expected: [/Characters: 3\n/] },
  { id: 'text-linear', args: { text: 'a'.repeat(25_000) }, expected: [/Characters: 25000\n/] },
  {
    id: 'text-sent-initial',
    args: { text: 'It was introduced by Edgar F. Codd after some criticism.' },
    expected: [/Sentences: 1\b/],
  },
  {
    id: 'text-sent-phd',
    args: { text: 'He has Ph.D.-level training.' },
    expected: [/Sentences: 1\b/],
  },
  {
    id: 'orig-freq-cyr',
    args: { text: 'Привет мир' },
    expected: [/Top words: привет: 1, мир: 1$/],
  },
  {
    id: 'D-132 zh',
    args: { text: '今天天气很好。我们去公园吧！' },
    expected: [/Words: 12\b/, /Sentences: 2\b/, /Top words: 今天: 1/],
  },
  { id: 'D-132 ru', args: { text: 'привет мир привет' }, expected: [/Words: 3\b/, /привет: 2/] },
  {
    id: 'D-132 kana',
    args: { text: 'カタカナ カタカナ' },
    expected: [/Words: 8\b/, /カタカナ: 2/],
  },
  { id: 'D-132 hangul', args: { text: '안녕 세계 안녕' }, expected: [/Words: 3\b/, /안녕: 2/] },
  { id: 'T-text-097', args: { text: '你好世界' }, expected: [/Words: [24]\b/] },
  { id: 'T-text-100', args: { text: '𐐨𐐨' }, expected: [/Characters: 2\b/] },
  { id: 'T-text-103', args: { text: 'café café café' }, expected: [/café: 3/] },
  { id: 'T-text-104', args: { text: 'привет мир привет' }, expected: [/привет: 2/] },
  {
    id: 'T-text-108',
    args: { text: 'Dr. Smith went home. He slept.' },
    expected: [/Sentences: 2\b/],
  },
  { id: 'T-text-109', args: { text: 'Visit example.com now' }, expected: [/Sentences: 1\b/] },
  { id: 'T-text-112', args: { text: 'constructor constructor' }, expected: [/constructor: 2/] },
  { id: 'T-text-114', args: { text: '__proto__ __proto__ x' }, expected: [/__proto__: 2/] },
  { id: 'T-text-115', args: { text: "don't don't" }, expected: [/don't: 2/] },
  { id: 'T-text-119', args: { text: '𠮷野家 𠮷野家' }, expected: [/𠮷野家: 2/] },
  { id: 'T-text-125', args: { text: 123 }, expected: [/string|required|Characters: 3/i] },
];

const transforms: readonly Case[] = [
  {
    id: 'text-rev-astral',
    args: { operation: 'reverse', text: '𝑨𝑩𝑪' },
    expected: [/Result: 𝑪𝑩𝑨$/u],
  },
  { id: 'text-rev-flag', args: { operation: 'reverse', text: '🇺🇦' }, expected: [/Result: 🇺🇦$/u] },
  {
    id: 'text-rev-zwj',
    args: { operation: 'reverse', text: 'a 👨🏻‍🍳' },
    expected: [/Result: 👨🏻‍🍳 a$/u],
  },
  {
    id: 'text-repl-amp',
    args: { operation: 'replace', text: 'a.b', pattern: '.', replacement: '\\$&' },
    expected: [/Result: a\\\$&b$/],
  },
  {
    id: 'text-repl-dollar',
    args: { operation: 'replace', text: 'X', pattern: 'X', replacement: 'A$$' },
    expected: [/Result: A\$\$$/],
  },
  {
    id: 'text-sort-host',
    args: { operation: 'sort_lines', text: '张\n李\n王' },
    // Under a Chinese host locale a default collator would give 李 王 张; see host-independence.test.ts.
    expected: [/Result:\n张\n李\n王$/],
  },
  {
    id: 'orig-title-acc',
    args: { operation: 'titlecase', text: 'élan über' },
    expected: [/Result: Élan Über$/],
  },
  { id: 'D-134', args: { operation: 'reverse', text: 'a👍b' }, expected: [/b👍a$/u] },
  {
    id: 'D-135 fr',
    args: { operation: 'titlecase', text: 'élan vital' },
    expected: [/Élan Vital$/],
  },
  {
    id: 'D-135 ru',
    args: { operation: 'titlecase', text: 'привет мир' },
    expected: [/Привет Мир$/],
  },
  {
    id: 'D-061',
    args: { operation: 'uppercase', text: 5 },
    expected: [/^ERROR: text: must be a string/],
  },
  {
    id: 'T-text-127',
    args: { operation: 'titlecase', text: 'élan vital' },
    expected: [/Élan Vital$/],
  },
  {
    id: 'T-text-128',
    args: { operation: 'titlecase', text: 'привет мир' },
    expected: [/Привет Мир$/],
  },
  { id: 'T-text-131', args: { operation: 'reverse', text: 'a👍b' }, expected: [/b👍a$/u] },
  { id: 'T-text-144', args: { operation: 'uppercase' }, expected: [/text.*(required|must)/i] },
  { id: 'T-text-145', args: { text: 5, operation: 'uppercase' }, expected: [/string/i] },
];

describe('text_stats cases', () => {
  it.each(statistics)('$id', async ({ args, expected }) => {
    const text = await answerOf(textStats, args);
    for (const pattern of expected) expect(text).toMatch(pattern);
  });

  it('prints one labelled line for each count', async () => {
    const { text, data } = await textStats.execute({ text: 'One two.\n\nTwo three!', top_n: 1 });
    expect(text).toBe(
      [
        'Characters: 20',
        'Characters without spaces: 16',
        'Words: 4',
        'Sentences: 2',
        'Paragraphs: 2',
        'Lines: 3',
        'Average word length: 3.50',
        'Top words: two: 2',
      ].join('\n'),
    );
    expect(data).toMatchObject({ words: 4, topWords: [{ word: 'two', count: 2 }] });
  });

  it('says (none) where there are no words', async () => {
    expect((await textStats.execute({ text: '!?' })).text).toMatch(
      /Words: 0\n[^]*Top words: \(none\)$/,
    );
  });
});

describe('text_transform cases', () => {
  it.each(transforms)('$id', async ({ args, expected }) => {
    const text = await answerOf(textTransform, args);
    for (const pattern of expected) expect(text).toMatch(pattern);
  });

  it('names the operation and puts a result of several lines below its label', async () => {
    const { text, data } = await textTransform.execute({ operation: 'sort_lines', text: 'b\na' });
    expect(text).toBe('Transform: sort_lines\nResult:\na\nb');
    expect(data).toEqual({ operation: 'sort_lines', result: 'a\nb' });
  });

  it('tells how often it replaced, with notes before the result', async () => {
    const { text } = await textTransform.execute({
      operation: 'replace',
      text: 'cafe\u0301',
      pattern: 'caf\u00e9',
      replacement: '',
    });
    expect(text).toBe(
      'Transform: replace\nNote: The pattern occurs only in another Unicode normal form; apply nfc to both first.\nReplaced: 0\nResult: cafe\u0301',
    );
  });
});

it('text_stats shows at most 60 units of a word, in its text and its data', async () => {
  const kept = 'k'.repeat(60);
  // The letter stands across the place of the cut.
  const split = `${'s'.repeat(58)}𐐨𐐨`;
  const { text, data } = await textStats.execute({
    text: `${kept} ${'x'.repeat(100_000)} ${split}`,
    top_n: 3,
  });
  const shown = [kept, `${'x'.repeat(59)}…`, `${'s'.repeat(58)}…`];
  expect(text.length).toBeLessThan(500);
  expect(text).toContain(`Top words: ${shown.map((word) => `${word}: 1`).join(', ')}`);
  expect(data['topWords']).toEqual(shown.map((word) => ({ word, count: 1 })));
});
