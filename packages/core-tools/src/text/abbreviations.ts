import { lazyPattern } from '../lazy-pattern.ts';

/** When the dot after an abbreviation goes on. */
type Continuation = 'always' | 'unless a starter follows' | 'before a number';

/**
 * Abbreviations whose dot ends no sentence (the ideas of UAX #29's tailoring and CLDR's suppressions; `Intl.Segmenter`
 * has none). In lower case, without the last dot.
 */
const ABBREVIATIONS: readonly (readonly [Continuation, string])[] = [
  // e.g. The Hague
  ['always', 'e.g i.e eg ie vs cf viz al v incl approx ca'],
  // Dr. Smith, Acme Inc. Ltd; but: at 5 p.m. He left.
  [
    'unless a starter follows',
    'mr mrs ms mx dr prof st sr jr rev hon gen col capt cmdr lt sgt maj gov sen rep pres fr mt ft messrs mme mlle ' +
      'etc inc ltd co corp bros dept univ assn est ave blvd rd ph.d esq',
  ],
  // No. 5, Fig. 3, Jan. 2; but: No. I will not.
  [
    'before a number',
    'no nos fig figs p pp vol vols art sec ch eq ed op nr jan feb mar apr jun jul aug sep sept oct nov dec',
  ],
];

/** Words that begin sentences and hardly ever follow an abbreviation within one. */
const SENTENCE_STARTERS =
  'The He She It They We I You This That These Those There But And So In On At If When What Why How Where Then ' +
  'However A An My Our His Her Their Its As For After Before While Although Let';

let continuations: ReadonlyMap<string, Continuation> | undefined;
let starters: ReadonlySet<string> | undefined;

function continuationOf(key: string): Continuation | undefined {
  continuations ??= new Map(
    ABBREVIATIONS.flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
  );
  return continuations.get(key);
}

/** Units without an inner dot; an initial with its marks may be a little longer than one. */
export const LONGEST_ABBREVIATION = 6;

/** A syllable of Hangul is no initial: it is one letter or up to three, depending on the normal form. */
const initials = lazyPattern(String.raw`(?:^|\.)(?!\p{Script=Hangul})\p{L}\p{M}*$`);
const capitalInitial = lazyPattern(String.raw`^\p{Lu}\p{M}*$`);
const number = lazyPattern(String.raw`^\p{N}`);
const wordPattern = lazyPattern(String.raw`^[\p{L}\p{N}][\p{L}\p{M}]*`);
const singleLetter = lazyPattern(String.raw`^\p{L}$`);
const MAX_WORD_UNITS = 40;

/**
 * True when the dot after `token` does not end a sentence.
 *
 * @param token - the letters and dots before the dot: `Dr`, `U.S`, `F`.
 * @param text - the whole text.
 * @param next - where the next word starts.
 */
export function isAbbreviation(token: string, text: string, next: number): boolean {
  if (token === '') return false;
  const continuation = continuationOf(token.toLowerCase());
  if (continuation === 'always') return true;
  if (continuation === 'before a number') return number().test(wordAt(text, next));
  // Single letters after a dot (U.S., p.m.) and lone capitals (Edgar F. Codd).
  const isInitial = token.includes('.') ? initials().test(token) : isCapitalInitial(token);
  return (isInitial || continuation !== undefined) && !startsSentence(wordAt(text, next));
}

function isCapitalInitial(token: string): boolean {
  // Most tokens are ASCII words.
  if (token.length > 1 && /^[a-zA-Z]/.test(token.slice(1))) return false;
  return capitalInitial().test(token);
}

function startsSentence(word: string): boolean {
  starters ??= new Set(SENTENCE_STARTERS.split(' '));
  return starters.has(word);
}

function wordAt(text: string, index: number): string {
  const word = wordPattern().exec(text.slice(index, index + MAX_WORD_UNITS))?.[0] ?? '';
  // `I.` and `A.` are initials themselves.
  return text.charAt(index + 1) === '.' && singleLetter().test(word) ? '' : word;
}
