import fc from 'fast-check';

const PIECES = [
  ...['a', 'Z', 'é', 'e\u0301', 'ß', 'Σ', 'σ', 'İ', 'ǆ', 'ŉ', 'ﬁ', 'й', 'ש', 'ب', 'あ', 'が'],
  ...['か\u3099', '中', '𠮷', '한', '\u1112\u1161\u11ab', 'ไทย', 'क्षि', '1', '½', '²', '_', '-'],
  ...["'", '’', '.', ',', ':', '!', '?', '…', '。', ' ', '\t', '\n', '\r\n', '\r', '\u0085'],
  ...['\u2028', '\u2029', '\u3000', '\ufeff', '\u200b', '\u200d', '\u0301', '👍🏽', '👩‍👩‍👦'],
  ...[
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
];

/** Texts that meet the rules: scripts, marks, emoji, punctuation, line ends, and arbitrary code points. */
export const text: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 2 })), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(''));

/** The same without lone surrogates. */
export const wellFormed: fc.Arbitrary<string> = text.map((value) => value.replace(/\p{Cs}/gu, ''));
