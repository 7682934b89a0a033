import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitText, textWidth } from '../../src/cli/display/text-width.ts';

describe('the columns of a text', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['计算', 4],
    ['ｶﾅ', 2],
    ['カナ', 4],
    ['한국어', 6],
    ['ＡＢ', 4],
    ['、。', 4],
    ['👍', 2],
    ['👍🏽', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🇨🇳', 2],
    ['❤️', 2],
    ['❤', 1],
    ['1️⃣', 2],
    ['✓', 1],
    ['⠋', 1],
    ['…', 1],
    ['𠀀', 2],
    ['a\u200Bb', 2],
    ['नि', 1],
  ])('%j takes %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

describe('a text that is made to fit', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['计算器', 6, '计算器'],
    ['计算器', 5, '计算…'],
    ['计算器', 4, '计…'],
    ['👨‍👩‍👧‍👦x', 2, '…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['abc', -1, ''],
  ])('%j in %i columns is %j', (text, columns, fitted) => {
    expect(fitText(text, columns)).toBe(fitted);
  });

  test('never takes more columns, and never holds a half character', () => {
    const unit = fc.constantFrom('a', '计', '👍', '👨‍👩‍👧', '🇨🇳', 'e\u0301', '❤️', ' ', '\u200B');
    fc.assert(
      fc.property(fc.array(unit), fc.integer({ min: 0, max: 40 }), (parts, columns) => {
        const text = parts.join('');
        const fitted = fitText(text, columns);
        expect(textWidth(fitted)).toBeLessThanOrEqual(columns);
        if (textWidth(text) <= columns && columns > 0) expect(fitted).toBe(text);
        expect(fitted).not.toMatch(/[\uD800-\uDFFF]/u);
      }),
    );
  });
});
