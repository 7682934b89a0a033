import { systemClock, type Clock } from '@mini-agent/foundation/time';
import type { HttpSettings } from '../../config/settings.ts';
import type { CallKind } from './call-kind.ts';

/** Holds each caller to its share. */
export interface CallerLimits {
  /**
   * Lets a call in, or says when to come again. `leave` must be called once the call is over; later ones do nothing. A caller at
   * its most open calls can still ask for its runs and stop them. Default kind: `task`.
   */
  enter(caller: string, kind?: CallKind): Entrance;
  /** How many callers are kept in memory. */
  readonly size: () => number;
}

export type Entrance =
  | { readonly ok: true; leave(): void }
  | {
      readonly ok: false;
      /** For a `Retry-After` header: whole seconds, at least 1. */
      readonly retryAfterSeconds: number;
      readonly reason: 'rate' | 'concurrency';
    };

export interface CallerLimitsOptions {
  readonly clock?: Clock;
  /** How many callers without an open call are remembered; the longest idle one is forgotten first. Default 10,000. */
  readonly maxIdleCallers?: number;
}

interface Bucket {
  running: number;
  /** In whole calls times `refillMs`: a fraction could make a caller who waited as told wait again. */
  credit: number;
  filledAt: number;
}

/** Open calls beyond the most, few enough to be no way around it. Stopping a run must be possible while others only wait. */
const extraPlaces: Readonly<Record<CallKind, number>> = { task: 0, wait: 8, cancel: 16 };

/** After this time without a call every bucket is full again, so that forgetting it changes nothing. */
const refillMs = 60_000;

/**
 * A token bucket per caller for calls per minute (a caller may use its whole minute at once) and a count of open calls. Memory
 * is bounded by the open calls and `maxIdleCallers`.
 */
export function createCallerLimits(
  settings: Pick<HttpSettings, 'callsPerMinute' | 'maxConcurrentCalls'>,
  options: CallerLimitsOptions = {},
): CallerLimits {
  const { callsPerMinute, maxConcurrentCalls } = settings;
  const { clock = systemClock, maxIdleCallers = 10_000 } = options;
  const buckets = createBuckets(callsPerMinute, maxIdleCallers);
  return {
    size: buckets.size,
    enter: (caller, kind = 'task') => {
      const bucket = buckets.take(caller, clock.now());
      if (maxConcurrentCalls > 0 && bucket.running >= maxConcurrentCalls + extraPlaces[kind]) {
        return { ok: false, retryAfterSeconds: 1, reason: 'concurrency' };
      }
      if (callsPerMinute > 0 && bucket.credit < refillMs) {
        buckets.keep(caller, bucket);
        const waitMs = (refillMs - bucket.credit) / callsPerMinute;
        const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
        return { ok: false, retryAfterSeconds, reason: 'rate' };
      }
      bucket.credit -= refillMs;
      bucket.running += 1;
      buckets.keep(caller, bucket);
      let isOpen = true;
      const leave = (): void => {
        if (!isOpen) return;
        isOpen = false;
        const left = buckets.take(caller, clock.now());
        left.running -= 1;
        buckets.keep(caller, left);
      };
      return { ok: true, leave };
    },
  };
}

interface Buckets {
  /** The caller's bucket with what it has earned until `now`. */
  readonly take: (caller: string, now: number) => Bucket;
  /** To be called with a bucket that was changed. */
  readonly keep: (caller: string, bucket: Bucket) => void;
  readonly size: () => number;
}

function createBuckets(callsPerMinute: number, maxIdleCallers: number): Buckets {
  const full = callsPerMinute * refillMs;
  const active = new Map<string, Bucket>();
  /** In the order of their last use. */
  const idle = new Map<string, Bucket>();
  const forget = (now: number): void => {
    for (const [caller, bucket] of idle) {
      if (idle.size <= maxIdleCallers && now - bucket.filledAt < refillMs) return;
      idle.delete(caller);
    }
  };
  return {
    size: () => active.size + idle.size,
    take: (caller, now) => {
      forget(now);
      const bucket = active.get(caller) ?? idle.get(caller);
      if (bucket === undefined) return { running: 0, credit: full, filledAt: now };
      const earned = Math.max(0, now - bucket.filledAt) * callsPerMinute;
      bucket.credit = Math.min(full, bucket.credit + earned);
      bucket.filledAt = now;
      return bucket;
    },
    keep: (caller, bucket) => {
      active.delete(caller);
      idle.delete(caller);
      (bucket.running > 0 ? active : idle).set(caller, bucket);
    },
  };
}
