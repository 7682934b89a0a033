import type { Clock } from '@mini-agent/foundation/time';
import type { RunWatch } from './run-watch.ts';

/** How long each part of a stop may take, in milliseconds; together less than 10 s. */
export interface StopLimits {
  /** For runs of a model: their calls may still get their answer. */
  readonly modelMs: number;
  /** For calls that need no model, from the beginning of the stop. */
  readonly callsMs: number;
  /** For writing what is to be kept. */
  readonly flushMs: number;
}

export const defaultStopLimits: StopLimits = { modelMs: 4_000, callsMs: 7_000, flushMs: 1_500 };

export interface StopPorts {
  readonly runs: RunWatch;
  /** Resolves when no call waits for its answer. */
  readonly whenNoCalls: () => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly clock: Clock;
  readonly limits: StopLimits;
}

/**
 * Lets what is at work come to its end, each kind as long as it may. A model's run that is not over then is put aside: its
 * call hands back the handle, and a later process goes on with it.
 */
export async function stopWork(ports: StopPorts): Promise<void> {
  const { runs, whenNoCalls, clock, limits } = ports;
  const begun = clock.now();
  const left = (until: number): number => Math.max(0, begun + until - clock.now());
  const within = (work: Promise<unknown>, ms: number): Promise<void> => atMost(work, ms, clock);
  const whenOver = (usesModel: boolean): Promise<unknown> =>
    Promise.all(
      runs.active().flatMap((run) => (run.usesModel === usesModel ? [run.finished] : [])),
    );

  await within(whenOver(true), limits.modelMs);
  if (runs.active().some((run) => run.usesModel)) {
    runs.handBack();
    await within(whenNoCalls(), handBackMs);
    for (const run of runs.active()) if (run.usesModel) run.leave();
  }
  await within(Promise.all([whenNoCalls(), whenOver(false)]), left(limits.callsMs));
  await within(ports.flush(), limits.flushMs);
}

/** A call that was handed back only has to write its answer. */
const handBackMs = 300;

async function atMost(work: Promise<unknown>, ms: number, clock: Clock): Promise<void> {
  const enough = new AbortController();
  const wait = clock.sleep(ms, enough.signal).catch(() => undefined);
  await Promise.race([work.catch(() => undefined), wait]);
  enough.abort();
}
