import { isAbbreviation } from './abbreviations.ts';
import {
  ASCII_END,
  asciiFlags,
  characterClass,
  characterFlags,
  CLASS_MASK,
  CLOSER_FLAG,
  codePointAt,
  DICTIONARY,
  IDEOGRAPH,
  LETTER,
  MARK,
  NUMBER,
  SPACE,
  TERMINATOR_FLAG,
  widthOf,
} from './character-classes.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NEXT_LINE = 0x85;
const PARAGRAPH_SEPARATOR = 0x2029;

interface ScanState {
  sentences: number;
  /** Where the first letter or digit of the open sentence stands; -1 when there is none yet. */
  contentFrom: number;
  /** Nothing but spaces since the last line end. */
  isLineBlank: boolean;
  /** Anything but spaces in the whole text. */
  isBlank: boolean;
  /** Whether sentences begin with capitals here: false once the text has begun with a small letter. */
  readonly hasCapitals: boolean;
}

/**
 * Counts sentences: runs of terminators with closing quotes end one, unless they stand in an abbreviation, an initial,
 * a number, a URL or an ellipsis that goes on; so does a blank line. A text without a terminator is one sentence, a
 * blank one none. Rules of UAX #29 (SB6–SB11) with a list of English abbreviations; in a text that begins with a small
 * letter, a dot before a small letter ends a sentence too.
 */
export function countSentences(text: string): number {
  const state: ScanState = {
    sentences: 0,
    contentFrom: -1,
    isLineBlank: true,
    isBlank: true,
    hasCapitals: !BEGINS_SMALL.test(text),
  };
  let index = 0;
  while (index < text.length) {
    const codePoint = codePointAt(text, index);
    const flags = characterFlags(codePoint);
    const kind = flags & CLASS_MASK;
    if (kind === SPACE) {
      index = passSpace(text, index, state);
      continue;
    }
    state.isBlank = false;
    state.isLineBlank = false;
    if (state.contentFrom === -1 && kind >= LETTER && isContent(kind)) state.contentFrom = index;
    if ((flags & TERMINATOR_FLAG) !== 0) index = passTerminators(text, index, state);
    else if (state.contentFrom === -1) index += widthOf(codePoint);
    else index = passWord(text, index + widthOf(codePoint));
  }
  if (state.contentFrom !== -1) state.sentences += 1;
  return state.sentences === 0 && !state.isBlank ? 1 : state.sentences;
}

function isContent(kind: number): boolean {
  return kind === LETTER || kind === NUMBER || kind === IDEOGRAPH || kind === DICTIONARY;
}

function endSentence(state: ScanState): void {
  if (state.contentFrom === -1) return;
  state.sentences += 1;
  state.contentFrom = -1;
}

/** To the next space or terminator. */
function passWord(text: string, from: number): number {
  const ascii = asciiFlags();
  let index = from;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    const codePoint = unit < ASCII_END ? unit : codePointAt(text, index);
    const flags = unit < ASCII_END ? (ascii[unit] ?? 0) : characterFlags(codePoint);
    if ((flags & TERMINATOR_FLAG) !== 0 || (flags & CLASS_MASK) === SPACE) break;
    index += widthOf(codePoint);
  }
  return index;
}

/** A second line end with nothing between ends the paragraph, and so the sentence. */
function passSpace(text: string, index: number, state: ScanState): number {
  const unit = text.charCodeAt(index);
  if (unit === PARAGRAPH_SEPARATOR) endSentence(state);
  if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN && unit !== NEXT_LINE) return index + 1;
  if (state.isLineBlank) endSentence(state);
  state.isLineBlank = true;
  const isPair = unit === CARRIAGE_RETURN && text.charCodeAt(index + 1) === LINE_FEED;
  return index + (isPair ? 2 : 1);
}

function passTerminators(text: string, start: number, state: ScanState): number {
  const runEnd = skip(text, start, TERMINATOR_FLAG);
  const end = skip(text, runEnd, CLOSER_FLAG);
  if (state.contentFrom !== -1 && isBoundary({ text, start, runEnd, end }, state)) {
    endSentence(state);
  }
  return end;
}

