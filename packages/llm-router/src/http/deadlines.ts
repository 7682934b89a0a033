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

/** What ended a call before its reply was there. */
export type CallEnd = 'aborted' | 'total' | 'first_byte' | 'idle';

/** Watches one call: its signal is aborted by the caller, by the total deadline, or when an answer stalls. */
export interface CallWatch {
  readonly signal: AbortSignal;
  readonly end: CallEnd | undefined;
  /** Something must come within `ms`: the headers of an answer, or the next part of its body. */
  expect(what: 'first_byte' | 'idle', ms: number): void;
  /** Nothing is expected: the call pauses, or the answer is there. */
  expectNothing(): void;
  /** Asked when an answer stalls; true = what has come is enough, and the call is not ended. */
  onStall: (() => boolean) | undefined;
  clear(): void;
}

/** Starts to watch a call. `clear()` must be called when it is over. */
export function watchCall(totalMs: number, caller: AbortSignal): CallWatch {
  const controller = new AbortController();
  let end: CallEnd | undefined;
  let awaited: 'first_byte' | 'idle' = 'first_byte';
  let stallMs: number | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  const finish = (reason: CallEnd, error: Error): void => {
    if (end !== undefined) return;
    end = reason;
    controller.abort(error);
  };
  const onAbort = (): void => {
    finish('aborted', abortReason(caller));
  };
  const onStall = (): void => {
    stallMs = undefined;
    if (watch.onStall?.() === true) return;
    finish(awaited, new DOMException('The endpoint stalled', 'TimeoutError'));
  };
  const totalTimer = startTimer(totalMs, () => {
    finish('total', new DOMException('The call took too long', 'TimeoutError'));
  });
  const watch: CallWatch = {
    signal: controller.signal,
    get end() {
      return end;
    },
    onStall: undefined,
    expect: (what, ms) => {
      awaited = what;
      // refresh() keeps the timer: a stream may bring thousands of parts.
      if (ms === stallMs) stallTimer?.refresh();
      else {
        clearTimeout(stallTimer);
        stallMs = ms;
        stallTimer = startTimer(ms, onStall);
      }
    },
    expectNothing: () => {
      clearTimeout(stallTimer);
      stallMs = undefined;
    },
    clear: () => {
      clearTimeout(totalTimer);
      clearTimeout(stallTimer);
      caller.removeEventListener('abort', onAbort);
    },
  };
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort, { once: true });
  return watch;
}

/** A timer; none for Infinity. */
function startTimer(ms: number, onTime: () => void): NodeJS.Timeout | undefined {
  return ms === Infinity ? undefined : setTimeout(onTime, Math.min(ms, longestTimerMs));
}
