import type { Clock } from '@mini-agent/foundation/time';

/** A longer delay would make setTimeout fire at once (2^31 − 1 ms). */
export const longestTimerMs = 2_147_483_647;

/**
 * What is left of the time of a whole call. It passes by the monotonic clock of the process, which no change of the date
 * touches, and also by the given clock where that one is faster (a test moves it).
 */
export class TimeLimit {
  readonly totalMs: number;
  readonly startedAt: number;
  readonly #clock: Clock;
  readonly #start = performance.now();

  constructor(totalMs: number, clock: Clock) {
    this.totalMs = totalMs;
    this.startedAt = clock.now();
    this.#clock = clock;
  }

  /** Milliseconds; 0 when the time is over. */
  left(): number {
    if (this.totalMs === Infinity) return Infinity;
    const passed = performance.now() - this.#start;
    return Math.max(0, this.totalMs - Math.max(passed, this.#clock.now() - this.startedAt));
  }
}
