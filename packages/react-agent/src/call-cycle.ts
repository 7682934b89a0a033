import type { ToolCall } from '@mini-agent/foundation/chat';
import { callKey, meaningKey } from './call-key.ts';
import { isRefusal, isSameResult, type PastCall, type ToolsByName } from './loop-ladder.ts';

/** Longest cycle that is looked for, in turns. */
const longestCycle = 8;

/**
 * Turns that must fit before the one that goes on with a cycle. A run that only goes round makes at most eight model calls, the forced
 * one included; cycles too long for that are ended at their third repeated turn.
 */
function turnsBefore(length: number): number {
  if (length <= 2) return length + 3;
  return length <= 5 ? 6 : length + 2;
}

interface PastTurn {
  /** The calls of the turn, whatever their order. */
  readonly signature: string;
  /** The last call of each key. */
  readonly calls: ReadonlyMap<string, PastCall>;
}

/**
 * Whether these calls go on with a cycle of turns: two that alternate for the third time, the beginning of the third round of three, or
 * the second round of more, or the same calls side by side for the fifth time, with unchanged results. A cycle with a polling tool waits for
 * something.
 */
export function closesCycle(
  calls: readonly ToolCall[],
  past: readonly PastCall[],
  tools: ToolsByName,
): boolean {
  if (past.length === 0) return false;
  const reads = (name: string): boolean => tools.get(name)?.annotations.readOnly === true;
  const turns = turnsOf(past, reads);
  const now = signatureOf(
    calls.map((call) => (reads(call.name) ? meaningKey(call) : callKey(call))),
  );
  for (let length = 1; length <= longestCycle; length += 1) {
    const before = turnsBefore(length);
    const recent = turns.slice(-before);
    if (recent.length < before) continue;
    if (isCycle(recent, { now, length }) && !polls(recent, tools)) return true;
  }
  return false;
}

function turnsOf(past: readonly PastCall[], reads: (name: string) => boolean): readonly PastTurn[] {
  const turns = new Map<number, Map<string, PastCall>>();
  for (const call of past) {
    const calls = turns.get(call.turn) ?? new Map<string, PastCall>();
    turns.set(call.turn, calls.set(reads(call.name) ? call.meaning : call.key, call));
  }
  return [...turns.values()].map((calls) => ({ signature: signatureOf([...calls.keys()]), calls }));
}

function signatureOf(keys: readonly string[]): string {
  return [...new Set(keys)].sort().join('\n\n');
}

function isCycle(
  turns: readonly PastTurn[],
  { now, length }: { readonly now: string; readonly length: number },
): boolean {
  if (turns[turns.length - length]?.signature !== now) return false;
  const first = turns.slice(0, length);
  if (length > 1 && first.every(({ signature }) => signature === first[0]?.signature)) return false;
  return turns.every((turn, index) => {
    const model = turns[index % length];
    return model !== undefined && isRepeated(turn, model);
  });
}

/** The same calls, with the results of the first round or refused. */
function isRepeated(turn: PastTurn, first: PastTurn): boolean {
  if (turn === first) return true;
  if (turn.signature !== first.signature) return false;
  return [...turn.calls].every(([key, { outcome }]) => {
    const before = first.calls.get(key);
    if (before === undefined) return false;
    return isRefusal(outcome) || isSameResult(outcome, before.outcome);
  });
}

function polls(turns: readonly PastTurn[], tools: ToolsByName): boolean {
  return turns.some(({ calls }) =>
    [...calls.values()].some(({ name }) => tools.get(name)?.polling === true),
  );
}
