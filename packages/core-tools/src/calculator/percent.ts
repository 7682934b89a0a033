import { MAX_SCALE } from '../number/powers-of-ten.ts';
import { add, divide, multiply, subtract } from './arithmetic.ts';
import {
  CARET,
  CLOSE,
  COMMA,
  END,
  EQUALS,
  EXCLAMATION,
  isDigit,
  isLetter,
  isSuperscript,
  MINUS,
  OPEN,
  PERCENT_SIGN,
  PLUS,
  POINT,
  SLASH,
  SPACE,
  STAR,
  UNDERSCORE,
} from './characters.ts';
import type { Machine } from './machine.ts';
import { isWord } from './name.ts';
import { NOTE_PERCENT, NOTE_PERCENT_OF_LEFT } from './note.ts';
import { DECIMAL, integerOperand, type Operand } from './operand.ts';
import { findNameAt, skipSpaces } from './scanner.ts';

/**
 * True where the `%` at the machine's position means per cent: what follows is no operand. Before a sign it is per cent
 * when it touches its operand or the sign is followed by a space, else modulo (`10% - 5`, `50+10%-5`, but `7 % -3`).
 */
export function isPerCent(machine: Machine): boolean {
  const next = skipSpaces(machine, machine.position + 1);
  const code = machine.codeAt(next);
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
      return isPerCentBeforeSign(machine, next);
    default:
      if (isLetter(code)) return isWordAt(machine, next);
      return isSuperscript(code);
  }
}

function isPerCentBeforeSign(machine: Machine, signPosition: number): boolean {
  const { position } = machine;
  const afterSign = machine.codeAt(signPosition + 1);
  if (afterSign === SPACE || afterSign === END) return true;
  if (machine.codeAt(position - 1) === SPACE) return false;
  // `7%-3` and nothing else: two plain numbers with a sign between them that can only belong to the second.
  const isWholeText =
    machine.codeAt(signPosition) === MINUS &&
    signPosition === position + 1 &&
    isPlainNumberBefore(machine) &&
    isPlainNumberAfter(machine, signPosition + 1);
  return !isWholeText;
}

function isPlainNumberBefore(machine: Machine): boolean {
  let position = machine.position - 1;
  while (position >= 0 && isNumberCode(machine.codeAt(position))) position -= 1;
  while (position >= 0 && isSpaceOrSign(machine.codeAt(position))) position -= 1;
  if (position < 0) return true;
  const code = machine.codeAt(position);
  return code === OPEN || code === COMMA;
}

function isPlainNumberAfter(machine: Machine, start: number): boolean {
  let position = start;
  while (isNumberCode(machine.codeAt(position))) position += 1;
  const code = machine.codeAt(skipSpaces(machine, position));
  return code === END || code === CLOSE || code === COMMA || code === EQUALS;
}

function isNumberCode(code: number): boolean {
  return isDigit(code) || code === POINT || code === UNDERSCORE;
}

function isSpaceOrSign(code: number): boolean {
  return code === SPACE || code === PLUS || code === MINUS;
}

/** True at `of`, `mod`, `in` …: words that stand between operands. */
function isWordAt(machine: Machine, start: number): boolean {
  const name = findNameAt(machine, start);
  return name !== undefined && isWord(name);
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

/** `p% of x` is a product, and again a percentage where x is one: 20% of 50% of 80. */
export function multiplyPerCent(machine: Machine, left: Operand, right: Operand): void {
  const isPercent = right.isPercent;
  multiply(machine, left, right);
  if (isPercent) left.markPercent();
}
