export type CaseStyle = 'slug' | 'snake_case' | 'kebab_case' | 'camel_case' | 'pascal_case';

const APOSTROPHES = /['’]/g;
/** helloWorld → hello|World, HTTPServer → HTTP|Server. */
const CAMEL_EDGE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;
const LATIN_WITH_MARKS = /(\p{sc=Latin})\p{M}+/gu;

/** Latin letters that do not decompose into a base letter and a mark. */
const PLAIN_LATIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
]);

/**
 * Rewrites a text as an identifier. Words end at spaces, punctuation and camel-case edges; apostrophes vanish. `slug`
 * also turns Latin letters into ASCII (é → e, ß → ss); other scripts stay.
 */
export function toCaseStyle(text: string, style: CaseStyle): string {
  const words = splitIdentifier(text, style !== 'slug').map((word) => word.toLowerCase());
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

function splitIdentifier(text: string, atCamelEdges: boolean): string[] {
  const words = text.replace(APOSTROPHES, '').split(SEPARATORS);
  const parts = atCamelEdges ? words.flatMap((word) => word.split(CAMEL_EDGE)) : words;
  return parts.filter((part) => part !== '');
}

function capitalise(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length);
}

function toPlainLatin(word: string): string {
  const plain = word.normalize('NFD').replace(LATIN_WITH_MARKS, '$1').normalize('NFC');
  return plain.replace(/[ßæœøđðþłħı]/g, (letter) => PLAIN_LATIN.get(letter) ?? letter);
}
