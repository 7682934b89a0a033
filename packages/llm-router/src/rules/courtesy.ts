import { isDigit } from './characters.ts';
import { courtesiesAfter, courtesiesBefore, negations } from './lexicon.ts';
import { wordEndsAt, wordStartsAt } from './word-match.ts';

/** A range of a text: `start` inclusive, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part without its courtesies; `textEnd` is `end` with the closing punctuation, for parts that end in a text. */
export interface TrimmedRange extends TextRange {
  readonly textEnd: number;
}

/** Cuts "please", "帮我" and closing punctuation off both ends of a part. */
export function trimCourtesies(lower: string, range: TextRange): TrimmedRange {
  let politeEnd = false;
  let { start, end } = trimMarks(lower, range);
  for (let rounds = 0; rounds < 12; rounds++) {
    const before = courtesyBefore(lower, { start, end });
    if (before !== undefined) start += before.length;
    const after = courtesyAfter(lower, { start, end });
    if (after !== undefined) {
      end -= after.length;
      politeEnd = true;
    }
    if (before === undefined && after === undefined) break;
    ({ start, end } = trimMarks(lower, { start, end }, before !== undefined));
  }
  return { start, end, textEnd: politeEnd ? end : Math.max(end, spacelessEnd(lower, range)) };
}

function spacelessEnd(lower: string, { start, end }: TextRange): number {
  let spaceless = end;
  while (spaceless > start && isSpace(lower[spaceless - 1])) spaceless--;
  return spaceless;
}

/** Looking for the letters alone is much cheaper than for the word: hardly any is there. */
function courtesyBefore(lower: string, { start, end }: TextRange): string | undefined {
  for (const word of courtesiesBefore.get(lower[start] ?? '') ?? none) {
    if (!lower.startsWith(word, start) || start + word.length > end) continue;
    if (wordStartsAt(lower, start, word)) return word;
  }
  return undefined;
}

function courtesyAfter(lower: string, { start, end }: TextRange): string | undefined {
  for (const word of courtesiesAfter.get(lower[end - 1] ?? '') ?? none) {
    if (!lower.endsWith(word, end) || end - word.length < start) continue;
    if (wordEndsAt(lower, end, word)) return word;
  }
  return undefined;
}

const none: readonly string[] = [];

const negationBeginnings: ReadonlySet<string> = new Set(
  negations.map((negation) => negation.charAt(0)),
);

/** The part behind its negation ("don't …"), or undefined where there is none. */
export function negatedPart(lower: string, range: TextRange): TrimmedRange | undefined {
  if (!negationBeginnings.has(lower.charAt(range.start))) return undefined;
  const word = negations.find(
    (negation) =>
      range.start + negation.length < range.end && wordStartsAt(lower, range.start, negation),
  );
  if (word === undefined) return undefined;
  return trimCourtesies(lower, { start: range.start + word.length, end: range.end });
}

function trimMarks(lower: string, range: TextRange, afterWord = false): TextRange {
  let { start, end } = range;
  while (start < end && isSpace(lower[start])) start++;
  if (afterWord) while (start < end && /[\s,，:!！]/.test(lower.charAt(start))) start++;
  while (start < end && mayClose.test(lower.charAt(end - 1))) {
    if (!isClosingMark(lower, { start, end })) break;
    end--;
  }
  return { start, end };
}

const mayClose = /[ \n!！?。.,，;、~…]/;

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}

/** Punctuation that closes a sentence; `!` after an operand is a factorial, and so is left to the intents. */
function isClosingMark(lower: string, { start, end }: TextRange): boolean {
  const mark = lower.charAt(end - 1);
  if (isSpace(mark)) return true;
  if (mark === '!' || mark === '！') {
    let at = end - 1;
    while (at > start && /[ !！]/.test(lower.charAt(at))) at--;
    const operand = lower[at];
    return !(isDigit(operand) || operand === ')' || operand === '!');
  }
  return /[?。.,，;、~…]/.test(mark);
}
