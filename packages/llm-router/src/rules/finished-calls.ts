import type { ChatMessage, ToolOutcome } from '@mini-agent/foundation/chat';
import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import type { RuleCall } from './intent.ts';

/** A tool call of this task that has an outcome, whoever asked for it. */
export interface FinishedCall extends RuleCall {
  readonly outcome: ToolOutcome;
}

/** The user's last message, and what came after it. */
export function currentTask(messages: readonly ChatMessage[]): {
  readonly task: string;
  readonly following: readonly ChatMessage[];
} {
  const index = messages.findLastIndex((message) => message.role === 'user');
  const message = messages[index];
  if (message?.role !== 'user') return { task: '', following: [] };
  return { task: message.content, following: messages.slice(index + 1) };
}

export function finishedCalls(messages: readonly ChatMessage[]): readonly FinishedCall[] {
  const finished: FinishedCall[] = [];
  if (messages.length === 0) return finished;
  const asked = new Map<string, RuleCall>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls) {
        const value: JsonObject = call.arguments.ok ? call.arguments.value : {};
        asked.set(call.id, { name: call.name, arguments: value });
      }
    } else if (message.role === 'tool') {
      const call = asked.get(message.callId) ?? { name: message.name, arguments: {} };
      finished.push({ ...call, outcome: message.outcome });
    }
  }
  return finished;
}

/** Takes the first finished call that means the same as `call` off the list. */
export function takeFinished(finished: FinishedCall[], call: RuleCall): ToolOutcome | undefined {
  const index = finished.findIndex((candidate) => isSameCall(candidate, call));
  return index === -1 ? undefined : finished.splice(index, 1)[0]?.outcome;
}

function isSameCall(left: RuleCall, right: RuleCall): boolean {
  if (left.name !== right.name) return false;
  return (
    left.arguments === right.arguments || canonicalArguments(left) === canonicalArguments(right)
  );
}

function canonicalArguments(call: RuleCall): string {
  return JSON.stringify(canonical(call.arguments));
}

/** The same for `{"value": 5}` and `{"value": "5"}`, for `2+2` and `2 + 2`, in any order of keys. */
function canonical(value: Json | undefined): unknown {
  if (typeof value === 'string') return value.replace(/\s+/g, '');
  if (typeof value === 'number') return String(value);
  if (value === undefined || value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(canonical);
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => [key, canonical(member)]);
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
