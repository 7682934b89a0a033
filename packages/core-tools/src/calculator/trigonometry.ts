import { createRational, flooredRemainder, type Rational } from '../number/rational.ts';
import { piTimes, type QuarterTurns, splitQuarterTurns } from '../number/pi.ts';
import { rationalToDouble } from '../number/rational-to-double.ts';
import { residualOf } from './exact-argument.ts';
import { chargeForDivision, setInexact, setNonZero } from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

// Radians. For an exact multiple q·π the value depends on q mod 2 alone, and is rational only at the angles of
// Niven's theorem (multiples of 30° for sine and cosine, of 45° for the tangent).

const SQRT_3 = Math.sqrt(3);

export function sine(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setSineOfPiMultiple(machine, value, value.toRational());
  } else if (!value.isZero) {
    const large = quarterTurnsOf(machine, value);
    if (large !== undefined) {
      setNonZero(machine, value, sineOfQuarters(large.quarters, large.rest));
      return;
    }
    const double = value.toDouble();
    const residual = residualOfAngle(machine, value, double);
    setNonZero(machine, value, Math.sin(double) + residual * Math.cos(double));
  }
}

export function cosine(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setSineOfPiMultiple(machine, value, complement(value.toRational()));
  } else if (value.isExactZero) {
    value.setDecimal(1, 0);
  } else {
    const large = quarterTurnsOf(machine, value);
    if (large !== undefined) {
      // cos(x) = sin(x + π/2)
      setInexact(machine, value, sineOfQuarters(large.quarters + 1, large.rest));
      return;
    }
    const double = value.toDouble();
    const residual = residualOfAngle(machine, value, double);
    setInexact(machine, value, Math.cos(double) - residual * Math.sin(double));
  }
}

/** 1/2 - q, since cos(x) = sin(π/2 - x). Only factors of 2 can have become common. */
function complement(multiple: Rational): Rational {
  let numerator = multiple.denominator - 2n * multiple.numerator;
  let denominator = 2n * multiple.denominator;
  while (numerator % 2n === 0n && denominator % 2n === 0n) {
    numerator /= 2n;
    denominator /= 2n;
  }
  return { numerator, denominator };
}

export function tangent(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setTangentOfPiMultiple(machine, value);
  } else if (!value.isZero) {
    const large = quarterTurnsOf(machine, value);
    if (large !== undefined) {
      const tangentOfRest = Math.tan(large.rest);
      // tan(x + π/2) = -1 / tan(x)
      setNonZero(machine, value, large.quarters % 2 === 0 ? tangentOfRest : -1 / tangentOfRest);
      return;
    }
    const double = value.toDouble();
    const tangentOfDouble = Math.tan(double);
    const residual = residualOfAngle(machine, value, double);
    setNonZero(machine, value, tangentOfDouble + residual * (1 + tangentOfDouble ** 2));
  }
}

export function arcSine(machine: Machine, value: Operand): void {
  value.dropPercent();
  const twelfths = inverseTwelfths(value);
  if (twelfths !== undefined) {
    value.setPiMultiple(createRational(BigInt(twelfths), 12n));
    return;
  }
  const ratio = ratioOfSides(machine, value, 'asin');
  setNonZero(
    machine,
    value,
    isNearOne(value, ratio)
      ? Math.sign(ratio) * (Math.PI / 2 - arcCosineNearOne(value))
      : Math.asin(ratio),
  );
}

export function arcCosine(machine: Machine, value: Operand): void {
  value.dropPercent();
  const twelfths = inverseTwelfths(value);
  if (twelfths !== undefined) {
    value.setPiMultiple(createRational(BigInt(6 - twelfths), 12n));
    return;
  }
  const ratio = ratioOfSides(machine, value, 'acos');
  if (isNearOne(value, ratio)) {
    const arc = arcCosineNearOne(value);
    setInexact(machine, value, ratio < 0 ? Math.PI - arc : arc);
  } else {
    setInexact(machine, value, Math.acos(ratio));
  }
}

export function arcTangent(machine: Machine, value: Operand): void {
  value.dropPercent();
  const integer = value.toSafeInteger();
  if (integer === 0 || integer === 1 || integer === -1) {
    value.setPiMultiple(createRational(BigInt(integer), 4n));
    return;
  }
  setNonZero(machine, value, Math.atan(value.toDouble()));
}

/** asin of the rational values that are a rational multiple of π: 0, ±1/2, ±1; in twelfths of π. */
function inverseTwelfths(value: Operand): number | undefined {
  if (!value.isExact) return undefined;
  const { numerator, denominator } = value.toRational();
  if (numerator === 0n) return 0;
  if (denominator > 2n || (numerator !== 1n && numerator !== -1n)) return undefined;
  return (denominator === 2n ? 2 : 6) * (numerator < 0n ? -1 : 1);
}

