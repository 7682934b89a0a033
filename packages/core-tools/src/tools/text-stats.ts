import { z } from 'zod';

import type { TextStatistics } from '../text.ts';
import type { CoreTool, CoreToolResult } from './core-tool.ts';
import { defineTool } from './define-tool.ts';
import { MAX_TEXT_CHARS } from './input-limits.ts';
import { optionalCount } from './lenient-fields.ts';

/** Arguments of {@link textStats}. */
export interface TextStatsArgs {
  readonly text: string;
  /** How many frequent words to list, 0–100. Default 5. */
  readonly top_n?: number | undefined;
}

const MOST_TOP_WORDS = 100;
/** A text without spaces is one word, however long it is. */
const MAX_WORD_CHARS = 60;

function makeSchema(): z.ZodType<TextStatsArgs> {
  return z.strictObject({
    text: z.string().describe('The text to analyse.'),
    top_n: optionalCount(MOST_TOP_WORDS).describe(
      'How many of the most frequent words to list (default 5, at most 100).',
    ),
  });
}

/** Counts characters, words, sentences and paragraphs of a text, and its most frequent words. */
export const textStats: CoreTool<TextStatsArgs> = defineTool({
  name: 'text_stats',
  title: 'Text statistics',
  description:
    'Counts characters (as readers see them), words, sentences, paragraphs and lines of a text, average word length, ' +
    'reading time and the most frequent words; use it instead of counting yourself. Works for every script; each Chinese or Japanese ' +
    'character counts as one word. Example: {"text": "Hello world. 你好！"}',
  schema: makeSchema,
  maxInputChars: MAX_TEXT_CHARS,
  load: async () => {
    const { textStatistics } = await import('../text.ts');
    return ({ text, top_n: topWords }) => observe(textStatistics(text, { topWords }));
  },
});

/** One count a line, the frequent words last. */
function observe(statistics: TextStatistics): CoreToolResult {
  const words = statistics.topWords.map(({ word, count }) => ({ word: clipped(word), count }));
  const top = words.map(({ word, count }) => `${word}: ${count}`).join(', ');
  const lines = [
    `Characters: ${statistics.characters}`,
    `Characters without spaces: ${statistics.charactersWithoutSpaces}`,
    `Words: ${statistics.words}`,
    `Sentences: ${statistics.sentences}`,
    `Paragraphs: ${statistics.paragraphs}`,
    `Lines: ${statistics.lines}`,
    `Average word length: ${statistics.averageWordLength.toFixed(2)}`,
    ...readingTime(statistics.readingSeconds),
    `Top words: ${top === '' ? '(none)' : top}`,
  ];
  return { text: lines.join('\n'), data: { ...statistics, topWords: words } };
}

function clipped(word: string): string {
  if (word.length <= MAX_WORD_CHARS) return word;
  // Without half of a surrogate pair.
  return `${word.slice(0, MAX_WORD_CHARS - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Of interest where it is a minute at least. */
function readingTime(seconds: number): readonly string[] {
  if (seconds < 60) return [];
  const rest = seconds % 60 === 0 ? '' : ` ${seconds % 60} s`;
  return [`Reading time: ${Math.floor(seconds / 60)} min${rest}`];
}
