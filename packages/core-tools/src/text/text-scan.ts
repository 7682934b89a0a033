import { countGraphemes } from 'unicode-segmenter/grapheme';

import {
  ASCII_END,
  characterFlags,
  CLASS_MASK,
  CLOSER_FLAG,
  CLUSTER_FLAG,
  codePointAt,
  CONNECTOR,
  DICTIONARY,
  flagTable,
  IDEOGRAPH,
  KNOWN_FLAG,
  LETTER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  TERMINATOR_FLAG,
  WORD_FLAG,
} from './character-classes.ts';
import { ClusterCount } from './cluster-count.ts';
import { DictionaryCutter } from './dictionary-words.ts';
import { SentenceRules } from './sentence-boundary.ts';
import type { WordTally } from './word-frequency.ts';
import { joinsWord } from './word-joiners.ts';
import { appendHigh, appendLow, finishHigh, SHORT_UNITS } from './word-table.ts';

const BLANK = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NEXT_LINE = 0x85;
const PARAGRAPH_SEPARATOR = 0x2029;
const ENCLOSING_KEYCAP = 0x20e3;
const PLAIN_SPACE = KNOWN_FLAG | SPACE;
/** Letters and digits differ in the lowest bit. */
const WORD_START = KNOWN_FLAG | WORD_FLAG | LETTER;

/**
 * Counts what a text holds, in one pass over its UTF-16 units.
 *
 * Words are UAX #29's, except that a hyphen joins (as in Word's count), each Han or Kana character counts as one, and
 * Thai-like scripts are cut by dictionary. Sentences end at terminators (see {@link SentenceRules}) and at blank lines;
 * a text without a terminator is one sentence.
 */
export class TextScan {
  words = 0;
  /** Han and Kana characters among the words. */
  ideographs = 0;
  /** Characters in all words. */
  wordCharacters = 0;
  sentences = 0;
  paragraphs = 0;
  lineEnds = 0;
  /** White space characters, with CRLF as one, as it is one grapheme cluster. */
  spaces = 0;
  readonly clusters: ClusterCount;

  readonly #text: string;
  readonly #flags: Uint8Array = flagTable();
  readonly #tally: WordTally | undefined;
  readonly #rules: SentenceRules;
  /** Where the first letter or digit of the open sentence stands; -1 when there is none yet. */
  #contentFrom = -1;
  /** Nothing but spaces since the last line end. */
  #isLineBlank = true;
  #isInParagraph = false;
  #ideographCutter: DictionaryCutter | undefined;
  #dictionaryCutter: DictionaryCutter | undefined;

  constructor(text: string, tally: WordTally | undefined) {
    this.#text = text;
    this.#tally = tally;
    this.#rules = new SentenceRules(text);
    this.clusters = new ClusterCount(text);
  }

