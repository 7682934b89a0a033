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
  | { readonly type: 'finished'; readonly outcome: ToolOutcome }
  /** A body that was still running when its call was answered has ended. */
  | { readonly type: 'ended_late' }
);
