import type { Memory } from './memory.ts';

const dayMs = 86_400_000;

/** A memory of today counts as much as one that was used 255 times; after a day half of that is left. */
const freshness = 8;

export function recallScore(memory: Memory, now: number): number {
  const ageDays = Math.max(0, now - memory.timestamp) / dayMs;
  return Math.log2(1 + memory.accessCount) + freshness * 0.5 ** ageDays;
}

/** Best first; of equal ones the newest first. */
export function inRecallOrder(memories: readonly Memory[], now: number): readonly Memory[] {
  return memories
    .map((memory, index) => ({ memory, index, score: recallScore(memory, now) }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.memory.timestamp - one.memory.timestamp ||
        other.index - one.index,
    )
    .map(({ memory }) => memory);
}

/**
 * The first `limit` of a list in recall order. The last place is kept for the newest of `candidates`: what is often used
 * would otherwise hide it for ever.
 */
export function takeWithNewest(
  ordered: readonly Memory[],
  candidates: readonly Memory[],
  limit: number,
): readonly Memory[] {
  const taken = ordered.slice(0, limit);
  let newest: Memory | undefined;
  for (const memory of candidates) {
    if (newest === undefined || memory.timestamp >= newest.timestamp) newest = memory;
  }
  if (newest === undefined || limit < 2 || taken.includes(newest)) return taken;
  return [...taken.slice(0, limit - 1), newest];
}
