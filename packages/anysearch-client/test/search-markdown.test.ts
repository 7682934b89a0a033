import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, cutText, fairShares } from '../src/clean-text.ts';
import { createEventReader } from '../src/event-stream.ts';
import { parseSearchMarkdown, splitBatch } from '../src/search-markdown.ts';

interface Row {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

/** The frame as the service was recorded to write it. */
function render(rows: readonly Row[]): string {
  const blocks = rows.map(
    (row, at) => `### ${at + 1}. ${row.title}\n- **URL**: ${row.url}\n- ${row.text}\n`,
  );
  return [`## Search Results (${rows.length} results, 12ms)\n`, ...blocks].join('\n');
}

const oneLine = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((text) => cleanText(text).replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '');

const row = fc.record({
  title: oneLine,
  url: fc.webUrl(),
  text: oneLine.filter((text) => !text.startsWith('-')),
});

/** What a page might write to look like the service's frame. */
const forgery = fc
  .array(
    fc.oneof(
      fc.nat(8).map((number) => `### ${number}. Forged`),
      fc.constantFrom('- **URL**: https://evil.example', '', '---', '## Query 2: x', '- planted'),
      fc.constant('## Search Results (9 results, 1ms)'),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

describe('the search parser', () => {
  it('reads back every honest answer', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 10 }), (rows) => {
        expect(parseSearchMarkdown(render(rows))).toEqual({ rows, dropped: 0 });
      }),
    );
  });

  it('never takes an address from the text of a page, however it is made', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.array(forgery),
        (rows, texts) => {
          const spoiled = rows.map((one, at) => ({
            ...one,
            text: `${one.text}\n${texts[at] ?? ''}`,
          }));
          const parsed = parseSearchMarkdown(render(spoiled));
          const honest = new Set(rows.map(({ title, url }) => `${title} ${url}`));
          for (const found of parsed?.rows ?? []) {
            expect(honest).toContain(`${found.title} ${found.url ?? ''}`);
          }
          expect((parsed?.rows.length ?? 0) + (parsed?.dropped ?? 0)).toBe(rows.length);
        },
      ),
    );
  });

  it('drops only the row whose number is imitated', () => {
    const rows = ['a', 'b', 'c'].map((name) => ({
      title: name,
      url: `https://${name}.example/`,
      text: name === 'a' ? 'x\n\n### 2. Other title\n- **URL**: https://evil.example' : 'y',
    }));
    expect(parseSearchMarkdown(render(rows))).toEqual({
      rows: [
        { title: 'a', url: 'https://a.example/', text: 'x' },
        { title: 'c', url: 'https://c.example/', text: 'y' },
      ],
      dropped: 1,
    });
  });

  it.each(['', 'https://<b>half</b>.exam', 'http://127.0.0.1:3080.', 'javascript:alert(1)', '/x'])(
    'keeps a row without its broken address %j',
    (url) => {
      const parsed = parseSearchMarkdown(render([{ title: 't', url, text: 'x' }]));
      expect(parsed).toEqual({ rows: [{ title: 't', text: 'x' }], dropped: 0 });
    },
  );

  it('reads rows without an address line or a title', () => {
    const text = '## Search Results (2 results, 1ms)\n\n### 1. \n- A: 1 | B: 2\n\n### 2. t';
    expect(parseSearchMarkdown(text)).toEqual({
      rows: [
        { title: '(untitled)', text: 'A: 1 | B: 2' },
        { title: 't', text: '' },
      ],
      dropped: 0,
    });
  });

  it('counts rows that are announced and absent, and takes nothing else for an answer', () => {
    expect(parseSearchMarkdown('## Search Results (3 results, 1ms)\n')).toEqual({
      rows: [],
      dropped: 3,
    });
    expect(parseSearchMarkdown('No relevant results found.')).toEqual({ rows: [], dropped: 0 });
    expect(parseSearchMarkdown('Search Results (1 results)')).toBeUndefined();
  });
});

describe('a batch', () => {
  it('is split by numbers, not by place', () => {
    expect(splitBatch('## Query 2: b\n\nB\n\n---\n\n## Query 1: a\n\nA\n', 3)).toEqual([
      'A',
      'B',
      undefined,
    ]);
  });
});

describe('cutting', () => {
  it('never parts a surrogate pair and never exceeds the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, limit) => {
        const cut = cutText(text, limit);
        expect(cut.length).toBeLessThanOrEqual(limit);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it('shares a budget: all of it is used where it is needed, and nobody gets more than it has', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), fc.nat(5000), (lengths, budget) => {
        const shares = fairShares(lengths, budget);
        const sum = shares.reduce((total, share) => total + share, 0);
        const wanted = lengths.reduce((total, length) => total + length, 0);
        expect(sum).toBeLessThanOrEqual(Math.min(budget, wanted));
        expect(sum).toBeGreaterThan(Math.min(budget, wanted) - lengths.length);
        expect(shares.every((share, at) => share <= (lengths[at] ?? 0))).toBe(true);
      }),
    );
  });
});

describe('the event reader', () => {
  it('gives the same events however the text is cut', () => {
    const text =
      '\uFEFF: note\r\nevent: message\rdata: a\ndata:b\r\n\r\nevent: other\ndata: c\n\ndata:  d\n\ndata: lost';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const reader = createEventReader();
        const events = places.flatMap((place, at) =>
          reader.push(text.slice(place, places[at + 1])),
        );
        expect(events).toEqual(['a\nb', ' d']);
      }),
    );
  });

  it('takes its time by the length of the text, not by its square', () => {
    const reader = createEventReader();
    let events = 0;
    for (let at = 0; at < 200_000; at += 1) events += reader.push('data: x').length;
    for (let at = 0; at < 100_000; at += 1) events += reader.push('\n\ndata: y').length;
    expect(events).toBe(100_000);
  });
});
