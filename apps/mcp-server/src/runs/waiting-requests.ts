import { randomBytes } from 'node:crypto';
import { abortReason } from '@mini-agent/foundation/time';

/** Requests that wait for an answer from outside, each under a key of its own. */
export interface WaitingRequests<Request> {
  /** `prefix` begins the key: it tells people what the request is. */
  add(request: Request, options: AddOptions): Promise<unknown>;
  list(): Readonly<Record<string, Request>>;
  /** Settles the request of that key, if it still waits. */
  answer(key: string, response: unknown): void;
}

export interface AddOptions {
  readonly prefix: string;
  readonly signal: AbortSignal;
}

interface Waiting<Request> {
  readonly request: Request;
  readonly resolve: (response: unknown) => void;
}

export function createWaitingRequests<Request>(): WaitingRequests<Request> {
  const requests = new Map<string, Waiting<Request>>();
  // An answer that was meant for a request of another process, before a crash, must not fit one of this.
  let tag: string | undefined;
  let count = 0;
  return {
    add: (request, { prefix, signal }) =>
      new Promise((resolve, reject) => {
        count += 1;
        tag ??= randomBytes(4).toString('hex');
        const key = `${prefix}_${count}_${tag}`;
        const onAbort = (): void => {
          requests.delete(key);
          reject(abortReason(signal));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        requests.set(key, {
          request,
          resolve: (response) => {
            requests.delete(key);
            signal.removeEventListener('abort', onAbort);
            resolve(response);
          },
        });
      }),
    list: () => Object.fromEntries([...requests].map(([key, { request }]) => [key, request])),
    answer: (key, response) => {
      requests.get(key)?.resolve(response);
    },
  };
}