function ratioOfSides(machine: Machine, value: Operand, name: string): number {
  const double = value.toDouble();
  if (Math.abs(double) > 1 || isBeyondOne(value)) {
    throw domainError(machine.operatorPosition, `${name} is defined only from -1 to 1`);
  }
  return double;
}

/** True also for a fraction that only its double puts on 1. */
function isBeyondOne(value: Operand): boolean {
  if (!value.isExact) return false;
  const { numerator, denominator } = value.toRational();
  return numerator > denominator || -numerator > denominator;
}

/** Next to 1 the digits that a double has not are what the result is made of. */
function isNearOne(value: Operand, ratio: number): boolean {
  return value.isExact && Math.abs(ratio) > 0.9;
}

/** acos |x| = 2·asin √((1 - |x|)/2). */
function arcCosineNearOne(value: Operand): number {
  const { numerator, denominator } = value.toRational();
  const rest = denominator - (numerator < 0n ? -numerator : numerator);
  return (
    2 * Math.asin(Math.sqrt(rationalToDouble({ numerator: rest, denominator: 2n * denominator })))
  );
}

/** Above this the rounding of a decimal to a double is not small any more. */
const MAX_SMALL_ANGLE = 1e6;
/** π is known to 60 places. */
const MAX_ANGLE = 1e40;

/** A large angle in quarter turns, where it is exact; undefined for others. */
function quarterTurnsOf(machine: Machine, value: Operand): QuarterTurns | undefined {
  const size = Math.abs(value.toDouble());
  if (size <= MAX_SMALL_ANGLE || !value.isExact) return undefined;
  if (size > MAX_ANGLE) {
    throw domainError(machine.operatorPosition, 'the angle is too large', 'reduce it modulo 2pi');
  }
  const exact = value.toRational();
  chargeForDivision(machine, exact);
  return splitQuarterTurns(exact);
}

function sineOfQuarters(quarters: number, rest: number): number {
  const size = quarters % 2 === 0 ? Math.sin(rest) : Math.cos(rest);
  return quarters % 4 < 2 ? size : -size;
}

/** What the double of an angle lacks; nothing where it hardly counts. */
function residualOfAngle(machine: Machine, value: Operand, double: number): number {
  return value.isExact && Math.abs(double) > 1 ? residualOf(machine, value, double) : 0;
}

/** sin(q·π), reduced to the first quarter turn by its symmetries. The fraction stays in lowest terms on the way. */
function setSineOfPiMultiple(machine: Machine, target: Operand, multiple: Rational): void {
  const { denominator } = multiple;
  chargeForDivision(machine, multiple);
  let numerator = flooredRemainder(multiple.numerator, 2n * denominator);
  let sign = 1;
  if (numerator >= denominator) {
    // sin(x + π) = -sin(x)
    numerator -= denominator;
    sign = -1;
  }
  // sin(π - x) = sin(x)
  if (2n * numerator > denominator) numerator = denominator - numerator;
  if (numerator === 0n) target.setDecimal(0, 0);
  else if (denominator === 2n) target.setDecimal(sign, 0);
  else if (denominator === 6n) target.setDecimal(sign * 5, 1);
  else setNonZero(machine, target, sign * sineOfFirstQuarter(numerator, denominator));
}

function sineOfFirstQuarter(numerator: bigint, denominator: bigint): number {
  if (denominator === 4n) return Math.SQRT1_2;
  if (denominator === 3n) return SQRT_3 / 2;
  if (4n * numerator > denominator) {
    // Nearer to π/2, the cosine of the rest is the more precise one.
    return Math.cos(restOfQuarter(numerator, denominator));
  }
  return Math.sin(piTimes({ numerator, denominator }));
}

function setTangentOfPiMultiple(machine: Machine, target: Operand): void {
  const multiple = target.toRational();
  const { denominator } = multiple;
  chargeForDivision(machine, multiple);
  let numerator = flooredRemainder(multiple.numerator, denominator);
  if (2n * numerator === denominator) {
    throw domainError(machine.operatorPosition, 'tan is undefined at odd multiples of pi/2');
  }
  let sign = 1;
  if (2n * numerator > denominator) {
    // tan(π - x) = -tan(x)
    numerator = denominator - numerator;
    sign = -1;
  }
  if (numerator === 0n) target.setDecimal(0, 0);
  else if (denominator === 4n) target.setDecimal(sign, 0);
  else setNonZero(machine, target, sign * tangentOfFirstQuarter(numerator, denominator));
}

function tangentOfFirstQuarter(numerator: bigint, denominator: bigint): number {
  if (denominator === 3n) return SQRT_3;
  if (denominator === 6n) return SQRT_3 / 3;
  if (4n * numerator > denominator) return 1 / Math.tan(restOfQuarter(numerator, denominator));
  return Math.tan(piTimes({ numerator, denominator }));
}

/** (1/2 - q)·π. */
function restOfQuarter(numerator: bigint, denominator: bigint): number {
  return piTimes({ numerator: denominator - 2n * numerator, denominator: 2n * denominator });
}
