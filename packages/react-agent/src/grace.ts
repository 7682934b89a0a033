import { setMaxListeners } from 'node:events';
import { abortReason } from '@mini-agent/foundation/time';

/** How long tools and savers may take to settle after an abort before the run ends without them, in milliseconds. */
const graceMs = 40;

/** What waits for other code until a signal is aborted. It has one listener on the signal, however much waits. */
export interface Watch {
  /** What `work` gives; rejects with the signal's reason as soon as that is aborted. */
  untilAborted<T>(work: Promise<T>): Promise<T>;
  /** What `work` gives, or undefined where it has not settled shortly after an abort. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined>;
  /** Frees what is held. */
  close(): void;
}

export function createWatch(signal: AbortSignal): Watch {
  // Models and tools listen to it as well, many side by side; that is no leak.
  setMaxListeners(0, signal);
  const waiting = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let end: Promise<undefined> | undefined;
  const startGrace = (): Promise<undefined> =>
    (end ??= new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs, undefined);
    }));
  const onAbort = (): void => {
    void startGrace();
    for (const stop of waiting) stop();
    waiting.clear();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  const wait = <T, Late>(
    work: Promise<T>,
    giveUp: (resolve: (value: Late) => void, reject: (reason: unknown) => void) => void,
  ): Promise<T | Late> =>
    new Promise<T | Late>((resolve, reject) => {
      const stop = (): void => {
        giveUp(resolve, reject);
      };
      work.then(
        (value) => {
          waiting.delete(stop);
          resolve(value);
        },
        (error: unknown) => {
          waiting.delete(stop);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- passed on as it is
          reject(error);
        },
      );
      if (signal.aborted) stop();
      else waiting.add(stop);
    });
  return {
    untilAborted: <T>(work: Promise<T>) =>
      wait<T, never>(work, (_, reject) => {
        reject(abortReason(signal));
      }),
    unlessOver: <T>(work: Promise<T>) =>
      wait<T, undefined>(work, (resolve) => void startGrace().then(resolve)),
    close: () => {
      clearTimeout(timer);
    },
  };
}
