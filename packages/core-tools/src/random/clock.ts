import { CoreToolError } from '../errors.ts';

/** Milliseconds for a 48-bit timestamp. */
export function readNow(now: (() => number) | undefined): number {
  const epochMs = Math.floor((now ?? Date.now)());
  if (epochMs >= 0 && epochMs < 2 ** 48) return epochMs;
  throw new CoreToolError('tool_error', 'The clock gave no usable time; check the `now` option.');
}
