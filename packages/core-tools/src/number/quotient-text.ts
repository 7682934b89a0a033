import { decimalText, type NumberText } from './number-text.ts';
import { POWERS_OF_TEN } from './powers-of-ten.ts';

const SIGNIFICANT_DIGITS = 16;
const SMALLEST = 1e-6;
const LARGEST = 1e15;
const LOW_DIGITS = 8;
/** The largest power of ten that is a safe integer. */
const MAX_PLACES = 15;

/**
 * The text of `dividend / divisor` as `rationalText` writes it, without big integers: both are safe integers, the
 * divisor is positive. Undefined where doubles do not suffice.
 */
export function quotientText(dividend: number, divisor: number): NumberText | undefined {
  if (dividend % divisor === 0) return { text: String(dividend / divisor + 0), exact: true };
  const size = Math.abs(dividend / divisor);
  if (size < SMALLEST || size >= LARGEST) return undefined;
  // 2^a·5^b·rest: the fraction terminates after max(a, b) places if rest divides the dividend.
  let rest = divisor;
  let places = 0;
  for (; rest % 10 === 0; rest /= 10) places += 1;
  for (; rest % 2 === 0; rest /= 2) places += 1;
  for (; rest % 5 === 0; rest /= 5) places += 1;
  if (dividend % rest === 0) {
    if (places > MAX_PLACES) return undefined;
    const digits = (dividend / rest) * (powerOfTen(places) / (divisor / rest));
    return Number.isSafeInteger(digits)
      ? { text: decimalText(digits, places), exact: true }
      : undefined;
  }
  const text = roundedText(Math.abs(dividend), divisor);
  return text === undefined ? undefined : { text: dividend < 0 ? `-${text}` : text, exact: false };
}

/** Long division to 16 significant digits, several digits at a time, the last one rounded half up. */
function roundedText(dividend: number, divisor: number): string | undefined {
  const digitsAtOnce = Math.floor(Math.log10(Number.MAX_SAFE_INTEGER / divisor));
  if (digitsAtOnce < 1) return undefined;
  let remainder = dividend % divisor;
  let whole = (dividend - remainder) / divisor;
  const digits = SIGNIFICANT_DIGITS - leadingDigits(whole, remainder, divisor);
  const lowDigits = Math.min(LOW_DIGITS, digits);
  const highDigits = digits - lowDigits;
  const next = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left -= digitsAtOnce) {
      const power = powerOfTen(Math.min(left, digitsAtOnce));
      const scaled = remainder * power;
      remainder = scaled % divisor;
      value = value * power + (scaled - remainder) / divisor;
    }
    return value;
  };
  let high = next(highDigits);
  let low = next(lowDigits);
  if (remainder * 2 >= divisor) low += 1;
  if (low === powerOfTen(lowDigits)) {
    low = 0;
    high += 1;
  }
  if (high === powerOfTen(highDigits)) {
    high = 0;
    whole += 1;
  }
  const highText = highDigits === 0 ? '' : String(high).padStart(highDigits, '0');
  const fraction = highText + String(low).padStart(lowDigits, '0');
  return withoutFinalZeros(`${whole}.${fraction}`);
}

/** Digits of the whole part; 0 or less where it is 0: minus the zeros behind the point. */
function leadingDigits(whole: number, remainder: number, divisor: number): number {
  if (whole > 0) return String(whole).length;
  let zeros = 0;
  for (let scaled = remainder * 10; scaled < divisor; scaled *= 10) zeros += 1;
  return 0 - zeros;
}

function withoutFinalZeros(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) end -= 1;
  if (text.charCodeAt(end - 1) === 0x2e) end -= 1;
  return text.slice(0, end);
}

function powerOfTen(exponent: number): number {
  return POWERS_OF_TEN[exponent] ?? Infinity;
}
