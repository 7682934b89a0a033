/**
 * Abbreviations whose dot ends no sentence (the ideas of UAX #29's tailoring and CLDR's suppressions; `Intl.Segmenter`
 * has none). Keys are in lower case, without the last dot.
 */

/** They always go on: e.g. The Hague. */
const OPEN: ReadonlySet<string> = new Set([
  'e.g',
  'i.e',
  'eg',
  'ie',
  'vs',
  'cf',
  'viz',
  'al',
  'v',
  'incl',
  'approx',
  'ca',
]);

/** They go on unless a word follows that begins sentences: Dr. Smith, Acme Inc. Ltd; but: at 5 p.m. He left. */
const CLOSED: ReadonlySet<string> = new Set(
  (
    'mr mrs ms mx dr prof st sr jr rev hon gen col capt cmdr lt sgt maj gov sen rep pres fr mt ft messrs mme mlle ' +
    'etc inc ltd co corp bros dept univ assn est ave blvd rd ph.d esq'
  ).split(' '),
);

/** They go on only before a number: No. 5, Fig. 3, Jan. 2; but: No. I will not. */
const NUMERIC: ReadonlySet<string> = new Set(
  'no nos fig figs p pp vol vols art sec ch eq ed op nr jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** Words that begin sentences and hardly ever follow an abbreviation within one. */
const SENTENCE_STARTERS: ReadonlySet<string> = new Set(
  (
    'The He She It They We I You This That These Those There But And So In On At If When What Why How Where Then ' +
    'However A An My Our His Her Their Its As For After Before While Although Let'
  ).split(' '),
);

/** Of the abbreviations without inner dots; an initial with its marks may be a little longer than one unit. */
const LONGEST_TOKEN = 6;

const INITIALS = /(?:^|\.)\p{L}\p{M}*$/u;
const CAPITAL_INITIAL = /^\p{Lu}\p{M}*$/u;
const NEXT_WORD = /^[\p{L}\p{N}][\p{L}\p{M}]*/u;
const MAX_WORD_UNITS = 40;

/**
 * True when the dot after `token` does not end a sentence.
 *
 * @param token - the letters and dots before the dot: `Dr`, `U.S`, `F`.
 * @param text - the whole text.
 * @param next - where the next word starts.
 */
export function isAbbreviation(token: string, text: string, next: number): boolean {
  if (token.length > LONGEST_TOKEN && !token.includes('.')) return false;
  const key = token.toLowerCase();
  if (OPEN.has(key)) return true;
  if (NUMERIC.has(key)) return /^\p{N}/u.test(wordAt(text, next));
  // Single letters after a dot (U.S., p.m.) and lone capitals (Edgar F. Codd).
  const isInitial = CAPITAL_INITIAL.test(token) || (token.includes('.') && INITIALS.test(token));
  return (isInitial || CLOSED.has(key)) && !SENTENCE_STARTERS.has(wordAt(text, next));
}

function wordAt(text: string, index: number): string {
  const word = NEXT_WORD.exec(text.slice(index, index + MAX_WORD_UNITS))?.[0] ?? '';
  // `I.` and `A.` are initials themselves.
  return /^\p{L}$/u.test(word) && text.charAt(index + 1) === '.' ? '' : word;
}
