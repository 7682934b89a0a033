/**
 * Folds what people type in Chinese input methods to ASCII, one UTF-16 unit for one, so that positions stay valid.
 * Not NFKC: it would turn `3²` into `32`. The full-width comma and exclamation mark stay: `100，200` is a list where `100,200`
 * is a number, and `3+4！` is an exclamation where `3+4!` is a factorial.
 */
export function foldCharacters(text: string): string {
  if (!unusual.test(text)) return text;
  let folded = '';
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x1f && code < 0x7f) continue;
    const replacement = foldedForm(code);
    if (replacement === undefined) continue;
    folded += text.slice(copied, index) + replacement;
    copied = index + 1;
  }
  return copied === 0 ? text : folded + text.slice(copied);
}

/** Everything but the printable characters of ASCII, which are as they should be. */
const unusual = /[^ -~]/;

function foldedForm(code: number): string | undefined {
  if (code === 0xff0c || code === 0xff01) return undefined;
  if (code >= 0xff02 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (code === 0x0a) return undefined;
  if (code === 0x2028 || code === 0x2029 || code === 0x85) return '\n';
  if (isOddSpace(code)) return ' ';
  switch (code) {
    case 0x2018:
    case 0x2019:
    case 0x02bc:
      return "'";
    case 0x2032:
      return "'";
    case 0x2033:
    case 0x201d:
      return '"';
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2212:
    case 0xfe63:
      return '-';
    case 0xff61:
      return '。';
    case 0x2236:
      return ':';
    case 0x301c:
      return '~';
    default:
      return undefined;
  }
}

/** Control characters, no-break and typographic spaces, and what is invisible. */
function isOddSpace(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0xa0) ||
    (code >= 0x2000 && code <= 0x200f) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff ||
    code === 0xe000
  );
}

/** A–Z only: `toLowerCase` can change the length of other scripts' text, and positions must stay valid. */
export function lowerAscii(text: string): string {
  if (!capital.test(text)) return text;
  return text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

const capital = /[A-Z]/;

export function isLatinLetter(character: string | undefined): boolean {
  if (character === undefined || character === '') return false;
  const code = character.charCodeAt(0);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7;
}

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9' && character.length === 1;
}

/** A Latin letter, a digit or an underscore: what a word must not touch. */
export function isWordCharacter(character: string | undefined): boolean {
  if (character === undefined || character === '' || character === ' ') return false;
  return isLatinLetter(character) || isDigit(character) || character === '_';
}

/** Position of the first character at or after `position` that is no white space. */
export function skipSpace(text: string, position: number): number {
  let at = position;
  let character = text[at];
  while (character === ' ' || character === '\n') character = text[++at];
  return at;
}
