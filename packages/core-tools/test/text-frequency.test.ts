import { describe, expect, it } from 'vitest';

import { textStatistics } from '../src/text.ts';
import { WordTally } from '../src/text/word-frequency.ts';
import { appendHigh, appendLow, finishHigh } from '../src/text/word-table.ts';

function topWords(text: string, count = 5): string {
  const { topWords: top } = textStatistics(text, { topWords: count });
  return top.map(({ word, count: times }) => `${word}:${times}`).join(' ');
}

/** The same count with plain strings. */
function countedPlainly(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

describe('word frequency', () => {
  it.each([
    ['The the THE tHe', 'the:4'],
    ['a.b A.B a.b', 'a.b:3'],
    ["it's It's IT’S", "it's:2 it’s:1"],
    ['x_1 X_1 x1', 'x_1:2 x1:1'],
    ['abcdefgh ABCDEFGH abcdefghi Abcdefghi', 'abcdefgh:2 abcdefghi:2'],
    ['internationalization Internationalization', 'internationalization:2'],
    ['1,000 1000 1,000', '1,000:2 1000:1'],
    ['Straße STRASSE strasse', 'straße:3'],
    ['STRASSE Straße', 'strasse:2'],
    ['\u212Aelvin kelvin', 'kelvin:2'],
    ['Привет ПРИВЕТ привет', 'привет:3'],
    ['Ω Ω ω', 'ω:3'],
    ['as😀 as As😀', 'as:3'],
    ['e\u0301a \u00c9A', 'éa:2'],
    ['ﬁn FIN fin', 'ﬁn:3'],
    ['constructor toString __proto__ constructor', 'constructor:2 tostring:1 __proto__:1'],
    ['我们去公园，我们去学校', '我们:2 去:2 公园:1 学校:1'],
    ['去。我们去', '去:2 我们:1'],
    ['안녕 안녕 세계', '안녕:2 세계:1'],
    ['ไทย ไทย', 'ไทย:2'],
    ['مرحبا مرحبا', 'مرحبا:2'],
    ['हिन्दी हिन्दी', 'हिन्दी:2'],
    ['東京は東京', '東京:2 は:1'],
  ])('%j has %s', (text, expected) => {
    expect(topWords(text)).toBe(expected);
  });

  it('orders ties by the place in the text, also of dictionary words that are found later', () => {
    expect(topWords('我们 b 公园 a 我们 b 公园 a')).toBe('我们:2 b:2 公园:2 a:2');
  });

  it.each([
    [0, 0],
    [2, 2],
    [Infinity, 3],
  ])('lists for the limit %d %i words', (limit, length) => {
    expect(textStatistics('a b c', { topWords: limit }).topWords).toHaveLength(length);
  });

  it('counts many different words like a plain count', () => {
    const words = Array.from({ length: 30_000 }, (_, index) =>
      ((index * index) % 7919).toString(36).repeat(1 + (index % 4)),
    );
    const expected = countedPlainly(words);
    const { topWords: all } = textStatistics(words.join(' '), { topWords: Infinity });
    expect(new Map(all.map(({ word, count }) => [word, count]))).toEqual(expected);
    const best = [...expected.values()].sort((a, b) => b - a).slice(0, 20);
    const { topWords: top } = textStatistics(words.join(' '), { topWords: 20 });
    expect(top.map(({ count }) => count)).toEqual(best);
  });

  it('counts words that are made to share a bucket, in either case', () => {
    const bucketOf = (word: string): number => {
      let [high, low] = [0, 0];
      for (const unit of Buffer.from(word)) {
        high = appendHigh(high, low);
        low = appendLow(low, unit);
      }
      const mixed = Math.imul(
        finishHigh(high, word.length) ^ Math.imul(low, 0x01000193),
        0x5bd1e995,
      );
      return (mixed ^ (mixed >>> 15)) & 0xfff;
    };
    const words: string[] = [];
    for (let number = 36 ** 4; words.length < 100; number++) {
      const word = number.toString(36);
      if (bucketOf(word) === 7) words.push(word);
    }
    const text = [...words, ...words.map((word) => word.toUpperCase())].join(' ');
    expect(textStatistics(text, { topWords: 1000 }).topWords).toEqual(
      words.map((word) => ({ word, count: 2 })),
    );
  });

  it('counts a word alike by its place and by its key', () => {
    const tally = new WordTally('ab AB');
    tally.add(0, 2);
    tally.addShort(3, finishHigh(appendHigh(0, appendLow(0, 0x41)), 2), appendLow(0x61, 0x42));
    expect(tally.top(5)).toEqual([{ word: 'ab', count: 2 }]);
  });
});

describe('reading time', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['word '.repeat(238), 60],
    ['word '.repeat(119), 30],
    ['字'.repeat(255), 60],
    [`${'字'.repeat(255)} ${'word '.repeat(238)}`, 120],
  ])('of text %# is %i s', (text, seconds) => {
    expect(textStatistics(text).readingSeconds).toBe(seconds);
  });
});
