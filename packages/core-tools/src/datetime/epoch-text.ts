import { daysInMonth } from './civil.ts';
import { invalidDate } from './date-errors.ts';

export interface EpochReading {
  readonly epochMs: number;
  readonly note: string;
}

const SECONDS_BELOW = 1e11;
/** The first millisecond of the year 10000: larger numbers are micro- or nanoseconds. */
const LARGEST_MS = 253_402_300_800_000;

/**
 * Reads a Unix epoch of 9 digits or more: seconds below 1e11, else milliseconds; the note says which.
 * Undefined for other texts and for exactly 8 digits (YYYYMMDD).
 */
export function readEpoch(input: string): EpochReading | undefined {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(input);
  if (!match) return undefined;
  const [, sign = '', digits = '', fraction = ''] = match;
  if (digits.length === 8 && sign === '' && fraction === '') return undefined;
  if (digits.length < 9) {
    throw invalidDate(input, 'an epoch has 9 digits or more, 8 digits are YYYYMMDD');
  }
  const size = Number(digits);
  if (size >= LARGEST_MS) {
    throw invalidDate(input, 'the epoch is too large', 'give seconds or milliseconds');
  }
  if (isWrittenTime(digits)) {
    throw invalidDate(
      input,
      'it can be an epoch in milliseconds or YYYYMMDDHHmmss',
      'write YYYY-MM-DDTHH:mm:ss',
    );
  }
  const isSeconds = size < SECONDS_BELOW;
  const magnitude = isSeconds ? size * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')) : size;
  return {
    epochMs: sign === '-' ? 0 - magnitude : magnitude,
    note: `Read as a Unix epoch in ${isSeconds ? 'seconds' : 'milliseconds'}`,
  };
}

/** 14 digits with the fields of a date of 1900–2199 and a time. */
function isWrittenTime(digits: string): boolean {
  const match = /^((?:19|20|21)\d\d)(\d\d)(\d\d)([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(digits);
  if (!match) return false;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(match[1]), month);
}
