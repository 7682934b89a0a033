import { CoreToolError, requireList } from '../errors.ts';
import type { RandomWords } from './random-source.ts';
import { uniformBelow, uniformFraction } from './uniform.ts';

/**
 * Draws positions one after another, each with a chance in proportion to its weight among those that are left. Whole
 * weights with a sum of at most 2^53 are exact; other weights to one part in 2^53. A draw looks at as many sums as the
 * number of weights has bits.
 */
export function drawWeighted(
  words: RandomWords,
  weights: readonly number[],
  { count, withReplacement }: { readonly count: number; readonly withReplacement: boolean },
): number[] {
  const left = new WeightTree(weights);
  const positions: number[] = [];
  while (positions.length < count) {
    const position = left.draw(words);
    positions.push(position);
    if (!withReplacement) left.remove(position);
  }
  return positions;
}

/** Below this sum, parts of it would be lost to the spacing of the smallest doubles. */
const SMALLEST_TOTAL = 2 ** -900;
const ENLARGEMENT = 2 ** 900;

/** Weights as the leaves of a binary tree of sums. Sums are added anew, so that no rest of a removed weight stays. */
class WeightTree {
  /** Node 1 is the root; nodes 2n and 2n+1 are below node n; the leaves follow the inner nodes. */
  readonly #sums: Float64Array;
  readonly #firstLeaf: number;
  #fractions = 0;

  constructor(weights: readonly number[]) {
    this.#firstLeaf = 2 ** Math.ceil(Math.log2(weights.length));
    this.#sums = new Float64Array(2 * this.#firstLeaf);
    for (const [position, weight] of weights.entries()) {
      this.#sums[this.#firstLeaf + position] = weight;
      if (!Number.isInteger(weight)) this.#fractions += 1;
    }
    for (let node = this.#firstLeaf - 1; node >= 1; node--) this.#addUp(node);
  }

  draw(words: RandomWords): number {
    const total = this.#sumOf(1);
    const isExact = this.#fractions === 0 && total <= 2 ** 53;
    const scale = total < SMALLEST_TOTAL ? ENLARGEMENT : 1;
    let ticket = isExact ? uniformBelow(words, total) : uniformFraction(words) * (total * scale);
    let node = 1;
    while (node < this.#firstLeaf) {
      node *= 2;
      const before = this.#sumOf(node) * scale;
      // Rounding may leave a rest behind the last weight, but never reaches a weight of 0.
      if (ticket < before || this.#sumOf(node + 1) === 0) continue;
      ticket -= before;
      node += 1;
    }
    return node - this.#firstLeaf;
  }

  remove(position: number): void {
    let node = this.#firstLeaf + position;
    if (!Number.isInteger(this.#sumOf(node))) this.#fractions -= 1;
    this.#sums[node] = 0;
    for (node = Math.floor(node / 2); node >= 1; node = Math.floor(node / 2)) this.#addUp(node);
  }

  #sumOf(node: number): number {
    return this.#sums[node] ?? 0;
  }

  #addUp(node: number): void {
    this.#sums[node] = this.#sumOf(2 * node) + this.#sumOf(2 * node + 1);
  }
}

/** Checks that there is one weight for each of `size` items, and enough of them above 0. */
export function requireWeights(
  weights: readonly number[],
  size: number,
  needed: number,
): readonly number[] {
  requireList(weights, 'weights');
  if (weights.length !== size) {
    throw invalidWeights(`there must be one for each item; got ${weights.length} for ${size}`);
  }
  let total = 0;
  let positive = 0;
  for (const weight of weights) {
    if (!(typeof weight === 'number' && weight >= 0))
      throw invalidWeights('each must be a number of 0 or more');
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
