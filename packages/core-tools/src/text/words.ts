import {
  ASCII_END,
  asciiFlags,
  characterClass,
  CLASS_MASK,
  codePointAt,
  CONNECTOR,
  DICTIONARY,
  IDEOGRAPH,
  LETTER,
  MARK,
  NUMBER,
  OTHER,
  SPACE,
  widthOf,
} from './character-classes.ts';

/** What a scan meets, as UTF-16 ranges. */
export interface WordSink {
  /** A word between spaces; `isSimple`: every unit of it is one character. */
  readonly word: (start: number, end: number, isSimple: boolean) => void;
  /** A run of Han and Kana that holds `count` characters. */
  readonly ideographs: (start: number, end: number, count: number) => void;
  /** A run of Thai, Lao, Khmer or Burmese. */
  readonly dictionaryRun: (start: number, end: number) => void;
}

/**
 * Finds the words of a text in one pass. Letters, digits, marks and `_` make words; `'`, `’`, `.`, `-`, `·` stay inside
 * between two letters or digits (don't, 3.14, e-mail), `,` and `:` between two digits; dashes and spaces separate.
 * UAX #29, except that a hyphen joins (as in Word's count).
 */
export function scanWords(text: string, sink: WordSink): void {
  const ascii = asciiFlags();
  let index = 0;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    if (unit < ASCII_END) {
      const asciiKind = (ascii[unit] ?? OTHER) & CLASS_MASK;
      if (asciiKind === LETTER || asciiKind === NUMBER || asciiKind === CONNECTOR)
        index = scanWord(text, index, sink);
      else index += 1;
      continue;
    }
    const codePoint = codePointAt(text, index);
    const kind = characterClass(codePoint);
    if (kind === SPACE || kind === OTHER || kind === MARK) index += widthOf(codePoint);
    else if (kind === IDEOGRAPH || kind === DICTIONARY)
      index = scanRun(text, index, { kind, sink });
    else index = scanWord(text, index, sink);
  }
}

function scanRun(
  text: string,
  start: number,
  { kind, sink }: { readonly kind: number; readonly sink: WordSink },
): number {
  let index = start;
  let count = 0;
  while (index < text.length) {
    const codePoint = codePointAt(text, index);
    const next = characterClass(codePoint);
    if (next === kind) count += 1;
    else if (next !== MARK) break;
    index += widthOf(codePoint);
  }
  if (kind === IDEOGRAPH) sink.ideographs(start, index, count);
  else sink.dictionaryRun(start, index);
  return index;
}

const ENCLOSING_KEYCAP = 0x20e3;

function scanWord(text: string, start: number, sink: WordSink): number {
  const ascii = asciiFlags();
  let index = start;
  /** Class of the last letter, digit or connector. */
  let last = CONNECTOR;
  let hasContent = false;
  let isSimple = true;
  while (index < text.length) {
    const unit = text.charCodeAt(index);
    const codePoint = unit < ASCII_END ? unit : codePointAt(text, index);
    const kind = unit < ASCII_END ? (ascii[unit] ?? OTHER) & CLASS_MASK : characterClass(codePoint);
    if (kind === LETTER || kind === NUMBER || kind === CONNECTOR) {
      last = kind;
      if (kind !== CONNECTOR) hasContent = true;
      if (codePoint >= 0x1100) isSimple = false;
    } else if (kind === MARK) {
      isSimple = false;
    } else if (!joins(text, index, last)) {
      break;
    }
    index += widthOf(codePoint);
  }
  // A keycap (1️⃣) is an emoji, not a number.
  const isKeycap = text.charCodeAt(index - 1) === ENCLOSING_KEYCAP;
  if (hasContent && !isKeycap) sink.word(start, index, isSimple);
  return index;
}

/** True when the punctuation at `index` stands inside a word. */
function joins(text: string, index: number, before: number): boolean {
  if (before === CONNECTOR) return false;
  const unit = text.charCodeAt(index);
  if (unit > 0x7f ? !isWideJoiner(unit) : !isAsciiJoiner(unit)) return false;
  const after = characterClass(codePointAt(text, index + 1));
  if (index + 1 >= text.length) return false;
  // `,` and `:`
  if (unit === 0x2c || unit === 0x3a) return before === NUMBER && after === NUMBER;
  return after === LETTER || after === NUMBER;
}

/** ' , - . : */
function isAsciiJoiner(unit: number): boolean {
  return unit === 0x27 || (unit >= 0x2c && unit <= 0x2e) || unit === 0x3a;
}

/** · · ‐ ‑ ’ ‧ and the full-width forms of ' and . */
function isWideJoiner(unit: number): boolean {
  return (
    unit === 0xb7 ||
    unit === 0x387 ||
    unit === 0x2010 ||
    unit === 0x2011 ||
    unit === 0x2019 ||
    unit === 0x2027 ||
    unit === 0xff07 ||
    unit === 0xff0e
  );
}
