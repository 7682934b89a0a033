import type { RunState } from './run-state.ts';

export interface Saver {
  /** Resolves when this state, or a newer one, is saved; rejects where the caller could not. */
  save(): Promise<void>;
}

/**
 * Hands states to the caller one at a time and in order, always the newest: of several that come up while one is being saved only the
 * last is saved. The first call hands over before it returns.
 */
export function createSaver(
  read: () => RunState,
  onState: (state: RunState) => void | Promise<void>,
): Saver {
  let handed: RunState | undefined;
  let current: Promise<void> = Promise.resolve();
  let isBusy = false;
  let next: Promise<void> | undefined;
  const hand = async (): Promise<void> => {
    next = undefined;
    isBusy = true;
    handed = read();
    try {
      await onState(handed);
    } finally {
      isBusy = false;
    }
  };
  return {
    save: () => {
      if (next) return next;
      if (handed === read()) return current;
      if (!isBusy) return (current = hand());
      next = current.then(hand, hand);
      current = next;
      return next;
    },
  };
}
