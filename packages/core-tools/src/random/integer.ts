import { CoreToolError, quoteInput, wrongType } from '../errors.ts';
import { plainDigits } from '../number/plain-digits.ts';
import { type RandomOptions, randomWords } from './random-source.ts';
import { uniformBelow, uniformBigBelow } from './uniform.ts';

/** A bound: a safe integer, a bigint, or the digits of an integer of up to 1000 digits. */
export type IntegerBound = number | bigint | string;

const MAX_DIGITS = 1000;
const LARGEST_SIZE = Number.MAX_SAFE_INTEGER;

/**
 * A uniform random integer from `min` to `max`, both included. The result is a number where both bounds are safe
 * integers (as bounds that are numbers always are), else a bigint.
 *
 * @throws CoreToolError `invalid_arguments` for a fraction (naming the integers inside), for a number beyond 2^53-1
 *   (a double cannot name every integer there: give digits as a string), and for min > max.
 */
export function randomInteger(min: number, max: number, options?: RandomOptions): number;
export function randomInteger(
  min: IntegerBound,
  max: IntegerBound,
  options?: RandomOptions,
): number | bigint;
export function randomInteger(
  min: IntegerBound,
  max: IntegerBound,
  options?: RandomOptions,
): number | bigint {
  if (typeof min === 'number' && typeof max === 'number') {
    const size = max - min + 1;
    if (Number.isSafeInteger(min) && Number.isSafeInteger(max) && size >= 1 && size <= LARGEST_SIZE)
      return min + uniformBelow(randomWords(options), size);
  }
  return anyInteger(min, max, options);
}

function anyInteger(
  min: IntegerBound,
  max: IntegerBound,
  options?: RandomOptions,
): number | bigint {
  requireBound(min, 'min');
  requireBound(max, 'max');
  const low = readBound(min, 'min', max);
  const high = readBound(max, 'max', min);
  if (typeof low === 'number' && typeof high === 'number') {
    if (low > high) throw swappedBounds(low, high);
    const words = randomWords(options);
    const size = high - low + 1;
    if (size <= LARGEST_SIZE) return low + uniformBelow(words, size);
    return Number(BigInt(low) + uniformBigBelow(words, BigInt(high) - BigInt(low) + 1n));
  }
  const bigLow = BigInt(low);
  const bigHigh = BigInt(high);
  if (bigLow > bigHigh) throw swappedBounds(bigLow, bigHigh);
  return bigLow + uniformBigBelow(randomWords(options), bigHigh - bigLow + 1n);
}

function requireBound(bound: unknown, name: string): void {
  if (typeof bound === 'number' || typeof bound === 'bigint' || typeof bound === 'string') return;
  throw wrongType(bound, `Invalid ${name}: it`, 'a finite whole number');
}

function readBound(bound: IntegerBound, name: 'min' | 'max', other: IntegerBound): number | bigint {
  if (typeof bound === 'bigint') return narrow(bound);
  const value = typeof bound === 'string' ? readDigits(bound, name) : bound;
  if (typeof value === 'bigint') return narrow(value);
  if (!Number.isFinite(value)) {
    throw invalidBound(`Invalid ${name}: it must be a finite whole number.`);
  }
  if (!Number.isInteger(value)) throw fractionBound(value, name, other);
  if (!Number.isSafeInteger(value)) {
    throw invalidBound(
      `Invalid ${name}: the number is too large to be exact; give its digits as text, or stay within ±9007199254740991.`,
    );
  }
  return value === 0 ? 0 : value;
}

function narrow(value: bigint): number | bigint {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

function readDigits(text: string, name: string): number | bigint {
  const trimmed = text.length <= MAX_DIGITS * 2 ? plainDigits(text) : '';
  if (/^[+-]?\d+$/.test(trimmed) && trimmed.length <= MAX_DIGITS) {
    return BigInt(trimmed.replace(/^\+/, ''));
  }
  const [decimal, whole = '', fraction = ''] =
    /^([+-]?\d{1,15})\.(\d{1,1000})$/.exec(trimmed) ?? [];
  if (decimal !== undefined) {
    // Any fraction is shown as a half: digits beyond those of a double must not make an integer of it.
    const distance = /^0+$/.test(fraction) ? 0 : 0.5;
    return Number(whole) + (whole.startsWith('-') ? -distance : distance);
  }
  throw invalidBound(
    `Invalid ${name}: must be a finite whole number or its digits; got ${quoteInput(text)}.`,
  );
}

function fractionBound(value: number, name: 'min' | 'max', other: IntegerBound): CoreToolError {
  const otherValue = Number(typeof other === 'string' ? plainDigits(other) : other);
  const low = Math.ceil(name === 'min' ? value : otherValue);
  const high = Math.floor(name === 'max' ? value : otherValue);
  const inside =
    low <= high ? `the integers inside are ${low} to ${high}` : 'there is no integer in this range';
  const reason = Number.isFinite(otherValue)
    ? `it must be a whole number; ${inside}`
    : 'it must be a whole number';
  return invalidBound(`Invalid ${name}: ${reason}.`);
}

function swappedBounds(low: number | bigint, high: number | bigint): CoreToolError {
  const [min, max] = [shortNumber(low), shortNumber(high)];
  return new CoreToolError(
    'invalid_arguments',
    `Invalid range: min ${min} is greater than max ${max}; swap them to min ${max}, max ${min}.`,
    { details: { hint: `min ${max}, max ${min}` } },
  );
}

function shortNumber(value: number | bigint): string {
  const text = String(value);
  return text.length > 30 ? `${text.slice(0, 12)}… (${text.length} characters)` : text;
}

function invalidBound(message: string): CoreToolError {
  return new CoreToolError('invalid_arguments', message);
}
