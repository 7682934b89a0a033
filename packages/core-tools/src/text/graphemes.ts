import { collectGraphemes, countGraphemes } from 'unicode-segmenter/grapheme';

/** Number of user-perceived characters: extended grapheme clusters (UAX #29). Linear, unlike `Intl.Segmenter` on Node 20. */
export function countCharacters(text: string): number {
  return isAscii(text) ? text.length - countLineFeedPairs(text) : countGraphemes(text);
}

/** The user-perceived characters of a text; joined they give the text again. */
export function splitCharacters(text: string): string[] {
  return collectGraphemes(text);
}

/** The text with its user-perceived characters in reverse order; CRLF stays CRLF. */
export function reverseCharacters(text: string): string {
  return splitCharacters(text).reverse().join('');
}

/** The number of bytes in UTF-8 equals the number of units exactly for ASCII. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function countLineFeedPairs(text: string): number {
  let count = 0;
  let index = text.indexOf('\r\n');
  while (index !== -1) {
    count += 1;
    index = text.indexOf('\r\n', index + 2);
  }
  return count;
}
