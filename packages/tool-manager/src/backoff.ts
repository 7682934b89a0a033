const firstWaitMs = 250;

/** The longest wait between two tries; a longer `Retry-After` is neither slept nor shortened. */
export const longestWaitMs = 8_000;

/**
 * Milliseconds before try number `tries + 1`: what the other side asked for, else 250 ms doubled with each try, half of
 * it by chance so that many callers do not come back together. `random` gives 0 ≤ x < 1.
 */
export function waitBeforeRetry(
  tries: number,
  retryAfterMs: number | undefined,
  random: () => number,
): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const full = Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs);
  return Math.round(full / 2 + (full / 2) * random());
}
