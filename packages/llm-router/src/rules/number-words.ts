import { isWordCharacter } from './characters.ts';

export const small: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);

export const tens: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);

export const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['million', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

export const parts: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['halves', 2],
  ['third', 3],
  ['quarter', 4],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['twelfth', 12],
  ['sixteenth', 16],
  ['twentieth', 20],
  ['hundredth', 100],
  ['thousandth', 1000],
]);

export interface Word {
  readonly text: string;
  readonly end: number;
}

const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** The word at or behind spaces (or one hyphen inside a number) after `position`. */
export function nextWord(lower: string, position: number): Word | undefined {
  let start = position;
  if (lower[start] === '-') start++;
  else while (lower[start] === ' ') start++;
  let end = start;
  while (end - start < 12) {
    const code = lower.charCodeAt(end);
    if (!(code >= LETTER_A && code <= LETTER_Z)) break;
    end++;
  }
  if (end === start || isWordCharacter(lower[end])) return undefined;
  return { text: lower.slice(start, end), end };
}

const beginnings: ReadonlySet<string> = new Set([
  ...small.keys(),
  ...tens.keys(),
  ...['a', 'an', 'point', 'half', 'quarter'],
]);

export function beginsNumber(lower: string, position: number): boolean {
  const word = nextWord(lower, position);
  return word !== undefined && beginnings.has(word.text);
}

/** Whether the word behind digits may belong to the number: "1.5 million", "2 and a half". */
export function continuesNumber(lower: string, position: number): boolean {
  const word = nextWord(lower, position)?.text;
  return word === 'and' || multiplies(word);
}

export function multiplies(word: string | undefined): boolean {
  return word !== undefined && (word === 'hundred' || word === 'dozen' || scales.has(word));
}
