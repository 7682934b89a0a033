const ESCAPES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const;

/** Character references that HTML names and that are met in running text, each name before its character. */
const NAMED =
  'amp & lt < gt > quot " apos \' nbsp \u00a0 shy \u00ad copy © reg ® trade ™ deg ° micro µ para ¶ sect § middot · ' +
  'bull • hellip … ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › laquo « raquo » ' +
  'cent ¢ pound £ yen ¥ euro € curren ¤ iexcl ¡ iquest ¿ ordf ª ordm º not ¬ plusmn ± times × divide ÷ frac12 ½ ' +
  'frac14 ¼ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ minus − ne ≠ le ≤ ge ≥ asymp ≈ infin ∞ radic √ sum ∑ larr ← uarr ↑ rarr → ' +
  'darr ↓ harr ↔ dagger † Dagger ‡ permil ‰ prime ′ Prime ″ szlig ß aelig æ AElig Æ oelig œ OElig Œ oslash ø Oslash Ø ' +
  'eth ð ETH Ð thorn þ THORN Þ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d ' +
  'brvbar ¦ macr ¯ acute ´ cedil ¸ uml ¨ lstrok ł Lstrok Ł dstrok đ Dstrok Đ inodot ı Tab \t NewLine \n excl ! num # ' +
  'dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ; equals = quest ? commat @ ' +
  'lbrack [ bsol \\ rbrack ] lowbar _ grave ` lbrace { verbar | rbrace }';

/** Of names such as `eacute`, `Uuml`, `scaron`. */
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
  caron: '\u030c',
  breve: '\u0306',
  macr: '\u0304',
  ogon: '\u0328',
  dot: '\u0307',
  dblac: '\u030b',
};

const REFERENCE = /&(#\d{1,10}|#[xX][\da-fA-F]{1,8}|[A-Za-z][A-Za-z\d]{1,7});/g;
const LETTER_WITH_MARK =
  /^([A-Za-z])(grave|acute|circ|tilde|uml|ring|cedil|caron|breve|macr|ogon|dot|dblac)$/;
/** What numbers from 128 to 159 mean in Windows-1252; Node's decoder for it answers with controls. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

let named: ReadonlyMap<string, string> | undefined;

/** Writes `& < > " '` as character references, so that the text stands for itself in HTML and in quoted attributes. */
export function encodeHtml(text: string): string {
  return ESCAPES.reduce((escaped, [from, to]) => escaped.replaceAll(from, to), text);
}

/**
 * Replaces character references that end with `;`: numbers, and the names of common characters and accented Latin
 * letters. Others stay as they are. Once only: `&amp;lt;` becomes `&lt;`.
 */
export function decodeHtml(text: string): string {
  return text.replace(REFERENCE, (reference, body: string) => {
    if (!body.startsWith('#')) return namedCharacter(body) ?? reference;
    // Number('0x41') reads hexadecimal.
    return numberedCharacter(Number(body.slice(1).replace(/^x/i, '0x')));
  });
}

function namedCharacter(name: string): string | undefined {
  named ??= new Map(
    Array.from(NAMED.matchAll(/(\w+) ([^])(?: |$)/g), ([, key = '', character = '']) => [
      key,
      character,
    ]),
  );
  const known = named.get(name);
  if (known !== undefined) return known;
  const [, letter = '', mark = ''] = LETTER_WITH_MARK.exec(name) ?? [];
  // The letter has its cedilla above, and HTML no name for it.
  if (name === 'gcedil') return undefined;
  const composed = (letter + (MARKS[mark] ?? '')).normalize('NFC');
  // HTML has names for the letters of Latin-1 and Latin Extended-A.
  return composed.length === 1 && composed > '\x7f' && composed < '\u0180' ? composed : undefined;
}

/** HTML's rules for numeric references: Windows-1252 instead of C1 controls, U+FFFD for what is no character. */
function numberedCharacter(codePoint: number): string {
  if (codePoint >= 0x80 && codePoint <= 0x9f) {
    return WINDOWS_1252.charAt(codePoint - 0x80);
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  const isCharacter = codePoint !== 0 && codePoint <= 0x10ffff && !isSurrogate;
  return isCharacter ? String.fromCodePoint(codePoint) : '\ufffd';
}
