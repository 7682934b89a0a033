/**
 * One byte for each code point: a class, and two flags for sentences. Pages of 256 code points are filled from the
 * engine's own Unicode properties when a text first needs them, so that nothing is computed at import and a scan costs
 * one table look-up per character.
 */

/** Punctuation, symbols, emoji, controls. */
export const OTHER = 0;
/** White_Space and the byte order mark. */
export const SPACE = 1;
/** Letters of scripts that put spaces between words. */
export const LETTER = 2;
export const NUMBER = 3;
/** Combining marks and format characters: they belong to what stands before them. */
export const MARK = 4;
/** Han, Hiragana and Katakana: each character counts as a word (Word's and WPS's 字数). */
export const IDEOGRAPH = 5;
/** Thai, Lao, Khmer, Burmese: words without spaces, found by a dictionary. */
export const DICTIONARY = 6;
/** `_` and other connectors. */
export const CONNECTOR = 7;

export const CLASS_MASK = 7;
/** Sentence_Terminal, and the ellipsis. */
export const TERMINATOR_FLAG = 8;
/** Closing quotes and brackets, which may follow a terminator. */
export const CLOSER_FLAG = 16;

/** First match counts. ZWSP (U+200B) is a format character by category, but separates words. */
const CLASS_PATTERNS: readonly (readonly [pattern: RegExp, value: number])[] = [
  [/[\p{White_Space}\uFEFF]/u, SPACE],
  [/\u200B/u, OTHER],
  [/[\p{M}\p{Grapheme_Extend}\p{Cf}]/u, MARK],
  [/(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u, IDEOGRAPH],
  [/(?=\p{L})[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u, DICTIONARY],
  [/\p{L}/u, LETTER],
  [/\p{N}/u, NUMBER],
  [/\p{Pc}/u, CONNECTOR],
];
const TERMINATOR = /[\p{Sentence_Terminal}…]/u;
const CLOSER = /[\p{Pe}\p{Pf}"'”’»]/u;

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const BASIC_PLANE_SIZE = 0x10000;
/** No class has this value: CLOSER_FLAG is the highest flag. */
const UNKNOWN = 255;

let basicPlane: Uint8Array | undefined;
const otherPages: (Uint8Array | undefined)[] = [];

/** The flags of ASCII characters by their code, for loops that look at every unit. Longer, but only those are filled. */
export function asciiFlags(): Uint8Array {
  characterFlags(0);
  return basicPlane ?? new Uint8Array(PAGE_SIZE);
}

/** Class and flags of a code point. */
export function characterFlags(codePoint: number): number {
  if (codePoint < BASIC_PLANE_SIZE) {
    basicPlane ??= new Uint8Array(BASIC_PLANE_SIZE).fill(UNKNOWN);
    const flags = basicPlane[codePoint] ?? OTHER;
    return flags === UNKNOWN ? fillPage(basicPlane, codePoint) : flags;
  }
  const page = (otherPages[codePoint >> PAGE_BITS] ??= new Uint8Array(PAGE_SIZE).fill(UNKNOWN));
  const flags = page[codePoint & (PAGE_SIZE - 1)] ?? OTHER;
  return flags === UNKNOWN ? fillPage(page, codePoint) : flags;
}

/** The class of a code point. */
export function characterClass(codePoint: number): number {
  return characterFlags(codePoint) & CLASS_MASK;
}

/** Fills the 256 places around a code point, and gives its own value. */
function fillPage(table: Uint8Array, codePoint: number): number {
  const first = codePoint & -PAGE_SIZE;
  const place = table.length === PAGE_SIZE ? 0 : first;
  for (let offset = 0; offset < PAGE_SIZE; offset++) {
    table[place + offset] = computeFlags(first + offset);
  }
  return table[place + codePoint - first] ?? OTHER;
}

function computeFlags(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const found = CLASS_PATTERNS.find(([pattern]) => pattern.test(character));
  let flags = found?.[1] ?? OTHER;
  if (TERMINATOR.test(character)) flags |= TERMINATOR_FLAG;
  if (CLOSER.test(character)) flags |= CLOSER_FLAG;
  return flags;
}

/** The code point at a UTF-16 index; a surrogate without a partner is its own. 0 past the end. */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 0xd800 ? unit : (text.codePointAt(index) ?? 0);
}

/** Units below this are ASCII. */
export const ASCII_END = 0x80;

/** UTF-16 units of a code point. */
export function widthOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}
