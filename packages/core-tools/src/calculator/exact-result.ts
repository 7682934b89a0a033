import { bitLength, log2OfInteger } from '../number/bit-length.ts';
import { absolute, isMultiple, type Rational } from '../number/rational.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { inexactOverflowError, overflowError } from './failures.ts';
import type { Machine } from './machine.ts';
import { NOTE_UNDERFLOW } from './note.ts';
import type { Operand } from './operand.ts';

/** Largest numerator or denominator: 4,932 digits. */
export const MAX_BITS = 16_384;
const LIMIT = 1n << BigInt(MAX_BITS);
const SMALL = 1n << 512n;
const LOG10_OF_2 = Math.log10(2);

/** Stores an exact result; an integer beyond the limit is an overflow, another fraction becomes a double. */
export function setExact(machine: Machine, target: Operand, value: Rational): void {
  if (value.denominator < LIMIT && value.numerator < LIMIT && -value.numerator < LIMIT) {
    target.setRational(value);
  } else if (value.denominator === 1n) {
    throw overflowError(machine.operatorPosition, log10Of(absolute(value.numerator)));
  } else {
    setNonZero(machine, target, rationalToDouble(value));
  }
}

/** The same for the exact factor of a multiple of π. */
export function setExactPiMultiple(machine: Machine, target: Operand, factor: Rational): void {
  if (factor.denominator < LIMIT && factor.numerator < LIMIT && -factor.numerator < LIMIT) {
    target.setPiMultiple(factor);
  } else {
    setNonZero(machine, target, rationalToDouble(factor) * Math.PI);
  }
}

/** Stores a double; an infinite one is an overflow. */
export function setInexact(machine: Machine, target: Operand, value: number): void {
  if (!Number.isFinite(value)) throw inexactOverflowError(machine.operatorPosition);
  target.setDouble(value);
}

/** Stores the double of a value that is not 0, and tells where it is too small for one. */
export function setNonZero(machine: Machine, target: Operand, value: number): void {
  setInexact(machine, target, value);
  if (value === 0) machine.notes |= NOTE_UNDERFLOW;
}

// The charges for arithmetic with two fractions are made before it is done; ordinary sizes are free.

export function chargeForSum(machine: Machine, left: Rational, right: Rational): void {
  const first = sizeOf(left);
  const second = sizeOf(right);
  if (first.total + second.total === 0) return;
  // Where one denominator is a multiple of the other, it is that of the sum.
  const denominator = isMultiple(left.denominator, right.denominator)
    ? Math.max(first.denominator, second.denominator)
    : first.denominator + second.denominator;
  const extended = (value: Rational, size: Size): number =>
    value.numerator === 0n ? 0 : denominator - size.denominator + size.numerator;
  const numerator = Math.max(extended(left, first), extended(right, second));
  chargeForFraction(machine, numerator, denominator);
}

export function chargeForProduct(machine: Machine, left: Rational, right: Rational): void {
  const first = sizeOf(left);
  const second = sizeOf(right);
  chargeForFraction(
    machine,
    first.numerator + second.numerator,
    first.denominator + second.denominator,
  );
}

export function chargeForQuotient(machine: Machine, left: Rational, right: Rational): void {
  chargeForProduct(machine, left, { numerator: right.denominator, denominator: right.numerator });
}

export function chargeForModulo(machine: Machine, left: Rational, right: Rational): void {
  const first = sizeOf(left);
  const second = sizeOf(right);
  chargeForFraction(
    machine,
    Math.max(first.numerator + second.denominator, second.numerator + first.denominator),
    first.denominator + second.denominator,
  );
}

/** Charges for multiplying each numerator by the denominator of the other. */
export function chargeForComparison(machine: Machine, left: Rational, right: Rational): void {
  const first = sizeOf(left);
  const second = sizeOf(right);
  const products = first.numerator * second.denominator + second.numerator * first.denominator;
  machine.spend(products / 5e6 + (first.total + second.total) / 4000);
}

/**
 * Charges for reducing a fraction of this size. The greatest common divisor costs most: measured, 2.4 ms for two parts
 * of 16 kbit, and up to 0.2 ms for 2 kbit in code that has not run often; but next to nothing where one part is short.
 */
function chargeForFraction(machine: Machine, numeratorBits: number, denominatorBits: number): void {
  const larger = Math.max(numeratorBits, denominatorBits);
  const smaller = Math.min(numeratorBits, denominatorBits);
  if (larger > 0) machine.spend(smaller ** 2 / 1.6e5 + smaller / 25 + larger / 200);
}

/** Charges for dividing the parts of one fraction, without reducing another. */
export function chargeForDivision(machine: Machine, value: Rational): void {
  const bits = bitsIfLarge(value.numerator) + bitsIfLarge(value.denominator);
  if (bits > 0) machine.spend(bits ** 2 / 2e6 + 1);
}

/** Charges for Newton's method: about 1 ms for 16 kbit. */
export function chargeForRoot(machine: Machine, value: Rational): void {
  const bits = bitsIfLarge(value.numerator) + bitsIfLarge(value.denominator);
  if (bits > 0) machine.spend(bits ** 2 / 2.5e5);
}

interface Size {
  readonly numerator: number;
  readonly denominator: number;
  readonly total: number;
}

function sizeOf(value: Rational): Size {
  const numerator = bitsIfLarge(value.numerator);
  const denominator = bitsIfLarge(value.denominator);
  return { numerator, denominator, total: numerator + denominator };
}

function bitsIfLarge(value: bigint): number {
  return value < SMALL && value > -SMALL ? 0 : bitLength(absolute(value));
}

export function log10Of(value: bigint): number {
  return log2OfInteger(value) * LOG10_OF_2;
}
