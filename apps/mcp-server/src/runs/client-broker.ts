import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { TraceCarrier } from '@mini-agent/llm-router/trace-context';
import { createWaitingRequests } from './waiting-requests.ts';

/** What a client can be asked: its model (`sampling/createMessage`) or its user (`elicitation/create`). */
export type RequestKind = 'sampling' | 'elicitation';

/** Parameters of the request. */
export type RequestParams = Readonly<Record<string, unknown>>;

export interface ClientRequest {
  readonly kind: RequestKind;
  readonly params: RequestParams;
}

/** How an open call reaches its client: by requests of their own, or with the call's next answer. */
export interface ClientChannel {
  /** What this client can be asked. Default: its model. */
  readonly kinds?: readonly RequestKind[];
  /** Up to 2025-11-25: sends the request on the call's session. */
  readonly send?: (request: ClientRequest, signal: AbortSignal) => Promise<unknown>;
  /** From 2026-07-28: told that `waiting()` holds requests, which the call hands to the client as its result. */
  readonly onWaiting?: () => void;
}

export interface ElicitOptions {
  readonly signal: AbortSignal;
  /** How long the user may take once a client can ask him, in milliseconds. */
  readonly timeoutMs: number;
}

/** Brings a run's requests to whichever call is open for that kind of them, and keeps them while none is. */
export interface ClientBroker {
  /** Offers a channel; the returned function withdraws it. */
  open(channel: ClientChannel): () => void;
  /** Whether a call is open whose client can be asked this. */
  canAsk(kind: RequestKind): boolean;
  /** Resolves when such a call is open. A run that was handed back waits here until its caller returns. */
  ready(signal: AbortSignal, kind?: RequestKind): Promise<void>;
  createMessage(params: RequestParams, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Rejects when nobody answered in time. */
  elicit(params: RequestParams, options: ElicitOptions): Promise<unknown>;
  /** Whether a question to the user has no answer yet. */
  isAskingUser(): boolean;
  /** Requests of that kind that wait to be handed to a client, by key. */
  waiting(kind?: RequestKind): Readonly<Record<string, RequestParams>>;
  /** Answers of a client, by key; unknown keys are ignored. */
  answer(responses: Readonly<Record<string, unknown>>): void;
}

const prefixes: Readonly<Record<RequestKind, string>> = {
  sampling: 'model',
  elicitation: 'approval',
};

/** A broker whose requests carry `trace` in their `_meta`, unless they have a trace of their own there. */
export function createClientBroker(trace?: TraceCarrier): ClientBroker {
  const channels = new Set<ClientChannel>();
  const requests = createWaitingRequests<ClientRequest>();
  const questions = new Set<object>();
  let listeners: (() => void)[] = [];

  const current = (kind: RequestKind): ClientChannel | undefined =>
    [...channels].findLast((channel) => takes(channel, kind));
  const untilOpened = (signal: AbortSignal): Promise<void> =>
    abortable(new Promise((resolve) => listeners.push(resolve)), signal);
  const ready = async (signal: AbortSignal, kind: RequestKind = 'sampling'): Promise<void> => {
    while (current(kind) === undefined) await untilOpened(signal);
  };
  const ask = async (given: ClientRequest, signal: AbortSignal): Promise<unknown> => {
    const request = trace === undefined ? given : withTrace(given, trace);
    await ready(signal, request.kind);
    signal.throwIfAborted();
    const channel = current(request.kind);
    if (channel?.send !== undefined) return channel.send(request, signal);
    const answer = requests.add(request, { prefix: prefixes[request.kind], signal });
    channel?.onWaiting?.();
    return answer;
  };
  return {
    open: (channel) => {
      channels.add(channel);
      for (const listener of listeners) listener();
      listeners = [];
      const isWanted = Object.values(requests.list()).some(({ kind }) => takes(channel, kind));
      if (isWanted) channel.onWaiting?.();
      return () => channels.delete(channel);
    },
    canAsk: (kind) => current(kind) !== undefined,
    ready,
    createMessage: (params, { signal }) => ask({ kind: 'sampling', params }, signal),
    elicit: async (params, { signal, timeoutMs }) => {
      const question = {};
      questions.add(question);
      try {
        await ready(signal, 'elicitation');
        return await withinTime((limited) => ask({ kind: 'elicitation', params }, limited), {
          signal,
          timeoutMs,
        });
      } finally {
        questions.delete(question);
      }
    },
    isAskingUser: () => questions.size > 0,
    waiting: (wanted = 'sampling') =>
      Object.fromEntries(
        Object.entries(requests.list()).flatMap(([key, { kind, params }]) =>
          kind === wanted ? [[key, params]] : [],
        ),
      ),
    answer: (responses) => {
      for (const [key, response] of Object.entries(responses)) requests.answer(key, response);
    },
  };
}

function takes({ kinds = ['sampling'] }: ClientChannel, kind: RequestKind): boolean {
  return kinds.includes(kind);
}

async function withinTime<Answer>(
  work: (signal: AbortSignal) => Promise<Answer>,
  { signal, timeoutMs }: ElicitOptions,
): Promise<Answer> {
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await abortable(work(deadline.signal), deadline.signal);
  } finally {
    deadline.clear();
  }
}

function withTrace({ kind, params }: ClientRequest, trace: TraceCarrier): ClientRequest {
  const meta = params['_meta'] as Readonly<Record<string, unknown>> | undefined;
  if (meta?.['traceparent'] !== undefined) return { kind, params };
  return { kind, params: { ...params, _meta: { ...meta, ...trace } } };
}
