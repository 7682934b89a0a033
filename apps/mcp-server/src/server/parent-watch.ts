import { createAncestry, type Ancestry } from './ancestry.ts';

/** Checks often enough that an orphan is gone within seconds, and seldom enough to cost nothing. */
const intervalMs = 1_000;

export interface ParentWatch {
  stop(): void;
}

/**
 * Calls `onGone` when the client has died although the input goes on: a wrapper (npx, sh) may leave the pipe open in a sibling,
 * and then its end never comes. Keeps no process alive.
 */
export function watchParent(
  onGone: () => void,
  ancestry: Ancestry = createAncestry(),
): ParentWatch {
  const timer = setInterval(() => {
    if (!ancestry.hasChanged()) return;
    clearInterval(timer);
    onGone();
  }, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}
