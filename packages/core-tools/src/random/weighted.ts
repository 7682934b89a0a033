import { CoreToolError } from '../errors.ts';
import type { RandomWords } from './random-source.ts';
import { uniformBelow, uniformFraction } from './uniform.ts';

/**
 * Draws positions one after another, each with a chance in proportion to its weight among those that are left. Whole
 * weights with a sum of at most 2^53 are exact; other weights to one part in 2^53.
 */
export function drawWeighted(
  words: RandomWords,
  weights: readonly number[],
  { count, withReplacement }: { readonly count: number; readonly withReplacement: boolean },
): number[] {
  const left = weights.slice();
  const positions: number[] = [];
  while (positions.length < count) {
    const position = drawPosition(words, left);
    positions.push(position);
    if (!withReplacement) left[position] = 0;
  }
  return positions;
}

function drawPosition(words: RandomWords, weights: readonly number[]): number {
  let total = 0;
  let isWhole = true;
  for (const weight of weights) {
    total += weight;
    isWhole &&= Number.isInteger(weight);
  }
  const isExact = isWhole && total <= 2 ** 53;
  let ticket = isExact ? uniformBelow(words, total) : uniformFraction(words) * total;
  let last = 0;
  for (const [position, weight] of weights.entries()) {
    if (ticket < weight) return position;
    ticket -= weight;
    if (weight > 0) last = position;
  }
  // Rounding left a rest behind the last weight.
  return last;
}

/** Checks that there is one weight for each of `size` items, and enough of them above 0. */
export function requireWeights(
  weights: readonly number[],
  size: number,
  needed: number,
): readonly number[] {
  if (weights.length !== size) {
    throw invalidWeights(`there must be one for each item; got ${weights.length} for ${size}`);
  }
  let total = 0;
  let positive = 0;
  for (const weight of weights) {
    if (!(weight >= 0)) throw invalidWeights('each must be a number of 0 or more');
    total += weight;
    if (weight > 0) positive += 1;
  }
  if (!Number.isFinite(total)) throw invalidWeights('their sum must be finite');
  if (positive < needed) {
    throw invalidWeights(`at least ${needed} must be above 0; got ${positive}`);
  }
  return weights;
}

function invalidWeights(reason: string): CoreToolError {
  return new CoreToolError('invalid_arguments', `Invalid weights: ${reason}.`);
}
