import { add, divide, modulo, multiply, subtract } from './arithmetic.ts';
import {
  CARET,
  codeAt,
  CUBE_ROOT,
  isDigit,
  isLetter,
  MINUS,
  OPEN,
  PERCENT_SIGN,
  PI_SIGN,
  PLUS,
  POINT,
  SLASH,
  SQUARE_ROOT,
  STAR,
} from './characters.ts';
import { cubeRoot, squareRoot } from './elementary.ts';
import { syntaxError } from './failures.ts';
import { parseGroup, parseNamed } from './group-parser.ts';
import type { Machine } from './machine.ts';
import { NOTE_IMPLICIT_AFTER_DIVISION, NOTE_MODULO } from './note.ts';
import { readNumber } from './number-literal.ts';
import type { Operand } from './operand.ts';
import { addPerCent, subtractPerCent } from './percent.ts';
import { applyPostfixes } from './postfix.ts';
import { power } from './power.ts';
import { nextCode, readName, unexpected } from './scanner.ts';
import { IN, MOD, type Name, OF, TIMES } from './vocabulary.ts';

// Binding powers. Postfix operators bind tightest and are applied as soon as their operand is read.
export const LOWEST = 0;
const SUM = 10;
/** Also for products without a sign. */
const PRODUCT = 20;
/** Signs and roots: tighter than a product, looser than a power, so that -2^2 is -4. */
export const PREFIX = 25;
const POWER = 30;

const MAX_DEPTH = 100;

type BinaryOperation = (machine: Machine, left: Operand, right: Operand) => void;

/** Reads as much as binds at least as tightly as `minPower` and leaves one value on the stack. */
export function parseExpression(machine: Machine, minPower: number): void {
  parseOperand(machine);
  let isAfterDivision = false;
  for (;;) {
    const code = nextCode(machine);
    let isDivision = false;
    switch (code) {
      case PLUS:
      case MINUS:
        if (minPower > SUM) return;
        applySum(machine, code === MINUS);
        break;
      case STAR:
        if (codeAt(machine.source, machine.position + 1) === STAR) {
          if (minPower > POWER) return;
          applyPower(machine, 2);
        } else {
          if (minPower > PRODUCT) return;
          applyBinary(machine, 1, multiply);
        }
        break;
      case SLASH:
        if (minPower > PRODUCT) return;
        applyBinary(machine, 1, divide);
        isDivision = true;
        break;
      case CARET:
        if (minPower > POWER) return;
        applyPower(machine, 1);
        break;
      case PERCENT_SIGN:
        if (minPower > PRODUCT) return;
        applyModulo(machine, 1);
        break;
      default:
        if (!applyOther(machine, code, minPower)) return;
        isDivision = isAfterDivision;
        if (isAfterDivision) machine.notes |= NOTE_IMPLICIT_AFTER_DIVISION;
    }
    isAfterDivision = isDivision;
  }
}

/** Counts one more open parenthesis, sign or power; `leave` when it is done. */
export function enter(machine: Machine): void {
  machine.depth += 1;
  if (machine.depth > MAX_DEPTH) {
    throw syntaxError(machine.position, `more than ${MAX_DEPTH} nested levels`);
  }
}

export function leave(machine: Machine): void {
  machine.depth -= 1;
}

function applyBinary(machine: Machine, signLength: number, operation: BinaryOperation): void {
  const position = machine.position;
  machine.position += signLength;
  parseExpression(machine, PRODUCT + 1);
  machine.operatorPosition = position;
  const right = machine.pop();
  operation(machine, machine.peek(), right);
}

function applySum(machine: Machine, isDifference: boolean): void {
  const position = machine.position;
  machine.position += 1;
  parseExpression(machine, SUM + 1);
  machine.operatorPosition = position;
  const right = machine.pop();
  const left = machine.peek();
  if (right.isPercent) (isDifference ? subtractPerCent : addPerCent)(machine, left, right);
  else if (isDifference) subtract(machine, left, right);
  else add(machine, left, right);
}

/** Right-associative: 2^3^2 is 2^(3^2). */
function applyPower(machine: Machine, signLength: number): void {
  const position = machine.position;
  machine.position += signLength;
  enter(machine);
  parseExpression(machine, POWER);
  leave(machine);
  machine.operatorPosition = position;
  const exponent = machine.pop();
  power(machine, machine.peek(), exponent);
}

function applyModulo(machine: Machine, signLength: number): void {
  applyBinary(machine, signLength, modulo);
  machine.notes |= NOTE_MODULO;
}

/** Words between operands, and products without a sign. False where the expression ends. */
function applyOther(machine: Machine, code: number, minPower: number): boolean {
  if (isDigit(code) || code === POINT) {
    throw syntaxError(machine.position, 'an operator is missing before this number');
  }
  if (isLetter(code)) return applyWord(machine, minPower);
  if (code !== OPEN && code !== PI_SIGN && code !== SQUARE_ROOT && code !== CUBE_ROOT) return false;
  if (minPower > PRODUCT) return false;
  applyBinary(machine, 0, multiply);
  return true;
}

function applyWord(machine: Machine, minPower: number): boolean {
  const start = machine.position;
  const name = readName(machine);
  const length = machine.position - start;
  machine.position = start;
  if (name === IN || minPower > PRODUCT) return false;
  if (name === MOD) {
    applyBinary(machine, length, modulo);
  } else if (name === OF) {
    applyOf(machine);
  } else {
    refuseWord(name, start);
    applyBinary(machine, 0, multiply);
  }
  return true;
}

/** `p% of x` is a product, and again a percentage where x is one: 20% of 50% of 80. */
function applyOf(machine: Machine): void {
  if (!machine.peek().isPercent) {
    throw syntaxError(machine.position, '"of" is known only after a percentage', 'write * instead');
  }
  const position = machine.position;
  machine.position += 2;
  parseExpression(machine, PRODUCT + 1);
  machine.operatorPosition = position;
  const right = machine.pop();
  const isPercent = right.isPercent;
  multiply(machine, machine.peek(), right);
  if (isPercent) machine.peek().markPercent();
}

function refuseWord(name: Name, position: number): void {
  if (name === TIMES) throw syntaxError(position, 'unknown name "x"', 'write * to multiply');
}

function parseOperand(machine: Machine): void {
  const code = nextCode(machine);
  if (isDigit(code) || (code === POINT && isDigit(codeAt(machine.source, machine.position + 1)))) {
    readNumber(machine);
  } else if (code === OPEN) {
    parseGroup(machine);
  } else if (code === PI_SIGN) {
    machine.position += 1;
    pushPi(machine);
  } else if (code === MINUS || code === PLUS || code === SQUARE_ROOT || code === CUBE_ROOT) {
    parsePrefixed(machine, code);
    return;
  } else if (isLetter(code)) {
    if (!parseNamed(machine)) return;
  } else {
    throw unexpected(machine, 'a number, a name or "("');
  }
  applyPostfixes(machine);
}

export function pushPi(machine: Machine): void {
  machine.push().setPi();
}

function parsePrefixed(machine: Machine, code: number): void {
  const position = machine.position;
  enter(machine);
  machine.position += 1;
  parseExpression(machine, PREFIX);
  leave(machine);
  machine.operatorPosition = position;
  if (code === MINUS) machine.peek().negate();
  else if (code === SQUARE_ROOT) squareRoot(machine, machine.peek());
  else if (code === CUBE_ROOT) cubeRoot(machine, machine.peek());
}
