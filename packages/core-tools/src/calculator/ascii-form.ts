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

const LAST_ASCII = 126;

/** The expression as it was read, in ASCII; undefined when it was ASCII already. */
export function asciiForm(source: string): string | undefined {
  if (isAscii(source)) return undefined;
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

function isAscii(source: string): boolean {
  for (let index = 0; index < source.length; index += 1) {
    if (source.charCodeAt(index) > LAST_ASCII) return false;
  }
  return true;
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
