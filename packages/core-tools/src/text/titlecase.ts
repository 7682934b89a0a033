import { lazyPattern } from '../lazy-pattern.ts';

/** Two letters, or one whose capital form is two (ß → Ss), so that a second pass sees what the first saw. */
const TWO_LETTERS = String.raw`(?:\p{L}\p{M}*\p{L}|[ßևẚﬀ-ﬆﬓ-ﬗ])`;
const INNER = String.raw`[\p{L}\p{N}\p{M}\p{Pc}\p{Cf}]*`;
const JOINER = String.raw`(?:['’]|(?<=${TWO_LETTERS}\p{M}*)\.(?=${TWO_LETTERS}))`;

/** A word of UAX #29: apostrophes stay inside, hyphens do not; a dot stays inside example.com but not in U.S.A. */
const word = lazyPattern(String.raw`[\p{L}\p{N}\p{Pc}]${INNER}(?:${JOINER}\p{L}${INNER})*`, 'gu');
const lead = lazyPattern(String.raw`^[\p{Pc}\p{Cf}]*`);
const startsWithNumber = lazyPattern(String.raw`^\p{N}`);

/** Letters that are two letters have a title form of their own: upper, title and lower case of each. */
const DIGRAPHS: readonly string[] = ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'];

/**
 * Titlecases each word: its first letter to title case (ǆ → ǅ, ß → Ss), the rest to lower case. A word that starts with
 * a digit stays in lower case (3rd). Unicode §3.13 with the word boundaries of UAX #29.
 */
export function toTitleCase(text: string, locale: string | undefined): string {
  return text.replace(word(), (found) => titleWord(found, locale));
}

const PLAIN_WORD = /^[A-Za-z][\w']*$/;

function titleWord(found: string, locale: string | undefined): string {
  if (locale === undefined && PLAIN_WORD.test(found)) {
    return found.charAt(0).toUpperCase() + found.slice(1).toLowerCase();
  }
  const lower = (part: string): string =>
    locale === undefined ? part.toLowerCase() : part.toLocaleLowerCase(locale);
  const start = lead().exec(found)?.[0] ?? '';
  const body = found.slice(start.length);
  if (body === '' || startsWithNumber().test(body)) return lower(found);
  const first = String.fromCodePoint(body.codePointAt(0) ?? 0);
  // The whole word is lowered, since the form of a last sigma depends on what stands before it.
  return start + titleLetter(first, locale) + lower(body).slice(lower(first).length);
}

const YPOGEGRAMMENI = '\u0345';
/** Without an upper-case letter of their own in title case: ŉ, and Georgian, whose capitals are for whole words only. */
const UNCHANGED = /[ŉ\u10D0-\u10FF]/;

function titleLetter(letter: string, locale: string | undefined): string {
  const upper = (part: string): string =>
    locale === undefined ? part.toUpperCase() : part.toLocaleUpperCase(locale);
  const digraph = DIGRAPHS.find((forms) => forms.includes(letter));
  if (digraph !== undefined) return digraph.charAt(1);
  if (UNCHANGED.test(letter)) return letter;
  const decomposed = letter.normalize('NFD');
  if (decomposed.includes(YPOGEGRAMMENI)) {
    // Upper case writes the iota beside the letter (ΑΙ), title case keeps it below (ᾼ).
    return (upper(decomposed.replace(YPOGEGRAMMENI, '')) + YPOGEGRAMMENI).normalize('NFC');
  }
  const raised = upper(letter);
  const first = String.fromCodePoint(raised.codePointAt(0) ?? 0);
  // ß → SS → Ss, ﬁ → FI → Fi; combining marks after the first letter are not touched.
  return first + raised.slice(first.length).toLowerCase();
}
