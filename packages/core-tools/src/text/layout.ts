import {
  ASCII_END,
  asciiFlags,
  characterClass,
  CLASS_MASK,
  OTHER,
  SPACE,
} from './character-classes.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NEXT_LINE = 0x85;
const PARAGRAPH_SEPARATOR = 0x2029;

/** What can be counted without looking at words. */
export interface Layout {
  readonly codePoints: number;
  /** White space characters, with CRLF as one, as it is one grapheme cluster. */
  readonly spaces: number;
  /** Blocks of text between blank lines (or paragraph separators); a blank text has none. Lines end at CRLF, CR, LF, NEL. */
  readonly paragraphs: number;
  /** Lines that end at CRLF, CR or LF: an empty text has none, a final line end starts no new one. */
  readonly lines: number;
}

/** One pass over a text. No character outside the basic plane is white space. */
export function measureLayout(text: string): Layout {
  const ascii = asciiFlags();
  let pairs = 0;
  let spaces = 0;
  let paragraphs = 0;
  let lineEnds = 0;
  let isInside = false;
  let isLineBlank = true;
  let before = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const kind = unit < ASCII_END ? (ascii[unit] ?? OTHER) & CLASS_MASK : characterClass(unit);
    if (kind !== SPACE) {
      if ((unit & 0xfc00) === 0xdc00 && (before & 0xfc00) === 0xd800) pairs += 1;
      if (!isInside) paragraphs += 1;
      isInside = true;
      isLineBlank = false;
    } else if (unit === LINE_FEED && before === CARRIAGE_RETURN) {
      // The second half of CRLF.
    } else {
      spaces += 1;
      if (unit === PARAGRAPH_SEPARATOR) isInside = false;
      else if (unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === NEXT_LINE) {
        if (unit !== NEXT_LINE) lineEnds += 1;
        if (isLineBlank) isInside = false;
        isLineBlank = true;
      }
    }
    before = unit;
  }
  const endsOpen = text !== '' && before !== LINE_FEED && before !== CARRIAGE_RETURN;
  return {
    codePoints: text.length - pairs,
    spaces,
    paragraphs,
    lines: lineEnds + (endsOpen ? 1 : 0),
  };
}
