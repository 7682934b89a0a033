import {
  codeAt,
  DEGREE_SIGN,
  EQUALS,
  EXCLAMATION,
  isSuperscript,
  PERCENT_SIGN,
  SLASH,
  SUPERSCRIPT_0,
  SUPERSCRIPT_9,
  SUPERSCRIPT_MINUS,
} from './characters.ts';
import { createRational, divideRationals } from '../number/rational.ts';
import { setExactPiMultiple, setInexact } from './exact-result.ts';
import { syntaxError } from './failures.ts';
import { factorial } from './integer-functions.ts';
import type { Machine } from './machine.ts';
import { NOTE_DEGREES } from './note.ts';
import { integerOperand, type Operand } from './operand.ts';
import { applyPerCent, isPerCent } from './percent.ts';
import { power } from './power.ts';
import { nextCode, readName } from './scanner.ts';
import { DEGREES } from './vocabulary.ts';

const HALF_TURN = createRational(180n);
const LOWER_D = 100;
const MAX_EXPONENT_DIGITS = 9;

/** Applies every postfix operator that follows the value on top of the stack: `!` `%` `²` `°` `deg`. */
export function applyPostfixes(machine: Machine): void {
  for (;;) {
    const code = nextCode(machine);
    if (code <= SLASH && code !== EXCLAMATION && code !== PERCENT_SIGN) return;
    const position = machine.position;
    if (code === EXCLAMATION) {
      readFactorialSign(machine);
      machine.operatorPosition = position;
      factorial(machine, machine.peek());
    } else if (code === PERCENT_SIGN) {
      if (!isPerCent(machine.source, position)) return;
      machine.position += 1;
      applyPerCent(machine, machine.peek());
    } else if (code === DEGREE_SIGN) {
      machine.position += 1;
      applyDegrees(machine, machine.peek());
    } else if (isSuperscript(code)) {
      const exponent = readSuperscript(machine);
      machine.operatorPosition = position;
      power(machine, machine.peek(), integerOperand(exponent));
    } else if ((code | 32) === LOWER_D) {
      if (readName(machine) !== DEGREES) {
        machine.position = position;
        return;
      }
      applyDegrees(machine, machine.peek());
    } else {
      return;
    }
  }
}

function readFactorialSign(machine: Machine): void {
  machine.position += 1;
  const next = codeAt(machine.source, machine.position);
  if (next === EQUALS) {
    throw syntaxError(machine.position - 1, 'comparisons are not supported');
  }
  if (next === EXCLAMATION) {
    throw syntaxError(
      machine.position - 1,
      '"!!" could be a double factorial or a factorial twice',
      'write (n!)! for the latter',
    );
  }
}

function applyDegrees(machine: Machine, value: Operand): void {
  value.dropPercent();
  machine.notes |= NOTE_DEGREES;
  if (value.isExact) {
    setExactPiMultiple(machine, value, divideRationals(value.toRational(), HALF_TURN));
  } else {
    setInexact(machine, value, (value.toDouble() * Math.PI) / 180);
  }
}

/** A run such as ² or ⁻¹⁰. */
function readSuperscript(machine: Machine): number {
  const { source } = machine;
  const start = machine.position;
  const isNegative = codeAt(source, start) === SUPERSCRIPT_MINUS;
  let position = isNegative ? start + 1 : start;
  const firstDigit = position;
  let exponent = 0;
  for (;;) {
    const code = codeAt(source, position);
    if (code < SUPERSCRIPT_0 || code > SUPERSCRIPT_9) break;
    exponent = exponent * 10 + (code - SUPERSCRIPT_0);
    position += 1;
  }
  if (position === firstDigit || position - firstDigit > MAX_EXPONENT_DIGITS) {
    throw syntaxError(start, `a superscript exponent has 1 to ${MAX_EXPONENT_DIGITS} digits`);
  }
  machine.position = position;
  return isNegative ? 0 - exponent : exponent;
}
