import type { Tool } from '@mini-agent/foundation/tool';
import { z } from 'zod';

import { textStatistics } from '../text/statistics.ts';
import { defineTool } from './define-tool.ts';
import { numberFromText } from './lenient-values.ts';

/** Longest text that the text tools take, in UTF-16 units. */
export const MAX_TEXT_CHARS = 200_000;

export interface TextStatsArgs {
  readonly text: string;
  /** How many frequent words to list. Default 5. */
  readonly top_n?: number | undefined;
}

const schema: z.ZodType<TextStatsArgs> = z.strictObject({
  text: z.string().describe('The text to analyse.'),
  top_n: z
    .preprocess(numberFromText, z.int().min(0).max(100).optional())
    .optional()
    .describe('How many of the most frequent words to list (default 5).'),
});

/** Counts characters, words, sentences and paragraphs of a text, and its most frequent words. */
export const textStats: Tool<TextStatsArgs> = defineTool({
  name: 'text_stats',
  title: 'Text statistics',
  description:
    'Counts characters (as readers see them), words, sentences, paragraphs and lines of a text, average word length ' +
    'and the most frequent words. Works for every script; each Chinese or Japanese character counts as one word. ' +
    'Example: {"text": "Hello world. 你好！"}',
  schema,
  maxInputChars: MAX_TEXT_CHARS,
  run: ({ text, top_n: topWords }) => {
    const statistics = textStatistics(text, { topWords });
    const top = statistics.topWords.map(({ word, count }) => `${word}: ${count}`).join(', ');
    const lines = [
      `Characters: ${statistics.characters}`,
      `Characters without spaces: ${statistics.charactersWithoutSpaces}`,
      `Words: ${statistics.words}`,
      `Sentences: ${statistics.sentences}`,
      `Paragraphs: ${statistics.paragraphs}`,
      `Lines: ${statistics.lines}`,
      `Average word length: ${statistics.averageWordLength.toFixed(2)}`,
      `Top words: ${top === '' ? '(none)' : top}`,
    ];
    const words = statistics.topWords.map(({ word, count }) => ({ word, count }));
    return { text: lines.join('\n'), data: { ...statistics, topWords: words } };
  },
});
