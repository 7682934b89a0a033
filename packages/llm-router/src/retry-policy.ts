import type { Failure } from './failure.ts';

/** A longer wait is neither slept nor shortened: the call fails, and the model rests until then. */
const longestWaitMs = 8_000;

/** What all waits of one call may take together. */
const longestTotalMs = 30_000;

const firstBackoffMs = 400;

export interface RetryQuestion {
  readonly failure: Failure;
  /** Retries made so far in this call. */
  readonly made: number;
  readonly maxRetries: number;
  /** What this call has waited so far. */
  readonly waitedMs: number;
  /** 0 ≤ random < 1. */
  readonly random: number;
}

/** How long to wait before the next try, or undefined where there is none. */
export function retryWaitMs(question: RetryQuestion): number | undefined {
  const { failure, made, maxRetries, waitedMs } = question;
  if (made >= Math.min(failure.retries, maxRetries)) return undefined;
  const waitMs = nextWaitMs(question);
  return waitMs === undefined || waitedMs + waitMs > longestTotalMs ? undefined : waitMs;
}

function nextWaitMs({ failure, made, random }: RetryQuestion): number | undefined {
  const asked = failure.retryAfterMs;
  if (asked !== undefined) {
    // A little later than asked, so that clients turned away together do not come back together.
    return asked > longestWaitMs ? undefined : Math.min(longestWaitMs, asked + random * 100);
  }
  const backoff = Math.min(longestWaitMs, firstBackoffMs * 2 ** made);
  return backoff / 2 + (random * backoff) / 2;
}
