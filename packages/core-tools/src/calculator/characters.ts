// Character codes that the grammar knows. Codes above 126 are our own: what a Unicode character stands for.
/** Behind the last character. */
export const END = 0;
export const SPACE = 32;
export const EXCLAMATION = 33;
export const PERCENT_SIGN = 37;
export const OPEN = 40;
export const CLOSE = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const SLASH = 47;
export const DIGIT_0 = 48;
export const DIGIT_9 = 57;
export const EQUALS = 61;
export const QUESTION = 63;
export const CARET = 94;
export const UNDERSCORE = 95;
export const LOWER_E = 101;

export const SQUARE_ROOT = 200;
export const CUBE_ROOT = 201;
export const PI_SIGN = 202;
export const DEGREE_SIGN = 203;
/** ⁰ to ⁹ are 210 to 219. */
export const SUPERSCRIPT_0 = 210;
export const SUPERSCRIPT_9 = 219;
export const SUPERSCRIPT_MINUS = 220;
/** A character that has no meaning here. */
export const UNKNOWN = 255;

const LAST_SPACE = 13;
export const LAST_ASCII = 126;
const FULL_WIDTH_OFFSET = 0xfee0;

/** What the characters of one text mean, one code each. */
const MEANINGS: readonly (readonly [characters: string, meaning: number])[] = [
  ['×·⋅∙✕✖∗', STAR],
  ['÷∕⁄', SLASH],
  ['−–—﹣‐‑‒', MINUS],
  ['√', SQUARE_ROOT],
  ['∛', CUBE_ROOT],
  ['πΠ', PI_SIGN],
  ['°º˚', DEGREE_SIGN],
  ['⁻', SUPERSCRIPT_MINUS],
  // The ideographic space, no-break spaces, zero-width characters, line separators and a byte order mark.
  ['\u3000\u00a0\u1680\u202f\u205f\u200b\u200c\u200d\u2060\ufeff\u2028\u2029\u0085', SPACE],
  ['\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a', SPACE],
];
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Writes the code of every character of `source` into `codes`, a Unicode form as what it stands for, and END behind
 * them. True when the whole text is ASCII.
 */
export function readCodes(source: string, codes: Uint8Array): boolean {
  const { length } = source;
  let isAscii = true;
  for (let position = 0; position < length; position += 1) {
    const code = source.charCodeAt(position);
    if (code <= LAST_ASCII && code > LAST_SPACE) {
      codes[position] = code;
    } else {
      codes[position] = meaningOf(code);
      if (code > LAST_ASCII) isAscii = false;
    }
  }
  codes[length] = END;
  return isAscii;
}

/**
 * An explicit table and not NFKC, which would make 32 of 3². Full-width forms have a fixed distance to ASCII
 * (Unicode block Halfwidth and Fullwidth Forms); the full-width colon is no division.
 */
export function meaningOf(code: number): number {
  if (code <= LAST_ASCII) {
    if (code > LAST_SPACE) return code;
    return code >= 9 ? SPACE : UNKNOWN;
  }
  if (code > 0xff00 && code < 0xff5f) return code - FULL_WIDTH_OFFSET;
  const character = String.fromCharCode(code);
  const digit = SUPERSCRIPTS.indexOf(character);
  if (digit >= 0) return SUPERSCRIPT_0 + digit;
  for (const [characters, meaning] of MEANINGS) if (characters.includes(character)) return meaning;
  return UNKNOWN;
}

export function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9;
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

export function isSuperscript(code: number): boolean {
  return code >= SUPERSCRIPT_0 && code <= SUPERSCRIPT_MINUS;
}
