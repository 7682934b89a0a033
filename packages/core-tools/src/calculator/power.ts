import { bitLength, log2OfInteger } from '../number/bit-length.ts';
import {
  floorLog2,
  rationalToDouble,
  scaleByPowerOfTwo,
  scaledDouble,
} from '../number/rational-to-double.ts';
import { MAX_SCALE } from '../number/powers-of-ten.ts';
import { absolute, floorOfRational, powerOfRational, type Rational } from '../number/rational.ts';
import { exactRoot } from '../number/roots.ts';
import { divide } from './arithmetic.ts';
import { residualOf, residualOfRational } from './exact-argument.ts';
import { chargeForRoot, log10Of, MAX_BITS, setExact, setNonZero } from './exact-result.ts';
import { domainError, overflowError } from './failures.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, DOUBLE, integerOperand, type Operand } from './operand.ts';

/** Roots of a higher degree than this are only computed in double precision. */
const MAX_EXACT_ROOT_DEGREE = 1000n;
/** Precision of the repeated squaring that stands in for an exact power that would be too long. */
const WORKING_BITS = 192;

/** `base ^ exponent`, left in `base`. 0^0 is 1 (IEEE 754-2019 §9.2). */
export function power(machine: Machine, base: Operand, exponent: Operand): void {
  if (exponent.kind === DECIMAL && exponent.scale === 0 && exponent.number > 0) {
    if (base.kind === DECIMAL && powerOfDecimal(base, exponent.number)) return;
    if (base.kind === DOUBLE && exponent.number === 2 && base.number !== 0) {
      setNonZero(machine, base, base.number * base.number);
      return;
    }
  }
  powerOfAny(machine, base, exponent);
}

function powerOfAny(machine: Machine, base: Operand, exponent: Operand): void {
  base.dropPercent();
  exponent.dropPercent();
  const integer = exponent.toSafeInteger();
  if (integer !== undefined) {
    if (base.kind !== DECIMAL || integer === 0 || !powerOfDecimal(base, Math.abs(integer))) {
      integerPower(machine, base, integer);
    } else if (integer < 0) {
      invert(machine, base);
    }
  } else if (base.isZero && !exponent.isZero) {
    powerOfZero(machine, base, exponent.isNegative);
  } else if (exponent.isExact) {
    fractionalPower(machine, base, exponent.toRational());
  } else {
    realPower(machine, base, exponent.toDouble());
  }
}

function invert(machine: Machine, value: Operand): void {
  if (value.isZero) powerOfZero(machine, value, true);
  const inverse = integerOperand(1);
  divide(machine, inverse, value);
  value.assign(inverse);
}

/** Fast tier: multiplies as long as the product stays a safe integer. */
function powerOfDecimal(base: Operand, exponent: number): boolean {
  const factor = base.number;
  const scale = base.scale * exponent;
  if (scale > MAX_SCALE) return false;
  if (exponent > 53) {
    if (factor !== 0 && factor !== 1) return false;
    return base.scale === 0;
  }
  let product = factor;
  for (let count = 1; count < exponent; count += 1) {
    product *= factor;
    if (!Number.isSafeInteger(product)) return false;
  }
  base.number = product + 0;
  base.scale = scale;
  return true;
}

function integerPower(machine: Machine, base: Operand, exponent: number): void {
  if (exponent === 0) {
    base.setDecimal(1, 0);
  } else if (exponent === 1) {
    return;
  } else if (base.isZero) {
    powerOfZero(machine, base, exponent < 0);
  } else if (base.isExact) {
    exactPower(machine, base, exponent);
  } else {
    realPower(machine, base, exponent);
  }
}

function exactPower(machine: Machine, target: Operand, exponent: number): void {
  const base = target.toRational();
  const { numerator, denominator } = base;
  const magnitude = absolute(numerator);
  const count = Math.abs(exponent);
  const largest = magnitude > denominator ? magnitude : denominator;
  if (largest === 1n) {
    setExact(machine, target, powerOfRational(base, count % 2 === 0 ? 2 : 1));
  } else if (log2OfInteger(largest) * count <= MAX_BITS) {
    // Squaring dominates: the cost is that of the last product.
    machine.spend((log2OfInteger(largest) * count) ** 2 / 1e7);
    setExact(machine, target, powerOfRational(base, exponent));
  } else if (denominator === 1n && exponent > 0) {
    throw overflowError(machine.operatorPosition, log10Of(magnitude) * count);
  } else {
    machine.spend(log2OfInteger(largest) / 400);
    setNonZero(machine, target, approximatePower(base, exponent));
  }
}

