import { textOfUnits } from './unit-text.ts';

const WIDTH_OFFSET = 0xfee0;
const IDEOGRAPHIC_SPACE = 0x3000;
const HALF_WIDTH_KATAKANA = /[\uFF61-\uFF9F]+/g;

/** Full-width symbols outside the ASCII block, from U+FFE0 on, and their half-width forms. */
const FULL_SYMBOLS_START = 0xffe0;
const HALF_SYMBOLS = '¢£¬¯¦¥₩';

/** Full-width letters, digits and punctuation to ASCII (Ａ → A, ， → ,). Katakana stays. */
export function toHalfWidth(text: string): string {
  return mapUnits(text, (unit) => {
    if (unit < IDEOGRAPHIC_SPACE) return unit;
    if (unit === IDEOGRAPHIC_SPACE) return 0x20;
    if (unit >= 0xff01 && unit <= 0xff5e) return unit - WIDTH_OFFSET;
    const symbol = HALF_SYMBOLS.charCodeAt(unit - FULL_SYMBOLS_START);
    return Number.isNaN(symbol) ? unit : symbol;
  });
}

/** ASCII to full-width forms (A → Ａ, space → ideographic space), half-width katakana to full width (ｶﾞ → ガ). */
export function toFullWidth(text: string): string {
  const folded = mapUnits(text, (unit) => {
    if (unit === 0x20) return IDEOGRAPHIC_SPACE;
    if (unit < 0x7f) return unit > 0x20 ? unit + WIDTH_OFFSET : unit;
    const symbol = HALF_SYMBOLS.indexOf(String.fromCharCode(unit));
    return symbol === -1 ? unit : FULL_SYMBOLS_START + symbol;
  });
  return folded.replace(HALF_WIDTH_KATAKANA, (run) => run.normalize('NFKC'));
}

function mapUnits(text: string, map: (unit: number) => number): string {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = map(text.charCodeAt(index));
  return textOfUnits(units);
}
