import { countGraphemes } from 'unicode-segmenter/grapheme';

import { lazyPattern } from '../lazy-pattern.ts';

/**
 * One byte for each code point: a class, and flags. Places are filled when a text first has their code point, from the
 * engine's own Unicode properties, so that nothing is computed at import and a scan costs one look-up per character.
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
/** May share a grapheme cluster with a neighbour. Two code points without it never do, except CR and LF. */
export const CLUSTER_FLAG = 32;
/** A letter, number or connector of one UTF-16 unit that is a grapheme cluster of its own wherever it stands. */
export const WORD_FLAG = 64;
/** In the table: known by now. Surrogates are never known there, so that a scan looks at the whole pair. */
export const KNOWN_FLAG = 128;

/** Units below this are ASCII. */
export const ASCII_END = 0x80;

/** First match counts. ZWSP (U+200B) is a format character by category, but separates words. */
const CLASSES: readonly (readonly [pattern: () => RegExp, value: number])[] = [
  [lazyPattern(String.raw`[\p{White_Space}\uFEFF]`), SPACE],
  [lazyPattern(String.raw`\u200B`), OTHER],
  [lazyPattern(String.raw`[\p{M}\p{Grapheme_Extend}\p{Cf}]`), MARK],
  [lazyPattern(String.raw`(?=[\p{L}\p{N}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`), IDEOGRAPH],
  [lazyPattern(String.raw`(?=\p{L})[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`), DICTIONARY],
  [lazyPattern(String.raw`\p{L}`), LETTER],
  [lazyPattern(String.raw`\p{N}`), NUMBER],
  [lazyPattern(String.raw`\p{Pc}`), CONNECTOR],
];
const terminator = lazyPattern(String.raw`[\p{Sentence_Terminal}…]`);
const closer = lazyPattern(String.raw`[\p{Pe}\p{Pf}"'”’»]`);

const BASIC_PLANE_END = 0x10000;
const CODE_POINTS = 0x110000;

let table: Uint8Array | undefined;

/**
 * The flags of each code point, for loops that look at every unit. A place without {@link KNOWN_FLAG} has to be asked
 * for with {@link characterFlags}. The system gives memory only to the pages of the table that a text needs.
 */
export function flagTable(): Uint8Array {
  if (table === undefined) {
    table = new Uint8Array(CODE_POINTS);
    for (let unit = 0; unit < ASCII_END; unit++) table[unit] = KNOWN_FLAG | asciiFlags(unit);
  }
  return table;
}

/** Class and flags of a code point. */
export function characterFlags(codePoint: number): number {
  const flags = flagTable();
  const known = flags[codePoint] ?? OTHER;
  if (known !== 0) return known;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return KNOWN_FLAG | OTHER;
  return (flags[codePoint] = KNOWN_FLAG | computeFlags(codePoint));
}

/** The class of a code point. */
export function characterClass(codePoint: number): number {
  return characterFlags(codePoint) & CLASS_MASK;
}

/** The same as from the properties, without making their patterns for text that has nothing else. */
function asciiFlags(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/\w/.test(character)) {
    return WORD_FLAG | (character === '_' ? CONNECTOR : unit < 0x3a ? NUMBER : LETTER);
  }
  if (/\s/.test(character)) return SPACE;
  return (
    (/[.!?]/.test(character) ? TERMINATOR_FLAG : 0) | (/[)\]}"']/.test(character) ? CLOSER_FLAG : 0)
  );
}

function computeFlags(codePoint: number): number {
  // Nearly all of a Chinese or Korean text.
  if (codePoint >= 0x4e00 && codePoint <= 0x9fff) return IDEOGRAPH;
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) return LETTER | WORD_FLAG;
  const character = String.fromCodePoint(codePoint);
  let flags = CLASSES.find(([pattern]) => pattern().test(character))?.[1] ?? OTHER;
  if (terminator().test(character)) flags |= TERMINATOR_FLAG;
  if (closer().test(character)) flags |= CLOSER_FLAG;
  if (mayJoin(character)) return flags | CLUSTER_FLAG;
  const kind = flags & CLASS_MASK;
  const isWord = kind === LETTER || kind === NUMBER || kind === CONNECTOR;
  return isWord && codePoint < BASIC_PLANE_END ? flags | WORD_FLAG : flags;
}

/** Joins what precedes (marks), what follows (Prepend), or its like (regional indicators, conjoining jamo): UAX #29. */
function mayJoin(character: string): boolean {
  return [`a${character}`, `${character}a`, character + character].some(
    (pair) => countGraphemes(pair) === 1,
  );
}

/** The code point at a UTF-16 index; a surrogate without a partner is its own. 0 past the end. */
export function codePointAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 0xd800 ? unit : (text.codePointAt(index) ?? 0);
}

/** UTF-16 units of a code point. */
export function widthOf(codePoint: number): 1 | 2 {
  return codePoint > 0xffff ? 2 : 1;
}
