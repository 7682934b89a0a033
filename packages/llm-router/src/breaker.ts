import type { ModelErrorCode } from '@mini-agent/foundation/errors';

/** Failures in a row after which a model is left alone for a while, though none of them said so. */
const failuresToOpen = 3;
const openMs = 30_000;

/** A key or an account does not mend itself within a run. */
const hardCoolDownMs: Partial<Record<ModelErrorCode, number>> = { quota: 600_000, auth: 300_000 };

/** The longest cool-down a provider may ask for: a wrong date must not switch it off for ever. */
const longestCoolDownMs = 7 * 86_400_000;

export interface CoolDown {
  /** Why the model rests. */
  readonly code: ModelErrorCode;
  readonly remainingMs: number;
}

interface BreakerFailure {
  readonly code: ModelErrorCode;
  readonly retryAfterMs?: number;
}

/** Lets one request through; exactly one of the three is called at its end, further calls count nothing. */
export interface Pass {
  succeed(): void;
  fail(failure: BreakerFailure): void;
  /** The request ended without telling anything of the model: it was aborted, or its own content was at fault. */
  release(): void;
}

/** Keeps requests away from a model that rests; after the rest exactly one request is let through as a probe (half-open). */
export interface Breaker {
  admit(): { readonly pass: Pass } | { readonly resting: CoolDown };
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
  let probe: symbol | undefined;
  /** Counts the openings: a request from before one tells nothing of the time after it. */
  let openings = 0;

  const restFor = (failure: BreakerFailure, isProbe: boolean): void => {
    failures += 1;
    const own = hardCoolDownMs[failure.code] ?? (failures >= threshold || isProbe ? restMs : 0);
    const rest = Math.max(failure.retryAfterMs ?? 0, own);
    if (rest === 0) return;
    const until = options.now() + Math.min(rest, longestCoolDownMs);
    // Of two failures side by side the longer rest counts.
    if (openUntil !== undefined && until <= openUntil) return;
    code = failure.code;
    openUntil = until;
    openings += 1;
  };

  const createPass = (id: symbol): Pass => {
    const begun = openings;
    let used = false;
    const once = (act: (isProbe: boolean) => void) => (): void => {
      if (used) return;
      used = true;
      const isProbe = probe === id;
      if (isProbe) probe = undefined;
      act(isProbe);
    };
    return {
      succeed: once(() => {
        if (begun !== openings) return;
        openUntil = undefined;
        failures = 0;
      }),
      fail: (failure) => {
        once((isProbe) => {
          restFor(failure, isProbe);
        })();
      },
      release: once(() => undefined),
    };
  };

  return {
    admit: () => {
      const id = Symbol('request');
      if (openUntil === undefined) return { pass: createPass(id) };
      const remainingMs = Math.max(0, openUntil - options.now());
      if (remainingMs > 0 || probe !== undefined) return { resting: { code, remainingMs } };
      probe = id;
      return { pass: createPass(id) };
    },
  };
}
