/** The clock a package works by; tests give their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep };

/** Longest delay of setTimeout (2^31 − 1 ms); a longer one would fire at once. */
const longestTimerMs = 2_147_483_647;

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortReason(signal));
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      if (signal) reject(abortReason(signal));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(ms, longestTimerMs),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** The signal's reason as an Error, whatever the aborting side gave. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error
    ? reason
    : new DOMException('This operation was aborted', 'AbortError');
}

/**
 * Settles as `work` does, or rejects with the signal's reason at once when it is aborted,
 * so that code which ignores its signal cannot hold its caller.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      reject(abortReason(signal));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}

/** A signal that follows `parent` and is aborted by `ms` passing. `clear()` must be called when the work is done. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** True when it was the time that ended it, not the parent. */
  expired(): boolean;
  clear(): void;
}

/** Starts a deadline of `ms` milliseconds; `Infinity` gives one that only follows `parent`. */
export function startDeadline(ms: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const onAbort = (): void => {
    if (parent) controller.abort(abortReason(parent));
  };
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  const timer =
    ms === Infinity
      ? undefined
      : setTimeout(
          () => {
            expired = !controller.signal.aborted;
            controller.abort(new DOMException(`Timed out after ${ms} ms`, 'TimeoutError'));
          },
          Math.min(ms, longestTimerMs),
        );
  return {
    signal: controller.signal,
    expired: () => expired,
    clear: () => {
      clearTimeout(timer);
      parent?.removeEventListener('abort', onAbort);
    },
  };
}
