/** Text as plain functions: grapheme-correct, aware of scripts without spaces, linear in the length of the text. */
export { countCharacters, reverseCharacters, splitCharacters } from './text/graphemes.ts';
export { type StatisticsOptions, type TextStatistics, textStatistics } from './text/statistics.ts';
export { TEXT_OPERATIONS, type TextOperation } from './text/operations.ts';
export { type TransformedText, type TransformOptions, transformText } from './text/transform.ts';
export type { WordCount } from './text/word-frequency.ts';
export { CoreToolError, type CoreToolErrorCode, type CoreToolErrorDetails } from './errors.ts';
