import { CoreToolError, requireFunction, requireOptions } from '../errors.ts';

/** Fills the array with random bytes. The default is the operating system's generator (NIST SP 800-90A). */
export type RandomSource = (target: Uint8Array) => void;

/** What every function of this entry takes. */
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
  return new RandomPool(source);
}

/** A class, so that all pools share one optimised `uint32`. */
class RandomPool implements RandomWords {
  readonly #source: RandomSource;
  readonly #pool = new Uint8Array(POOL_BYTES);
  readonly #words = new Uint32Array(this.#pool.buffer);
  #next = POOL_BYTES / 4;

  constructor(source: RandomSource) {
    this.#source = source;
  }

  uint32(): number {
    if (this.#next === POOL_BYTES / 4) this.#refill();
    const index = this.#next;
    const word = this.#words[index] ?? 0;
    // A drawn word must not be found in memory later.
    this.#words[index] = 0;
    this.#next = index + 1;
    return word;
  }

  bytes(count: number): Uint8Array {
    const drawn = new Uint32Array(Math.ceil(count / 4));
    for (let index = 0; index < drawn.length; index++) drawn[index] = this.uint32();
    return new Uint8Array(drawn.buffer, 0, count);
  }

  #refill(): void {
    this.#source(this.#pool);
    this.#next = 0;
  }
}

/** What is used of `node:crypto`, whose own types would be needed by every reader of a declaration. */
interface SystemCrypto {
  readonly randomFillSync: (target: Uint8Array) => unknown;
  readonly randomUUID: () => string;
}

/** Loaded at first use: `node:crypto` takes three milliseconds, which nobody should pay for an import. */
export function systemCrypto(): SystemCrypto {
  return process.getBuiltinModule('node:crypto');
}

let systemWords: RandomWords | undefined;
const injectedWords = new WeakMap<RandomSource, RandomWords>();

/** The pool of the source in `options`; pools are made on first use. */
export function randomWords(options?: RandomOptions): RandomWords {
  if (options !== undefined) {
    requireOptions(options);
    if (options.random !== undefined) return wordsOf(options.random);
  }
  systemWords ??= createRandomWords(systemSource());
  return systemWords;
}

function systemSource(): RandomSource {
  const { randomFillSync } = systemCrypto();
  return (target) => {
    randomFillSync(target);
  };
}

function wordsOf(random: RandomSource): RandomWords {
  let words = injectedWords.get(random);
  if (!words) {
    requireFunction(random, 'random');
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
