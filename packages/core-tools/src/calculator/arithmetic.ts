import { MAX_SCALE, POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import {
  addRationals,
  divideRationals,
  moduloOfRationals,
  multiplyRationals,
  type Rational,
} from '../number/rational.ts';
import {
  chargeFor,
  chargeForQuotient,
  setExact,
  setExactPiMultiple,
  setInexact,
} from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, type Operand, PI_MULTIPLE } from './operand.ts';

const MAX_SAFE = Number.MAX_SAFE_INTEGER;

// Each operation leaves its result in `left`. The first lines are the fast tier: decimals, whose
// result is one too.

export function add(machine: Machine, left: Operand, right: Operand): void {
  if ((left.kind | right.kind) === DECIMAL && addDecimals(left, right)) return;
  left.dropPercent();
  right.dropPercent();
  if (left.isExact && right.isExact) {
    setExact(machine, left, charged(machine, addRationals, left, right));
  } else if (left.isPiMultiple && right.isPiMultiple) {
    setExactPiMultiple(machine, left, charged(machine, addRationals, left, right));
  } else if (left.isExact && left.isZero && right.isPiMultiple) {
    left.setPiMultiple(right.toRational());
  } else if (!(right.isExact && right.isZero)) {
    setInexact(machine, left, left.toDouble() + right.toDouble());
  }
}

export function subtract(machine: Machine, left: Operand, right: Operand): void {
  right.negate();
  add(machine, left, right);
}

export function multiply(machine: Machine, left: Operand, right: Operand): void {
  const kinds = left.kind | right.kind;
  if (kinds === DECIMAL || (kinds === PI_MULTIPLE && left.kind !== right.kind)) {
    const product = left.number * right.number;
    const scale = left.scale + right.scale;
    if (product <= MAX_SAFE && product >= -MAX_SAFE && scale <= MAX_SCALE) {
      // + 0 turns a negative zero into 0.
      left.number = product + 0;
      left.scale = scale;
      left.kind = product === 0 ? DECIMAL : kinds;
      return;
    }
  }
  left.dropPercent();
  right.dropPercent();
  const isExact = left.isExact && right.isExact;
  if (isExact) {
    setExact(machine, left, charged(machine, multiplyRationals, left, right));
  } else if (isZeroFactor(left) || isZeroFactor(right)) {
    left.setDecimal(0, 0);
  } else if ((left.isPiMultiple && right.isExact) || (left.isExact && right.isPiMultiple)) {
    setExactPiMultiple(machine, left, charged(machine, multiplyRationals, left, right));
  } else {
    setInexact(machine, left, left.toDouble() * right.toDouble());
  }
}

export function divide(machine: Machine, left: Operand, right: Operand): void {
  if (right.isZero) {
    throw domainError(machine.operatorPosition, 'division by zero is undefined');
  }
  if ((left.kind | right.kind) === DECIMAL && divideDecimals(left, right)) return;
  left.dropPercent();
  right.dropPercent();
  if ((left.isExact && right.isExact) || (left.isPiMultiple && right.isPiMultiple)) {
    setExact(machine, left, charged(machine, divideRationals, left, right));
  } else if (left.isPiMultiple && right.isExact) {
    setExactPiMultiple(machine, left, charged(machine, divideRationals, left, right));
  } else if (!isZeroFactor(left)) {
    setInexact(machine, left, left.toDouble() / right.toDouble());
  }
}

/** Floored: the result has the sign of the divisor (Knuth, TAOCP 1.2.4; Python; Excel MOD). */
export function modulo(machine: Machine, left: Operand, right: Operand): void {
  if (right.isZero) {
    throw domainError(machine.operatorPosition, 'modulo by zero is undefined');
  }
  if ((left.kind | right.kind) === DECIMAL && moduloDecimals(left, right)) return;
  left.dropPercent();
  right.dropPercent();
  if (left.isExact && right.isExact) {
    setExact(machine, left, charged(machine, moduloOfRationals, left, right));
  } else if (left.isPiMultiple && right.isPiMultiple) {
    setExactPiMultiple(machine, left, charged(machine, moduloOfRationals, left, right));
  } else {
    const divisor = right.toDouble();
    const rest = left.toDouble() % divisor;
    const isOtherSign = rest !== 0 && rest < 0 !== divisor < 0;
    setInexact(machine, left, isOtherSign ? rest + divisor : rest);
  }
}

function isZeroFactor(operand: Operand): boolean {
  return operand.isExact && operand.isZero;
}

/** Applies an exact operation to the two fractions (or factors of π) after charging for it. */
// eslint-disable-next-line max-params -- the four are one expression: machine, operation and its two operands
function charged(
  machine: Machine,
  operation: (left: Rational, right: Rational) => Rational,
  left: Operand,
  right: Operand,
): Rational {
  const first = left.toRational();
  const second = right.toRational();
  if (operation === divideRationals || operation === moduloOfRationals) {
    chargeForQuotient(machine, first, second);
  }
  if (operation !== divideRationals) chargeFor(machine, first, second);
  return operation(first, second);
}

function addDecimals(left: Operand, right: Operand): boolean {
  let first = left.number;
  let second = right.number;
  const difference = left.scale - right.scale;
  if (difference > 0) second *= POWERS_OF_TEN[difference] ?? 1;
  else if (difference < 0) first *= POWERS_OF_TEN[-difference] ?? 1;
  const sum = first + second;
  // A factor beyond the safe range was rounded; a sum inside it may then still be wrong.
  if (!isSafe(first) || !isSafe(second) || !isSafe(sum)) return false;
  left.number = sum;
  if (difference < 0) left.scale = right.scale;
  return true;
}

/** Exact where the quotient terminates: it does when the divisor without its factors 2 and 5 divides the dividend. */
function divideDecimals(left: Operand, right: Operand): boolean {
  const dividend = left.number;
  const divisor = right.number;
  let quotient = dividend / divisor;
  let places = left.scale - right.scale;
  if (dividend % divisor !== 0) {
    let rest = divisor;
    while (rest % 2 === 0) rest /= 2;
    while (rest % 5 === 0) rest /= 5;
    if (dividend % rest !== 0) return false;
    // divisor / rest = 2^i·5^j divides 10^max(i,j), so multiplying by tens ends.
    let tens = dividend;
    while (tens % divisor !== 0) {
      tens *= 10;
      places += 1;
      if (!isSafe(tens)) return false;
    }
    quotient = tens / divisor;
  }
  if (places < 0) {
    quotient *= POWERS_OF_TEN[-places] ?? 1;
    places = 0;
  }
  if (places > MAX_SCALE || !isSafe(quotient)) return false;
  left.number = quotient + 0;
  left.scale = places;
  return true;
}

function moduloDecimals(left: Operand, right: Operand): boolean {
  let dividend = left.number;
  let divisor = right.number;
  const difference = left.scale - right.scale;
  if (difference > 0) divisor *= POWERS_OF_TEN[difference] ?? 1;
  else if (difference < 0) dividend *= POWERS_OF_TEN[-difference] ?? 1;
  if (!isSafe(dividend) || !isSafe(divisor)) return false;
  const rest = dividend % divisor;
  const isOtherSign = rest !== 0 && rest < 0 !== divisor < 0;
  left.number = isOtherSign ? rest + divisor : rest + 0;
  if (difference < 0) left.scale = right.scale;
  return true;
}

function isSafe(value: number): boolean {
  return value <= MAX_SAFE && value >= -MAX_SAFE;
}
