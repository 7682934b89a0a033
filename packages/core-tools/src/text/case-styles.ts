import { lazyPattern } from '../lazy-pattern.ts';

export type CaseStyle = 'slug' | 'snake_case' | 'kebab_case' | 'camel_case' | 'pascal_case';

const APOSTROPHES = /['’]/g;
/** helloWorld → hello|World, HTTPServer → HTTP|Server. */
const camelEdge = lazyPattern(String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`);
const separators = lazyPattern(String.raw`[^\p{L}\p{N}\p{M}]+`);
const latinWithMarks = lazyPattern(String.raw`(\p{sc=Latin})\p{M}+`, 'gu');

/** Latin letters that do not decompose into a base letter and a mark, each before its ASCII form. */
const PLAIN_LATIN = 'ßss æae œoe øo đd ðd þth łl ħh ıi ŋng ĸk ŧt ';
const NOT_PLAIN = /[ßæœøđðþłħıŋĸŧ]/g;

/**
 * Rewrites a text as an identifier. Words end at spaces, punctuation and camel-case edges; apostrophes vanish. `slug`
 * also turns Latin letters into ASCII (é → e, ß → ss); other scripts stay.
 */
export function toCaseStyle(text: string, style: CaseStyle): string {
  const words = splitIdentifier(text, style !== 'slug');
  switch (style) {
    case 'slug':
      return words.map(toPlainLatin).join('-');
    case 'snake_case':
      return words.join('_');
    case 'kebab_case':
      return words.join('-');
    case 'camel_case':
      return words.map((word, index) => (index === 0 ? word : capitalise(word))).join('');
    case 'pascal_case':
      return words.map(capitalise).join('');
  }
}

const SMALL_ASCII = /^[a-z\d]+$/;

/** Words in lower case. */
function splitIdentifier(text: string, atCamelEdges: boolean): string[] {
  const words: string[] = [];
  for (const word of text.replace(APOSTROPHES, '').split(separators())) {
    // Most words are, and have no edge to look for.
    if (SMALL_ASCII.test(word)) words.push(word);
    else if (!atCamelEdges) words.push(word.toLowerCase());
    else for (const part of word.split(camelEdge())) words.push(part.toLowerCase());
  }
  return words.filter((word) => word !== '');
}

function capitalise(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length);
}

function toPlainLatin(word: string): string {
  if (SMALL_ASCII.test(word)) return word;
  const plain = word.normalize('NFD').replace(latinWithMarks(), '$1').normalize('NFC');
  return plain.replace(NOT_PLAIN, (letter) => {
    const from = PLAIN_LATIN.indexOf(letter) + 1;
    return PLAIN_LATIN.slice(from, PLAIN_LATIN.indexOf(' ', from));
  });
}
