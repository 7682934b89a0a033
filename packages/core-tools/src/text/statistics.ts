import { requireOptions, requireText, wrongChoice } from '../errors.ts';
import { TextScan } from './text-scan.ts';
import { type WordCount, WordTally } from './word-frequency.ts';

/** What {@link textStatistics} counts. An empty text has 0 of everything. */
export interface TextStatistics {
  /** User-perceived characters: extended grapheme clusters (UAX #29). */
  readonly characters: number;
  /** The same without white space. */
  readonly charactersWithoutSpaces: number;
  /** Unicode code points. */
  readonly codePoints: number;
  /** The `length` of the string. */
  readonly utf16Units: number;
  /** Bytes in UTF-8. */
  readonly bytes: number;
  /** Words between spaces and dashes; each Han or Kana character is one, Thai-like scripts by dictionary. */
  readonly words: number;
  /** Sentences; abbreviations, initials, versions and URLs end none. */
  readonly sentences: number;
  /** Blocks between blank lines. */
  readonly paragraphs: number;
  /** Lines, also empty ones; a line end at the end begins none. */
  readonly lines: number;
  /** Characters per word; 0 without words. */
  readonly averageWordLength: number;
  /**
   * Seconds of silent reading, rounded up: 238 words a minute (English non-fiction, adults: Brysbaert 2019, doi
   * 10.1016/j.jml.2019.104047) and 255 Han or Kana characters a minute (Chinese, read aloud, so rather too long:
   * Trauzettel-Klosinski and Dietz 2012, doi 10.1167/iovs.11-8284).
   */
  readonly readingSeconds: number;
  /** Most frequent words in lower case, ties by first occurrence; CJK text is cut into dictionary words. */
  readonly topWords: readonly WordCount[];
}

/** Options of {@link textStatistics}. */
export interface StatisticsOptions {
  /** How many frequent words to list, a whole number or Infinity; 0 saves the counting. Default 5. */
  readonly topWords?: number | undefined;
}

/**
 * Counts characters, words, sentences and paragraphs of a text, and its most frequent words. Linear in its length.
 *
 * @throws CoreToolError `invalid_arguments` for such a `topWords` as -1 or 1.5.
 */
export function textStatistics(text: string, options: StatisticsOptions = {}): TextStatistics {
  requireText(text, 'text');
  const topCount = topCountOf(options);
  const tally = topCount > 0 ? new WordTally(text) : undefined;
  const scan = new TextScan(text, tally);
  scan.run();
  const { clusters, spaces, words } = scan;
  const characters = clusters.count();
  return {
    characters,
    charactersWithoutSpaces: characters - spaces,
    codePoints: clusters.codePoints,
    utf16Units: text.length,
    bytes: Buffer.byteLength(text),
    words,
    sentences: scan.sentences,
    paragraphs: scan.paragraphs,
    lines: scan.lineEnds + (/[^\n\r]$/.test(text.slice(-1)) ? 1 : 0),
    averageWordLength: words === 0 ? 0 : scan.wordCharacters / words,
    readingSeconds: readingSeconds(words - scan.ideographs, scan.ideographs),
    topWords: tally?.top(topCount) ?? [],
  };
}

function topCountOf(options: StatisticsOptions): number {
  requireOptions(options);
  const { topWords = 5 } = options;
  if ((Number.isInteger(topWords) && topWords >= 0) || topWords === Infinity) return topWords;
  throw wrongChoice(topWords, 'topWords', 'a whole number of 0 or more, or Infinity');
}

const WORDS_PER_MINUTE = 238;
const CJK_CHARACTERS_PER_MINUTE = 255;

function readingSeconds(words: number, cjkCharacters: number): number {
  return Math.ceil(
    (60 * words) / WORDS_PER_MINUTE + (60 * cjkCharacters) / CJK_CHARACTERS_PER_MINUTE,
  );
}
