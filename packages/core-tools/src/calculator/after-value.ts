import { applyWaiting } from './apply-operator.ts';
import { closeGroup, continueCall, requireClosedGroups } from './calls.ts';
import {
  CARET,
  CLOSE,
  COMMA,
  CUBE_ROOT,
  DEGREE_SIGN,
  END,
  EXCLAMATION,
  isDigit,
  isLetter,
  isSuperscript,
  OPEN,
  PERCENT_SIGN,
  PI_SIGN,
  POINT,
  SPACE,
  SQUARE_ROOT,
  STAR,
} from './characters.ts';
import { syntaxError } from './failures.ts';
import type { Machine } from './machine.ts';
import { DEGREE_WORD, IN_WORD, MODULO_WORD, OF_WORD, TIMES_WORD } from './name.ts';
import { NOTE_IMPLICIT_AFTER_DIVISION } from './note.ts';
import {
  DIVIDE,
  FACTOR,
  LOWEST,
  MODULO,
  MODULO_SIGN,
  MULTIPLY,
  PER_CENT_OF,
  PRODUCT,
  RAISE,
} from './operators.ts';
import { applyPerCent, isPerCent } from './percent.ts';
import { applyDegrees, applyFactorial, applySuperscript } from './postfix.ts';
import { readName, skipSpaces, textOf } from './scanner.ts';

const MAX_HINT_CHARS = 40;
const PER_CENT_OF_HINT = 'write parentheses, such as 100/(10% of 20)';

// What may come next.
export const OPERATOR = 0;
export const OPERAND = 1;
export const NOTHING = 2;

/** Reads what may stand behind a value, except `+`, `-`, `*` and `/`. Tells what may come next. */
export function readAfterValue(machine: Machine, code: number): number {
  switch (code) {
    case END:
      return endExpression(machine);
    case CARET:
      return pushPower(machine, 1);
    case STAR:
      // Two of them: the parser has taken a single one already.
      return pushPower(machine, 2);
    case CLOSE:
      applyWaiting(machine, LOWEST);
      return closeGroup(machine) ? OPERATOR : NOTHING;
    case COMMA:
      applyWaiting(machine, LOWEST);
      return continueCall(machine) ? OPERAND : endExpression(machine);
    case EXCLAMATION:
      applyFactorial(machine);
      return OPERATOR;
    case PERCENT_SIGN:
      return readPercentSign(machine);
    case DEGREE_SIGN:
      machine.position += 1;
      applyDegrees(machine);
      return OPERATOR;
    case OPEN:
    case PI_SIGN:
    case SQUARE_ROOT:
    case CUBE_ROOT:
      return pushImplicitProduct(machine);
    default:
      if (isLetter(code)) return readWord(machine);
      if (isDigit(code) || code === POINT) {
        throw syntaxError(machine.position, 'an operator is missing before this number');
      }
      if (isSuperscript(code)) {
        applySuperscript(machine);
        return OPERATOR;
      }
      return endExpression(machine);
  }
}

function readPercentSign(machine: Machine): number {
  if (isPerCent(machine)) {
    machine.position += 1;
    applyPerCent(machine, machine.peek());
    return OPERATOR;
  }
  return pushProduct(machine, MODULO_SIGN, 1);
}

/** A product without a sign, in front of its second factor. */
function pushImplicitProduct(machine: Machine): number {
  if (applyWaiting(machine, PRODUCT) === DIVIDE) machine.notes |= NOTE_IMPLICIT_AFTER_DIVISION;
  machine.pushOperator(MULTIPLY, machine.position);
  return OPERAND;
}

/** Words between values (`mod`, `of`, `in`), behind one (`deg`), or the name of a factor. */
function readWord(machine: Machine): number {
  const start = machine.position;
  const { role } = readName(machine);
  const end = machine.position;
  if (role === DEGREE_WORD) {
    applyDegrees(machine);
    return OPERATOR;
  }
  machine.position = start;
  switch (role) {
    case IN_WORD:
      return endExpression(machine);
    case MODULO_WORD:
      return pushProduct(machine, MODULO, end - start);
    case OF_WORD:
      return pushPerCentOf(machine, start, end - start);
    case TIMES_WORD:
      applyWaiting(machine, PRODUCT);
      throw syntaxError(start, 'unknown name "x"', timesHint(machine, start));
    default:
      return pushImplicitProduct(machine);
  }
}

/** `p% of x`. Behind a factor it is a product too, in whatever order: `3 * 10% of 20`. */
function pushPerCentOf(machine: Machine, start: number, length: number): number {
  applyWaiting(machine, FACTOR);
  const { isPercent } = machine.peek();
  const isFactor = isPercent && machine.waitingOperator === MULTIPLY;
  applyWaiting(machine, PRODUCT);
  if (!isFactor && !machine.peek().isPercent) {
    throw isPercent
      ? syntaxError(start, 'it is not clear what is a percentage of this', PER_CENT_OF_HINT)
      : syntaxError(start, '"of" is known only after a percentage', 'write * instead');
  }
  return pushProduct(machine, isFactor ? MULTIPLY : PER_CENT_OF, length);
}

/** `5x3`: how to write it. */
function timesHint(machine: Machine, start: number): string {
  let leftEnd = start;
  while (machine.codeAt(leftEnd - 1) === SPACE) leftEnd -= 1;
  let left = leftEnd;
  while (isNumberPart(machine.codeAt(left - 1))) left -= 1;
  const right = skipSpaces(machine, start + 1);
  let rightEnd = right;
  while (isNumberPart(machine.codeAt(rightEnd))) rightEnd += 1;
  const hint = 'write * to multiply';
  if (left === leftEnd || right === rightEnd || rightEnd - left > MAX_HINT_CHARS) return hint;
  return `${hint}: ${textOf(machine, left, leftEnd)}*${textOf(machine, right, rightEnd)}`;
}

function isNumberPart(code: number): boolean {
  return isDigit(code) || code === POINT;
}

/** Stops at what is no part of the expression. */
function endExpression(machine: Machine): number {
  applyWaiting(machine, LOWEST);
  requireClosedGroups(machine);
  return NOTHING;
}

/** An operator that binds like a product, in front of its right operand. */
function pushProduct(machine: Machine, operator: number, length: number): number {
  applyWaiting(machine, PRODUCT);
  machine.pushOperator(operator, machine.position);
  machine.position += length;
  return OPERAND;
}

/** Nothing binds tighter, and powers that wait do so for this one: 2^3^2 is 2^(3^2). */
function pushPower(machine: Machine, length: number): number {
  machine.pushOperator(RAISE, machine.position);
  machine.position += length;
  machine.enter();
  return OPERAND;
}
