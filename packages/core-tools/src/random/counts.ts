import { CoreToolError } from '../errors.ts';

/** Checks a count or length: an integer from `least` to `most`. */
export function requireCount(
  value: number,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new CoreToolError(
      'invalid_arguments',
      `${name} must be a whole number from ${least} to ${most}; got ${value}.`,
    );
  }
  return value;
}
