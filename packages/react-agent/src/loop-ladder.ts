import { createHash } from 'node:crypto';
import type { ChatMessage, ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { Json, ToolDescriptor } from '@mini-agent/foundation/tool';
import { observationLimit } from './fence.ts';

/** What to do with a call that may be one round too many. */
export type LadderStep =
  | { readonly kind: 'run' }
  | { readonly kind: 'cached'; readonly outcome: ToolOutcome }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'stop' };

export interface PastCall {
  readonly key: string;
  readonly name: string;
  readonly turn: number;
  readonly outcome: ToolOutcome;
}

export type ToolsByName = ReadonlyMap<string, ToolDescriptor>;

/**
 * Judges a call by the turns before it. The second identical one of a tool that only reads is answered from memory, from the
 * third on it is refused, the fifth ends the run, and so does a pair of calls that alternates three times. A call whose result
 * changed since the last time is no repetition, nor is one after another call that may have changed what it reads, and a polling
 * tool never is. Identical calls of one turn count once.
 */
export function judgeCall(
  call: ToolCall,
  history: readonly PastCall[],
  tools: ToolsByName,
): LadderStep {
  const tool = tools.get(call.name);
  if (tool?.polling === true) return { kind: 'run' };
  const key = callKey(call);
  if (closesCycle(key, history)) return { kind: 'stop' };
  const write = history.findLast((past) => past.key !== key && mayHaveWritten(past, tools));
  const since = write === undefined ? 0 : write.turn + 1;
  const same = history.filter((past) => past.key === key && past.turn >= since);
  const rounds = same.filter(({ turn }, index) => turn !== same[index + 1]?.turn);
  const last = rounds.at(-1);
  if (last === undefined) return { kind: 'run' };
  const repeats = countUnchanged(rounds);
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

/** The finished calls of a part of a conversation, in order. */
export function pastCalls(messages: readonly ChatMessage[]): readonly PastCall[] {
  const calls = new Map<string, ToolCall>();
  const past: PastCall[] = [];
  let turn = 0;
  for (const message of messages) {
    if (message.role === 'assistant') {
      turn += 1;
      for (const call of message.toolCalls) calls.set(call.id, call);
    } else if (message.role === 'tool') {
      const call = calls.get(message.callId);
      const { outcome } = message;
      if (call) past.push({ key: callKey(call), name: call.name, turn, outcome });
    }
  }
  return past;
}

/** Whether a call ran, with a tool that may change what others read. */
function mayHaveWritten({ name, outcome }: PastCall, tools: ToolsByName): boolean {
  if (tools.get(name)?.annotations.readOnly === true) return false;
  return outcome.ok || !['denied', 'invalid_arguments', 'unknown_tool'].includes(outcome.code);
}

/** How many of the last outcomes are alike. A refusal counts as alike: it stands for a call that would have been. */
function countUnchanged(same: readonly PastCall[]): number {
  const real = same.findLast(({ outcome }) => !isRefusal(outcome))?.outcome;
  const change = same.findLastIndex(
    ({ outcome }) => !isRefusal(outcome) && real !== undefined && !isSameResult(outcome, real),
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
  return rest.every(({ outcome }) => isRefusal(outcome) || isSameResult(outcome, first.outcome));
}

function isSameResult(one: ToolOutcome, other: ToolOutcome): boolean {
  if (!one.ok || !other.ok) {
    return !one.ok && !other.ok && one.code === other.code && one.message === other.message;
  }
  if (one.text === other.text) return true;
  // Long results of earlier turns are kept without their middle.
  if (Math.min(one.text.length, other.text.length) <= observationLimit) return false;
  const ends = (text: string): string => text.slice(0, 11_000) + text.slice(-4_500);
  return ends(one.text) === ends(other.text);
}

/** Arguments may be long, and each call is compared with all later ones. */
const keys = new WeakMap<ToolCall, string>();
const longestKey = 200;

function callKey(call: ToolCall): string {
  const known = keys.get(call);
  if (known !== undefined) return known;
  const { name, arguments: given } = call;
  const text = given.ok ? canonical(given.value) : given.raw;
  const isShort = text.length <= longestKey;
  const key = `${name}\n${isShort ? text : createHash('sha256').update(text).digest('base64')}`;
  keys.set(call, key);
  return key;
}

/** JSON with sorted keys, so that the order in which a model writes arguments does not matter. */
function canonical(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((entry: Json) => canonical(entry)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
}