/** `base ^ (p/q)`: exact where the root is, so that 4^0.5 is 2. */
function fractionalPower(machine: Machine, target: Operand, exponent: Rational): void {
  const numerator = Number(exponent.numerator);
  const isIntegral = exponent.denominator === 1n;
  if (target.isExact && !isIntegral && exponent.denominator <= MAX_EXACT_ROOT_DEGREE) {
    const base = target.toRational();
    chargeForRoot(machine, base);
    const root = target.isNegative ? undefined : exactRoot(base, Number(exponent.denominator));
    if (root !== undefined && Number.isSafeInteger(numerator)) {
      target.setRational(root);
      integerPower(machine, target, numerator);
      return;
    }
  }
  if (isIntegral && target.isExact) {
    hugeIntegerPower(machine, target, exponent.numerator);
    return;
  }
  const double = target.toDouble();
  if (target.isExact && !target.isNegative && (double < 2 ** -1022 || double === Infinity)) {
    setNonZero(machine, target, powerBeyondDoubles(target.toRational(), exponent));
    return;
  }
  const power = rationalToDouble(exponent);
  const ofExponent = residualOfRational(machine, exponent, power) * Math.log(double);
  // How much larger (relatively) the power is than that of the doubles of its base and exponent.
  const correction = ofExponent + (power * residualOf(machine, target, double)) / double;
  realPower(machine, target, power);
  if (Math.abs(correction) < 1) setNonZero(machine, target, target.number * (1 + correction));
}

/** The power of a positive base that no double can hold: (m·2^k)^e = m^e · 2^(k·e), where k·e is split exactly. */
function powerBeyondDoubles(base: Rational, exponent: Rational): number {
  const shift = floorLog2(base);
  const power = {
    numerator: BigInt(shift) * exponent.numerator,
    denominator: exponent.denominator,
  };
  const whole = floorOfRational(power);
  const rest = rationalToDouble({
    numerator: power.numerator - whole * power.denominator,
    denominator: power.denominator,
  });
  const mantissa = scaledDouble(base, shift) ** rationalToDouble(exponent);
  return scaleByPowerOfTwo(mantissa * 2 ** rest, clampExponent(Number(whole)));
}

/** Integer exponents beyond 2^53. */
function hugeIntegerPower(machine: Machine, target: Operand, exponent: bigint): void {
  const base = target.toRational();
  if (base.denominator === 1n && absolute(base.numerator) === 1n) {
    target.setDecimal(base.numerator < 0n && exponent % 2n !== 0n ? -1 : 1, 0);
  } else if (base.denominator === 1n && exponent > 0n) {
    throw overflowError(
      machine.operatorPosition,
      log10Of(absolute(base.numerator)) * Number(exponent),
    );
  } else {
    setNonZero(machine, target, target.toDouble() ** Number(exponent));
  }
}

function realPower(machine: Machine, target: Operand, exponent: number): void {
  if (target.isNegative && !Number.isInteger(exponent)) {
    throw domainError(
      machine.operatorPosition,
      'a negative number has no real power with a fractional exponent',
      'for odd roots write cbrt(x) or root(x, n)',
    );
  }
  const base = target.toDouble();
  setNonZero(machine, target, target.isEuler ? Math.exp(exponent) : base ** exponent);
}

function powerOfZero(machine: Machine, target: Operand, isNegative: boolean): void {
  if (isNegative) {
    throw domainError(machine.operatorPosition, 'zero has no negative power (division by zero)');
  }
  target.setDecimal(0, 0);
}

/** Correct to the last digit where `Math.pow` of a rounded base is not: (1.000137)^3650. */
function approximatePower(base: Rational, exponent: number): number {
  const magnitude: Rational = {
    numerator: absolute(base.numerator),
    denominator: base.denominator,
  };
  const isInverted = exponent < 0;
  let factor = toFloat(
    isInverted ? magnitude.denominator : magnitude.numerator,
    isInverted ? magnitude.numerator : magnitude.denominator,
  );
  let result: BigFloat = { mantissa: 1n, exponent: 0 };
  for (let count = Math.abs(exponent); count > 0; count = Math.floor(count / 2)) {
    if (count % 2 === 1) result = multiplyFloats(result, factor);
    factor = multiplyFloats(factor, factor);
    // Any further product with such a factor leaves the range of a double for good.
    if (Math.abs(factor.exponent) > 1e9 && count > 1) return factor.exponent > 0 ? Infinity : 0;
  }
  const isNegative = base.numerator < 0n && exponent % 2 !== 0;
  const value = scaleByPowerOfTwo(Number(result.mantissa), clampExponent(result.exponent));
  return isNegative ? -value : value;
}

interface BigFloat {
  readonly mantissa: bigint;
  readonly exponent: number;
}

function toFloat(numerator: bigint, denominator: bigint): BigFloat {
  const shift = WORKING_BITS + bitLength(denominator);
  return shortened({ mantissa: (numerator << BigInt(shift)) / denominator, exponent: -shift });
}

function multiplyFloats(left: BigFloat, right: BigFloat): BigFloat {
  return shortened({
    mantissa: left.mantissa * right.mantissa,
    exponent: left.exponent + right.exponent,
  });
}

function shortened(value: BigFloat): BigFloat {
  const excess = bitLength(value.mantissa) - WORKING_BITS;
  if (excess <= 0) return value;
  return { mantissa: value.mantissa >> BigInt(excess), exponent: value.exponent + excess };
}

function clampExponent(exponent: number): number {
  return Math.max(-1e5, Math.min(1e5, exponent));
}
