import { abortReason } from '@mini-agent/foundation/time';
import type { Clock, Deadline } from '@mini-agent/foundation/time';

/** A deadline by the given clock: aborts with a TimeoutError after `ms`, or as `parent` does. `clear()` must be called. */
export function startClockDeadline(clock: Clock, ms: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = new AbortController();
  let isExpired = false;
  const onAbort = (): void => {
    if (parent) controller.abort(abortReason(parent));
  };
  if (parent?.aborted) onAbort();
  else parent?.addEventListener('abort', onAbort, { once: true });
  if (ms !== Infinity) {
    clock.sleep(Math.max(0, ms), timer.signal).then(
      () => {
        isExpired = !controller.signal.aborted;
        controller.abort(
          new DOMException(`timed out after ${Math.max(0, ms) / 1000} s`, 'TimeoutError'),
        );
      },
      () => undefined,
    );
  }
  return {
    signal: controller.signal,
    expired: () => isExpired,
    clear: () => {
      timer.abort();
      parent?.removeEventListener('abort', onAbort);
    },
  };
}
