import { abortable } from '@mini-agent/foundation/time';
import type { TraceCarrier } from '@mini-agent/llm-router/trace-context';
import { createWaitingRequests } from './waiting-requests.ts';

/** Parameters of `sampling/createMessage`. */
export type SamplingParams = Readonly<Record<string, unknown>>;

/** How an open call reaches the client's model: by a request of its own, or with the call's next answer. */
export interface SamplingChannel {
  /** Up to 2025-11-25: sends the request on the call's session. */
  readonly send?: (params: SamplingParams, signal: AbortSignal) => Promise<unknown>;
  /** From 2026-07-28: told that `waiting()` holds requests, which the call hands to the client as its result. */
  readonly onWaiting?: () => void;
}

/** Brings a run's model requests to whichever call is open, and keeps them while none is. */
export interface SamplingBroker {
  /** Offers a channel; the returned function withdraws it. */
  open(channel: SamplingChannel): () => void;
  /** Resolves when a channel is open. A run that was handed back waits here until its caller returns. */
  ready(signal: AbortSignal): Promise<void>;
  createMessage(
    params: SamplingParams,
    options: { readonly signal: AbortSignal },
  ): Promise<unknown>;
  /** Requests that wait to be handed to the client, by key. */
  waiting(): Readonly<Record<string, SamplingParams>>;
  /** Answers of the client, by key; unknown keys are ignored. */
  answer(responses: Readonly<Record<string, unknown>>): void;
}

/** A broker whose requests carry `trace` in their `_meta`, unless they have a trace of their own there. */
export function createSamplingBroker(trace?: TraceCarrier): SamplingBroker {
  const channels = new Set<SamplingChannel>();
  const requests = createWaitingRequests<SamplingParams>();
  let listeners: (() => void)[] = [];

  const current = (): SamplingChannel | undefined => [...channels].at(-1);
  const untilOpened = (signal: AbortSignal): Promise<void> =>
    abortable(new Promise((resolve) => listeners.push(resolve)), signal);
  const ready = async (signal: AbortSignal): Promise<void> => {
    while (channels.size === 0) await untilOpened(signal);
  };
  return {
    open: (channel) => {
      channels.add(channel);
      for (const listener of listeners) listener();
      listeners = [];
      if (Object.keys(requests.list()).length > 0) channel.onWaiting?.();
      return () => channels.delete(channel);
    },
    ready,
    createMessage: async (given, { signal }) => {
      const params = trace === undefined ? given : withTrace(given, trace);
      await ready(signal);
      signal.throwIfAborted();
      const channel = current();
      if (channel?.send !== undefined) return channel.send(params, signal);
      const answer = requests.add(params, signal);
      channel?.onWaiting?.();
      return answer;
    },
    waiting: () => requests.list(),
    answer: (responses) => {
      for (const [key, response] of Object.entries(responses)) requests.answer(key, response);
    },
  };
}

function withTrace(params: SamplingParams, trace: TraceCarrier): SamplingParams {
  const meta = params['_meta'] as Readonly<Record<string, unknown>> | undefined;
  if (meta?.['traceparent'] !== undefined) return params;
  return { ...params, _meta: { ...meta, ...trace } };
}
