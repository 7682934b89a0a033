import type { ToolCall } from '@mini-agent/foundation/chat';
import type { Run } from './run.ts';
import type { PendingCall } from './run-state.ts';

/** Notes in the state how far a call is. */
export function markCall(run: Run, call: ToolCall, change: Partial<PendingCall>): void {
  const { pending } = run.state;
  const index = pending.findIndex((entry) => entry.call.id === call.id);
  const entry = pending[index];
  if (entry) run.update({ pending: pending.with(index, { ...entry, ...change }) });
}
