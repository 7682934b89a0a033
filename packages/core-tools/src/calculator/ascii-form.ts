import {
  CARET,
  CLOSE,
  COMMA,
  CUBE_ROOT,
  DEGREE_SIGN,
  EXCLAMATION,
  isDigit,
  isLetter,
  isSuperscript,
  LAST_ASCII,
  OPEN,
  PERCENT_SIGN,
  PI_SIGN,
  SPACE,
  SQUARE_ROOT,
  STAR,
  SUPERSCRIPT_0,
  SUPERSCRIPT_MINUS,
} from './characters.ts';
import type { Machine } from './machine.ts';
import { DEGREE_WORD } from './name.ts';
import { isPerCent } from './percent.ts';
import { findNameAt, skipSpaces } from './scanner.ts';

/**
 * The expression as it was read, in ASCII, so that it means the same when it is typed in again. Undefined where that
 * would take further parentheses: `2²!` is (2^2)!, but 2^2! is 2^(2!).
 */
export function asciiForm(machine: Machine): string | undefined {
  const { source } = machine;
  let text = '';
  for (let position = 0; position < source.length; position += 1) {
    text += ')'.repeat(closingParenthesesAt(machine, position));
    const code = machine.codeAt(position);
    const isSuperscriptBefore = position > 0 && isSuperscript(machine.codeAt(position - 1));
    if (isSuperscript(code)) {
      if (isRaisedFurther(machine, position)) return undefined;
      text += isSuperscriptBefore ? superscriptText(code) : `^${superscriptText(code)}`;
    } else {
      const written = wordFor(machine, position) ?? characterAt(machine, position);
      const isSeparate =
        (isSuperscriptBefore && (code === COMMA || /^[a-z]/i.test(written))) ||
        (isWordBefore(machine, position) && /^[a-z0-9]/i.test(written)) ||
        // Behind 0xF even a digit in front of a word is a part of a name.
        (code > LAST_ASCII && /^[a-z]/.test(written) && /0[xob][\da-f_]*$/i.test(text));
      text += isSeparate ? ` ${written}` : written;
    }
  }
  return text + ')'.repeat(closingParenthesesAt(machine, source.length));
}

function superscriptText(code: number): string {
  return code === SUPERSCRIPT_MINUS ? '-' : String(code - SUPERSCRIPT_0);
}

function characterAt(machine: Machine, position: number): string {
  const written = machine.source.charCodeAt(position);
  return String.fromCharCode(written <= LAST_ASCII ? written : machine.codeAt(position));
}

/** What is a sign in Unicode and a word in ASCII. */
function wordFor(machine: Machine, position: number): string | undefined {
  switch (machine.codeAt(position)) {
    case SQUARE_ROOT:
      return needsParentheses(machine, position) ? 'sqrt(' : 'sqrt ';
    case CUBE_ROOT:
      return needsParentheses(machine, position) ? 'cbrt(' : 'cbrt ';
    case PI_SIGN:
      return 'pi';
    case DEGREE_SIGN:
      return ' deg';
    default:
      return undefined;
  }
}

/** True where a word ends without a space in front of `position`: what is appended must not become a part of it. */
function isWordBefore(machine: Machine, position: number): boolean {
  const before = position > 0 ? machine.codeAt(position - 1) : SPACE;
  if (before === PI_SIGN || before === DEGREE_SIGN) return true;
  // Letters that stand side by side in the source are one name already.
  return isLetter(before) && machine.codeAt(position) > LAST_ASCII;
}

/** True where something that binds as tightly follows the superscript: it would be read as a part of the exponent. */
function isRaisedFurther(machine: Machine, start: number): boolean {
  const position = skipSpaces(machine, start + 1);
  const code = machine.codeAt(position);
  // A minus starts another exponent.
  if (isSuperscript(code)) return position > start + 1 || code === SUPERSCRIPT_MINUS;
  if (code === PERCENT_SIGN) {
    machine.position = position;
    return isPerCent(machine);
  }
  if (code === STAR) return machine.codeAt(position + 1) === STAR;
  if (isLetter(code)) return findNameAt(machine, position)?.role === DEGREE_WORD;
  return code === EXCLAMATION || code === CARET || code === DEGREE_SIGN;
}

/**
 * √ binds like a sign, sqrt( like a function, and a product without a sign behind sqrt 4 is refused: `√(4)!` is
 * sqrt((4)!), and `√4(9)` is sqrt(4)(9).
 */
function needsParentheses(machine: Machine, position: number): boolean {
  const end = machine.rootEnds.get(position) ?? position + 1;
  const first = skipSpaces(machine, position + 1);
  if (machine.codeAt(first) === OPEN) return closingOf(machine, first) !== lastOf(machine, end);
  const next = machine.codeAt(end);
  return next === OPEN || next === PI_SIGN || isLetter(next) || isDigit(next);
}

/** Where the parenthesis that opens at `start` is closed. */
function closingOf(machine: Machine, start: number): number {
  let depth = 0;
  for (let position = start; position < machine.source.length; position += 1) {
    const code = machine.codeAt(position);
    if (code === OPEN) depth += 1;
    if (code === CLOSE) depth -= 1;
    if (depth === 0) return position;
  }
  return -1;
}

/** The last character before `end` that is no space. */
function lastOf(machine: Machine, end: number): number {
  let position = end - 1;
  while (machine.codeAt(position) === SPACE) position -= 1;
  return position;
}

/** How many roots that got a parenthesis end right before `position`. */
function closingParenthesesAt(machine: Machine, position: number): number {
  let count = 0;
  for (const [root, end] of machine.rootEnds) {
    if (lastOf(machine, end) === position - 1 && needsParentheses(machine, root)) count += 1;
  }
  return count;
}
