import { forEachDictionaryWord } from './dictionary-words.ts';
import { countCharacters } from './graphemes.ts';
import { measureLayout } from './layout.ts';
import { countSentences } from './sentences.ts';
import { type WordCount, WordTally } from './word-frequency.ts';
import { scanWords } from './words.ts';

export interface TextStatistics {
  /** User-perceived characters: extended grapheme clusters (UAX #29). */
  readonly characters: number;
  /** The same without white space. */
  readonly charactersWithoutSpaces: number;
  readonly codePoints: number;
  readonly utf16Units: number;
  /** Bytes in UTF-8. */
  readonly bytes: number;
  /** Words between spaces and dashes; each Han or Kana character is one, Thai-like scripts by dictionary. */
  readonly words: number;
  readonly sentences: number;
  /** Blocks between blank lines. */
  readonly paragraphs: number;
  readonly lines: number;
  /** Characters per word; 0 without words. */
  readonly averageWordLength: number;
  /** Most frequent words in lower case, ties by first occurrence; CJK text is cut into dictionary words. */
  readonly topWords: readonly WordCount[];
}

export interface StatisticsOptions {
  /** How many frequent words to list; 0 saves the counting. Default 5. */
  readonly topWords?: number | undefined;
}

/** Counts characters, words, sentences and paragraphs of a text, and its most frequent words. Linear in its length. */
export function textStatistics(text: string, options: StatisticsOptions = {}): TextStatistics {
  const characters = countCharacters(text);
  const { codePoints, spaces, paragraphs, lines } = measureLayout(text);
  const words = countWords(text, options.topWords ?? 5);
  return {
    characters,
    charactersWithoutSpaces: characters - spaces,
    codePoints,
    utf16Units: text.length,
    bytes: Buffer.byteLength(text),
    words: words.count,
    sentences: countSentences(text),
    paragraphs,
    lines,
    averageWordLength: words.count === 0 ? 0 : words.characters / words.count,
    topWords: words.top,
  };
}

interface CountedWords {
  readonly count: number;
  /** Characters in all words. */
  readonly characters: number;
  readonly top: readonly WordCount[];
}

function countWords(text: string, topCount: number): CountedWords {
  let count = 0;
  let characters = 0;
  const tally = topCount > 0 ? new WordTally() : undefined;
  scanWords(text, {
    word: (start, end, isSimple) => {
      count += 1;
      const word = tally || !isSimple ? text.slice(start, end) : '';
      characters += isSimple ? end - start : countCharacters(word);
      tally?.add(word);
    },
    ideographs: (start, end, size) => {
      count += size;
      characters += size;
      if (tally) tallyRun(text.slice(start, end), tally);
    },
    dictionaryRun: (start, end) => {
      const run = text.slice(start, end);
      characters += countCharacters(run);
      count += tallyRun(run, tally);
    },
  });
  return { count, characters, top: tally?.top(topCount) ?? [] };
}

function tallyRun(run: string, tally: WordTally | undefined): number {
  let count = 0;
  forEachDictionaryWord(run, (start, end) => {
    count += 1;
    tally?.add(run.slice(start, end));
  });
  return count;
}
