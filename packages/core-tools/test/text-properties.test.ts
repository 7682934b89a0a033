import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  countCharacters,
  reverseCharacters,
  splitCharacters,
  textStatistics,
} from '../src/text.ts';
import { text, wellFormed } from './text-arbitraries.ts';

describe('property 19: sizes', () => {
  it('characters are nearly additive, and sizes are ordered', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const joined = countCharacters(a + b);
        const sum = countCharacters(a) + countCharacters(b);
        expect(joined).toBeLessThanOrEqual(sum);
        expect(joined).toBeGreaterThanOrEqual(sum - 2);
        const { characters, codePoints, bytes, utf16Units } = textStatistics(a + b);
        expect(characters).toBe(joined);
        expect(codePoints).toBeGreaterThanOrEqual(characters);
        expect(bytes).toBeGreaterThanOrEqual(codePoints);
        expect(utf16Units).toBe((a + b).length);
        expect(codePoints).toBe(Array.from(a + b).length);
      }),
    );
  });
});

describe('property 20: grapheme clusters', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

  it('agree with Intl.Segmenter', () => {
    fc.assert(
      fc.property(text, (value) => {
        const expected = [...segmenter.segment(value)].map(({ segment }) => segment);
        expect(splitCharacters(value)).toEqual(expected);
        expect(countCharacters(value)).toBe(expected.length);
      }),
      { numRuns: 500 },
    );
  });

  it('joined give the text, reversed keep the clusters', () => {
    fc.assert(
      fc.property(text, (value) => {
        const clusters = splitCharacters(value);
        expect(clusters.join('')).toBe(value);
        const reversed = reverseCharacters(value);
        // Regional indicators, for one, pair up anew when their neighbours change.
        const isStable = splitCharacters(reversed).join('|') === [...clusters].reverse().join('|');
        fc.pre(isStable);
        expect(reverseCharacters(reversed)).toBe(value);
        expect(splitCharacters(reversed).sort()).toEqual([...clusters].sort());
      }),
    );
  });
});

describe('property 21: words, sentences, paragraphs', () => {
  const counts = (value: string): object => {
    const { words, sentences, paragraphs } = textStatistics(value);
    return { words, sentences, paragraphs };
  };

  it('words are additive over a space', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        // A mark after the space would change the space, not the words.
        const sum = textStatistics(a).words + textStatistics(b).words;
        expect(textStatistics(`${a} ${b}`).words).toBe(sum);
      }),
      { numRuns: 500 },
    );
  });

  it('do not depend on the normal form', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(counts(value.normalize('NFD'))).toEqual(counts(value.normalize('NFC')));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['한.中', 'é.中', '答案是é.因为', '가.나.中', 'ａ.É.中', 'Dr. é. B'])(
    'do not depend on the normal form of %j',
    (value) => {
      expect(counts(value.normalize('NFD'))).toEqual(counts(value.normalize('NFC')));
    },
  );

  it('do not depend on the line end', () => {
    fc.assert(
      fc.property(text, (value) => {
        const unix = value.replace(/\r\n?/g, '\n');
        expect(counts(unix.replaceAll('\n', '\r\n'))).toEqual(counts(unix));
      }),
    );
  });

  it('frequencies do not depend on case, and add up to the words', () => {
    const latin = fc
      .array(fc.constantFrom('Apple', 'straße', 'ÉLAN', 'naïve', 'Σίσυφος', 'x1', "don't"), {
        maxLength: 30,
      })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(latin, (value) => {
        const all = textStatistics(value, { topWords: 100 });
        const upper = textStatistics(value.toUpperCase(), { topWords: 100 });
        expect(upper.topWords.map(({ count }) => count)).toEqual(
          all.topWords.map(({ count }) => count),
        );
        expect(all.topWords.reduce((sum, { count }) => sum + count, 0)).toBe(all.words);
        const folded = value.toUpperCase().split(' ');
        const order = all.topWords.map(({ word, count }) => ({
          count,
          first: folded.indexOf(word.toUpperCase()),
        }));
        const sorted = [...order].sort((a, b) => b.count - a.count || a.first - b.first);
        expect(order).toEqual(sorted);
        expect(textStatistics(value).topWords).toEqual(all.topWords.slice(0, 5));
      }),
    );
  });
});

/** CPU microseconds of one call. */
function cost(value: string): number {
  const before = process.cpuUsage();
  textStatistics(value);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function medianCost(value: string): number {
  const costs = Array.from({ length: 7 }, () => cost(value)).sort((a, b) => a - b);
  return costs[3] ?? 0;
}

describe('property 25: linear time', () => {
  it.each([
    ['English', "The quick brown fox doesn't jump. "],
    ['Chinese', '今天天气很好我们去公园吧'],
    ['emoji', '👩‍👩‍👦‍👦🇺🇦👍🏽'],
    ['one word', 'a'],
    ['no space', 'abc1_'],
    ['combining marks', '\u0301'],
    ['dots', '.'],
    ['initials', 'A. '],
    ['blank lines', ' \n'],
    ['flags', '🇺🇦'],
    ['Thai', 'ภาษาไทยง่ายมาก'],
    ['jamo', '\u1112\u1161\u11ab'],
  ])('%s: eight times the text takes less than sixteen times as long', (_, unit) => {
    const long = unit.repeat(Math.ceil(131_072 / unit.length));
    const short = long.slice(0, 16_384);
    medianCost(short);
    // A quadratic scan takes 64 times; below 2 ms the clock says little.
    expect(medianCost(long)).toBeLessThan(Math.max(16 * medianCost(short), 2000));
  });
});
