import type { ChatMessage, ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { Json, ToolDescriptor } from '@mini-agent/foundation/tool';

/** What to do with a call that may be one round too many. */
export type LadderStep =
  | { readonly kind: 'run' }
  | { readonly kind: 'cached'; readonly outcome: ToolOutcome }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'stop' };

interface PastCall {
  readonly key: string;
  readonly outcome: ToolOutcome;
}

/**
 * Judges a call by the calls before it. The second identical one of a tool that only reads is answered from memory, from the
 * third on it is refused, the fifth ends the run, and so does a pair of calls that alternates three times. A call whose result
 * changed since the last time is no repetition, and a polling tool never is.
 */
export function judgeCall(
  call: ToolCall,
  history: readonly PastCall[],
  tool: ToolDescriptor | undefined,
): LadderStep {
  if (tool?.polling === true) return { kind: 'run' };
  const key = callKey(call);
  if (closesCycle(key, history)) return { kind: 'stop' };
  const same = history.filter((past) => past.key === key);
  const last = same.at(-1);
  if (last === undefined) return { kind: 'run' };
  const repeats = countUnchanged(same);
  if (repeats >= 4) return { kind: 'stop' };
  if (repeats >= 2) return { kind: 'refuse' };
  const repeatable =
    tool?.annotations.readOnly === true &&
    tool.annotations.idempotent &&
    !tool.annotations.openWorld;
  return repeatable && last.outcome.ok
    ? { kind: 'cached', outcome: last.outcome }
    : { kind: 'run' };
}

/** The finished calls of a conversation, in order. */
export function pastCalls(messages: readonly ChatMessage[]): readonly PastCall[] {
  const calls = new Map<string, ToolCall>();
  const past: PastCall[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls) calls.set(call.id, call);
    } else if (message.role === 'tool') {
      const call = calls.get(message.callId);
      if (call) past.push({ key: callKey(call), outcome: message.outcome });
    }
  }
  return past;
}

/** How many of the last outcomes are alike. A refusal counts as alike: it stands for a call that would have been. */
function countUnchanged(same: readonly PastCall[]): number {
  const real = same.findLast(({ outcome }) => !isRefusal(outcome))?.outcome;
  const change = same.findLastIndex(
    ({ outcome }) =>
      !isRefusal(outcome) && real !== undefined && resultKey(outcome) !== resultKey(real),
  );
  return same.length - change - 1;
}

function isRefusal(outcome: ToolOutcome): boolean {
  return !outcome.ok && outcome.code === 'denied';
}

/** A, B, A, B, A and now B, with unchanged results. */
function closesCycle(key: string, history: readonly PastCall[]): boolean {
  const recent = history.slice(-5);
  if (recent.length < 5) return false;
  const [a1, b1, a2, b2, a3] = recent as [PastCall, PastCall, PastCall, PastCall, PastCall];
  const alternates = a1.key === a2.key && a2.key === a3.key && b1.key === b2.key && b2.key === key;
  if (!alternates || a1.key === b1.key) return false;
  return isUnchanged([a1, a2, a3]) && isUnchanged([b1, b2]);
}

function isUnchanged([first, ...rest]: readonly [PastCall, ...PastCall[]]): boolean {
  return rest.every(
    ({ outcome }) => isRefusal(outcome) || resultKey(outcome) === resultKey(first.outcome),
  );
}

function callKey({ name, arguments: given }: ToolCall): string {
  return `${name}\n${given.ok ? canonical(given.value) : given.raw}`;
}

function resultKey(outcome: ToolOutcome): string {
  return outcome.ok ? `+${outcome.text}` : `-${outcome.code}:${outcome.message}`;
}

/** JSON with sorted keys, so that the order in which a model writes arguments does not matter. */
function canonical(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry: Json) => canonical(entry)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
}
