// Character codes that the grammar knows. Codes above 126 are our own: what a Unicode character stands for.
export const END = -1;
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

const LAST_ASCII = 126;
const FULL_WIDTH_OFFSET = 0xfee0;

const MEANINGS = new Map<number, number>();
define('×·⋅∙✕✖∗', STAR);
define('÷∕⁄', SLASH);
define('−–—﹣‐‑‒', MINUS);
define('√', SQUARE_ROOT);
define('∛', CUBE_ROOT);
define('πΠ', PI_SIGN);
define('°º˚', DEGREE_SIGN);
define('⁻', SUPERSCRIPT_MINUS);
Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹').forEach((digit, value) => {
  define(digit, SUPERSCRIPT_0 + value);
});
// Spaces, among them the ideographic one, no-break spaces, zero-width characters and a byte order mark.
define(
  '\u3000\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  SPACE,
);
define('\u202f\u205f\u200b\u200c\u200d\u2060\ufeff\u2028\u2029\u0085', SPACE);

function define(characters: string, meaning: number): void {
  for (const character of characters) MEANINGS.set(character.charCodeAt(0), meaning);
}

/** The code of the character at `position`, a Unicode form replaced by what it stands for; END behind the text. */
export function codeAt(source: string, position: number): number {
  if (position >= source.length) return END;
  const code = source.charCodeAt(position);
  return code <= LAST_ASCII ? code : meaningOf(code);
}

/**
 * An explicit table and not NFKC, which would make 32 of 3². Full-width forms have a fixed distance to ASCII
 * (Unicode block Halfwidth and Fullwidth Forms); the full-width colon is no division.
 */
function meaningOf(code: number): number {
  if (code > 0xff00 && code < 0xff5f) return code - FULL_WIDTH_OFFSET;
  return MEANINGS.get(code) ?? UNKNOWN;
}

/** Space, tab and line breaks; Unicode spaces have become spaces. */
export function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
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
