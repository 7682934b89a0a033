import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  pickItems,
  randomInteger,
  randomPassword,
  type RandomSource,
  randomUuids,
  shuffleItems,
} from '../src/random.ts';
import { createRandomWords } from '../src/random/random-source.ts';
import { uniformBelow } from '../src/random/uniform.ts';

/** A source that hands out the given 32-bit words, then counts up. */
function sourceOf(words: readonly number[]): RandomSource {
  let next = 0;
  return (target) => {
    const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
    for (let offset = 0; offset < target.byteLength; offset += 4) {
      // The pool is read as native words; every platform that Node runs on is little-endian.
      view.setUint32(offset, words[next] ?? next, true);
      next += 1;
    }
  };
}

/** Chi-square of observed counts against equal ones. */
function chiSquare(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** A bound that a right generator exceeds once in about 10^6 runs (Wilson–Hilferty, z = 4.75). */
function bound(degrees: number): number {
  return degrees * (1 - 2 / (9 * degrees) + 4.75 * Math.sqrt(2 / (9 * degrees))) ** 3;
}

/** One retry: twice in a row by chance is 10^-12. */
function expectUniform(draw: () => readonly number[]): void {
  const first = draw();
  if (chiSquare(first) <= bound(first.length - 1)) return;
  expect(chiSquare(draw())).toBeLessThanOrEqual(bound(first.length - 1));
}

describe('property 32: integers', () => {
  it('every accepted word maps to its remainder, and the words above the last full stretch are redrawn', () => {
    for (const size of [1, 2, 3, 5, 6, 88, 100, 1024, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32]) {
      const limit = 2 ** 32 - (2 ** 32 % size);
      for (const word of [0, 1, size - 1, size % 2 ** 32, limit - size, limit - 1].filter(
        (w) => w >= 0 && w < limit,
      )) {
        expect(uniformBelow(createRandomWords(sourceOf([word])), size)).toBe(word % size);
      }
      for (const word of [limit, 2 ** 32 - 1].filter((w) => w >= limit && w < 2 ** 32)) {
        expect(uniformBelow(createRandomWords(sourceOf([word, 0])), size)).toBe(0);
      }
      // Equal preimages: the accepted words are a whole number of stretches.
      expect(limit % size).toBe(0);
    }
  });

  it('for every size and word: a word is accepted if its stretch is whole, and gives its remainder', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 1, max: 2 ** 32 }), fc.integer({ min: 1, max: 300 })),
        fc.oneof(
          fc.integer({ min: 0, max: 2 ** 32 - 1 }),
          fc.integer({ min: 0, max: 600 }).map((below) => 2 ** 32 - 1 - below),
        ),
        (size, word) => {
          const [bigSize, bigWord] = [BigInt(size), BigInt(word)];
          const stretches = 2n ** 32n / bigSize;
          const isAccepted = bigWord < stretches * bigSize;
          // A rejected word is followed by 0, which gives 0.
          expect(uniformBelow(createRandomWords(sourceOf([word, 0])), size)).toBe(
            isAccepted ? Number(bigWord % bigSize) : 0,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('the first and last 200,000 words give every result equally often', () => {
    for (const size of [3, 7, 88, 100, 1000]) {
      const limit = 2 ** 32 - (2 ** 32 % size);
      for (const first of [0, limit - 200 * 1000]) {
        const span = Math.floor(200_000 / size) * size;
        const counts = new Array<number>(size).fill(0);
        const words = { uint32: () => 0, bytes: () => new Uint8Array() };
        for (let word = first; word < first + span; word++) {
          const result = uniformBelow({ ...words, uint32: () => word }, size);
          counts[result] = (counts[result] ?? 0) + 1;
        }
        expect(new Set(counts)).toEqual(new Set([span / size]));
      }
    }
  });

  it('sizes up to 2^53 agree with integers of any size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 ** 32 + 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        (size, high, low) => {
          const word = (BigInt(high) >> 11n) * 2n ** 32n + BigInt(low);
          const bigSize = BigInt(size);
          const isAccepted = word < (2n ** 53n / bigSize) * bigSize;
          expect(uniformBelow(createRandomWords(sourceOf([high, low, 0, 0])), size)).toBe(
            isAccepted ? Number(word % bigSize) : 0,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('sizes above 2^32 use 53 bits in the same way', () => {
    const size = 2 ** 32 + 1;
    expect(uniformBelow(createRandomWords(sourceOf([0xffff_ffff, 0xffff_ffff, 0, 7])), size)).toBe(
      7,
    );
    expect(uniformBelow(createRandomWords(sourceOf([1 << 11, 0])), size)).toBe(2 ** 32);
    expect(uniformBelow(createRandomWords(sourceOf([1 << 11, 1])), size)).toBe(0);
    expect(uniformBelow(createRandomWords(sourceOf([0xffff_ffff, 0xffff_ffff])), 2 ** 53)).toBe(
      2 ** 53 - 1,
    );
  });

  it('stay in range', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        const value = randomInteger(min, max);
        expect(Number.isSafeInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        const [min, max] = a < b ? [a, b] : [b, a];
        const value = BigInt(randomInteger(String(min), String(max)));
        expect(value >= min && value <= max).toBe(true);
      }),
    );
  });

  it.each([2, 3, 5, 88, 100, 2 ** 31, 2 ** 32 + 1])(
    'rand-int-ends: from the system’s source they are uniform below %i, ends included',
    (size) => {
      const bins = Math.min(size, 64);
      expectUniform(() => {
        const counts = Array.from({ length: size <= 100 ? size : bins }, () => 0);
        for (let draw = 0; draw < 20_000; draw++) {
          const value = randomInteger(0, size - 1);
          const bin = size <= 100 ? value : Math.floor((value / size) * bins);
          counts[bin] = (counts[bin] ?? 0) + 1;
        }
        expect(counts.every((count) => count > 0)).toBe(true);
        return counts;
      });
    },
  );
});

