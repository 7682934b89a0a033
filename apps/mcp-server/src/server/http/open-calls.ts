/** Counts calls that wait for their answer. */
export interface OpenCalls {
  /** Returns what to call once the answer is sent. */
  readonly open: () => () => void;
  readonly count: () => number;
  /** Resolves when none is open. */
  readonly whenNone: () => Promise<void>;
}

export function createOpenCalls(): OpenCalls {
  let count = 0;
  let waiting: (() => void)[] = [];
  return {
    open: () => {
      count += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        count -= 1;
        if (count > 0) return;
        for (const resolve of waiting) resolve();
        waiting = [];
      };
    },
    count: () => count,
    whenNone: () =>
      count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
}
