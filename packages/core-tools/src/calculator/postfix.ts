import {
  EQUALS,
  EXCLAMATION,
  SUPERSCRIPT_0,
  SUPERSCRIPT_9,
  SUPERSCRIPT_MINUS,
} from './characters.ts';
import { divideRationals, type Rational } from '../number/rational.ts';
import { setExactPiMultiple, setInexact } from './exact-result.ts';
import { syntaxError } from './failures.ts';
import { factorial } from './integer-functions.ts';
import type { Machine } from './machine.ts';
import { NOTE_DEGREES } from './note.ts';
import { integerOperand } from './operand.ts';
import { power } from './power.ts';

const HALF_TURN: Rational = { numerator: 180n, denominator: 1n };
const MAX_EXPONENT_DIGITS = 9;

/** `n!` */
export function applyFactorial(machine: Machine): void {
  const { position } = machine;
  const next = machine.codeAt(position + 1);
  if (next === EQUALS) throw syntaxError(position, 'comparisons are not supported');
  if (next === EXCLAMATION) {
    throw syntaxError(
      position,
      '"!!" could be a double factorial or a factorial twice',
      'write (n!)! for the latter',
    );
  }
  machine.position = position + 1;
  machine.operatorPosition = position;
  factorial(machine, machine.peek());
}

/** `x²` */
export function applySuperscript(machine: Machine): void {
  const { position } = machine;
  const exponent = readSuperscript(machine);
  machine.operatorPosition = position;
  power(machine, machine.peek(), integerOperand(exponent));
}

/** `30°`, `30 deg`: the value in radians. */
export function applyDegrees(machine: Machine): void {
  const value = machine.peek();
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
  const start = machine.position;
  const isNegative = machine.codeAt(start) === SUPERSCRIPT_MINUS;
  let position = isNegative ? start + 1 : start;
  const firstDigit = position;
  let exponent = 0;
  for (;;) {
    const code = machine.codeAt(position);
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
