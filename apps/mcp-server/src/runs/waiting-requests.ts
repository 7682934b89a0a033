import { abortReason } from '@mini-agent/foundation/time';

/** Requests that wait for an answer from outside, each under a key of its own. */
export interface WaitingRequests<Params> {
  add(params: Params, signal: AbortSignal): Promise<unknown>;
  list(): Readonly<Record<string, Params>>;
  /** Settles the request of that key, if it still waits. */
  answer(key: string, response: unknown): void;
}

interface Waiting<Params> {
  readonly params: Params;
  readonly resolve: (response: unknown) => void;
}

export function createWaitingRequests<Params>(): WaitingRequests<Params> {
  const requests = new Map<string, Waiting<Params>>();
  let count = 0;
  return {
    add: (params, signal) =>
      new Promise((resolve, reject) => {
        count += 1;
        const key = `model_${count}`;
        const onAbort = (): void => {
          requests.delete(key);
          reject(abortReason(signal));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        requests.set(key, {
          params,
          resolve: (response) => {
            requests.delete(key);
            signal.removeEventListener('abort', onAbort);
            resolve(response);
          },
        });
      }),
    list: () => Object.fromEntries([...requests].map(([key, { params }]) => [key, params])),
    answer: (key, response) => {
      requests.get(key)?.resolve(response);
    },
  };
}
