import { rationalToDouble } from '../number/rational-to-double.ts';
import type { Rational } from '../number/rational.ts';
import { POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import { chargeForDivision } from './exact-result.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, type Operand, RATIONAL } from './operand.ts';

/**
 * What an exact value has more than its double: f(x + r) is f(x) + r·f'(x) where r is that small. Functions that
 * enlarge the rounding of their argument (a sine of 12345678.9, a power of 1.000137) would lose digits without it.
 */
export function residualOf(machine: Machine, value: Operand, double: number): number {
  if (value.kind === DECIMAL) {
    return value.scale === 0 ? 0 : residualOfDecimal(value.number, value.scale, double);
  }
  return value.kind === RATIONAL ? residualOfRational(machine, value.ratio, double) : 0;
}

/** 0 where the double is infinite. */
export function residualOfRational(machine: Machine, value: Rational, double: number): number {
  if (!Number.isFinite(double)) return 0;
  chargeForDivision(machine, value);
  const { numerator, denominator } = rationalOfDouble(double);
  return rationalToDouble({
    numerator: value.numerator * denominator - numerator * value.denominator,
    denominator: value.denominator * denominator,
  });
}

/** Dekker's exact product tells how far `double·10^scale` is from the mantissa. */
function residualOfDecimal(mantissa: number, scale: number, double: number): number {
  const power = POWERS_OF_TEN[scale] ?? 1;
  const product = double * power;
  const [high, low] = split(double);
  const [powerHigh, powerLow] = split(power);
  const error = high * powerHigh - product + high * powerLow + low * powerHigh + low * powerLow;
  return (mantissa - product - error) / power;
}

/** Two halves of 26 bits each (Veltkamp). */
function split(value: number): [high: number, low: number] {
  const shifted = value * 134_217_729;
  const high = shifted - (shifted - value);
  return [high, value - high];
}

function rationalOfDouble(double: number): Rational {
  let scaled = double;
  let shift = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift += 1;
  }
  return { numerator: BigInt(scaled), denominator: 1n << BigInt(shift) };
}
