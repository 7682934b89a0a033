/** A quiet moment after a burst. */
export interface Quiet {
  /** Something has happened: the moment is not now. */
  readonly await: () => void;
  readonly stop: () => void;
}

export interface QuietOptions {
  /** How long nothing must happen, in milliseconds. */
  readonly quietMs: number;
  /** How long after the first thing that happened the moment comes at the latest, in milliseconds. */
  readonly mostLateMs: number;
}

/** Calls `onQuiet` once when nothing has happened for a while, or something goes on happening for too long. */
export function createQuiet(onQuiet: () => void, { quietMs, mostLateMs }: QuietOptions): Quiet {
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    stop,
    await: () => {
      const now = performance.now();
      if (timer === undefined) {
        latest = now + mostLateMs;
        timer = setTimeout(() => {
          stop();
          onQuiet();
        }, quietMs).unref();
      } else if (now + quietMs < latest) timer.refresh();
    },
  };
}
