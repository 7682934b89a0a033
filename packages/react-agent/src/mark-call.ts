import type { ToolCall } from '@mini-agent/foundation/chat';
import type { Json } from '@mini-agent/foundation/tool';
import type { Run } from './run.ts';
import type { PendingCall } from './run-state.ts';

/** Notes in the state how far a call is. */
export function markCall(run: Run, call: ToolCall, change: Partial<PendingCall>): void {
  const { pending } = run.state;
  const index = pending.findIndex((entry) => entry.call.id === call.id);
  const entry = pending[index];
  if (entry) run.update({ pending: pending.with(index, { ...entry, ...change }) });
}

/** The same call for other code, which may change the arguments it is given: what the run knows of the call stays as it was. */
export function copyCall(call: ToolCall): ToolCall {
  const { arguments: given } = call;
  if (!given.ok) return { ...call, arguments: { ...given } };
  return { ...call, arguments: { ok: true, value: copyOf(given.value) } };
}

function copyOf<Value extends Json | undefined>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry: Json) => copyOf(entry)) as unknown as Value;
  // Also a name such as __proto__ becomes a property of its own.
  const entries = Object.entries(value).map(([key, entry]) => [key, copyOf(entry)]);
  return Object.fromEntries(entries) as Value;
}
