import { oneLine } from '../render/cut.ts';

export interface ProgressOptions {
  /** Sends one notification; may reject when the client is gone. */
  readonly send: (progress: number, message: string) => Promise<void>;
  /** The text of a sign of life while nothing else happens. */
  readonly heartbeat: () => string;
}

/** Progress of one request. Values are 1, 2, 3 …; a total is unknown and left out. */
export interface ProgressReporter {
  readonly report: (message: string) => void;
  /** Ends the reports: what waits is dropped, and when it resolves nothing more will be written. */
  readonly close: () => Promise<void>;
}

/** At most four a second: more is noise that some clients pay for. */
const shortestGapMs = 250;

/** Clients count on a sign of life every 10 s; a timer may be late. */
const heartbeatMs = 9_000;

const longestMessage = 120;

/** A reporter that says nothing, for a request without a progress token. */
export const silentReporter: ProgressReporter = {
  report: () => undefined,
  close: () => Promise.resolve(),
};

/** Of messages that come too fast only the newest is sent, as soon as the gap allows. */
export function createProgressReporter({ send, heartbeat }: ProgressOptions): ProgressReporter {
  const inFlight = new Set<Promise<void>>();
  let count = 0;
  let lastSentAt = -Infinity;
  let waiting: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      emit(waiting ?? heartbeat());
    }, ms);
    timer.unref();
  };
  const emit = (message: string): void => {
    if (isClosed) return;
    waiting = undefined;
    count += 1;
    lastSentAt = performance.now();
    const sending = send(count, oneLine(message, longestMessage)).catch(() => undefined);
    inFlight.add(sending);
    void sending.finally(() => inFlight.delete(sending));
    schedule(heartbeatMs);
  };
  return {
    report: (message) => {
      if (isClosed) return;
      const gap = lastSentAt + shortestGapMs - performance.now();
      if (gap <= 0) emit(message);
      else {
        waiting = message;
        schedule(gap);
      }
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(inFlight);
    },
  };
}
