import { setMaxListeners } from 'node:events';

/** How long tools and savers may take to settle after an abort before the run ends without them, in milliseconds. */
const graceMs = 40;

/** The short time between an abort and the end of a run, in which what is under way may still settle. */
export interface Grace {
  /** What `work` gives, or undefined where it has not settled in time. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined>;
  close(): void;
}

export function createGrace(signal: AbortSignal): Grace {
  // Calls side by side each listen to the signal; that is no leak.
  setMaxListeners(0, signal);
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    const start = (): void => {
      timer = setTimeout(resolve, graceMs, undefined);
    };
    if (signal.aborted) start();
    else signal.addEventListener('abort', start, { once: true });
  });
  return {
    unlessOver: (work) => Promise.race([work, over]),
    close: () => {
      clearTimeout(timer);
    },
  };
}
