/** A word and how often it occurs. */
export interface WordCount {
  /** In lower case and NFC. */
  readonly word: string;
  readonly count: number;
}

interface Entry {
  readonly word: string;
  readonly first: number;
  count: number;
}

/**
 * Counts words as written and folds them at the end, so that folding costs once per distinct spelling. A Map: words
 * such as `constructor` or `__proto__` are ordinary keys.
 */
export class WordTally {
  readonly #spellings = new Map<string, Entry>();
  #position = 0;

  add(word: string): void {
    const entry = this.#spellings.get(word);
    if (entry) entry.count += 1;
    else this.#spellings.set(word, { word, first: this.#position, count: 1 });
    this.#position += 1;
  }

  /** The most frequent words; ties in order of first occurrence. */
  top(limit: number): readonly WordCount[] {
    const folded = new Map<string, Entry>();
    for (const { word, first, count } of this.#spellings.values()) {
      const key = foldCase(word);
      const entry = folded.get(key);
      // Spellings come in order of first occurrence, so the first one is shown.
      if (entry) entry.count += count;
      else folded.set(key, { word: lowerCase(word), first, count });
    }
    const entries = [...folded.values()];
    entries.sort((a, b) => b.count - a.count || a.first - b.first);
    return entries.slice(0, limit).map(({ word, count }) => ({ word, count }));
  }
}

const DOTLESS_I = 'ı';
const ASCII = /^[\0-\x7f]*$/;

/** A key that is equal for texts that differ only in case or normal form (ß, ẞ and SS, final ς and σ); ı is not i. */
function foldCase(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  const parts = word.normalize('NFC').split(DOTLESS_I);
  const folded = parts.map((part) => part.toLowerCase().toUpperCase().toLowerCase());
  return folded.join(DOTLESS_I).normalize('NFC');
}

function lowerCase(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : word.normalize('NFC').toLowerCase();
}