function skip(text: string, from: number, flag: number): number {
  let index = from;
  while (index < text.length) {
    const codePoint = codePointAt(text, index);
    if ((characterFlags(codePoint) & flag) === 0) break;
    index += widthOf(codePoint);
  }
  return index;
}

interface Terminators {
  readonly text: string;
  readonly start: number;
  /** End of the terminators themselves. */
  readonly runEnd: number;
  /** End with closing quotes and brackets. */
  readonly end: number;
}

const WEAK_RUN = /^[.…]+$/;
const ASCII_RUN = /^[.!?…]+$/;
const MAX_RUN_UNITS = 16;
const BEGINS_SMALL = /^[^\p{L}]{0,100}\p{Ll}/u;

function isBoundary(marks: Terminators, state: ScanState): boolean {
  const { text, start, runEnd, end } = marks;
  if (end >= text.length) return true;
  const isDot = runEnd === start + 1 && text.charCodeAt(start) === DOT;
  const run = isDot ? '.' : text.slice(start, Math.min(runEnd, start + MAX_RUN_UNITS));
  // 。！？ and the terminators of other scripts are never used for anything else.
  if (!isDot && !ASCII_RUN.test(run)) return true;
  const isSpaced = characterClass(codePointAt(text, end)) === SPACE;
  const next = nextWordStart(text, end);
  const follower = codePointAt(text, next);
  const isCjkNext = characterClass(follower) === IDEOGRAPH;
  if (!isDot && !WEAK_RUN.test(run)) {
    if (isSpaced) return end === runEnd || !isSmall(follower);
    return next === end && (isCjkNext || isCapital(follower));
  }
  if (run.length > 1 || run === '…') {
    return isCjkNext || isCapital(follower) || next >= text.length;
  }
  if (!isSpaced) return next === end && isCjkNext;
  if (state.hasCapitals && isSmall(follower)) return false;
  return !isListMarker(marks, state) && !isAbbreviation(tokenBefore(text, start), text, next);
}

function isSmall(codePoint: number): boolean {
  if (codePoint < ASCII_END) return codePoint >= 0x61 && codePoint <= 0x7a;
  return /\p{Ll}/u.test(String.fromCodePoint(codePoint));
}

function isCapital(codePoint: number): boolean {
  if (codePoint < ASCII_END) return codePoint >= 0x41 && codePoint <= 0x5a;
  return /\p{Lu}/u.test(String.fromCodePoint(codePoint));
}

const OPENER = /[\p{Ps}\p{Pi}"'*_¿¡]/u;

/** Past spaces and opening quotes or brackets. */
function nextWordStart(text: string, from: number): number {
  const limit = Math.min(text.length, from + 200);
  let index = from;
  while (index < limit) {
    const codePoint = codePointAt(text, index);
    const kind = characterClass(codePoint);
    if (isContent(kind) || (kind !== SPACE && !OPENER.test(text.charAt(index)))) break;
    index += widthOf(codePoint);
  }
  return index;
}

/** `1. First` at the start of a line. */
function isListMarker({ text, start }: Terminators, state: ScanState): boolean {
  const from = state.contentFrom;
  if (start - from > 3 || start <= from) return false;
  const before = text.charCodeAt(from - 1);
  const isLineStart = from === 0 || before === LINE_FEED || before === CARRIAGE_RETURN;
  return isLineStart && /^(?:\d{1,3}|[a-zA-Z])$/.test(text.slice(from, start));
}

const MAX_TOKEN_UNITS = 24;
const DOT = 0x2e;

/** The letters and inner dots before a dot. */
function tokenBefore(text: string, dot: number): string {
  const limit = Math.max(0, dot - MAX_TOKEN_UNITS);
  let start = dot;
  while (start > limit && isTokenUnit(text.charCodeAt(start - 1))) start -= 1;
  // A token does not begin with a dot: ..a. has the token a.
  while (start < dot && text.charCodeAt(start) === DOT) start += 1;
  return text.slice(start, dot);
}

function isTokenUnit(unit: number): boolean {
  if (unit === DOT) return true;
  const kind = characterClass(unit);
  return kind === LETTER || kind === MARK;
}
