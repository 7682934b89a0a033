const WIDTH_OFFSET = 0xfee0;
const FULL_WIDTH_ASCII = /[\uFF01-\uFF5E]/g;
const ASCII = /[!-~]/g;
const HALF_WIDTH_KATAKANA = /[\uFF61-\uFF9F]+/g;

/** Full-width symbols outside the ASCII block, and their half-width forms. */
const SYMBOLS: readonly (readonly [full: string, half: string])[] = [
  ['\u3000', ' '],
  ['￠', '¢'],
  ['￡', '£'],
  ['￢', '¬'],
  ['￣', '¯'],
  ['￤', '¦'],
  ['￥', '¥'],
  ['￦', '₩'],
];

/** Full-width letters, digits and punctuation to ASCII (Ａ → A, ， → ,). Katakana stays. */
export function toHalfWidth(text: string): string {
  let folded = shift(text, FULL_WIDTH_ASCII, -WIDTH_OFFSET);
  for (const [full, half] of SYMBOLS) folded = folded.replaceAll(full, half);
  return folded;
}

/** ASCII to full-width forms (A → Ａ, space → ideographic space), half-width katakana to full width (ｶﾞ → ガ). */
export function toFullWidth(text: string): string {
  let folded = shift(text, ASCII, WIDTH_OFFSET);
  for (const [full, half] of SYMBOLS) folded = folded.replaceAll(half, full);
  return folded.replace(HALF_WIDTH_KATAKANA, (run) => run.normalize('NFKC'));
}

function shift(text: string, pattern: RegExp, offset: number): string {
  return text.replace(pattern, (character) =>
    String.fromCharCode(character.charCodeAt(0) + offset),
  );
}
