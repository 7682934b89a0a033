/** Checks often enough that an orphan is gone within seconds, and seldom enough to cost nothing. */
const intervalMs = 1_000;

export interface ParentWatch {
  stop(): void;
}

/**
 * Calls `onGone` when the parent process has changed: a wrapper (npx, sh) that was killed may leave the pipe open in a
 * sibling, and then the end of the input never comes.
 */
export function watchParent(
  onGone: () => void,
  parentId: () => number = () => process.ppid,
): ParentWatch {
  const initial = parentId();
  const timer = setInterval(() => {
    if (parentId() === initial) return;
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
