/** Is told once, synchronously, when its signal is aborted. */
export interface AbortListener {
  onAbort(): void;
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
      watched = new Watched();
      this.#watched.set(signal, watched);
    }
    if (watched.isEmpty) signal.addEventListener('abort', watched.onAbort);
    watched.add(listener);
  }

  remove(signal: AbortSignal, listener: AbortListener): void {
    const watched = this.#watched.get(signal);
    if (watched?.remove(listener) === true && watched.isEmpty) {
      signal.removeEventListener('abort', watched.onAbort);
    }
  }
}

/** Mostly one call at a time follows a signal; a set that shrinks and grows with each call costs more than the call's own objects. */
class Watched {
  #only: AbortListener | undefined;
  #more: Set<AbortListener> | undefined;

  readonly onAbort = (): void => {
    if (this.#only) this.#only.onAbort();
    else for (const listener of [...(this.#more ?? [])]) listener.onAbort();
  };

  get isEmpty(): boolean {
    return this.#only === undefined && this.#more === undefined;
  }

  add(listener: AbortListener): void {
    if (this.#more) this.#more.add(listener);
    else if (this.#only === undefined) this.#only = listener;
    else {
      this.#more = new Set([this.#only, listener]);
      this.#only = undefined;
    }
  }

  /** False for one that does not follow. */
  remove(listener: AbortListener): boolean {
    if (this.#only === listener) {
      this.#only = undefined;
      return true;
    }
    if (this.#more?.delete(listener) !== true) return false;
    if (this.#more.size === 0) this.#more = undefined;
    return true;
  }
}
