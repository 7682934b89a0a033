import { CoreToolError, requireFunction } from '../errors.ts';

/** Milliseconds for a 48-bit timestamp. */
export function readNow(now: () => number = Date.now): number {
  requireFunction(now, 'now');
  const epochMs = Math.floor(now());
  if (epochMs >= 0 && epochMs < 2 ** 48) return epochMs;
  throw new CoreToolError('tool_error', 'The clock gave no usable time; check the `now` option.');
}
