import { NOTHING, OPERAND, readAfterValue } from './after-value.ts';
import { applyWaiting } from './apply-operator.ts';
import { readNamed } from './calls.ts';
import {
  CUBE_ROOT,
  isDigit,
  isLetter,
  MINUS,
  OPEN,
  PI_SIGN,
  PLUS,
  POINT,
  SQUARE_ROOT,
} from './characters.ts';
import type { Machine } from './machine.ts';
import { endsNumber, readNumber } from './number-literal.ts';
import { CUBE_ROOT_OF, GROUP, IDENTITY, NEGATE, SQUARE_ROOT_OF } from './operators.ts';
import { unexpected } from './scanner.ts';

/**
 * Reads an expression from left to right and leaves its value on the stack. An operator waits until what stands behind
 * its right operand binds less tightly: no recursion, no tree. Stops at the first thing that cannot continue it.
 *
 * Most characters of most expressions are read right here, and everything else by the functions below. The character
 * codes are literals, since a bundler makes variables of constants, and the engine checks those at every comparison.
 */
export function parseExpression(machine: Machine): void {
  const { codes, binaryOperators } = machine;
  let position = 0;
  for (;;) {
    let code = codes[position] ?? 0;
    while (code === 32 /* space */) {
      position += 1;
      code = codes[position] ?? 0;
    }
    const start = position;
    let value = 0;
    let point = -1;
    for (;;) {
      if (code >= 48 /* 0 */ && code <= 57 /* 9 */) value = value * 10 + (code - 48);
      else if (code === 46 /* . */ && point < 0) point = position;
      else break;
      position += 1;
      code = codes[position] ?? 0;
    }
    const digits = point < 0 ? position - start : position - start - 1;
    if (digits > 0 && digits < 16 && endsNumber(machine, code)) {
      machine.push().setDecimal(value, point < 0 ? 0 : position - point - 1);
    } else {
      machine.position = start;
      const isValue = readOperand(machine);
      position = machine.position;
      if (!isValue) continue;
    }
    for (;;) {
      code = codes[position] ?? 0;
      while (code === 32 /* space */) {
        position += 1;
        code = codes[position] ?? 0;
      }
      const operator = binaryOperators[code] ?? 0;
      if (operator !== 0 && (code !== 42 /* * */ || codes[position + 1] !== 42)) {
        if (machine.waitingOperator >= (operator & 0xf8)) {
          machine.position = position;
          applyWaiting(machine, (operator >> 3) - 1);
        }
        machine.pushOperator(operator, position);
        position += 1;
        break;
      }
      machine.position = position;
      const next = readAfterValue(machine, code);
      if (next === NOTHING) return;
      position = machine.position;
      if (next === OPERAND) break;
    }
  }
}

/** Reads one value, or what opens one: a sign, a parenthesis, a function. Tells whether it was a value. */
function readOperand(machine: Machine): boolean {
  const code = machine.codeAt(machine.position);
  if (isDigit(code) || (code === POINT && isDigit(machine.codeAt(machine.position + 1)))) {
    readNumber(machine);
    return true;
  }
  switch (code) {
    case OPEN:
      pushPrefix(machine, GROUP);
      return false;
    case MINUS:
      pushPrefix(machine, NEGATE);
      return false;
    case PLUS:
      pushPrefix(machine, IDENTITY);
      return false;
    case SQUARE_ROOT:
      pushPrefix(machine, SQUARE_ROOT_OF);
      return false;
    case CUBE_ROOT:
      pushPrefix(machine, CUBE_ROOT_OF);
      return false;
    case PI_SIGN:
      machine.position += 1;
      machine.push().setPi();
      return true;
    default:
      if (isLetter(code)) return readNamed(machine);
      throw unexpected(machine, 'a number, a name or "("');
  }
}

function pushPrefix(machine: Machine, operator: number): void {
  machine.enter();
  machine.pushOperator(operator, machine.position);
  machine.position += 1;
}
