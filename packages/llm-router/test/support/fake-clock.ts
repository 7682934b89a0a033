import { abortReason } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';

/** A clock whose sleeps end at once and move its time. */
export interface FakeClock extends Clock {
  readonly sleeps: readonly number[];
  advance(ms: number): void;
}

export function createFakeClock(start = 1_750_000_000_000): FakeClock {
  let time = start;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => time,
    sleep: (ms, signal) => {
      if (signal?.aborted === true) return Promise.reject(abortReason(signal));
      sleeps.push(ms);
      time += ms;
      return Promise.resolve();
    },
    advance: (ms) => {
      time += ms;
    },
  };
}
