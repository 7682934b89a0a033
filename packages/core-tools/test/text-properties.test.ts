import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  countCharacters,
  reverseCharacters,
  splitCharacters,
  textStatistics,
  transformText,
} from '../src/text.ts';
import type { TextOperation, TransformOptions } from '../src/text.ts';

/** Texts that meet the rules: scripts, marks, emoji, punctuation, line ends, and arbitrary code points. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'a',
      'Z',
      'é',
      'e\u0301',
      'ß',
      'Σ',
      'σ',
      'İ',
      'ǆ',
      'ŉ',
      'ﬁ',
      'й',
      'ש',
      'ب',
      'あ',
      'が',
      'か\u3099',
      '中',
      '𠮷',
    ],
    ...[
      '한',
      '\u1112\u1161\u11ab',
      'ไทย',
      'क्षि',
      '1',
      '½',
      '²',
      '_',
      '-',
      "'",
      '’',
      '.',
      ',',
      ':',
      '!',
      '?',
      '…',
      '。',
    ],
    ...[
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\u200d',
      '\u0301',
    ],
    ...[
      '👍🏽',
      '👩‍👩‍👦',
      '🇺🇦',
      '🇺',
      '1️⃣',
      '"',
      '”',
      '(',
      ')',
      'Dr',
      'U.S',
      'the',
      'He',
      '\ud800',
      '\udc00',
      '__proto__',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 2 }),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const wellFormed = text.map((value) => value.replace(/\p{Cs}/gu, ''));
const lineText = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'B', 'á', '', ' ', '10', '9', '张'),
      text.map((t) => t.replace(/[\r\n]/g, '')),
    ),
    {
      maxLength: 12,
    },
  )
  .map((lines) => lines.join('\n'));

function transform(operation: TextOperation, value: string, options?: TransformOptions): string {
  return transformText(value, operation, options).text;
}

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
        fc.pre(splitCharacters(reversed).length === clusters.length);
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
        const sizes = all.topWords.map(({ count }) => count);
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
      }),
    );
  });
});

describe('property 22: case and trim', () => {
  it('are idempotent', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const operation of [
          'uppercase',
          'lowercase',
          'titlecase',
          'trim',
          'halfwidth',
          'nfc',
          'nfd',
        ] as const) {
          const once = transform(operation, value);
          expect(transform(operation, once)).toBe(once);
        }
        const ends = { scope: 'ends' } as const;
        expect(transform('trim', ` ${value}\n`, ends)).toBe(transform('trim', value, ends));
        expect(transform('trim', ` ${value}\n`)).toBe(transform('trim', value));
      }),
      { numRuns: 500 },
    );
  });

  it('titlecase is idempotent on every letter', () => {
    for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
      const once = transform('titlecase', `${String.fromCodePoint(codePoint)}x`);
      if (transform('titlecase', once) !== once) {
        expect.fail(`U+${codePoint.toString(16)}`);
      }
    }
  });
});

describe('property 23: lines', () => {
  const sorted = (value: string): string => transform('sort_lines', value);
  const unique = (value: string): string => transform('remove_duplicates', value);

  it('remove_duplicates keeps a subsequence with the same set of lines', () => {
    fc.assert(
      fc.property(lineText, (value) => {
        const lines = value.split('\n');
        const kept = unique(value).split('\n');
        expect(unique(unique(value))).toBe(unique(value));
        let index = -1;
        for (const line of kept) {
          index = lines.indexOf(line, index + 1);
          expect(index).toBeGreaterThanOrEqual(0);
        }
        expect(new Set(kept)).toEqual(new Set(lines));
      }),
    );
  });

  it('sort_lines is an order: idempotent, a permutation, the same for every order of the input', () => {
    fc.assert(
      fc.property(lineText, fc.infiniteStream(fc.nat()), (value, stream) => {
        const body = `${value}\nx`;
        const lines = body.split('\n');
        const shuffled = [...lines];
        for (let index = shuffled.length - 1; index > 0; index--) {
          const other = (stream.next().value ?? 0) % (index + 1);
          [shuffled[index], shuffled[other]] = [shuffled[other] ?? '', shuffled[index] ?? ''];
        }
        fc.pre(shuffled.at(-1) !== '');
        expect(sorted(sorted(body))).toBe(sorted(body));
        expect(sorted(body).split('\n').sort()).toEqual([...lines].sort());
        expect(sorted(shuffled.join('\n'))).toBe(sorted(body));
        expect(unique(sorted(body))).toBe(sorted(unique(body)));
      }),
    );
  });
});

describe('property 24: count and replace', () => {
  const short = fc.string({
    unit: fc.constantFrom('a', 'b', '$', '&', '.', '\\'),
    minLength: 1,
    maxLength: 3,
  });
  const long = fc.string({ unit: fc.constantFrom('a', 'b', '$', '&', '.', '\\'), maxLength: 40 });

  it('replace is split and join, and its length follows from the count', () => {
    fc.assert(
      fc.property(
        long,
        short,
        fc.oneof(short, fc.constantFrom('', '$&', '$$', '$1', "$'", '$`')),
        (value, pattern, replacement) => {
          const count = transformText(value, 'count_substring', { pattern }).count ?? -1;
          const replaced = transform('replace', value, { pattern, replacement });
          expect(count * pattern.length).toBeLessThanOrEqual(value.length);
          expect(replaced).toBe(value.split(pattern).join(replacement));
          expect(replaced).toHaveLength(
            value.length + count * (replacement.length - pattern.length),
          );
          expect(transform('replace', value, { pattern, replacement: pattern })).toBe(value);
          const marked = transform('replace', value, { pattern, replacement: '#' });
          expect(transformText(marked, 'count_substring', { pattern }).count).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('property 25: linear time', () => {
  it.each([
    ['English', "The quick brown fox doesn't jump. "],
    ['Chinese', '今天天气很好我们去公园吧'],
    ['emoji', '👩‍👩‍👦‍👦🇺🇦👍🏽'],
    ['one word', 'a'],
    ['combining marks', '\u0301'],
    ['dots', '.'],
    ['initials', 'A. '],
    ['blank lines', ' \n'],
    ['Thai', 'ภาษาไทยง่ายมาก'],
  ])('%s: twice the text takes at most about twice the time', (_, unit) => {
    const full = unit.repeat(Math.ceil(65_536 / unit.length));
    const half = full.slice(0, 32_768);
    const cost = (value: string): number => {
      const before = process.cpuUsage();
      textStatistics(value);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const best = (value: string): number =>
      Math.min(...Array.from({ length: 5 }, () => cost(value)));
    best(half);
    // A quadratic scan takes 4 times; below 2 ms the clock says nothing.
    expect(best(full)).toBeLessThan(Math.max(3 * best(half), 2000));
  });
});

describe('relations between operations', () => {
  it('reversal keeps the number of characters, upper case the number of words', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        const reversed = transform('reverse', value);
        fc.pre(splitCharacters(reversed).length === splitCharacters(value).length);
        expect(textStatistics(reversed).characters).toBe(textStatistics(value).characters);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('ab', 'É', 'ß', "don't", '中文', ' ', '.'), { maxLength: 30 }),
        (parts) => {
          const value = parts.join(' ');
          expect(textStatistics(value.toUpperCase()).words).toBe(textStatistics(value).words);
        },
      ),
    );
  });

  it('encodings are inverse', () => {
    fc.assert(
      fc.property(wellFormed, (value) => {
        expect(transform('base64_decode', transform('base64_encode', value))).toBe(value);
        expect(
          transform('base64_decode', transform('base64_encode', value, { urlSafe: true })),
        ).toBe(value);
        expect(transform('url_decode', transform('url_encode', value))).toBe(value);
      }),
    );
  });

  it('JSON keeps its value in both layouts', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const pretty = transform('json_pretty', json);
        expect(JSON.parse(pretty)).toEqual(JSON.parse(json));
        expect(transform('json_minify', pretty)).toBe(transform('json_minify', json));
      }),
    );
  });

  it('JSON is accepted exactly where JSON.parse accepts it', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...'{}[],:"\\u01e+-. \ntruefalsn'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          noise,
          fc.json().map((json) => json.slice(1)),
        ),
        (value) => {
          let isJson = true;
          try {
            JSON.parse(value);
          } catch {
            isJson = false;
          }
          if (isJson) expect(() => transform('json_minify', value)).not.toThrow();
          else
            expect(() => transform('json_minify', value)).toThrow(/Invalid JSON at position \d+/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
