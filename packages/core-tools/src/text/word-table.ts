/** What is kept for each entry, side by side in one array of numbers. */
const KEY_HIGH = 0;
const KEY_LOW = 1;
const START = 2;
const LENGTH = 3;
const COUNT = 4;
/** The next entry of the same bucket. */
const NEXT = 5;
const ENTRY_SIZE = 6;

const FIRST_BUCKETS = 512;
/** A text that is made to fill one bucket must not make every look-up long. */
const LONGEST_CHAIN = 32;

const ASCII_END = 0x80;
/** Maps A–Z to a–z, and keeps all other characters of ASCII words apart. */
const CASE_BIT = 0x20;

/** Longest ASCII word that is its own key: two numbers of 28 bits, seven for each unit. */
export const SHORT_UNITS = 8;
const NUMBER_BITS = 28;

/** What stands above the high number of a key: the length of a short word, else one of these. */
const ASCII_KIND = 0;
const OTHER_KIND = 15;

const HASH_FACTOR = 0x01000193;
const MIXING_FACTOR = 0x5bd1e995;

/** Where a word stands for the first time, and how often it occurs. */
export interface CountedRange {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Which words to visit. */
export interface WordFilter {
  readonly isAscii: boolean;
  /** At least 1; may rise between the visits. */
  readonly leastCount: () => number;
}

interface HashedRange {
  readonly start: number;
  readonly end: number;
  readonly high: number;
  readonly low: number;
}

// Written with plain numbers: a bundle turns constants into variables, which cost a load for each unit here.

/** The high number of a short word's key after one more unit, from both numbers before it. Starts at 0. */
export function appendHigh(high: number, low: number): number {
  return (high << 7) | (low >>> 21);
}

/** The low number of a short word's key after one more unit, with letters in lower case. Starts at 0. */
export function appendLow(low: number, unit: number): number {
  return ((low << 7) | unit | 0x20) & 0xfffffff;
}

/** The high number of a key, complete. */
export function finishHigh(high: number, kind: number): number {
  return (high & 0xfffffff) | (kind << 28);
}

/** The length of a short word. */
export function shortLength(high: number): number {
  return high >>> NUMBER_BITS;
}

/**
 * Counts words by where they stand in a text, without a string for each: a hash table with chains. ASCII words are equal
 * in either case, others only as they are written.
 */
export class WordTable {
  readonly #text: string;
  #buckets: Int32Array = new Int32Array(FIRST_BUCKETS);
  #entries: Int32Array = new Int32Array((FIRST_BUCKETS / 2) * ENTRY_SIZE);
  /** Numbers in use. No entry is at 0, so that 0 can mean none. */
  #used: number = ENTRY_SIZE;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Counts an ASCII word of 1 to {@link SHORT_UNITS} units by its key, whose kind is its length. False when its bucket
   * is full, so that it was not counted.
   */
  addShort(start: number, high: number, low: number): boolean {
    const entries = this.#entries;
    let steps = 0;
    let entry = this.#buckets[this.#bucketOf(high, low)] ?? 0;
    while (entry !== 0) {
      if (entries[entry + KEY_LOW] === low && entries[entry + KEY_HIGH] === high) {
        entries[entry + COUNT] = (entries[entry + COUNT] ?? 0) + 1;
        return true;
      }
      entry = entries[entry + NEXT] ?? 0;
      steps += 1;
    }
    if (steps >= LONGEST_CHAIN) return false;
    this.#insert(start, high, low);
    return true;
  }

  /** Counts any word. False when its bucket is full. */
  add(start: number, end: number): boolean {
    const text = this.#text;
    const length = end - start;
    if (length <= SHORT_UNITS && text.charCodeAt(start) < ASCII_END) {
      let [high, low, units] = [0, 0, 0];
      for (let index = start; index < end; index++) {
        const unit = text.charCodeAt(index);
        units |= unit;
        high = appendHigh(high, low);
        low = appendLow(low, unit);
      }
      if (units < ASCII_END) return this.addShort(start, finishHigh(high, length), low);
    }
    return this.#addLong(start, end);
  }

