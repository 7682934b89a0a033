/** Is told once, synchronously, when its signal is aborted. */
export interface AbortListener {
  onAbort(): void;
}

interface Watched {
  readonly listeners: Set<AbortListener>;
  readonly onAbort: () => void;
}

/**
 * One listener per signal, however many calls follow it: a run's calls share its signal, and a signal looks through all of its
 * listeners whenever one comes or goes. Nothing stays on a signal that nobody follows.
 */
export class SignalWatch {
  readonly #watched = new WeakMap<AbortSignal, Watched>();

  add(signal: AbortSignal, listener: AbortListener): void {
    let watched = this.#watched.get(signal);
    if (!watched) {
      watched = watch();
      this.#watched.set(signal, watched);
    }
    if (watched.listeners.size === 0) signal.addEventListener('abort', watched.onAbort);
    watched.listeners.add(listener);
  }

  remove(signal: AbortSignal, listener: AbortListener): void {
    const watched = this.#watched.get(signal);
    if (!watched?.listeners.delete(listener) || watched.listeners.size > 0) return;
    signal.removeEventListener('abort', watched.onAbort);
  }
}

function watch(): Watched {
  const listeners = new Set<AbortListener>();
  const onAbort = (): void => {
    for (const listener of [...listeners]) listener.onAbort();
  };
  return { listeners, onAbort };
}
