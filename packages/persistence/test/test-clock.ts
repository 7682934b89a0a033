import type { Clock } from '@mini-agent/foundation/time';

export interface TestClock extends Clock {
  pass(ms: number): void;
}

/** A clock that stands still until it is told to go on. */
export function testClock(start: number = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  return {
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  };
}
