import { isAbbreviation, LONGEST_ABBREVIATION } from './abbreviations.ts';
import {
  ASCII_END,
  characterClass,
  codePointAt,
  DICTIONARY,
  IDEOGRAPH,
  LETTER,
  MARK,
  NUMBER,
  SPACE,
  widthOf,
} from './character-classes.ts';
import { lazyPattern } from '../lazy-pattern.ts';

/** A run of terminators. */
export interface Terminators {
  readonly start: number;
  /** End of the terminators themselves. */
  readonly runEnd: number;
  /** End with closing quotes and brackets. */
  readonly end: number;
  /** Where the first letter or digit of the sentence stands. */
  readonly contentFrom: number;
}

const DOT = 0x2e;
const WIDE_DOT = '．';
const WEAK_RUN = /^[.…]+$/;
const ASCII_RUN = /^[.!?…]+$/;
const MAX_RUN_UNITS = 16;
const MAX_TOKEN_UNITS = 24;
const MAX_GAP_UNITS = 200;
const MAX_INDENT_UNITS = 20;

const beginsSmall = lazyPattern(String.raw`^[^\p{L}]{0,100}\p{Ll}`);
const smallLetter = lazyPattern(String.raw`\p{Ll}`);
const capitalLetter = lazyPattern(String.raw`[\p{Lu}\p{Lt}]`);
/** A letter of a list. Letters with case only: one syllable of Hangul is a word, which takes three letters in NFD. */
const itemLetter = lazyPattern(String.raw`^[\p{Lu}\p{Ll}\p{Lt}]\p{M}*$`);
const opener = lazyPattern(String.raw`[\p{Ps}\p{Pi}"'*_¿¡]`);

/** Tells which terminators of one text end a sentence: UAX #29 SB6–SB11, with a list of English abbreviations. */
export class SentenceRules {
  readonly #text: string;
  /** Whether sentences begin with capitals here: false once the text has begun with a small letter. */
  readonly #hasCapitals: boolean;

  constructor(text: string) {
    this.#text = text;
    this.#hasCapitals = !startsSmall(text);
  }

  endsSentence(marks: Terminators): boolean {
    const text = this.#text;
    const { start, runEnd, end } = marks;
    if (end >= text.length) return true;
    const isDot = runEnd === start + 1 && text.charCodeAt(start) === DOT;
    const run = isDot ? '.' : text.slice(start, Math.min(runEnd, start + MAX_RUN_UNITS));
    // 。！？ and the terminators of other scripts are used for nothing else, but for the dot of １．
    if (!isDot && !ASCII_RUN.test(run)) return run !== WIDE_DOT || !isListMarker(text, marks, true);
    const isSpaced = characterClass(codePointAt(text, end)) === SPACE;
    const next = nextWordStart(text, end);
    const follower = codePointAt(text, next);
    if (isDot) return this.#dotEnds(marks, isSpaced, next);
    const isCjkNext = characterClass(follower) === IDEOGRAPH;
    if (WEAK_RUN.test(run)) return isCjkNext || isCapital(follower) || next >= text.length;
    if (isSpaced) return end === runEnd || !isSmall(follower);
    return next === end && (isCjkNext || isCapital(follower));
  }

  #dotEnds(marks: Terminators, isSpaced: boolean, next: number): boolean {
    const text = this.#text;
    const follower = codePointAt(text, next);
    const isCjkNext = characterClass(follower) === IDEOGRAPH;
    // Chinese and Japanese follow without a space.
    if (!isSpaced && !(isCjkNext && next === marks.end)) return false;
    if (isSpaced && this.#hasCapitals && isSmall(follower)) return false;
    if (isListMarker(text, marks, isCjkNext)) return false;
    const token = tokenBefore(text, marks.start);
    // A.中国 B.美国 are items, 答案是B.因为… is a sentence.
    if (!isSpaced && itemLetter().test(token)) {
      return characterClass(codePointAt(text, marks.start - token.length - 1)) === IDEOGRAPH;
    }
    return !isAbbreviation(token, text, next);
  }
}

function startsSmall(text: string): boolean {
  const limit = Math.min(text.length, 101);
  for (let index = 0; index < limit; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= ASCII_END) return beginsSmall().test(text);
    if (isSmall(unit)) return true;
    if (isCapital(unit)) return false;
  }
  return false;
}

function isSmall(codePoint: number): boolean {
  if (codePoint < ASCII_END) return codePoint >= 0x61 && codePoint <= 0x7a;
  return smallLetter().test(String.fromCodePoint(codePoint));
}

function isCapital(codePoint: number): boolean {
  if (codePoint < ASCII_END) return codePoint >= 0x41 && codePoint <= 0x5a;
  return capitalLetter().test(String.fromCodePoint(codePoint));
}

/** True for what a sentence needs to be one: letters and digits. */
export function isContent(kind: number): boolean {
  return kind === LETTER || kind === NUMBER || kind === IDEOGRAPH || kind === DICTIONARY;
}

/** Past spaces and opening quotes or brackets. */
function nextWordStart(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_GAP_UNITS);
  let index = from;
  while (index < limit) {
    const codePoint = codePointAt(text, index);
    const kind = characterClass(codePoint);
    if (isContent(kind) || (kind !== SPACE && !opener().test(text.charAt(index)))) break;
    index += widthOf(codePoint);
  }
  return index;
}

const MARKER = /^(?:[\d０-９]{1,3}|[a-zA-Z])$/;

/** `1. First` at the start of a line; before Chinese or Japanese, at the start of any sentence. */
function isListMarker(text: string, marks: Terminators, isCjkNext: boolean): boolean {
  const { start, contentFrom } = marks;
  if (start - contentFrom > 3 || start <= contentFrom) return false;
  return (
    MARKER.test(text.slice(contentFrom, start)) && (isCjkNext || isLineStart(text, contentFrom))
  );
}

/** Nothing but spaces before it in its line, as far as it is looked at. */
function isLineStart(text: string, from: number): boolean {
  const before = text.slice(Math.max(0, from - MAX_INDENT_UNITS), from);
  return /(?:^|[\r\n])[ \t\u3000]*$/.test(before);
}

/** The letters and inner dots before a dot; empty when the last letters are too many for an abbreviation. */
function tokenBefore(text: string, dot: number): string {
  const limit = Math.max(0, dot - MAX_TOKEN_UNITS);
  let start = dot;
  let lastDot = dot;
  for (; start > limit; start -= 1) {
    const unit = text.charCodeAt(start - 1);
    if (unit === DOT) lastDot = start - 1;
    else if (!isTokenUnit(unit)) break;
    else if (lastDot === dot && dot - start >= LONGEST_ABBREVIATION) return '';
  }
  // A token does not begin with a dot: ..a. has the token a.
  while (start < dot && text.charCodeAt(start) === DOT) start += 1;
  return text.slice(start, dot);
}

function isTokenUnit(unit: number): boolean {
  const kind = characterClass(unit);
  return kind === LETTER || kind === MARK;
}
