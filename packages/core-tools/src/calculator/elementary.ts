import { absolute, floorOfRational, type Rational } from '../number/rational.ts';
import { log2OfInteger } from '../number/bit-length.ts';
import {
  floorLog2,
  rationalToDouble,
  scaleByPowerOfTwo,
  scaledDouble,
} from '../number/rational-to-double.ts';
import { withoutNoise } from '../number/number-text.ts';
import { exactRoot } from '../number/roots.ts';
import { residualOf } from './exact-argument.ts';
import { chargeForRoot, setExact, setInexact, setNonZero } from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, type Operand } from './operand.ts';

/** A double loses the digits of ln(1 + x) where x is small. */
const NEAR_ONE = 0.01;

// Functions of one value; the result replaces the argument.

export function squareRoot(machine: Machine, value: Operand): void {
  if (value.isNegative) {
    throw domainError(machine.operatorPosition, 'a negative number has no real square root');
  }
  if (value.kind === DECIMAL && squareRootOfDecimal(value)) return;
  rootOf(machine, value, 2);
}

export function cubeRoot(machine: Machine, value: Operand): void {
  rootOf(machine, value, 3);
}

/** The real root of a degree from 1 up; even degrees need a value that is not negative. */
export function rootOf(machine: Machine, value: Operand, degree: number): void {
  if (value.isExact) {
    const exact = value.toRational();
    chargeForRoot(machine, exact);
    const root = exactRoot(exact, degree);
    if (root !== undefined) {
      value.setRational(root);
      return;
    }
  }
  setInexact(machine, value, realRoot(value, degree));
}

const SMALLEST_NORMAL = 2 ** -1022;

function realRoot(value: Operand, degree: number): number {
  const double = value.toDouble();
  const isNormal = Number.isFinite(double) && Math.abs(double) >= SMALLEST_NORMAL;
  if (isNormal && degree <= 3) return rootOfDouble(double, degree);
  if (double === 0 && value.isZero) return 0;
  // Scaled by 2^(degree·shift) it is between 1 and 2^degree, whether or not a double can hold it, and the root exact
  // to the last digits.
  if (value.isExact || value.isPiMultiple) {
    const exact = value.toRational();
    const shift = Math.floor(floorLog2(magnitudeOf(exact)) / degree);
    const scaled = scaledDouble(exact, shift * degree) * (value.isExact ? 1 : Math.PI);
    return scaleByPowerOfTwo(rootOfDouble(scaled, degree), shift);
  }
  const shift = Math.floor(Math.log2(Math.abs(double)) / degree);
  return scaleByPowerOfTwo(rootOfDouble(scaleByPowerOfTwo(double, -shift * degree), degree), shift);
}

function rootOfDouble(value: number, degree: number): number {
  if (degree === 2) return Math.sqrt(value);
  if (degree === 3) return Math.cbrt(value);
  return Math.sign(value) * Math.abs(value) ** (1 / degree);
}

/** Fast tier. With an even scale the root is rational exactly where that of the mantissa is an integer. */
function squareRootOfDecimal(value: Operand): boolean {
  const isOdd = value.scale % 2 !== 0;
  const radicand = isOdd ? value.number * 10 : value.number;
  if (!Number.isSafeInteger(radicand)) return false;
  const root = Math.sqrt(radicand);
  if (Number.isInteger(root) && root * root === radicand) {
    value.setDecimal(root, (value.scale + (isOdd ? 1 : 0)) / 2);
  } else {
    value.setDouble(Math.sqrt(value.toDouble()));
  }
  return true;
}

export function absoluteValue(_machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isNegative) value.negate();
}

export function floor(machine: Machine, value: Operand): void {
  roundBy(machine, value, { exact: floorOfRational, real: Math.floor });
}

export function ceiling(machine: Machine, value: Operand): void {
  roundBy(machine, value, { exact: ceilingOfRational, real: Math.ceil });
}

/** Half away from zero, so that round(-x) = -round(x) (C round, Excel ROUND). */
export function round(machine: Machine, value: Operand): void {
  roundBy(machine, value, { exact: roundedRational, real: roundedDouble });
}

interface Rounding {
  readonly exact: (value: Rational) => bigint;
  readonly real: (value: number) => number;
}

function roundBy(machine: Machine, value: Operand, rounding: Rounding): void {
  value.dropPercent();
  if (value.toSafeInteger() !== undefined) return;
  if (value.isExact) {
    const exact = value.toRational();
    setExact(machine, value, { numerator: rounding.exact(exact), denominator: 1n });
    return;
  }
  // What is shown as 200 is 200 here too, although sqrt(2)^2*100 is 200.00000000000003.
  const rounded = rounding.real(withoutNoise(value.toDouble()));
  if (Number.isSafeInteger(rounded)) value.setDecimal(rounded + 0, 0);
  else setInexact(machine, value, rounded);
}

