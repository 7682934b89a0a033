import { ASCII_END } from './character-classes.ts';
import { type CountedRange, shortLength, WordTable } from './word-table.ts';

/** A word and how often it occurs. */
export interface WordCount {
  /** In lower case and NFC. */
  readonly word: string;
  /** How often it occurs; at least 1. */
  readonly count: number;
}

/** Counts the words of a text, blind to case and normal form. Linear in time and memory. */
export class WordTally {
  readonly #text: string;
  readonly #table: WordTable;
  /** Words whose bucket was full. A Map: words such as `constructor` or `__proto__` are ordinary keys. */
  readonly #others = new Map<string, CountedRange>();

  constructor(text: string) {
    this.#text = text;
    this.#table = new WordTable(text);
  }

  /** Counts the word in a range of the text. */
  add(start: number, end: number): void {
    if (!this.#table.add(start, end)) this.#addSpelling(start, end);
  }

  /** Counts a short ASCII word by its key; see {@link WordTable}. */
  addShort(start: number, high: number, low: number): void {
    if (!this.#table.addShort(start, high, low))
      this.#addSpelling(start, start + shortLength(high));
  }

  /** The most frequent words; ties in order of first occurrence. */
  top(limit: number): readonly WordCount[] {
    const best = new Best(limit);
    const folded = this.#foldedRanges();
    // Only such words can be equal to others when folded: straße is STRASSE.
    const hasAsciiForms = [...folded.keys()].some(isAscii);
    const leastCount = (): number => (hasAsciiForms ? 1 : best.leastCount);
    this.#table.forEach({ isAscii: true, leastCount }, (range) => {
      const key = hasAsciiForms ? this.#spellingOf(range).toLowerCase() : '';
      if (folded.has(key)) merge(folded, key, range);
      else best.offer(range);
    });
    for (const range of folded.values()) best.offer(range);
    return best.list().map((range) => ({
      word: lowerCase(this.#spellingOf(range)),
      count: range.count,
    }));
  }

  #addSpelling(start: number, end: number): void {
    merge(this.#others, this.#text.slice(start, end), { start, end, count: 1 });
  }

  #spellingOf({ start, end }: CountedRange): string {
    return this.#text.slice(start, end);
  }

  /** What is not ASCII, or had no place in the table, once per folded form, with all its other spellings. */
  #foldedRanges(): Map<string, CountedRange> {
    const folded = new Map<string, CountedRange>();
    const fold = (range: CountedRange): void => {
      merge(folded, foldCase(this.#spellingOf(range)), range);
    };
    this.#table.forEach({ isAscii: false, leastCount: () => 1 }, fold);
    this.#others.forEach(fold);
    return folded;
  }
}

/** Adds the counts; the first place stays, since its spelling is shown. */
function merge(counts: Map<string, CountedRange>, key: string, added: CountedRange): void {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, added);
  else {
    const { start, end } = added.start < known.start ? added : known;
    counts.set(key, { start, end, count: known.count + added.count });
  }
}

/** Keeps the most frequent of many words without sorting them all. */
class Best {
  readonly #limit: number;
  readonly #kept: CountedRange[] = [];
  /** What occurs less often is out, or as often but behind `#lastStart`. */
  leastCount = 1;
  #lastStart = Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(range: CountedRange): void {
    const { count, start } = range;
    if (count < this.leastCount || (count === this.leastCount && start > this.#lastStart)) return;
    this.#kept.push(range);
    if (this.#kept.length >= 2 * this.#limit + 64) this.#shorten();
  }

  list(): readonly CountedRange[] {
    this.#shorten();
    return this.#kept;
  }

  #shorten(): void {
    this.#kept.sort((a, b) => b.count - a.count || a.start - b.start);
    if (this.#kept.length <= this.#limit) return;
    this.#kept.length = Math.floor(this.#limit);
    const last = this.#kept.at(-1);
    if (last) {
      this.leastCount = last.count;
      this.#lastStart = last.start;
    }
  }
}

const DOTLESS_I = 'ı';
/** Kana, Han and Hangul syllables: one case, one form. */
const UNCHANGING = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+$/;

function isAscii(word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if (word.charCodeAt(index) >= ASCII_END) return false;
  }
  return true;
}

/** A key that is equal for texts that differ only in case or normal form (ß, ẞ and SS, final ς and σ); ı is not i. */
function foldCase(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  if (UNCHANGING.test(word)) return word;
  const parts = word.normalize('NFC').split(DOTLESS_I);
  const folded = parts.map((part) => part.toLowerCase().toUpperCase().toLowerCase());
  return folded.join(DOTLESS_I).normalize('NFC');
}

function lowerCase(word: string): string {
  return isAscii(word) ? word.toLowerCase() : word.normalize('NFC').toLowerCase();
}
