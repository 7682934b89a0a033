import {
  codeAt,
  CUBE_ROOT,
  DEGREE_SIGN,
  isSuperscript,
  PI_SIGN,
  SQUARE_ROOT,
  SUPERSCRIPT_0,
  SUPERSCRIPT_MINUS,
} from './characters.ts';

const PRINTABLE_ASCII = /^[\t-\r -~]*$/;

/** The expression as it was read, in ASCII; undefined when it was ASCII already. */
export function asciiForm(source: string): string | undefined {
  if (PRINTABLE_ASCII.test(source)) return undefined;
  let text = '';
  for (let position = 0; position < source.length; position += 1) {
    const code = codeAt(source, position);
    if (isSuperscript(code)) {
      const isContinued = position > 0 && isSuperscript(codeAt(source, position - 1));
      text += isContinued ? superscriptText(code) : `^${superscriptText(code)}`;
    } else {
      text += plainText(code);
    }
  }
  return text;
}

function superscriptText(code: number): string {
  return code === SUPERSCRIPT_MINUS ? '-' : String(code - SUPERSCRIPT_0);
}

function plainText(code: number): string {
  switch (code) {
    case SQUARE_ROOT:
      return 'sqrt ';
    case CUBE_ROOT:
      return 'cbrt ';
    case PI_SIGN:
      return 'pi';
    case DEGREE_SIGN:
      return ' deg';
    default:
      return String.fromCharCode(code);
  }
}
