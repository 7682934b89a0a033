import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerPart } from '../src/render/answer-part.ts';

describe('parts of a long answer', () => {
  test('mcp-062: a part holds about 20,000 tokens and ends at a paragraph', () => {
    const paragraph = `${'Sentence of words. '.repeat(50)}\n\n`;
    const answer = paragraph.repeat(200);
    const { text, isCut, to } = answerPart(answer, 0);
    expect(isCut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(80_000);
    expect(text.length).toBeGreaterThan(70_000);
    expect(answer.slice(to - 2, to)).toBe('\n\n');
    const chinese = '今天天气很好。'.repeat(10_000);
    const part = answerPart(chinese, 0);
    expect(part.text.length).toBeLessThanOrEqual(30_000);
    expect(part.text.endsWith('。')).toBe(true);
  });

  test('parts join to the whole and never split a character', () => {
    const piece = fc.constantFrom('😀', '字', 'a', ' ', '\n\n', '. ', '。');
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 4_000 }),
        (pieces, times) => {
          const answer = pieces.join('').repeat(times);
          let joined = '';
          for (let offset = 0; offset < answer.length; offset = joined.length) {
            const part = answerPart(answer, offset);
            expect(part.to).toBeGreaterThan(offset);
            expect(Buffer.from(part.text).toString()).toBe(part.text);
            joined += part.text;
          }
          expect(joined).toBe(answer);
        },
      ),
      { numRuns: 30 },
    );
  });
});
