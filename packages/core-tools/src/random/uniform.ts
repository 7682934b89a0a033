import { brokenSource, type RandomWords } from './random-source.ts';

const TWO_32 = 2 ** 32;
const TWO_53 = 2 ** 53;
/** Half of all draws are accepted at least, so the chance to reach it is below 2^-256. */
const MAX_DRAWS = 256;

/**
 * A uniform integer of 0 … size-1, for 1 ≤ size ≤ 2^53. Draws from the incomplete last stretch of the range are
 * rejected (arc4random_uniform), so every result has the same number of words behind it.
 */
export function uniformBelow(words: RandomWords, size: number): number {
  if (size <= TWO_32) {
    const limit = TWO_32 - (TWO_32 % size);
    for (let draws = 0; draws < MAX_DRAWS; draws++) {
      const word = words.uint32();
      if (word < limit) return word % size;
    }
    throw brokenSource();
  }
  const limit = TWO_53 - (TWO_53 % size);
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const high = words.uint32() >>> 11;
    const word = high * TWO_32 + words.uint32();
    if (word < limit) return word % size;
  }
  throw brokenSource();
}

/** As {@link uniformBelow} for any positive size: as many bits as the size has, redrawn until below it. */
export function uniformBigBelow(words: RandomWords, size: bigint): bigint {
  const bits = (size - 1n).toString(2).length;
  const count = Math.ceil(bits / 32);
  const excess = BigInt(count * 32 - bits);
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    let drawn = 0n;
    for (let index = 0; index < count; index++) drawn = (drawn << 32n) | BigInt(words.uint32());
    drawn >>= excess;
    if (drawn < size) return drawn;
  }
  throw brokenSource();
}
