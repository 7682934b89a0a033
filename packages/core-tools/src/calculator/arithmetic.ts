import { MAX_SCALE, POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import {
  addRationals,
  divideRationals,
  moduloOfRationals,
  multiplyRationals,
  type Rational,
} from '../number/rational.ts';
import {
  chargeForModulo,
  chargeForProduct,
  chargeForQuotient,
  chargeForSum,
  setExact,
  setExactPiMultiple,
  setInexact,
  setNonZero,
} from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, DOUBLE, type Operand, PI_MULTIPLE } from './operand.ts';

// Each operation leaves its result in `left`, and tries the tiers from the fastest one on: decimals whose result is one
// too, doubles, and everything else.

export function add(machine: Machine, left: Operand, right: Operand): void {
  if ((left.kind | right.kind) === DECIMAL && left.scale === right.scale) {
    const sum = left.number + right.number;
    if (isSafe(sum)) {
      left.number = sum;
      return;
    }
  }
  addOther(machine, left, right);
}

function addOther(machine: Machine, left: Operand, right: Operand): void {
  const kinds = left.kind | right.kind;
  if (kinds === DECIMAL && addDecimals(left, right)) return;
  if (kinds === DOUBLE) {
    setInexact(machine, left, left.toDouble() + right.toDouble());
    return;
  }
  left.dropPercent();
  right.dropPercent();
  if (left.isExact && right.isExact) {
    setExact(machine, left, sumOf(machine, left, right));
  } else if (left.isPiMultiple && right.isPiMultiple) {
    setExactPiMultiple(machine, left, sumOf(machine, left, right));
  } else if (left.isExactZero && right.isPiMultiple) {
    left.setPiMultiple(right.toRational());
  } else if (!right.isExactZero) {
    setInexact(machine, left, left.toDouble() + right.toDouble());
  }
}

export function subtract(machine: Machine, left: Operand, right: Operand): void {
  right.negate();
  add(machine, left, right);
}

export function multiply(machine: Machine, left: Operand, right: Operand): void {
  if ((left.kind | right.kind) === DECIMAL) {
    const product = left.number * right.number;
    const scale = left.scale + right.scale;
    if (isSafe(product) && scale <= MAX_SCALE) {
      // + 0 turns a negative zero into 0.
      left.number = product + 0;
      left.scale = scale;
      return;
    }
  }
  multiplyOther(machine, left, right);
}

function multiplyOther(machine: Machine, left: Operand, right: Operand): void {
  if (multiplyPi(left, right)) return;
  left.dropPercent();
  right.dropPercent();
  if (left.isExact && right.isExact) {
    setExact(machine, left, productOf(machine, left, right));
  } else if (left.isExactZero || right.isExactZero) {
    left.setDecimal(0, 0);
  } else if ((left.isPiMultiple && right.isExact) || (left.isExact && right.isPiMultiple)) {
    setExactPiMultiple(machine, left, productOf(machine, left, right));
  } else if (left.isZero || right.isZero) {
    left.setDouble(0);
  } else {
    setNonZero(machine, left, left.toDouble() * right.toDouble());
  }
}

/** A decimal times a decimal multiple of π, where the factor stays a safe integer. */
function multiplyPi(left: Operand, right: Operand): boolean {
  if ((left.kind | right.kind) !== PI_MULTIPLE || left.kind === right.kind) return false;
  const product = left.number * right.number;
  const scale = left.scale + right.scale;
  if (!isSafe(product) || scale > MAX_SCALE) return false;
  left.number = product + 0;
  left.scale = scale;
  left.kind = product === 0 ? DECIMAL : PI_MULTIPLE;
  return true;
}

export function divide(machine: Machine, left: Operand, right: Operand): void {
  if (right.isZero) {
    throw domainError(machine.operatorPosition, 'division by zero is undefined');
  }
  if ((left.kind | right.kind) === DECIMAL && divideDecimals(left, right)) return;
  left.dropPercent();
  right.dropPercent();
  if ((left.isExact && right.isExact) || (left.isPiMultiple && right.isPiMultiple)) {
    setExact(machine, left, quotientOf(machine, left, right));
  } else if (left.isPiMultiple && right.isExact) {
    setExactPiMultiple(machine, left, quotientOf(machine, left, right));
  } else if (!left.isZero) {
    setNonZero(machine, left, left.toDouble() / right.toDouble());
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
    setExact(machine, left, remainderOf(machine, left, right));
  } else if (left.isPiMultiple && right.isPiMultiple) {
    setExactPiMultiple(machine, left, remainderOf(machine, left, right));
  } else {
    const divisor = right.toDouble();
    const rest = left.toDouble() % divisor;
    const isOtherSign = rest !== 0 && rest < 0 !== divisor < 0;
    setInexact(machine, left, isOtherSign ? rest + divisor : rest);
  }
}

// Exact operations on two fractions, or on two factors of π.

function sumOf(machine: Machine, left: Operand, right: Operand): Rational {
  const first = left.toRational();
  const second = right.toRational();
  chargeForSum(machine, first, second);
  return addRationals(first, second);
}

function productOf(machine: Machine, left: Operand, right: Operand): Rational {
  const first = left.toRational();
  const second = right.toRational();
  chargeForProduct(machine, first, second);
  return multiplyRationals(first, second);
}

function quotientOf(machine: Machine, left: Operand, right: Operand): Rational {
  const first = left.toRational();
  const second = right.toRational();
  chargeForQuotient(machine, first, second);
  return divideRationals(first, second);
}

function remainderOf(machine: Machine, left: Operand, right: Operand): Rational {
  const first = left.toRational();
  const second = right.toRational();
  chargeForModulo(machine, first, second);
  return moduloOfRationals(first, second);
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
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}
