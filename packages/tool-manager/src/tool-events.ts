import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';

/** What happens to a call, in this order; `at` is in milliseconds since the Unix epoch. */
export type ToolEvent = {
  readonly callId: string;
  readonly name: string;
  readonly runId?: string;
  readonly at: number;
} & (
  | { readonly type: 'queued' }
  | { readonly type: 'started'; readonly attempt: number }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly waitMs: number;
      readonly code: ToolErrorCode;
    }
  /** The circuit of the tool (for calls with URLs: of that host) changed because of this call. */
  | {
      readonly type: 'circuit';
      readonly state: 'open' | 'half_open' | 'closed';
      readonly host?: string;
      /** Until it is tried again; with `open` only. */
      readonly retryAfterMs?: number;
    }
  /** It waits for a call with the same idempotency key. */
  | { readonly type: 'joined' }
  /** It got the outcome of an earlier call with the same idempotency key. */
  | { readonly type: 'repeated' }
  | { readonly type: 'finished'; readonly outcome: ToolOutcome }
  /** A body that was still running when its call was answered has ended. */
  | { readonly type: 'ended_late' }
);

/** An event without what is the same for all events of a call. */
export type EventBody<Event = ToolEvent> = Event extends ToolEvent
  ? Omit<Event, 'callId' | 'name' | 'runId' | 'at'>
  : never;

/** What the history keeps of an event. */
export type CallStep = { readonly at: number } & Exclude<EventBody, { readonly type: 'finished' }>;
