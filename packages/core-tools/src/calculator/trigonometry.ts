import {
  createRational,
  moduloOfRationals,
  type Rational,
  subtractRationals,
} from '../number/rational.ts';
import { piTimes } from '../number/pi.ts';
import { setInexact } from './exact-result.ts';
import { domainError } from './failures.ts';
import type { Machine } from './machine.ts';
import type { Operand } from './operand.ts';

// Radians. For an exact multiple q·π the value depends on q mod 2 alone, and is rational only at the angles of
// Niven's theorem (multiples of 30° for sine and cosine, of 45° for the tangent).

const TWO = createRational(2n);
const HALF = createRational(1n, 2n);
const SQRT_3 = Math.sqrt(3);

export function sine(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setSineOfPiMultiple(value, value.toRational());
  } else if (!(value.isExact && value.isZero)) {
    setInexact(machine, value, Math.sin(angle(machine, value)));
  }
}

export function cosine(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setSineOfPiMultiple(value, subtractRationals(HALF, value.toRational()));
  } else if (value.isExact && value.isZero) {
    value.setDecimal(1, 0);
  } else {
    setInexact(machine, value, Math.cos(angle(machine, value)));
  }
}

export function tangent(machine: Machine, value: Operand): void {
  value.dropPercent();
  if (value.isPiMultiple) {
    setTangentOfPiMultiple(machine, value);
  } else if (!(value.isExact && value.isZero)) {
    setInexact(machine, value, Math.tan(angle(machine, value)));
  }
}

export function arcSine(machine: Machine, value: Operand): void {
  value.dropPercent();
  const twelfths = inverseTwelfths(value);
  if (twelfths !== undefined) {
    value.setPiMultiple(createRational(BigInt(twelfths), 12n));
    return;
  }
  setInexact(machine, value, Math.asin(ratioOfSides(machine, value, 'asin')));
}

export function arcCosine(machine: Machine, value: Operand): void {
  value.dropPercent();
  const twelfths = inverseTwelfths(value);
  if (twelfths !== undefined) {
    value.setPiMultiple(createRational(BigInt(6 - twelfths), 12n));
    return;
  }
  setInexact(machine, value, Math.acos(ratioOfSides(machine, value, 'acos')));
}

export function arcTangent(machine: Machine, value: Operand): void {
  value.dropPercent();
  const integer = value.toSafeInteger();
  if (integer === 0 || integer === 1 || integer === -1) {
    value.setPiMultiple(createRational(BigInt(integer), 4n));
    return;
  }
  setInexact(machine, value, Math.atan(value.toDouble()));
}

/** asin of the rational values that are a rational multiple of π: 0, ±1/2, ±1; in twelfths of π. */
function inverseTwelfths(value: Operand): number | undefined {
  if (!value.isExact) return undefined;
  switch (value.toDouble()) {
    case 0:
      return 0;
    case 0.5:
      return 2;
    case -0.5:
      return -2;
    case 1:
      return 6;
    case -1:
      return -6;
    default:
      return undefined;
  }
}

function ratioOfSides(machine: Machine, value: Operand, name: string): number {
  const double = value.toDouble();
  if (Math.abs(double) > 1) {
    throw domainError(machine.operatorPosition, `${name} is defined only from -1 to 1`);
  }
  return double;
}

function angle(machine: Machine, value: Operand): number {
  const double = value.toDouble();
  if (!Number.isFinite(double)) {
    throw domainError(machine.operatorPosition, 'the angle is too large', 'reduce it modulo 2pi');
  }
  return double;
}

/** sin(q·π), reduced to the first quarter turn by its symmetries. */
function setSineOfPiMultiple(target: Operand, multiple: Rational): void {
  let { numerator, denominator } = moduloOfRationals(multiple, TWO);
  let sign = 1;
  if (numerator >= denominator) {
    // sin(x + π) = -sin(x)
    numerator -= denominator;
    sign = -1;
  }
  // sin(π - x) = sin(x)
  if (2n * numerator > denominator) numerator = denominator - numerator;
  ({ numerator, denominator } = createRational(numerator, denominator));
  if (numerator === 0n) target.setDecimal(0, 0);
  else if (denominator === 2n) target.setDecimal(sign, 0);
  else if (denominator === 6n) target.setDecimal(sign * 5, 1);
  else target.setDouble(sign * sineOfFirstQuarter(numerator, denominator));
}

function sineOfFirstQuarter(numerator: bigint, denominator: bigint): number {
  if (denominator === 4n) return Math.SQRT1_2;
  if (denominator === 3n) return SQRT_3 / 2;
  if (4n * numerator > denominator) {
    // Nearer to π/2, the cosine of the rest is the more precise one.
    return Math.cos(piTimes(createRational(denominator - 2n * numerator, 2n * denominator)));
  }
  return Math.sin(piTimes({ numerator, denominator }));
}

function setTangentOfPiMultiple(machine: Machine, target: Operand): void {
  let { numerator, denominator } = moduloOfRationals(target.toRational(), createRational(1n));
  if (2n * numerator === denominator) {
    throw domainError(machine.operatorPosition, 'tan is undefined at odd multiples of pi/2');
  }
  let sign = 1;
  if (2n * numerator > denominator) {
    // tan(π - x) = -tan(x)
    numerator = denominator - numerator;
    sign = -1;
  }
  ({ numerator, denominator } = createRational(numerator, denominator));
  if (numerator === 0n) target.setDecimal(0, 0);
  else if (denominator === 4n) target.setDecimal(sign, 0);
  else target.setDouble(sign * tangentOfFirstQuarter(numerator, denominator));
}

function tangentOfFirstQuarter(numerator: bigint, denominator: bigint): number {
  if (denominator === 3n) return SQRT_3;
  if (denominator === 6n) return SQRT_3 / 3;
  if (4n * numerator > denominator) {
    return 1 / Math.tan(piTimes(createRational(denominator - 2n * numerator, 2n * denominator)));
  }
  return Math.tan(piTimes({ numerator, denominator }));
}
