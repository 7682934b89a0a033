import type { Usage } from '@mini-agent/foundation/chat';
import type { BudgetSpent } from '@mini-agent/llm-router';
import type { RunState } from '@mini-agent/react-agent';

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  estimated: false,
};

const counts = [
  'modelCalls',
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cachedInputTokens',
  'costUsd',
  'unpricedCalls',
  'startedAt',
] as const;

/** What the budget of a run had counted when this state was saved; undefined where it is not there or was edited. */
export function spentOf(state: RunState | undefined): BudgetSpent | undefined {
  const spent = state?.spent;
  if (spent === undefined) return undefined;
  const { toolCalls, estimated } = spent;
  const isSound =
    counts.every((name) => isCount(spent[name])) &&
    typeof estimated === 'boolean' &&
    typeof toolCalls === 'object' &&
    toolCalls !== null &&
    Object.values(toolCalls).every(isCount);
  return isSound ? (spent as BudgetSpent) : undefined;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** What the whole run used, its nested runs included. The cost is there only where that of every reply is known. */
export function usageOf(state: RunState | undefined): Usage {
  if (state === undefined) return noUsage;
  const spent = spentOf(state);
  const { inputTokens, outputTokens, totalTokens, estimated, costUsd } = spent ?? state.usage;
  const usage = { inputTokens, outputTokens, totalTokens, estimated };
  const unpricedCalls = spent === undefined ? (state.unpricedCalls ?? 0) : spent.unpricedCalls;
  const isKnown = unpricedCalls === 0 && totalTokens > 0 && costUsd !== undefined;
  return isKnown ? { ...usage, costUsd } : usage;
}
