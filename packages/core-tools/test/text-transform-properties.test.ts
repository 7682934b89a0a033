import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitCharacters, textStatistics, transformText } from '../src/text.ts';
import type { TextOperation, TransformOptions } from '../src/text.ts';
import { text, wellFormed } from './text-arbitraries.ts';

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

  it.each(['한.ﬁ', 'ß.a', 'xx.ß', 'ﬁ.com', 'a.ßb'])('titlecase of %j is idempotent', (value) => {
    const once = transform('titlecase', value);
    expect(transform('titlecase', once)).toBe(once);
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
      unit: fc.constantFrom(...Array.from('{}[],:"\\u01e+-. \ntruefalsn')),
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

  it('a word occurs as a substring at least as often as it is counted', () => {
    const words = fc.array(fc.constantFrom('an', 'banana', 'na', "don't", 'é', '中文'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, (parts) => {
        const value = parts.join(' ');
        for (const { word, count } of textStatistics(value, { topWords: 100 }).topWords) {
          const found = transformText(value, 'count_substring', { pattern: word }).count ?? 0;
          expect(found).toBeGreaterThanOrEqual(count);
        }
      }),
    );
  });
});
