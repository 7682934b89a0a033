import {
  CoreToolError,
  requireCount,
  requireFlag,
  requireList,
  requireOptions,
} from '../errors.ts';
import { type RandomOptions, randomWords } from './random-source.ts';
import { uniformBelow } from './uniform.ts';
import { drawWeighted, requireWeights } from './weighted.ts';

/** Options of {@link pickItems}. */
export interface PickOptions extends RandomOptions {
  /** How many to pick. Default 1. */
  readonly count?: number | undefined;
  /** True lets a position be picked again. Default false. */
  readonly withReplacement?: boolean | undefined;
  /** A weight of 0 or more for each item: its chance in proportion to the others. Default: all alike. */
  readonly weights?: readonly number[] | undefined;
}

/** Longest list. */
export const MAX_ITEMS = 10_000;

/**
 * Picks `count` items in random order. Without replacement each position is picked at most once (equal items at two
 * positions are two items), and a count above the number of items is an error, never a shorter answer.
 *
 * @throws CoreToolError `invalid_arguments` for an empty or too long list, such a count, or weights that do not fit.
 */
export function pickItems<Item>(
  items: readonly Item[],
  options: PickOptions = {},
): readonly Item[] {
  checkItems(items);
  requireOptions(options);
  requireFlag(options.withReplacement, 'withReplacement');
  const withReplacement = options.withReplacement === true;
  const count = requireCount(options.count ?? 1, 'count', {
    least: 1,
    most: withReplacement ? MAX_ITEMS : items.length,
  });
  if (options.weights !== undefined) {
    const needed = withReplacement ? 1 : count;
    const weights = requireWeights(options.weights, items.length, needed);
    const positions = drawWeighted(randomWords(options), weights, { count, withReplacement });
    return positions.map((position) => items[position] as Item);
  }
  if (!withReplacement) return shufflePrefix(items, count, options);
  const words = randomWords(options);
  return Array.from({ length: count }, () => items[uniformBelow(words, items.length)] as Item);
}

/**
 * A shuffled copy (Durstenfeld; Knuth 3.4.2 P): every order is equally likely.
 *
 * @throws CoreToolError `invalid_arguments` for an empty list or more than 10,000 items.
 */
export function shuffleItems<Item>(
  items: readonly Item[],
  options: RandomOptions = {},
): readonly Item[] {
  checkItems(items);
  return shufflePrefix(items, items.length, options);
}

function checkItems(items: readonly unknown[]): void {
  requireList(items, 'items');
  if (items.length === 0) {
    throw new CoreToolError('invalid_arguments', 'items must have at least one item; it is empty.');
  }
  if (items.length > MAX_ITEMS) {
    throw new CoreToolError(
      'invalid_arguments',
      `items must have at most ${MAX_ITEMS} items; got ${items.length}.`,
    );
  }
}

function shufflePrefix<Item>(
  items: readonly Item[],
  count: number,
  options: RandomOptions,
): readonly Item[] {
  const words = randomWords(options);
  const copy = items.slice();
  for (let index = 0; index < count; index++) {
    const other = index + uniformBelow(words, copy.length - index);
    const taken = copy[other] as Item;
    copy[other] = copy[index] as Item;
    copy[index] = taken;
  }
  return count === copy.length ? copy : copy.slice(0, count);
}
