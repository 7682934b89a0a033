import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  pickItems,
  type PickOptions,
  randomFloat,
  randomGaussian,
  type RandomSource,
} from '../src/random.ts';
import { failureOf } from './answer.ts';

/** A source that hands out the given 32-bit words again and again. */
function sourceOf(...words: readonly number[]): RandomSource {
  let next = 0;
  return (target) => {
    const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
    for (let offset = 0; offset < target.byteLength; offset += 4) {
      view.setUint32(offset, words[next % words.length] ?? 0, true);
      next += 1;
    }
  };
}

describe('weighted picks', () => {
  it('each ticket below the sum belongs to one item, as many as its weight', () => {
    const weights = [3, 0, 5, 1];
    const counts = new Map<string, number>();
    for (let ticket = 0; ticket < 9; ticket++) {
      const [item = ''] = pickItems(['a', 'b', 'c', 'd'], { weights, random: sourceOf(ticket) });
      counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    expect([...counts]).toEqual([
      ['a', 3],
      ['c', 5],
      ['d', 1],
    ]);
  });

  it('without replacement an item leaves with its weight', () => {
    // Tickets 4 of 6 (c), then 2 of 3 (b), then 0 of 1 (a).
    const picked = pickItems(['a', 'b', 'c'], {
      weights: [1, 2, 3],
      count: 3,
      random: sourceOf(4, 2, 0),
    });
    expect(picked).toEqual(['c', 'b', 'a']);
  });

  it('the smallest weights there are keep their proportion', () => {
    const weights = [Number.MIN_VALUE, Number.MIN_VALUE, 1];
    // The first draw takes the weight of 1.
    const picked = (word: number): readonly number[] =>
      pickItems([0, 1, 2], { weights, count: 3, random: sourceOf(0x4000_0000, 0, word, 0) });
    expect(picked(0x7fff_ffff)).toEqual([2, 0, 1]);
    expect(picked(0x8000_0000)).toEqual([2, 1, 0]);
  });

  it('a weight that leaves takes nothing of the others with it', () => {
    const options = { weights: [1e300, 1, 1], count: 3 };
    expect(pickItems(['a', 'b', 'c'], { ...options, random: sourceOf(0) })).toEqual([
      'a',
      'b',
      'c',
    ]);
    const last = pickItems(['a', 'b', 'c'], { ...options, random: sourceOf(0, 0, 1, 0) });
    expect(last).toEqual(['a', 'c', 'b']);
  });

  it('take time in proportion to the draws, not to their square', () => {
    const items = Array.from({ length: 10_000 }, (_, index) => index);
    const weights = items.map((index) => index + 1);
    const timed = (options: PickOptions): number => {
      const before = process.cpuUsage();
      pickItems(items, { ...options, weights });
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    // A search through all weights for each draw takes most of a second.
    const least = (options: PickOptions): number =>
      Math.min(...Array.from({ length: 3 }, () => timed(options)));
    expect(least({ count: 10_000 })).toBeLessThan(150);
    expect(least({ count: 10_000, withReplacement: true })).toBeLessThan(150);
  });

  it('keep positions distinct, or repeat them when asked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(20), fc.double({ min: 0, max: 9, noNaN: true })), {
          minLength: 1,
          maxLength: 12,
        }),
        (weights) => {
          const positions = weights.map((_, index) => index);
          const possible = positions.filter((index) => (weights[index] ?? 0) > 0);
          fc.pre(possible.length > 0);
          const picked = pickItems(positions, { weights, count: possible.length });
          expect([...picked].sort((a, b) => a - b)).toEqual(possible);
          for (const position of pickItems(positions, {
            weights,
            count: 20,
            withReplacement: true,
          }))
            expect(possible).toContain(position);
        },
      ),
    );
  });

  it('frequencies follow fractions too', () => {
    let first = 0;
    for (let draw = 0; draw < 20_000; draw++) {
      if (pickItems([1, 2], { weights: [0.3, 0.1] })[0] === 1) first += 1;
    }
    // 15,000 expected, standard deviation 61: six of them either way.
    expect(Math.abs(first - 15_000)).toBeLessThan(370);
  });

  it.each([
    [[1], /one for each item; got 1 for 2/],
    [[1, -1], /0 or more/],
    [[1, Number.NaN], /0 or more/],
    [[0, 0], /at least 1 must be above 0; got 0/],
    [[1e308, 1e308], /sum must be finite/],
    [[1, Number.POSITIVE_INFINITY], /sum must be finite/],
  ])('%j are refused', (weights, expected) => {
    const error = failureOf(() => pickItems(['a', 'b'], { weights }));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(expected);
  });

  it('two picks need two weights above 0', () => {
    const options = { weights: [1, 0], count: 2 };
    expect(failureOf(() => pickItems(['a', 'b'], options)).message).toMatch(/at least 2/);
    expect(pickItems(['a', 'b'], { ...options, withReplacement: true })).toEqual(['a', 'a']);
  });
});

describe('real numbers', () => {
  it('floats are multiples of 2^-53 from 0 to below 1', () => {
    expect(randomFloat(0, 1, { random: sourceOf(0) })).toBe(0);
    expect(randomFloat(0, 1, { random: sourceOf(0xffff_ffff) })).toBe(1 - 2 ** -53);
    expect(randomFloat(0, 1, { random: sourceOf(1 << 31, 0) })).toBe(0.5);
    expect(randomFloat(0, 1, { random: sourceOf(0, 1) })).toBe(2 ** -53);
  });

  it('floats stay in their range, its end excluded', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
        fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
        (a, b) => {
          fc.pre(a !== b);
          const [min, max] = [Math.min(a, b), Math.max(a, b)];
          const value = randomFloat(min, max);
          expect(value >= min && value < max).toBe(true);
        },
      ),
    );
    // Two doubles without one between: only the lower can come.
    expect(randomFloat(1, 1 + Number.EPSILON)).toBe(1);
  });

  it.each([
    [1, 1],
    [2, 1],
    [Number.NaN, 1],
    [0, Number.POSITIVE_INFINITY],
    [-1.7e308, 1.7e308],
  ])('a range of %d to %d is refused', (min, max) => {
    expect(failureOf(() => randomFloat(min, max)).code).toBe('invalid_arguments');
  });

  it('normal values have their mean and deviation', () => {
    const values = Array.from({ length: 20_000 }, () => randomGaussian(10, 2));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    // Seven standard errors.
    expect(Math.abs(mean - 10)).toBeLessThan((7 * 2) / Math.sqrt(20_000));
    expect(Math.abs(variance - 4)).toBeLessThan(7 * 4 * Math.sqrt(2 / 20_000));
    expect(randomGaussian(3, 0)).toBe(3);
    expect(randomGaussian(-0, 0)).toBe(0);
    expect(randomGaussian(0, 1, { random: sourceOf(0) })).toBe(0);
    expect(Number.isFinite(randomGaussian(0, 1, { random: sourceOf(0xffff_ffff) }))).toBe(true);
  });

  it.each([
    [Number.NaN, 1],
    [0, -1],
    [0, Number.POSITIVE_INFINITY],
    [0, Number.NaN],
    [1.7e308, 1e307],
  ])('mean %d with deviation %d is refused', (mean, deviation) => {
    expect(failureOf(() => randomGaussian(mean, deviation)).code).toBe('invalid_arguments');
  });

  it('a stuck source is an error', () => {
    const random = sourceOf(0xffff_ffff);
    expect(failureOf(() => randomFloat(1, 1 + Number.EPSILON, { random })).code).toBe('tool_error');
  });
});
