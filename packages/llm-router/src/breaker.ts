import type { ModelErrorCode } from '@mini-agent/foundation/errors';

/** Failures in a row after which a model is left alone for a while, though none of them said so. */
const failuresToOpen = 3;
const openMs = 30_000;

/** A key or an account does not mend itself within a run. */
const hardCoolDownMs: Partial<Record<ModelErrorCode, number>> = { quota: 600_000, auth: 300_000 };

/** The longest cool-down a provider may ask for: a wrong date must not switch it off for ever. */
const longestCoolDownMs = 7 * 86_400_000;

interface CoolDown {
  /** Why the model rests. */
  readonly code: ModelErrorCode;
  readonly remainingMs: number;
}

interface BreakerFailure {
  readonly code: ModelErrorCode;
  readonly retryAfterMs?: number;
}

/** Keeps requests away from a model that rests; after the rest one request is let through as a probe (half-open). */
export interface Breaker {
  /** Undefined = go ahead (and report the end by one of the three calls below). */
  admit(): CoolDown | undefined;
  succeed(): void;
  fail(failure: BreakerFailure): void;
  /** The request ended without telling anything of the model: it was aborted, or its own content was at fault. */
  release(): void;
}

export interface BreakerOptions {
  readonly now: () => number;
  /** Failures in a row that open it; default 3. */
  readonly threshold?: number;
  readonly openMs?: number;
}

/** One breaker serves one model at one provider. */
export function createBreaker(options: BreakerOptions): Breaker {
  const threshold = options.threshold ?? failuresToOpen;
  const restMs = options.openMs ?? openMs;
  let openUntil: number | undefined;
  let code: ModelErrorCode = 'transient';
  let failures = 0;
  let probing = false;
  return {
    admit: () => {
      if (openUntil === undefined) return undefined;
      const remainingMs = openUntil - options.now();
      if (remainingMs > 0) return { code, remainingMs };
      if (probing) return { code, remainingMs: 0 };
      probing = true;
      return undefined;
    },
    succeed: () => {
      openUntil = undefined;
      failures = 0;
      probing = false;
    },
    fail: (failure) => {
      failures += 1;
      const asked = failure.retryAfterMs ?? 0;
      const rest = Math.max(
        asked,
        hardCoolDownMs[failure.code] ?? (failures >= threshold || probing ? restMs : 0),
      );
      probing = false;
      if (rest === 0) return;
      code = failure.code;
      openUntil = options.now() + Math.min(rest, longestCoolDownMs);
    },
    release: () => {
      probing = false;
    },
  };
}
