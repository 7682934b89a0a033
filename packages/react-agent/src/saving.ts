import type { RunState } from './run-state.ts';

export interface Saver {
  /**
   * Resolves when this state, or a newer one, is saved; rejects, or throws at once, where the caller could not. Undefined where
   * nothing has to be waited for: most callers only take note of a state.
   */
  save(): Promise<void> | undefined;
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
  let current: Promise<void> | undefined;
  let isBusy = false;
  let next: Promise<void> | undefined;
  const hand = (): Promise<void> | undefined => {
    next = undefined;
    handed = read();
    const saving = promiseOf(onState(handed));
    if (saving === undefined) return undefined;
    isBusy = true;
    return saving.finally(() => {
      isBusy = false;
    });
  };
  return {
    save: () => {
      if (next) return next;
      if (handed === read()) return current;
      if (current === undefined || !isBusy) return (current = hand());
      current = next = current.then(hand, hand);
      return next;
    },
  };
}

/** What a listener of plain JavaScript returns may be anything. */
function promiseOf(result: unknown): Promise<void> | undefined {
  return isThenable(result) ? Promise.resolve(result).then(() => undefined) : undefined;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  const mayHaveMembers = typeof value === 'object' || typeof value === 'function';
  return mayHaveMembers && value !== null && 'then' in value;
}
