import { isLatinLetter, isWordCharacter } from './characters.ts';

/** Whether `word` stands at `position` of lower-case text; a Latin word must not touch another Latin letter or digit. */
export function wordStartsAt(lower: string, position: number, word: string): boolean {
  if (!lower.startsWith(word, position)) return false;
  // Most words stand between spaces.
  const before = lower[position - 1];
  if (before !== ' ' && isWordCharacter(before) && isLatinLetter(word[0])) return false;
  const after = lower[position + word.length];
  return after === ' ' || !(isWordCharacter(after) && isLatinLetter(word[word.length - 1]));
}

/** Whether `word` ends at `end` (exclusive) of lower-case text. */
export function wordEndsAt(lower: string, end: number, word: string): boolean {
  return end >= word.length && wordStartsAt(lower, end - word.length, word);
}
