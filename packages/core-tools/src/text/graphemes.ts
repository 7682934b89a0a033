import { collectGraphemes, countGraphemes } from 'unicode-segmenter/grapheme';

import { requireText } from '../errors.ts';
import { characterFlags, CLUSTER_FLAG, codePointAt, widthOf } from './character-classes.ts';
import { textOfUnits } from './unit-text.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Number of user-perceived characters: extended grapheme clusters (UAX #29). Linear, unlike `Intl.Segmenter` on Node 20. */
export function countCharacters(text: string): number {
  requireText(text, 'text');
  return isAscii(text) ? text.length - countLineFeedPairs(text) : countGraphemes(text);
}

/** The user-perceived characters of a text; joined they give the text again. */
export function splitCharacters(text: string): string[] {
  requireText(text, 'text');
  return collectGraphemes(text);
}

/** The text with its user-perceived characters in reverse order; CRLF stays CRLF. */
export function reverseCharacters(text: string): string {
  requireText(text, 'text');
  const units = new Uint16Array(text.length);
  let place = text.length;
  const write = (start: number, end: number): void => {
    place -= end - start;
    for (let index = start; index < end; index++) {
      units[place + index - start] = text.charCodeAt(index);
    }
  };
  for (let start = 0; start < text.length;) {
    const end = stretchEnd(text, start);
    if (end - start > widthOf(codePointAt(text, start))) {
      for (const cluster of collectGraphemes(text.slice(start, end))) {
        write(start, start + cluster.length);
        start += cluster.length;
      }
    } else write(start, end);
    start = end;
  }
  return textOfUnits(units);
}

/** Where the first boundary stands that no rule can take away: between two code points that never join. */
function stretchEnd(text: string, start: number): number {
  let codePoint = codePointAt(text, start);
  let end = start + widthOf(codePoint);
  while (end < text.length) {
    const next = codePointAt(text, end);
    const mayJoin = ((characterFlags(codePoint) | characterFlags(next)) & CLUSTER_FLAG) !== 0;
    const isLineEnd = codePoint === CARRIAGE_RETURN && next === LINE_FEED;
    if (!mayJoin && !isLineEnd) break;
    codePoint = next;
    end += widthOf(next);
  }
  return end;
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
