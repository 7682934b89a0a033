import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../src/failure.ts';
import { retryWaitMs } from '../src/retry-policy.ts';

const passing: Failure = { code: 'transient', message: '', text: '', retries: Infinity };
const first = { failure: passing, made: 0, maxRetries: 2, waitedMs: 0, random: 0 };

describe('waits between tries', () => {
  it('grow, with jitter, and end with the retries', () => {
    const waits = [0, 1, 2].map((made) => retryWaitMs({ ...first, made, random: 0.5 }));
    expect(waits).toEqual([300, 600, undefined]);
  });

  it('are as long as asked, a little later, and never above 8 s', () => {
    const asked = (retryAfterMs: number, random: number): number | undefined =>
      retryWaitMs({ ...first, failure: { ...passing, retryAfterMs }, random });
    expect(asked(2_000, 0.5)).toBe(2_050);
    expect(asked(8_000, 0.99)).toBe(8_000);
    expect(asked(8_001, 0)).toBeUndefined();
  });

  it('do not grow above 8 s either, and have 30 s in all', () => {
    let waitedMs = 0;
    let tries = 0;
    for (;;) {
      const wait = retryWaitMs({ ...first, made: tries, maxRetries: 99, waitedMs, random: 0.999 });
      if (wait === undefined) break;
      expect(wait).toBeLessThanOrEqual(8_000);
      waitedMs += wait;
      tries += 1;
    }
    expect(waitedMs).toBeLessThanOrEqual(30_000);
    expect(tries).toBeGreaterThan(5);
  });

  it('hold for all numbers', () => {
    const question = fc.record({
      made: fc.nat(20),
      maxRetries: fc.nat(20),
      waitedMs: fc.nat(40_000),
      random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    });
    const asked = fc.option(fc.nat(100_000), { nil: undefined });
    fc.assert(
      fc.property(question, asked, (given, retryAfterMs) => {
        const failure = { ...passing, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
        const wait = retryWaitMs({ ...given, failure });
        if (wait === undefined) return;
        expect(given.made).toBeLessThan(given.maxRetries);
        expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs ?? 0, 8_000));
        expect(wait).toBeLessThanOrEqual(8_000);
        expect(given.waitedMs + wait).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
