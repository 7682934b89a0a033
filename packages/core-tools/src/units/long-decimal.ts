import { POWERS_OF_TEN } from '../number/powers-of-ten.ts';
import { ADDEND, DIVISOR, type IntegerRoute, LOWEST, MULTIPLIER } from './integer-route.ts';

/** Decimals of so many digits have a double each. */
const FEWEST_DIGITS = 15;
const SMALLEST = 1e-6;
const LARGEST = 1e15;
/** The neighbour of a double is itself and this part of it, rounded (Rump and others, BIT 49, 2009). */
const NEIGHBOUR = 2 ** -53 * (1 + 2 ** -52);
const SPLITTER = 2 ** 27 + 1;
/** The low half of a sum of two doubles is exact to far more than this part of itself. */
const DOUBT = 1e-9;
/** A sum much smaller than its parts has lost digits. */
const CANCELLED = 1e-3;

/**
 * The result for a double that prints with up to 17 digits, correctly rounded: its decimal and the quotient as sums of
 * two doubles (Dekker, Numerische Mathematik 18, 1971), ten times faster than big integers. NaN where their error bound
 * leaves the rounding open, and beyond safe integers or for very large and small values.
 */
export function convertLongDecimal(integers: IntegerRoute, value: number): number {
  const magnitude = Math.abs(value);
  if (!(magnitude >= SMALLEST && magnitude < LARGEST && value >= (integers[LOWEST] ?? NaN))) {
    return NaN;
  }
  const neighbour = magnitude + magnitude * NEIGHBOUR;
  const reach = (neighbour - magnitude) / 2;
  // Below a power of two doubles lie closer together.
  if (magnitude - (magnitude - magnitude * NEIGHBOUR) !== reach * 2) return NaN;
  const places = FEWEST_DIGITS - 1 - Math.floor(Math.log10(magnitude));
  for (let more = 0; more <= 2; more += 1) {
    const power = POWERS_OF_TEN[places + more] ?? NaN;
    const product = value * power;
    if (more === 0 && !(Math.abs(product) >= 1e14 && Math.abs(product) < 1e15)) return NaN;
    // The decimal of so many places that is next to the value: an integer over the power.
    const digits = Math.round(product);
    const rest = product - digits + productError(value, power, product);
    const moreDigits = Math.round(rest);
    const distance = Math.abs(rest - moreDigits) / (reach * power);
    // Between two decimals.
    if (Math.abs(rest - moreDigits) > 0.5 - DOUBT) return NaN;
    // The shortest decimal that reads back as the value is the one that it prints as.
    if (distance < 1 - DOUBT) return divide(integers, power, digits, moreDigits);
    if (distance < 1 + DOUBT) return NaN;
  }
  return NaN;
}

/** The result for the decimal `(digits + moreDigits) / power`. */
// eslint-disable-next-line max-params -- an object for the four would cost as much as the division
function divide(integers: IntegerRoute, power: number, digits: number, moreDigits: number): number {
  const multiplier = integers[MULTIPLIER] ?? NaN;
  const scaled = digits * multiplier;
  const unscaledAddend = integers[ADDEND] ?? NaN;
  const addend = unscaledAddend * power;
  const dividend = scaled + addend;
  if (Math.abs(dividend) < Math.abs(addend) * CANCELLED) return NaN;
  const lowDividend =
    productError(digits, multiplier, scaled) +
    moreDigits * multiplier +
    sumError(scaled, addend, dividend) +
    productError(unscaledAddend, power, addend);
  const unscaledDivisor = integers[DIVISOR] ?? NaN;
  const divisor = unscaledDivisor * power;
  const quotient = dividend / divisor;
  const covered = quotient * divisor;
  const remainder =
    dividend -
    covered -
    productError(quotient, divisor, covered) -
    quotient * productError(unscaledDivisor, power, divisor) +
    lowDividend;
  const low = remainder / divisor;
  const result = quotient + low;
  const error = low - (result - quotient);
  return result + error * (1 + DOUBT) === result ? result : NaN;
}

/** What the rounded product of two doubles lacks. */
function productError(left: number, right: number, product: number): number {
  const leftSplit = left * SPLITTER;
  const leftHigh = leftSplit - (leftSplit - left);
  const leftLow = left - leftHigh;
  const rightSplit = right * SPLITTER;
  const rightHigh = rightSplit - (rightSplit - right);
  const rightLow = right - rightHigh;
  return (
    leftHigh * rightHigh - product + leftHigh * rightLow + leftLow * rightHigh + leftLow * rightLow
  );
}

/** What the rounded sum of two doubles lacks. */
function sumError(left: number, right: number, sum: number): number {
  const back = sum - left;
  return left - (sum - back) + (right - back);
}