const SYMBOLS = '!@#$%^&*()-_=+[]{}|;:,.<>?';

describe('property 33: passwords, uuids, selections', () => {
  it('rand-pw-class, D-143: passwords have their length, their alphabet and every class', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 64 }),
        fc.boolean(),
        fc.boolean(),
        (length, uppercase, symbols) => {
          const { password } = randomPassword({ length, uppercase, symbols });
          expect(password).toHaveLength(length);
          expect(password).toMatch(/[a-z]/);
          expect(password).toMatch(/[0-9]/);
          expect(/[A-Z]/.test(password)).toBe(uppercase);
          expect(Array.from(password).some((character) => SYMBOLS.includes(character))).toBe(
            symbols,
          );
          expect(
            Array.from(password).every(
              (character) => /[a-zA-Z0-9]/.test(character) || SYMBOLS.includes(character),
            ),
          ).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('D-143: no character is rarer than another of its class', () => {
    expectUniform(() => {
      const counts = new Map(Array.from(SYMBOLS).map((symbol) => [symbol, 0]));
      for (let draw = 0; draw < 400; draw++) {
        for (const character of randomPassword({ length: 100 }).password) {
          const count = counts.get(character);
          if (count !== undefined) counts.set(character, count + 1);
        }
      }
      return [...counts.values()];
    });
  });

  it('a password without a class is thrown away as a whole', () => {
    // Alphabet without upper case and symbols: a–z, then 0–9. The first draw has no digit.
    const random = sourceOf([0, 1, 2, 3, 4, 5, 6, 26]);
    expect(randomPassword({ length: 4, uppercase: false, symbols: false, random }).password).toBe(
      'efg0',
    );
  });

  it('uuids have version 4, variant 10, and do not repeat', () => {
    const seen = new Set<string>();
    for (let batch = 0; batch < 1000; batch++) {
      for (const uuid of randomUuids(100)) {
        if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid))
          expect.fail(uuid);
        seen.add(uuid);
      }
    }
    expect(seen.size).toBe(100_000);
  });

  it('shuffles and picks keep the items and leave the input alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
        fc.nat(),
        (items, seed) => {
          const before = [...items];
          const count = 1 + (seed % items.length);
          const positions = items.map((_, index) => index);
          expect([...shuffleItems(items)].sort()).toEqual([...items].sort());
          const picked = pickItems(positions, { count });
          expect(new Set(picked).size).toBe(count);
          expect(pickItems(items, { count: items.length + 3, withReplacement: true })).toHaveLength(
            items.length + 3,
          );
          expect(items).toEqual(before);
        },
      ),
    );
  });

  it('every order of up to 5 items is equally likely', () => {
    for (const size of [2, 3, 4, 5]) {
      const orders = [1, 1, 2, 6, 24, 120][size] ?? 0;
      expectUniform(() => {
        const counts = new Map<string, number>();
        const items = Array.from({ length: size }, (_, index) => index);
        for (let draw = 0; draw < orders * 150; draw++) {
          const order = shuffleItems(items).join('');
          counts.set(order, (counts.get(order) ?? 0) + 1);
        }
        expect(counts.size).toBe(orders);
        return [...counts.values()];
      });
    }
  });

  it('every series of choices of a shuffle gives another order', () => {
    for (const size of [1, 2, 3, 4, 5]) {
      const items = Array.from({ length: size }, (_, index) => index);
      const orders = new Set<string>();
      const total = [1, 1, 2, 6, 24, 120][size] ?? 0;
      for (let choice = 0; choice < total; choice++) {
        // The digits of the choice in the factorial number system: one below each size that is left.
        const words: number[] = [];
        for (let left = size, rest = choice; left >= 1; left--) {
          words.push(rest % left);
          rest = Math.floor(rest / left);
        }
        orders.add(shuffleItems(items, { random: sourceOf(words) }).join(''));
      }
      expect(orders.size).toBe(total);
    }
  });

  it('every choice of k items can be picked', () => {
    for (const count of [1, 2, 3, 4, 5]) {
      const choices = new Set<string>();
      for (let draw = 0; draw < 400; draw++) {
        choices.add([...pickItems([0, 1, 2, 3, 4], { count })].sort().join(''));
      }
      expect(choices.size).toBe([0, 5, 10, 10, 5, 1][count]);
    }
  });

  it('a drawn word is not kept in memory', () => {
    let pool = new Uint8Array();
    const words = createRandomWords((target) => {
      pool = target as typeof pool;
      target.fill(7);
    });
    words.uint32();
    words.bytes(8);
    expect([...pool.slice(0, 12)]).toEqual(Array.from({ length: 12 }, () => 0));
    expect(pool[12]).toBe(7);
  });
});
