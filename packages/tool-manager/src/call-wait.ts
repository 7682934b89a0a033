import type { RunningCall } from './running-call.ts';
import { longestTimerMs } from './time-limit.ts';

export type Waited<Value> =
  { readonly is: 'there'; readonly value: Value } | { readonly is: 'aborted' | 'late' };

/**
 * Waits in the name of a call for what `begin` arranges, until the call is aborted or `ms` have passed. Whichever comes
 * first counts, also within one tick.
 */
export function waitInCall<Value>(
  running: RunningCall,
  ms: number,
  begin: (resolve: (value: Value) => void) => void,
): Promise<Waited<Value>> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const end = (waited: Waited<Value>): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      running.follow(undefined);
      resolve(waited);
    };
    if (ms < Infinity) {
      timer = setTimeout(
        () => {
          end({ is: 'late' });
        },
        Math.min(ms, longestTimerMs),
      );
    }
    running.follow({
      onAbort: () => {
        end({ is: 'aborted' });
      },
    });
    begin((value) => {
      end({ is: 'there', value });
    });
  });
}