  run(): void {
    const text = this.#text;
    const flags = this.#flags;
    for (let index = 0; index < text.length;) {
      const unit = text.charCodeAt(index);
      if (unit === BLANK) {
        this.spaces += 1;
        index += 1;
      } else if (((flags[unit] ?? 0) & ~1) === WORD_START) index = this.#passWord(index);
      else index = this.#passOther(index);
    }
    this.#ideographCutter?.finish();
    this.#dictionaryCutter?.finish();
    if (this.#contentFrom !== -1) this.sentences += 1;
    if (this.sentences === 0 && this.paragraphs > 0) this.sentences = 1;
  }

  /** A word that begins with a letter or digit of one unit; fast while nothing else comes. */
  #passWord(from: number): number {
    const text = this.#text;
    const table = this.#flags;
    // A local one, since a bundle turns constants into variables, which cost a load for each unit.
    const wordFlag = WORD_FLAG;
    if (this.#isLineBlank) this.#startLine();
    if (this.#contentFrom === -1) this.#contentFrom = from;
    let unit = text.charCodeAt(from);
    let units = unit;
    let high = 0;
    let low = appendLow(0, unit);
    let index = from + 1;
    for (; index < text.length; index += 1) {
      unit = text.charCodeAt(index);
      const flags = table[unit] ?? 0;
      if ((flags & wordFlag) === 0) {
        if (flags === PLAIN_SPACE) break;
        const kind = flags & CLASS_MASK;
        if (flags === 0 || (flags & CLUSTER_FLAG) !== 0 || kind === MARK) {
          return this.#passAnyWord(from, index);
        }
        if (kind !== OTHER || !joinsWord(text, index, this.#classBefore(index))) break;
      }
      units |= unit;
      high = appendHigh(high, low);
      low = appendLow(low, unit);
    }
    const length = index - from;
    this.words += 1;
    this.wordCharacters += length;
    const tally = this.#tally;
    if (tally === undefined) return index;
    if (units >= ASCII_END || length > SHORT_UNITS) tally.add(from, index);
    else tally.addShort(from, finishHigh(high, length), low);
    return index;
  }

  #classBefore(index: number): number {
    return (this.#flags[this.#text.charCodeAt(index - 1)] ?? 0) & CLASS_MASK;
  }

  /** Any word, of which everything before `index` has been passed. */
  #passAnyWord(from: number, passed: number): number {
    const text = this.#text;
    if (this.#isLineBlank) this.#startLine();
    let index = passed;
    let hasContent = passed > from;
    /** Class of the last letter, digit or connector. */
    let last = hasContent ? this.#classBefore(passed) : CONNECTOR;
    while (index < text.length) {
      const codePoint = codePointAt(text, index);
      const flags = characterFlags(codePoint);
      const kind = flags & CLASS_MASK;
      if (kind === LETTER || kind === NUMBER) {
        hasContent = true;
        if (this.#contentFrom === -1) this.#contentFrom = index;
      }
      if (kind === LETTER || kind === NUMBER || kind === CONNECTOR) last = kind;
      else if (kind !== MARK && !joinsWord(text, index, last)) break;
      index = this.#pass(index, codePoint, flags);
    }
    // A keycap (1️⃣) is an emoji, not a number.
    if (hasContent && text.charCodeAt(index - 1) !== ENCLOSING_KEYCAP) {
      this.words += 1;
      this.wordCharacters += countGraphemes(text.slice(from, index));
      this.#tally?.add(from, index);
    }
    return index;
  }

  /** Whatever is no simple word. */
  #passOther(index: number): number {
    const text = this.#text;
    const codePoint = codePointAt(text, index);
    const flags = characterFlags(codePoint);
    const kind = flags & CLASS_MASK;
    if (kind === SPACE) return this.#passSpace(index, codePoint);
    if (this.#isLineBlank) this.#startLine();
    if (kind === LETTER || kind === NUMBER || kind === CONNECTOR)
      return this.#passAnyWord(index, index);
    if (kind === IDEOGRAPH || kind === DICTIONARY) return this.#passRun(index, kind);
    if ((flags & TERMINATOR_FLAG) !== 0) return this.#passTerminators(index);
    return this.#pass(index, codePoint, flags);
  }

  #pass(index: number, codePoint: number, flags: number): number {
    const width = codePoint > 0xffff ? 2 : 1;
    if ((flags & CLUSTER_FLAG) !== 0) this.clusters.noteJoining(index, index + width);
    if (width === 2) this.clusters.pairs += 1;
    return index + width;
  }

  #startLine(): void {
    this.#isLineBlank = false;
    if (this.#isInParagraph) return;
    this.#isInParagraph = true;
    this.paragraphs += 1;
  }

  /** A second line end with nothing between ends the paragraph, and so the sentence. */
  #passSpace(index: number, unit: number): number {
    this.spaces += 1;
    if (unit === PARAGRAPH_SEPARATOR) {
      this.#endParagraph();
      this.#isLineBlank = true;
    }
    if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN && unit !== NEXT_LINE) return index + 1;
    if (unit !== NEXT_LINE) this.lineEnds += 1;
    if (this.#isLineBlank) this.#endParagraph();
    this.#isLineBlank = true;
    if (unit !== CARRIAGE_RETURN || this.#text.charCodeAt(index + 1) !== LINE_FEED)
      return index + 1;
    this.clusters.lineFeedPairs += 1;
    return index + 2;
  }

  #endParagraph(): void {
    this.#isInParagraph = false;
    this.#endSentence();
  }

  #endSentence(): void {
    if (this.#contentFrom === -1) return;
    this.sentences += 1;
    this.#contentFrom = -1;
  }

  #passTerminators(start: number): number {
    const runEnd = this.#passFlagged(start, TERMINATOR_FLAG);
    const end = this.#passFlagged(runEnd, CLOSER_FLAG);
    const contentFrom = this.#contentFrom;
    if (contentFrom !== -1 && this.#rules.endsSentence({ start, runEnd, end, contentFrom })) {
      this.#endSentence();
    }
    return end;
  }

  #passFlagged(from: number, flag: number): number {
    const text = this.#text;
    let index = from;
    while (index < text.length) {
      const codePoint = codePointAt(text, index);
      const flags = characterFlags(codePoint);
      if ((flags & flag) === 0) break;
      index = this.#pass(index, codePoint, flags);
    }
    return index;
  }

  /** A run of Han and Kana, or of Thai-like letters, with their marks. */
  #passRun(from: number, kind: typeof IDEOGRAPH | typeof DICTIONARY): number {
    const text = this.#text;
    const table = this.#flags;
    const plain = KNOWN_FLAG | kind;
    if (this.#contentFrom === -1) this.#contentFrom = from;
    let index = from;
    let count = 0;
    while (index < text.length) {
      if (table[text.charCodeAt(index)] === plain) {
        index += 1;
        count += 1;
        continue;
      }
      const codePoint = codePointAt(text, index);
      const flags = characterFlags(codePoint);
      if ((flags & CLASS_MASK) === kind) count += 1;
      else if ((flags & CLASS_MASK) !== MARK) break;
      index = this.#pass(index, codePoint, flags);
    }
    if (kind === IDEOGRAPH) this.#countIdeographs(from, index, count);
    else this.#countDictionaryRun(from, index);
    return index;
  }

  #countIdeographs(start: number, end: number, count: number): void {
    this.words += count;
    this.ideographs += count;
    this.wordCharacters += count;
    const tally = this.#tally;
    if (tally === undefined) return;
    this.#ideographCutter ??= new DictionaryCutter(this.#text, (from, to) => {
      tally.add(from, to);
    });
    this.#ideographCutter.add(start, end);
  }

  #countDictionaryRun(start: number, end: number): void {
    this.wordCharacters += countGraphemes(this.#text.slice(start, end));
    this.#dictionaryCutter ??= new DictionaryCutter(this.#text, (from, to) => {
      this.words += 1;
      this.#tally?.add(from, to);
    });
    this.#dictionaryCutter.add(start, end);
  }
}
