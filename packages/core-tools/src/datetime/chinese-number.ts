const DIGITS = '零一二三四五六七八九';

/** Reads digits or a Chinese numeral up to 999 (`三`, `两`, `十二`, `二十`, `一百零五`); undefined when it is none. */
export function readChineseNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const match =
    /^(?:([一二两三四五六七八九])百零?)?(?:([一二三四五六七八九])?(十))?([零一二两三四五六七八九])?$/.exec(
      text,
    );
  if (!match || text === '') return undefined;
  const [, hundreds, tens, ten, ones] = match;
  const tensValue = ten === undefined ? 0 : tens === undefined ? 1 : digit(tens);
  return digit(hundreds) * 100 + tensValue * 10 + digit(ones);
}

function digit(character: string | undefined): number {
  if (character === undefined) return 0;
  return character === '两' ? 2 : DIGITS.indexOf(character);
}
