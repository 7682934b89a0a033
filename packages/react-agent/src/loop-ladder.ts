import type { ChatMessage, ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import type { ToolErrorCode } from '@mini-agent/foundation/errors';
import type { ToolDescriptor } from '@mini-agent/foundation/tool';
import { callKey, meaningKey } from './call-key.ts';
import { observationLimit } from './fence.ts';
import type { Step } from './run-state.ts';

/** What to do with a call that may be one round too many. */
export type LadderStep =
  | { readonly kind: 'run' }
  | { readonly kind: 'cached'; readonly from: PastCall }
  | { readonly kind: 'refuse' }
  | { readonly kind: 'stop' };

export interface PastCall {
  readonly callId: string;
  /** The same for identical calls. */
  readonly key: string;
  /** The same for calls that mean the same. */
  readonly meaning: string;
  readonly name: string;
  readonly turn: number;
  readonly outcome: ToolOutcome;
}

export { callKey };

export type ToolsByName = ReadonlyMap<string, ToolDescriptor>;

/**
 * Judges a call by the turns before it. The second identical one of a tool that only reads is answered from memory, from the
 * third on it is refused, and the fifth ends the run. A call whose result changed since the last time is no repetition, nor is one after
 * another call that may have changed what it reads, and a polling tool never is. Identical calls of one turn count once. A call of a
 * tool that reads counts also where it only means the same, but is then not answered from memory: how it is written may matter.
 */
export function judgeCall(
  call: ToolCall,
  history: readonly PastCall[],
  tools: ToolsByName,
): LadderStep {
  const tool = tools.get(call.name);
  if (tool?.polling === true) return { kind: 'run' };
  const key = callKey(call);
  const reads = tool?.annotations.readOnly === true;
  const meaning = meaningKey(call);
  const isSame = (past: PastCall): boolean => (reads ? past.meaning === meaning : past.key === key);
  const write = history.findLast((past) => !isSame(past) && mayHaveWritten(past, tools));
  const since = write === undefined ? 0 : write.turn + 1;
  const same = history.filter((past) => isSame(past) && past.turn >= since);
  const rounds = same.filter(({ turn }, index) => turn !== same[index + 1]?.turn);
  const last = rounds.at(-1);
  if (last === undefined) return { kind: 'run' };
  const repeats = countUnchanged(rounds);
  if (repeats >= 4) return { kind: 'stop' };
  if (repeats >= 2) return { kind: 'refuse' };
  const repeatable = reads && tool.annotations.idempotent && !tool.annotations.openWorld;
  return repeatable && last.outcome.ok && last.key === key
    ? { kind: 'cached', from: last }
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
      if (call) {
        const { name } = call;
        const { callId } = message;
        const meaning = meaningKey(call);
        past.push({ callId, key: callKey(call), meaning, name, turn, outcome });
      }
    }
  }
  return past;
}

const fromSteps = new WeakMap<Step, PastCall>();

/** The same from the steps of a run, which still know what a shortened conversation does not; without whole results. */
export function pastSteps(steps: readonly Step[]): readonly PastCall[] {
  return steps.flatMap((step) => {
    const past = fromSteps.get(step) ?? pastStep(step);
    if (past) fromSteps.set(step, past);
    return past ?? [];
  });
}

function pastStep({
  action: name,
  input,
  observation = '',
  turn,
  error,
}: Step): PastCall | undefined {
  if (name === undefined) return undefined;
  const given =
    input === undefined
      ? ({ ok: false, raw: '', problem: '', cut: false } as const)
      : ({ ok: true, value: input } as const);
  const call: ToolCall = { id: '', name, arguments: given };
  const common = { callId: '', durationMs: 0, tries: 0 };
  const outcome: ToolOutcome =
    error === undefined
      ? { ...common, ok: true, text: observation, trusted: false }
      : {
          ...common,
          ok: false,
          code: error as ToolErrorCode,
          message: observation,
          retry: false,
        };
  return { callId: '', key: callKey(call), meaning: meaningKey(call), name, turn, outcome };
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

export function isRefusal(outcome: ToolOutcome): boolean {
  return !outcome.ok && outcome.code === 'denied';
}

export function isSameResult(one: ToolOutcome, other: ToolOutcome): boolean {
  if (!one.ok || !other.ok) {
    return !one.ok && !other.ok && one.code === other.code && one.message === other.message;
  }
  if (one.text === other.text) return true;
  // Long results of earlier turns are kept without their middle.
  if (Math.min(one.text.length, other.text.length) <= observationLimit) return false;
  const ends = (text: string): string => text.slice(0, 11_000) + text.slice(-4_500);
  return ends(one.text) === ends(other.text);
}
