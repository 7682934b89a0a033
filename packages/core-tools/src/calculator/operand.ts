import { piTimes } from '../number/pi.ts';
import { POWERS_OF_TEN, powerOfTen } from '../number/powers-of-ten.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { createRational, type Rational, ZERO } from '../number/rational.ts';

// A kind is a set of bits, so that one `|` tells whether two operands are both plain decimals (0).
/** `number × 10^-scale` with a safe integer and 0 to 22 places: the tier nearly every calculation stays in. */
export const DECIMAL = 0;
/** The exact fraction in `ratio`. */
export const RATIONAL = 1;
/** An exact decimal (or, with the RATIONAL bit, fractional) multiple of π, so that sin(pi) is 0. */
export const PI_MULTIPLE = 2;
/** An inexact double in `number`. */
export const DOUBLE = 4;
/** Euler's number itself, so that e^x is exp(x). */
export const EULER = 6;
/** Added to a kind: written with a per-cent sign (the value is divided by 100 already). */
const PERCENT = 8;

const KIND_BITS = 7;

/** One cell of the value stack. Cells are reused, so that an ordinary calculation allocates nothing. */
export class Operand {
  kind: number = DECIMAL;
  // A first value that is no small integer makes the engine store this field as a double in place.
  number = 0.5;
  scale = 0;
  ratio: Rational = ZERO;

  get isPercent(): boolean {
    return this.kind >= PERCENT;
  }

  get isExact(): boolean {
    return (this.kind & EULER) === 0;
  }

  get isPiMultiple(): boolean {
    return (this.kind & EULER) === PI_MULTIPLE;
  }

  get isEuler(): boolean {
    return (this.kind & EULER) === EULER;
  }

  get isZero(): boolean {
    return (this.kind & RATIONAL) === 0 && this.number === 0;
  }

  /** Zero without any rounding, so that even a product with an inexact value is exactly 0. */
  get isExactZero(): boolean {
    return (this.kind & KIND_BITS) === DECIMAL && this.number === 0;
  }

  get isNegative(): boolean {
    return (this.kind & RATIONAL) === 0 ? this.number < 0 : this.ratio.numerator < 0n;
  }

  setDecimal(number: number, scale: number): void {
    this.kind = DECIMAL;
    this.number = number;
    this.scale = scale;
  }

  /** Goes back to the fast tier where the fraction is a safe integer. Size limits are the caller's business. */
  setRational(value: Rational): void {
    if (value.denominator === 1n) {
      const number = Number(value.numerator);
      if (Number.isSafeInteger(number)) {
        this.setDecimal(number, 0);
        return;
      }
    }
    this.kind = RATIONAL;
    this.ratio = value;
  }

  /** The multiple `factor`·π. */
  setPiMultiple(factor: Rational): void {
    this.setRational(factor);
    if (factor.numerator !== 0n) this.kind |= PI_MULTIPLE;
  }

  setPi(): void {
    this.kind = PI_MULTIPLE;
    this.number = 1;
    this.scale = 0;
  }

  setEuler(): void {
    this.kind = EULER;
    this.number = Math.E;
  }

  /** A finite double; a negative zero becomes 0. */
  setDouble(value: number): void {
    this.kind = DOUBLE;
    this.number = value + 0;
  }

  assign(other: Operand): void {
    this.kind = other.kind;
    this.number = other.number;
    this.scale = other.scale;
    this.ratio = other.ratio;
  }

  markPercent(): void {
    this.kind |= PERCENT;
  }

  dropPercent(): void {
    this.kind &= KIND_BITS;
  }

  negate(): void {
    if ((this.kind & RATIONAL) === 0) {
      // 0 - x, since -x would make a negative zero of 0.
      this.number = 0 - this.number;
      if (this.isEuler) this.kind = DOUBLE;
    } else {
      this.ratio = { numerator: -this.ratio.numerator, denominator: this.ratio.denominator };
    }
  }

  /** The exact value, or the exact factor of π. Not for doubles. */
  toRational(): Rational {
    if ((this.kind & RATIONAL) !== 0) return this.ratio;
    const numerator = BigInt(this.number);
    return this.scale === 0
      ? { numerator, denominator: 1n }
      : createRational(numerator, powerOfTen(this.scale));
  }

  /** The nearest double; ±Infinity for exact values beyond its range. */
  toDouble(): number {
    const kind = this.kind & KIND_BITS;
    if (kind === DECIMAL) {
      return this.scale === 0 ? this.number : this.number / (POWERS_OF_TEN[this.scale] ?? 1);
    }
    if ((kind & DOUBLE) !== 0) return this.number;
    if (kind === RATIONAL) return rationalToDouble(this.ratio);
    return kind === PI_MULTIPLE && this.number === 1 && this.scale === 0
      ? Math.PI
      : piTimes(this.toRational());
  }

  /** The value where it is an exact safe integer. */
  toSafeInteger(): number | undefined {
    if ((this.kind & KIND_BITS) !== DECIMAL) return undefined;
    if (this.scale === 0) return this.number;
    const divisor = POWERS_OF_TEN[this.scale] ?? 1;
    return this.number % divisor === 0 ? this.number / divisor : undefined;
  }
}

export function copyOf(value: Operand): Operand {
  const copy = new Operand();
  copy.assign(value);
  copy.dropPercent();
  return copy;
}

export function integerOperand(value: number): Operand {
  const operand = new Operand();
  operand.setDecimal(value, 0);
  return operand;
}
