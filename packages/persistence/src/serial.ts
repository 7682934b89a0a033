/** Runs one task after the other, whatever becomes of the one before. */
export interface Serial {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (task) => {
      const next = last.then(task, task);
      last = next.catch(() => undefined);
      return next;
    },
  };
}
