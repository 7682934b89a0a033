import { plainDigits } from '../number/plain-digits.ts';

/**
 * Models often write numbers, booleans and lists as text. Only unmistakable texts are read (`"6"`, `"1,000"`, `"false"`,
 * `"[1, 2]"`); everything else stays for the schema to refuse. Applied to a value that has its type already, they change
 * nothing.
 */

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const MAX_LIST_CHARS = 200_000;

/** For `z.preprocess`: digits in a text become the number. */
export function numberFromText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return value;
  const digits = plainDigits(value);
  return NUMBER.test(digits) ? Number(digits) + 0 : value;
}

/** For `z.preprocess`: `"true"` and `"false"` become booleans. */
export function booleanFromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : value;
}

/** For `z.preprocess`: a JSON array in a text becomes the array. */
export function listFromText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_LIST_CHARS || !/^\s*\[/.test(value)) {
    return value;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
