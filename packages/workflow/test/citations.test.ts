import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { canonicalUrl } from '../src/research/canonical-url.ts';
import { checkCitations, numbersByList, numbersByPrompt } from '../src/research/citations.ts';
import { createSourceBook } from '../src/research/source-book.ts';
import type { SourceBook } from '../src/research/source-book.ts';

// Many cases are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

function bookOf(...urls: string[]): SourceBook {
  const book = createSourceBook();
  for (const url of urls) book.add({ title: `Title ${url}`, url }, 'text');
  return book;
}

const three = ['https://a.test/1', 'https://b.test/2?x=1', 'https://c.test/Foo_(bar)'];

function check(
  text: string,
  book: SourceBook = bookOf(...three),
): ReturnType<typeof checkCitations> {
  return checkCitations([text], book, numbersByPrompt(book));
}

describe('checkCitations', () => {
  test.each<[string, string, string, number]>([
    ['a mark that is known', 'Tea is hot [1].', 'Tea is hot [1].', 0],
    ['wf-056: three sources, [3] and [5]', 'One [3] and two [5].', 'One [1] and two.', 1],
    ['marks are renumbered as they appear', 'a [3] b [1] c [3]', 'a [1] b [2] c [1]', 0],
    ['a list of marks', 'a [1, 3, 7]', 'a [1][2]', 1],
    ['a range', 'a [1-3]', 'a [1][2][3]', 0],
    ['a range that goes too far', 'a [2–9]', 'a [1][2]', 6],
    ['full-width brackets', '茶是热的【1】，水［9］。', '茶是热的[1]，水。', 1],
    [
      'marks of other habits',
      'a [^1] b [Source 2] c 【3†L1-L5】 d [来源 1]',
      'a [1] b [2] c [3] d [1]',
      0,
    ],
    ['a year in brackets stays a year', 'In [2024] it was [1].', 'In (2024) it was [1].', 0],
    ['a large number that is no year', 'a [4711]', 'a', 1],
    ['zero', 'a [0]', 'a', 1],
    ['a link to a source', 'See [the page](https://a.test/1).', 'See the page [1].', 0],
    ['a link by its number', 'Hot [1](https://b.test/2?x=1).', 'Hot [1].', 0],
    [
      'wf-040: a link that no search returned',
      'See [the page](https://nowhere.test/x "t").',
      'See the page.',
      1,
    ],
    ['wf-039: a placeholder', 'See https://example.com/source1 for more.', 'See for more.', 1],
    ['an address with brackets', 'See https://c.test/Foo_(bar), it says.', 'See [1], it says.', 0],
    ['an address in brackets', '(see https://a.test/1)', '(see [1])', 0],
    ['an address before Chinese signs', '参见https://a.test/1。', '参见[1]。', 0],
    [
      'another spelling of the address',
      'See <HTTP://www.A.test:80/1/?utm_source=x#top>.',
      'See [1].',
      0,
    ],
    ['an address without a scheme', 'See www.nowhere.test/x.', 'See.', 1],
    [
      'a link that is no web address',
      'Mail [me](mailto:a@b.test) or [run](javascript:alert(1)).',
      'Mail me or run.',
      2,
    ],
    ['an image', 'Look ![pixel](https://a.test/1)!', 'Look!', 1],
    [
      'an HTML link and image',
      '<a href="https://a.test/1">page</a> <img src="https://x.test/p.gif">',
      'page [1]',
      1,
    ],
    [
      'code is left alone',
      'Use `list[1]` and\n```\nx[9] https://nowhere.test\n```\n',
      'Use `list[1]` and\n```\nx[9] https://nowhere.test\n```\n',
      0,
    ],
    ['a mark that is there once another is gone', 'a [[8]1[9]]', 'a [1]', 2],
    [
      'marks in marks in marks',
      `a ${'['.repeat(100)}8${']7'.repeat(100)}`,
      `a ${' '.repeat(80)}7${' 7'.repeat(80)}`,
      20,
    ],
    ['code with backticks in it is left alone', '`a``[9]` ``b`[9]`` [9]', '`a``[9]` ``b`[9]``', 1],
    ['a stray backtick hides nothing', '``[1]` and `[8]', '``[1]` and `', 1],
    [
      'other brackets are left alone',
      'a [note] b [x1] c (1) d {2}',
      'a [note] b [x1] c (1) d {2}',
      0,
    ],
  ])('%s', (...[, text, expected, removed]) => {
    const checked = check(text);
    expect(checked.texts).toEqual([expected]);
    expect(checked.removed).toBe(removed);
  });

  test('lists only the sources that are used, in the order of their numbers, over several texts', () => {
    const book = bookOf(...three);
    const checked = checkCitations(['a [3]', 'b [2]', 'c [3]'], book, numbersByPrompt(book));
    expect(checked.texts).toEqual(['a [1]', 'b [2]', 'c [1]']);
    expect(checked.used.map((source) => source.url)).toEqual([three[2], three[1]]);
    expect(checked.kept).toBe(3);
  });

  test('wf-043: numbers go by the address in the text’s own list, not by position', () => {
    const book = bookOf(...three);
    const list =
      '[1] Page - https://c.test/Foo_(bar)\n2. [Other](http://www.b.test/2/?x=1)\n- [3] Made up: https://nowhere.test/9.';
    const numbered = numbersByList(list, book);
    if (numbered === undefined) throw new Error('the list was not read');
    const checked = checkCitations(['a [1] b [2] c [3] d [4]'], book, numbered);
    expect(checked.texts).toEqual(['a [1] b [2] c d']);
    expect(checked.used.map((source) => source.url)).toEqual([three[2], three[1]]);
    expect(checked.removed).toBe(2);
  });

  test('a list without addresses says nothing about numbers', () => {
    expect(numbersByList('1. A book\n2. Another', bookOf(...three))).toBeUndefined();
  });

  test('whatever a text holds, every mark left in it names a used source, and no other address is left', () => {
    const part = fc.constantFrom(
      '[1]',
      '[2]',
      '[7]',
      '[1, 9]',
      '[3-5]',
      '【2】',
      '[a](https://a.test/1)',
      '[b](https://nowhere.test)',
      'https://b.test/2?x=1',
      'https://nowhere.test/a',
      '<https://x.test>',
      'www.x.test',
      '![i](https://x.test/i)',
      ' ',
      '\n',
      'word',
      '。',
      '(',
      ')',
      '[',
      ']',
      ' `x[9]` ',
      '!',
      '**',
      '[[1]]',
      '[^9]',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
        const { texts, used } = check(parts.join(''));
        const outside = (texts[0] ?? '').replaceAll('`x[9]`', '');
        for (const [, number] of outside.matchAll(/\[(\d+)\]/g)) {
          expect(Number(number)).toBeGreaterThan(0);
          expect(Number(number)).toBeLessThanOrEqual(used.length);
        }
        expect(outside).not.toMatch(/nowhere\.test|x\.test/);
      }),
      { numRuns: 20000 },
    );
  });

  test.each([
    '[',
    '[1',
    '[1,',
    '[a](',
    '[a](https://a',
    '<a href=',
    '![',
    '`',
    'https://a.test/((',
    '[1, ',
    '【1†',
    '[source ',
  ])('takes linear time on %j', (part) => {
    const started = performance.now();
    check(part.repeat(Math.ceil(50_000 / part.length)));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('canonicalUrl', () => {
  test.each([
    ['https://a.test', 'http://www.a.test/'],
    ['https://a.test/x/?b=1', 'https://A.test/x?b=1#part'],
    ['https://a.test/x?utm_source=y&gclid=z', 'https://a.test/x'],
    ['https://a.test/%E8%8C%B6', 'https://a.test/茶'],
    ['www.a.test/x', 'https://a.test/x'],
  ])('%s is %s', (one, other) => {
    expect(canonicalUrl(one)).toBe(canonicalUrl(other));
    expect(canonicalUrl(one)).toBeDefined();
  });

  test.each([
    ['https://a.test/x', 'https://a.test/y'],
    ['https://a.test/x?id=1', 'https://a.test/x?id=2'],
    ['https://a.test:8080/x', 'https://a.test/x'],
  ])('%s is not %s', (one, other) => {
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
  });

  test.each(['', 'a.test', 'ftp://a.test/x', 'javascript:alert(1)', 'file:///etc/passwd'])(
    '%j is none',
    (text) => {
      expect(canonicalUrl(text)).toBeUndefined();
    },
  );
});
