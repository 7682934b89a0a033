import { characterClass, codePointAt, SPACE, widthOf } from './character-classes.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NEXT_LINE = 0x85;
const PARAGRAPH_SEPARATOR = 0x2029;

/** Blocks of text between blank lines (or paragraph separators); a blank text has none. Lines end at CRLF, CR, LF, NEL. */
export function countParagraphs(text: string): number {
  let paragraphs = 0;
  let isInside = false;
  let isLineBlank = true;
  for (let index = 0; index < text.length;) {
    const codePoint = codePointAt(text, index);
    index += widthOf(codePoint);
    if (codePoint === PARAGRAPH_SEPARATOR) {
      isInside = false;
    } else if (isLineEnd(codePoint)) {
      if (isLineBlank) isInside = false;
      isLineBlank = true;
      if (codePoint === CARRIAGE_RETURN && text.charCodeAt(index) === LINE_FEED) index += 1;
    } else if (characterClass(codePoint) !== SPACE) {
      if (!isInside) paragraphs += 1;
      isInside = true;
      isLineBlank = false;
    }
  }
  return paragraphs;
}

function isLineEnd(codePoint: number): boolean {
  return codePoint === LINE_FEED || codePoint === CARRIAGE_RETURN || codePoint === NEXT_LINE;
}
