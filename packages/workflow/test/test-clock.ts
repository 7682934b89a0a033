import type { Clock } from '@mini-agent/foundation/time';

export interface TestClock extends Clock {
  /** Lets time pass: sleeps that end meanwhile end in their order, with what they wake up running in between. */
  pass(ms: number): Promise<void>;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that stands still until it is told to go on. */
export function testClock(): TestClock {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new Error('woken'));
        });
        sleepers.add(sleeper);
      }),
    pass: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = [...sleepers].sort((one, other) => one.until - other.until)[0];
        if (next === undefined || next.until > end) break;
        now = next.until;
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
