import { brokenSource, type RandomWords } from './random-source.ts';

const TWO_32 = 2 ** 32;
const TWO_53 = 2 ** 53;
/** Half of all draws are accepted at least, so the chance to reach it is below 2^-256. */
const MAX_DRAWS = 256;

/**
 * A uniform integer of 0 … size-1, for 1 ≤ size ≤ 2^53. The words are dealt out in stretches of `size`; a word of the
 * incomplete last stretch is rejected (as arc4random_uniform does), so every result has as many words behind it.
 */
export function uniformBelow(words: RandomWords, size: number): number {
  if (size >= TWO_32) return uniformWide(words, size);
  // `>>> 0` tells the compiler that both are 32-bit integers, whose remainder is cheap.
  const divisor = size >>> 0;
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const word = words.uint32() >>> 0;
    const remainder = word % divisor;
    if (word - remainder <= TWO_32 - divisor) return remainder;
  }
  throw brokenSource();
}

function uniformWide(words: RandomWords, size: number): number {
  if (size === TWO_32) return words.uint32();
  for (let draws = 0; draws < MAX_DRAWS; draws++) {
    const word = uint53(words);
    let remainder = word - Math.floor(word / size) * size;
    // The quotient may have been rounded up to a whole number.
    if (remainder < 0) remainder += size;
    if (word - remainder <= TWO_53 - size) return remainder;
  }
  throw brokenSource();
}

/** A uniform multiple of 2^-53 from 0 (included) to 1 (excluded). */
export function uniformFraction(words: RandomWords): number {
  return uint53(words) / TWO_53;
}

function uint53(words: RandomWords): number {
  const high = words.uint32() >>> 11;
  return high * TWO_32 + words.uint32();
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
