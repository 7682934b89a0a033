import { CoreToolError } from '../errors.ts';

/** Longest text that a transform gives, in UTF-16 units. */
export const MAX_OUTPUT_UNITS = 16_777_216;

/** Non-overlapping occurrences of `pattern`, left to right (as Python's `str.count`). Case counts. */
export function countOccurrences(text: string, pattern: string): number {
  requirePattern(pattern);
  let count = 0;
  let index = text.indexOf(pattern);
  while (index !== -1) {
    count += 1;
    index = text.indexOf(pattern, index + pattern.length);
  }
  return count;
}

/** Replaces every occurrence. Pattern and replacement are literal: `.`, `$&` and `\1` mean themselves. */
export function replaceAllLiteral(text: string, pattern: string, replacement: string): string {
  const count = countOccurrences(text, pattern);
  if (text.length + count * (replacement.length - pattern.length) > MAX_OUTPUT_UNITS) {
    throw new CoreToolError(
      'invalid_arguments',
      `The result would be longer than ${MAX_OUTPUT_UNITS} characters; replace less at a time.`,
    );
  }
  return count === 0 ? text : text.split(pattern).join(replacement);
}

/** True when only another Unicode normal form keeps the pattern from being found. */
export function occursInOtherForm(text: string, pattern: string): boolean {
  return text.normalize('NFC').includes(pattern.normalize('NFC'));
}

function requirePattern(pattern: string): void {
  if (pattern === '') {
    throw new CoreToolError('invalid_arguments', 'pattern must have at least 1 character.');
  }
}
