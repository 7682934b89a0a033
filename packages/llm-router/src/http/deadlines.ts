import { abortReason } from '@mini-agent/foundation/time';

export interface Timeouts {
  /** The whole call with its retries and waits; default 300,000 ms. */
  readonly totalMs?: number;
  /** Until the headers of one answer; default 180,000 ms (without streaming they come when the reply is written). */
  readonly firstByteMs?: number;
  /** Between two parts of a body; default 60,000 ms. */
  readonly idleMs?: number;
}

export const defaultTimeouts: Required<Timeouts> = {
  totalMs: 300_000,
  firstByteMs: 180_000,
  idleMs: 60_000,
};

/** Longest delay of setTimeout (2^31 − 1 ms). */
const longestTimerMs = 2_147_483_647;

/** Watches one request: aborts its signal when nothing came in time, or when the call as a whole is over. */
export interface RequestWatch {
  readonly signal: AbortSignal;
  /** A part of the answer came; the next one must come within `ms`. */
  expectNext(ms: number): void;
  /** True when it was this watch that ended the request, not the call around it. */
  stalled(): boolean;
  clear(): void;
}

export function watchRequest(firstByteMs: number, call: AbortSignal): RequestWatch {
  const controller = new AbortController();
  let stalled = false;
  const onAbort = (): void => {
    controller.abort(abortReason(call));
  };
  const onStall = (): void => {
    stalled = !controller.signal.aborted;
    controller.abort(new DOMException('The endpoint stalled', 'TimeoutError'));
  };
  const start = (ms: number): NodeJS.Timeout => setTimeout(onStall, Math.min(ms, longestTimerMs));
  let waitMs = firstByteMs;
  let timer = start(waitMs);
  if (call.aborted) onAbort();
  else call.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    expectNext: (ms) => {
      // refresh() keeps the timer object: a stream may bring thousands of parts.
      if (ms === waitMs) timer.refresh();
      else {
        clearTimeout(timer);
        waitMs = ms;
        timer = start(ms);
      }
    },
    stalled: () => stalled,
    clear: () => {
      clearTimeout(timer);
      call.removeEventListener('abort', onAbort);
    },
  };
}
