import type { RequestId } from './message-gate.ts';

/** Requests that were received and not yet answered. Ids keep their type: "2" is not 2. */
export interface OpenRequests {
  readonly received: (message: {
    readonly id?: unknown;
    readonly method?: string;
    readonly params?: unknown;
  }) => void;
  readonly sent: (message: object) => void;
  readonly has: (id: RequestId) => boolean;
  readonly ids: () => readonly RequestId[];
  /** Resolves when none is open. */
  readonly whenNone: () => Promise<void>;
}

/** A cancelled request is over: it gets no answer, and its id is free again. */
export function createOpenRequests(): OpenRequests {
  const open = new Set<unknown>();
  let waiting: (() => void)[] = [];
  const settle = (id: unknown): void => {
    open.delete(id);
    if (open.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    received: ({ id, method, params }) => {
      if (method === 'notifications/cancelled') {
        settle((params as { readonly requestId?: unknown } | undefined)?.requestId);
      } else if (id !== undefined && method !== undefined) open.add(id);
    },
    sent: (message) => {
      if (!('method' in message) && 'id' in message) settle(message.id);
    },
    has: (id) => open.has(id),
    ids: () => [...open] as RequestId[],
    whenNone: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
}