  #addLong(start: number, end: number): boolean {
    const text = this.#text;
    let high = 0;
    let low = 0;
    let units = 0;
    for (let index = start; index < end; index++) {
      const unit = text.charCodeAt(index);
      units |= unit;
      high = Math.imul(high ^ (unit | CASE_BIT), HASH_FACTOR);
      low = Math.imul(low + (unit | CASE_BIT), MIXING_FACTOR);
    }
    high = finishHigh(high ^ (high >>> 15), units < ASCII_END ? ASCII_KIND : OTHER_KIND);
    return this.#addHashed({ start, end, high, low });
  }

  /** Visits the ASCII words, or the others, that occur at least `leastCount()` times. */
  forEach({ isAscii, leastCount }: WordFilter, visit: (range: CountedRange) => void): void {
    const entries = this.#entries;
    for (let entry = ENTRY_SIZE; entry < this.#used; entry += ENTRY_SIZE) {
      const count = entries[entry + COUNT] ?? 0;
      if (count < leastCount()) continue;
      if (((entries[entry + KEY_HIGH] ?? 0) >>> NUMBER_BITS !== OTHER_KIND) !== isAscii) continue;
      const start = entries[entry + START] ?? 0;
      visit({ start, end: start + (entries[entry + LENGTH] ?? 0), count });
    }
  }

  #bucketOf(high: number, low: number): number {
    const mixed = Math.imul(high ^ Math.imul(low, HASH_FACTOR), MIXING_FACTOR);
    return (mixed ^ (mixed >>> 15)) & (this.#buckets.length - 1);
  }

  #addHashed({ start, end, high, low }: HashedRange): boolean {
    const entries = this.#entries;
    let steps = 0;
    let entry = this.#buckets[this.#bucketOf(high, low)] ?? 0;
    while (entry !== 0) {
      const isCandidate = entries[entry + KEY_LOW] === low && entries[entry + KEY_HIGH] === high;
      if (isCandidate && this.#isSame(entry, start, end)) {
        entries[entry + COUNT] = (entries[entry + COUNT] ?? 0) + 1;
        // Words from a dictionary come later than their place.
        if (start < (entries[entry + START] ?? 0)) entries[entry + START] = start;
        return true;
      }
      entry = entries[entry + NEXT] ?? 0;
      steps += 1;
    }
    if (steps >= LONGEST_CHAIN) return false;
    entry = this.#insert(start, high, low);
    this.#entries[entry + LENGTH] = end - start;
    return true;
  }

  /** Compares a range with an entry of the same hashes, and so of the same kind. */
  #isSame(entry: number, start: number, end: number): boolean {
    const entries = this.#entries;
    if (entries[entry + LENGTH] !== end - start) return false;
    const text = this.#text;
    const isAscii = (entries[entry + KEY_HIGH] ?? 0) >>> NUMBER_BITS === ASCII_KIND;
    const ignored = isAscii ? CASE_BIT : 0;
    const offset = (entries[entry + START] ?? 0) - start;
    for (let index = start; index < end; index++) {
      const other = text.charCodeAt(index + offset);
      if ((text.charCodeAt(index) | ignored) !== (other | ignored)) return false;
    }
    return true;
  }

  /** Adds an entry with the length of a short word. */
  #insert(start: number, high: number, low: number): number {
    if (this.#used === this.#entries.length) this.#grow();
    const entry = this.#used;
    const entries = this.#entries;
    this.#used += ENTRY_SIZE;
    entries[entry + KEY_HIGH] = high;
    entries[entry + KEY_LOW] = low;
    entries[entry + START] = start;
    entries[entry + LENGTH] = shortLength(high);
    entries[entry + COUNT] = 1;
    this.#link(entry);
    return entry;
  }

  #link(entry: number): void {
    const entries = this.#entries;
    const bucket = this.#bucketOf(entries[entry + KEY_HIGH] ?? 0, entries[entry + KEY_LOW] ?? 0);
    entries[entry + NEXT] = this.#buckets[bucket] ?? 0;
    this.#buckets[bucket] = entry;
  }

  #grow(): void {
    const entries = new Int32Array(this.#entries.length * 2);
    entries.set(this.#entries);
    this.#entries = entries;
    this.#buckets = new Int32Array(this.#buckets.length * 2);
    for (let entry = ENTRY_SIZE; entry < this.#used; entry += ENTRY_SIZE) this.#link(entry);
  }
}
