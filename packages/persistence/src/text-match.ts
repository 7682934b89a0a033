import { foldText } from './tags.ts';
import { textRuns } from './writing-systems.ts';
import type { TextRun } from './writing-systems.ts';

/** A text prepared for matching. */
export interface SearchableText {
  readonly folded: string;
  readonly words: ReadonlySet<string>;
}

/** From this length on a run without blanks is a sentence, of which two thirds may differ, and no longer one word. */
const sentenceLength = 5;

/** A Latin word of this length also matches the beginning of a longer one ("prefer" – "preferences"). */
const prefixLength = 3;

export function searchable(text: string): SearchableText {
  const folded = foldText(text);
  const words = textRuns(folded).filter((run) => !run.isUnspaced);
  return { folded, words: new Set(words.map((run) => run.text)) };
}

/** Makes a test for texts that hold every word of the query; a query without any word matches nothing. */
export function textMatcher(query: string): (text: SearchableText) => boolean {
  const folded = foldText(query);
  const wanted = textRuns(folded);
  if (wanted.length === 0) return (text) => folded !== '' && text.folded.includes(folded);
  return (text) => wanted.every((run) => holds(text, run));
}

function holds(text: SearchableText, run: TextRun): boolean {
  if (!run.isUnspaced) return holdsWord(text, run.text);
  if (text.folded.includes(run.text)) return true;
  const pairs = bigrams(run.text);
  if (pairs.length + 1 < sentenceLength) return false;
  return pairs.filter((pair) => text.folded.includes(pair)).length * 3 >= pairs.length;
}

function holdsWord(text: SearchableText, word: string): boolean {
  if (text.words.has(word)) return true;
  if (word.length < prefixLength) return false;
  for (const candidate of text.words) if (candidate.startsWith(word)) return true;
  return false;
}

function bigrams(text: string): readonly string[] {
  const characters = Array.from(text);
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