function ceilingOfRational({ numerator, denominator }: Rational): bigint {
  return -floorOfRational({ numerator: -numerator, denominator });
}

export function roundedRational({ numerator, denominator }: Rational): bigint {
  const doubled = 2n * absolute(numerator) + denominator;
  const rounded = doubled / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

function roundedDouble(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

export function exponential(machine: Machine, value: Operand): void {
  if (value.isExact && value.isZero) {
    value.setDecimal(1, 0);
    return;
  }
  if (value.isExact && value.toSafeInteger() === 1) {
    value.setEuler();
    return;
  }
  const exponent = value.toDouble();
  const power = Math.exp(exponent);
  const isLarge = Math.abs(exponent) > 1 && power > 0 && power < Infinity;
  setNonZero(
    machine,
    value,
    isLarge ? power + power * residualOf(machine, value, exponent) : power,
  );
}

export function naturalLogarithm(machine: Machine, value: Operand): void {
  requirePositive(machine, value, 'ln');
  if (value.isEuler || value.toSafeInteger() === 1) {
    value.setDecimal(value.isEuler ? 1 : 0, 0);
    return;
  }
  setLogarithm(machine, value, logarithmOf(machine, value, NATURAL));
}

/** Only the logarithm of exactly 1 is 0. */
function setLogarithm(machine: Machine, value: Operand, logarithm: number): void {
  if (value.isExact) setNonZero(machine, value, logarithm);
  else setInexact(machine, value, logarithm);
}

interface RealLogarithm {
  readonly real: (value: number) => number;
  readonly logarithmOf2: number;
}

const NATURAL: RealLogarithm = { real: Math.log, logarithmOf2: Math.LN2 };

/** A logarithm in double precision, also of what is beyond the range of a double or very near to 1. */
function logarithmOf(
  machine: Machine,
  value: Operand,
  { real, logarithmOf2 }: RealLogarithm,
): number {
  const double = value.toDouble();
  if (!value.isExact) return real(double);
  if (Math.abs(double - 1) >= NEAR_ONE) {
    if (double < SMALLEST_NORMAL || double === Infinity) {
      return log2Of(value.toRational()) * logarithmOf2;
    }
    // Near to 1 what a double lacks of its argument shows in the last digits: ln(1.1).
    if (double < 0.5 || double > 2) return real(double);
    return real(double) + (residualOf(machine, value, double) / double / Math.LN2) * logarithmOf2;
  }
  const { numerator, denominator } = value.toRational();
  const excess = rationalToDouble({ numerator: numerator - denominator, denominator });
  return (Math.log1p(excess) / Math.LN2) * logarithmOf2;
}

/** Base 10: exact for the powers of ten. */
export function decimalLogarithm(machine: Machine, value: Operand): void {
  requirePositive(machine, value, 'log');
  logarithm(machine, value, { base: 10n, real: Math.log10, log2OfBase: Math.log2(10) });
}

/** Base 2: exact for the powers of two. */
export function binaryLogarithm(machine: Machine, value: Operand): void {
  requirePositive(machine, value, 'log2');
  logarithm(machine, value, { base: 2n, real: Math.log2, log2OfBase: 1 });
}

interface LogarithmBase {
  readonly base: bigint;
  readonly real: (value: number) => number;
  readonly log2OfBase: number;
}

function logarithm(
  machine: Machine,
  value: Operand,
  { base, real, log2OfBase }: LogarithmBase,
): void {
  if (value.isExact) {
    const exponent = exactExponent(value.toRational(), base, log2OfBase);
    if (exponent !== undefined) {
      value.setDecimal(exponent, 0);
      return;
    }
  }
  setLogarithm(machine, value, logarithmOf(machine, value, { real, logarithmOf2: 1 / log2OfBase }));
}

/** The integer n with value = base^n, where there is one. */
function exactExponent(value: Rational, base: bigint, log2OfBase: number): number | undefined {
  const { numerator, denominator } = value;
  if (numerator !== 1n && denominator !== 1n) return undefined;
  const power = denominator === 1n ? numerator : denominator;
  // Both bases are even.
  if (power !== 1n && power % 2n !== 0n) return undefined;
  const exponent = Math.round(log2OfInteger(power) / log2OfBase);
  if (base ** BigInt(exponent) !== power) return undefined;
  return denominator === 1n ? exponent : 0 - exponent;
}

function log2Of({ numerator, denominator }: Rational): number {
  return log2OfInteger(numerator) - log2OfInteger(denominator);
}

function magnitudeOf({ numerator, denominator }: Rational): Rational {
  return { numerator: absolute(numerator), denominator };
}

export function requirePositive(machine: Machine, value: Operand, name: string): void {
  value.dropPercent();
  if (value.isNegative || value.isZero) {
    throw domainError(machine.operatorPosition, `${name} is defined only for numbers above 0`);
  }
}
