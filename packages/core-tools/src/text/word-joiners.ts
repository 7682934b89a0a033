import { characterClass, codePointAt, CONNECTOR, LETTER, NUMBER } from './character-classes.ts';

/**
 * True when the punctuation at `index` stands inside a word: `'`, `’`, `.`, `-`, `·` between two letters or digits
 * (don't, 3.14, e-mail), `,` and `:` between two digits. UAX #29 WB6–WB12, except that a hyphen joins, as in Word's
 * count.
 *
 * @param before - the class of the letter, digit or connector before.
 */
export function joinsWord(text: string, index: number, before: number): boolean {
  if (before === CONNECTOR) return false;
  const unit = text.charCodeAt(index);
  if (unit > 0x7f ? !isWideJoiner(unit) : !isAsciiJoiner(unit)) return false;
  if (index + 1 >= text.length) return false;
  const after = characterClass(codePointAt(text, index + 1));
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
