import type { Outcome } from '@mini-agent/react-agent';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { outcomes } from './fuzz-checks.ts';
import { playAndCheck, useStillClock } from './fuzz-run.ts';
import { scenario } from './fuzz-scenario.ts';

export interface FuzzSuite {
  /** How often a reply goes wrong; see `scenario`. */
  readonly faults: Parameters<typeof scenario>[0];
  /** Where `FUZZ_SEED` does not name another. A failure prints its seed and path and the smallest script that still fails. */
  readonly seed: number;
}

/** Plays 5,000 scripts, each of which must end well. In files of their own suites run side by side. */
export function testScripts(title: string, { faults, seed }: FuzzSuite): void {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);

  beforeAll(() => {
    useStillClock();
    process.on('unhandledRejection', onRejection);
  });

  afterAll(() => {
    vi.useRealTimers();
    process.off('unhandledRejection', onRejection);
  });

  it(
    title,
    async () => {
      const met = new Set<Outcome>();
      const property = fc.asyncProperty(scenario(faults), async (script) => {
        met.add((await playAndCheck(script)).outcome);
      });
      await fc.assert(property, { numRuns: 5_000, seed: Number(process.env['FUZZ_SEED'] ?? seed) });
      expect(rejections).toEqual([]);
      // Else the scripts would not say much.
      expect([...met].sort()).toEqual([...outcomes].sort());
    },
    120_000,
  );
}
