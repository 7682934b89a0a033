import { randomFillSync } from 'node:crypto';

import { CoreToolError } from '../errors.ts';

/** Fills the array with random bytes. The default is the operating system's generator (NIST SP 800-90A). */
export type RandomSource = (target: Uint8Array) => void;

export interface RandomOptions {
  /** Replaces the cryptographic generator, for tests. */
  readonly random?: RandomSource | undefined;
}

/** Draws from a pool of random bytes, since one request to the generator costs more than the bytes themselves. */
export interface RandomWords {
  /** A uniform integer of 0 … 2^32-1. */
  readonly uint32: () => number;
  readonly bytes: (count: number) => Uint8Array;
}

const POOL_BYTES = 8192;

export function createRandomWords(source: RandomSource): RandomWords {
  const pool = new Uint8Array(POOL_BYTES);
  const words = new Uint32Array(pool.buffer);
  let next = words.length;
  const uint32 = (): number => {
    if (next === words.length) {
      source(pool);
      next = 0;
    }
    const word = words[next] ?? 0;
    // A drawn word must not be found in memory later.
    words[next] = 0;
    next += 1;
    return word;
  };
  const bytes = (count: number): Uint8Array => {
    const drawn = new Uint32Array(Math.ceil(count / 4));
    for (let index = 0; index < drawn.length; index++) drawn[index] = uint32();
    return new Uint8Array(drawn.buffer, 0, count);
  };
  return { uint32, bytes };
}

let systemWords: RandomWords | undefined;
const injectedWords = new WeakMap<RandomSource, RandomWords>();

/** The pool of the source in `options`; pools are made on first use. */
export function randomWords({ random }: RandomOptions): RandomWords {
  if (random === undefined) {
    systemWords ??= createRandomWords((target) => {
      randomFillSync(target);
    });
    return systemWords;
  }
  let words = injectedWords.get(random);
  if (!words) {
    words = createRandomWords(random);
    injectedWords.set(random, words);
  }
  return words;
}

/** A source that never gives an acceptable draw must not hold the caller for ever. */
export function brokenSource(): CoreToolError {
  return new CoreToolError(
    'tool_error',
    'The random source does not give random numbers; check the `random` option.',
  );
}
