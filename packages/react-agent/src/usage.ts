import type { Usage } from '@mini-agent/foundation/chat';

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, estimated: false };

/** `costUsd` is the sum of the costs that are known; see `isUnpriced`. */
export function addUsage(sum: Usage, next: Usage): Usage {
  const { cachedInputTokens: cachedSum, costUsd: costSum } = sum;
  const { cachedInputTokens: cachedNext, costUsd: costNext } = next;
  const isCached = cachedSum !== undefined || cachedNext !== undefined;
  const hasCost = costSum !== undefined || costNext !== undefined;
  return {
    inputTokens: sum.inputTokens + next.inputTokens,
    ...(isCached && { cachedInputTokens: (cachedSum ?? 0) + (cachedNext ?? 0) }),
    outputTokens: sum.outputTokens + next.outputTokens,
    totalTokens: sum.totalTokens + next.totalTokens,
    estimated: sum.estimated || next.estimated,
    ...(hasCost && { costUsd: (costSum ?? 0) + (costNext ?? 0) }),
  };
}

/** A reply whose cost is not known. What used nothing cost nothing, such as a reply of rules. */
export function isUnpriced({ costUsd, totalTokens, estimated }: Usage): boolean {
  return costUsd === undefined && (totalTokens > 0 || estimated);
}
