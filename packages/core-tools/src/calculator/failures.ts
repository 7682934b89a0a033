import { CoreToolError } from '../errors.ts';

/** The expression is not well-formed: change the input. */
export function syntaxError(position: number, problem: string, hint?: string): CoreToolError {
  return failure('invalid_arguments', { position, problem, hint });
}

/** The expression has no (real, representable) value. */
export function domainError(position: number, problem: string, hint?: string): CoreToolError {
  return failure('tool_error', { position, problem, hint });
}

/** The value is too large for this calculator; tells its size where it is known. */
export function overflowError(position: number, log10OfValue?: number): CoreToolError {
  const problem =
    log10OfValue === undefined || !Number.isFinite(log10OfValue)
      ? 'the result is too large (overflow)'
      : `the result is too large (overflow): it has ${digitCount(log10OfValue)} digits`;
  return domainError(position, problem, 'at most 4932 digits can be calculated');
}

/** The same for a value that only a double can stand for. */
export function inexactOverflowError(position: number): CoreToolError {
  return domainError(
    position,
    'the result is too large (overflow)',
    'results that are not exact go up to 1.8e+308',
  );
}

function digitCount(log10OfValue: number): string {
  const digits = Math.floor(log10OfValue) + 1;
  // Beyond this the rounding error of the logarithm reaches the last digit of the count.
  return digits < 1e12 ? String(digits) : `about ${digits.toPrecision(3)}`;
}

interface Failure {
  readonly position: number;
  readonly problem: string;
  readonly hint: string | undefined;
}

function failure(
  code: 'invalid_arguments' | 'tool_error',
  { position, problem, hint }: Failure,
): CoreToolError {
  const message = `Error at position ${position}: ${problem}${hint === undefined ? '' : `; ${hint}`}`;
  return new CoreToolError(code, message, {
    details: { position, ...(hint === undefined ? undefined : { hint }) },
  });
}
