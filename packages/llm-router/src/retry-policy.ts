import type { Failure } from './failure.ts';

/** A longer wait is neither slept nor shortened: the call fails, and the model rests until then. */
const longestWaitMs = 8_000;

const firstBackoffMs = 400;

export interface RetryQuestion {
  readonly failure: Failure;
  /** Retries made so far in this call. */
  readonly made: number;
  readonly maxRetries: number;
  /** 0 ≤ random < 1. */
  readonly random: number;
}

/** How long to wait before the next try, or undefined where there is none. */
export function retryWaitMs({
  failure,
  made,
  maxRetries,
  random,
}: RetryQuestion): number | undefined {
  if (made >= Math.min(failure.retries, maxRetries)) return undefined;
  const asked = failure.retryAfterMs;
  if (asked !== undefined) {
    // A little later than asked, so that clients turned away together do not come back together.
    return asked > longestWaitMs ? undefined : Math.min(longestWaitMs, asked + random * 100);
  }
  const backoff = firstBackoffMs * 2 ** made;
  return Math.min(longestWaitMs, backoff / 2 + (random * backoff) / 2);
}
