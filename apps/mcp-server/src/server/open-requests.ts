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
  /** Notes that a model may be asked for this request. */
  readonly asksModel: (id: RequestId) => void;
  /** Those for which a model may be asked. */
  readonly modelCalls: () => readonly RequestId[];
  /** Resolves when none is open that will be answered by itself. */
  readonly whenNone: () => Promise<void>;
}

interface OpenRequest {
  asksModel: boolean;
  /** A subscription is answered only when its client ends it. */
  readonly isEndless: boolean;
}

/** A cancelled request is over: it gets no answer, and its id is free again. */
export function createOpenRequests(): OpenRequests {
  const open = new Map<unknown, OpenRequest>();
  let waiting: (() => void)[] = [];
  const isNoneAwaited = (): boolean => [...open.values()].every(({ isEndless }) => isEndless);
  const settle = (id: unknown): void => {
    open.delete(id);
    if (waiting.length === 0 || !isNoneAwaited()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    received: ({ id, method, params }) => {
      if (method === 'notifications/cancelled') {
        settle((params as { readonly requestId?: unknown } | undefined)?.requestId);
      } else if (id !== undefined && method !== undefined) {
        open.set(id, { asksModel: false, isEndless: method === 'subscriptions/listen' });
      }
    },
    sent: (message) => {
      if (!('method' in message) && 'id' in message) settle(message.id);
    },
    has: (id) => open.has(id),
    ids: () => [...open.keys()] as RequestId[],
    asksModel: (id) => {
      const request = open.get(id);
      if (request !== undefined) request.asksModel = true;
    },
    modelCalls: () =>
      [...open].flatMap(([id, { asksModel }]) => (asksModel ? [id as RequestId] : [])),
    whenNone: () =>
      isNoneAwaited() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  };
}
