import { MAX_SCALE } from '../number/powers-of-ten.ts';
import { add, divide, multiply, subtract } from './arithmetic.ts';
import {
  CARET,
  CLOSE,
  codeAt,
  COMMA,
  END,
  EQUALS,
  EXCLAMATION,
  isDigit,
  isLetter,
  isSpace,
  isSuperscript,
  MINUS,
  OPEN,
  PERCENT_SIGN,
  PLUS,
  POINT,
  SLASH,
  STAR,
  UNDERSCORE,
} from './characters.ts';
import type { Machine } from './machine.ts';
import { NOTE_PERCENT, NOTE_PERCENT_OF_LEFT } from './note.ts';
import { DECIMAL, integerOperand, type Operand } from './operand.ts';
import { findName, packName, WORD } from './vocabulary.ts';

/**
 * True where the `%` at `position` means per cent: what follows is no operand. Before a sign it is per cent when it
 * touches its operand or the sign is followed by a space, else modulo (`10% - 5`, `50+10%-5`, but `7 % -3`).
 */
export function isPerCent(source: string, position: number): boolean {
  const next = skipSpaces(source, position + 1);
  const code = codeAt(source, next);
  switch (code) {
    case END:
    case CLOSE:
    case COMMA:
    case STAR:
    case SLASH:
    case CARET:
    case EXCLAMATION:
    case PERCENT_SIGN:
    case EQUALS:
      return true;
    case PLUS:
    case MINUS:
      return isPerCentBeforeSign(source, position, next);
    default:
      if (isLetter(code)) return isWordAt(source, next);
      return isSuperscript(code);
  }
}

function isPerCentBeforeSign(source: string, position: number, signPosition: number): boolean {
  const afterSign = codeAt(source, signPosition + 1);
  if (isSpace(afterSign) || afterSign === END) return true;
  if (isSpace(codeAt(source, position - 1))) return false;
  // `7%-3` and nothing else: two plain numbers with a sign between them that can only belong to the second.
  const isWholeText =
    codeAt(source, signPosition) === MINUS &&
    signPosition === position + 1 &&
    isPlainNumberBefore(source, position) &&
    isPlainNumberAfter(source, signPosition + 1);
  return !isWholeText;
}

function isPlainNumberBefore(source: string, end: number): boolean {
  let position = end - 1;
  while (isNumberCode(codeAt(source, position)) && position >= 0) position -= 1;
  while (position >= 0 && isSpaceOrSign(codeAt(source, position))) position -= 1;
  return position < 0 || codeAt(source, position) === OPEN || codeAt(source, position) === COMMA;
}

function isPlainNumberAfter(source: string, start: number): boolean {
  let position = start;
  while (isNumberCode(codeAt(source, position))) position += 1;
  position = skipSpaces(source, position);
  const code = codeAt(source, position);
  return code === END || code === CLOSE || code === COMMA || code === EQUALS;
}

function isNumberCode(code: number): boolean {
  return isDigit(code) || code === POINT || code === UNDERSCORE;
}

function isSpaceOrSign(code: number): boolean {
  return isSpace(code) || code === PLUS || code === MINUS;
}

/** True at `of`, `mod`, `in` …: words that stand between operands. */
function isWordAt(source: string, start: number): boolean {
  let end = start;
  while (isLetter(codeAt(source, end)) || isDigit(codeAt(source, end))) end += 1;
  return findName(packName(source, start, end))?.role === WORD;
}

function skipSpaces(source: string, start: number): number {
  let position = start;
  while (isSpace(codeAt(source, position))) position += 1;
  return position;
}

/** Divides by 100 and remembers that the value is a percentage. */
export function applyPerCent(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.kind === DECIMAL && value.scale + 2 <= MAX_SCALE) {
    value.scale += 2;
  } else {
    divide(machine, value, integerOperand(100));
  }
  value.markPercent();
  machine.notes |= NOTE_PERCENT;
}

/** `a ± p%` is p per cent of a, added or taken off; two percentages are simply added. */
export function addPerCent(machine: Machine, left: Operand, right: Operand): void {
  if (left.isPercent) {
    add(machine, left, right);
    left.markPercent();
    return;
  }
  const factor = integerOperand(1);
  right.dropPercent();
  add(machine, factor, right);
  multiply(machine, left, factor);
  machine.notes |= NOTE_PERCENT_OF_LEFT;
}

export function subtractPerCent(machine: Machine, left: Operand, right: Operand): void {
  if (left.isPercent) {
    subtract(machine, left, right);
    left.markPercent();
    return;
  }
  right.negate();
  addPerCent(machine, left, right);
}
