import { setMaxListeners } from 'node:events';
import { abortReason } from '@mini-agent/foundation/time';

/** The signal for work of a run that can be done again: aborted where the run is stopped, and where it is to be put aside. */
export interface Halt {
  readonly signal: AbortSignal;
  close(): void;
}

export function createHalt(signal: AbortSignal, suspend: AbortSignal | undefined): Halt {
  if (suspend === undefined) return { signal, close: () => undefined };
  // One signal puts all runs of a process aside when it shuts down; many listeners are no leak.
  setMaxListeners(0, suspend);
  const controller = new AbortController();
  const sources = [signal, suspend];
  const listeners = sources.map((source) => {
    const follow = (): void => {
      controller.abort(abortReason(source));
    };
    if (source.aborted) follow();
    else source.addEventListener('abort', follow, { once: true });
    return follow;
  });
  return {
    signal: controller.signal,
    close: () => {
      for (const [index, source] of sources.entries()) {
        const follow = listeners[index];
        if (follow) source.removeEventListener('abort', follow);
      }
    },
  };
}
