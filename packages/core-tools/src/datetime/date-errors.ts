import { CoreToolError, quoteInput } from '../errors.ts';

/** The error for a date that is refused: what is wrong with it, and what to write instead. */
export function invalidDate(input: string, reason: string, hint?: string): CoreToolError {
  return new CoreToolError(
    'invalid_arguments',
    `Invalid date ${quoteInput(input)}: ${reason}${hint === undefined ? '' : `; ${hint}`}.`,
    hint === undefined ? {} : { details: { hint } },
  );
}
