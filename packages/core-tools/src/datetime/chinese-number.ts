const DIGITS = '零一二三四五六七八九';

/**
 * Reads digits or a Chinese numeral up to 999 (`三`, `两`, `十二`, `二十`, `一百零五`); undefined when it is none, and
 * for `一百五`, which is 150 in speech.
 */
export function readChineseNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (text === '零') return 0;
  if (text === '两') return 2;
  const match =
    /^(?:([一二两三四五六七八九])百)?(零(?=[一二三四五六七八九]$))?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?$/.exec(
      text,
    );
  if (!match || text === '') return undefined;
  const [, hundreds, zero, tens, ten, ones] = match;
  const needsZero = hundreds !== undefined && ten === undefined && ones !== undefined;
  if (needsZero !== (zero !== undefined)) return undefined;
  const tensValue = ten === undefined ? 0 : tens === undefined ? 1 : digit(tens);
  return digit(hundreds) * 100 + tensValue * 10 + digit(ones);
}

function digit(character: string | undefined): number {
  if (character === undefined) return 0;
  return character === '两' ? 2 : DIGITS.indexOf(character);
}
