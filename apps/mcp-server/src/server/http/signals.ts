export interface EndOptions {
  readonly close: () => Promise<void>;
  readonly exit: (code: number) => void;
  readonly log: (line: string) => void;
}

const signals: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
];

/** A stop takes no longer, whatever hangs. */
const longestStopMs = 9_500;

/** The first signal ends the process in order, with code 0 (130 for an interrupt), a second one at once. */
export function endOnSignals({ close, exit, log }: EndOptions): void {
  let isEnding = false;
  for (const [signal, code] of signals) {
    process.on(signal, () => {
      if (isEnding) {
        exit(code);
        return;
      }
      isEnding = true;
      log(
        'Stopping: new calls are refused, running ones may finish. A second signal ends at once.',
      );
      const leave = (): void => {
        exit(signal === 'SIGINT' ? code : 0);
      };
      setTimeout(leave, longestStopMs).unref();
      void close().then(leave, leave);
    });
  }
}
