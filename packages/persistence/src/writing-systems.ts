/** Scripts that write words without blanks between them; in them a word is found as a part of the text. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆';

/** Longer runs come in pieces: a regular expression without a bound runs out of stack on a run of a million characters. */
const longestRun = 1000;

const runs = new RegExp(
  `[${unspaced}]{1,${longestRun}}|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}_]){1,${longestRun}}`,
  'gu',
);
const unspacedStart = new RegExp(`^[${unspaced}]`, 'u');
const spacedWordCharacter = new RegExp(`^(?![${unspaced}])[\\p{L}\\p{N}\\p{M}_]$`, 'u');

/** A piece of a text: a run of a script without blanks, or a word of another one. */
export interface TextRun {
  readonly text: string;
  readonly isUnspaced: boolean;
}

export function textRuns(text: string): readonly TextRun[] {
  return (text.match(runs) ?? []).map((run) => ({
    text: run,
    isUnspaced: unspacedStart.test(run),
  }));
}

/** True for letters and digits that join with their neighbours into one word. */
function joins(character: string | undefined): boolean {
  return character !== undefined && spacedWordCharacter.test(character);
}

const apostrophes = new Set(["'", '’']);

export interface Occurrence {
  readonly text: string;
  readonly part: string;
  /** The part was cut at its end, so that the word may go on there; default false. */
  readonly isCut?: boolean;
}

/**
 * Whether `part` occurs in `text` as whole words: next to a Latin (or Cyrillic, …) letter or digit at its edge there is no
 * further one. Edges of scripts without blanks need no such border. Both texts must be folded alike; an empty part never occurs.
 */
export function occursAsWords({ text, part, isCut = false }: Occurrence): boolean {
  if (part === '') return false;
  const first = Array.from(part.slice(0, 2))[0];
  const last = Array.from(part.slice(-2)).at(-1);
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 3), at));
    const after = Array.from(text.slice(at + part.length, at + part.length + 3));
    const startsFree = !joins(first) || !continues(before.at(-1), before.at(-2));
    const endsFree =
      isCut || !joins(last) || !(continues(after[0], after[1]) || isOperator(after[0]));
    if (startsFree && endsFree) return true;
  }
  return false;
}

/** The neighbour is a letter, or an apostrophe with a letter behind it, as in "it's". */
function continues(neighbour: string | undefined, next: string | undefined): boolean {
  return joins(neighbour) || (neighbour !== undefined && apostrophes.has(neighbour) && joins(next));
}

/** "c" is no whole word of "c++" and "c#". */
function isOperator(character: string | undefined): boolean {
  return character === '+' || character === '#';
}
