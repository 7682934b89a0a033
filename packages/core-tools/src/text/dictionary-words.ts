/**
 * Longest piece given to `Intl.Segmenter` at once: before Node 22 its cost grows with the square of the length
 * (16 Ki characters take 90 ms, 64 Ki up to 9 s).
 */
const CHUNK_UNITS = 256;
/** Parts words wherever it stands, so that runs can be cut together without touching each other. */
const SEPARATOR = '\n';

let segmenter: Intl.Segmenter | undefined;

/** A fixed locale: the default would be the host's. Dictionaries are the same for all. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}

/**
 * Cuts runs of CJK or Thai-like text into dictionary words, in linear time. Short runs are collected and cut together,
 * since most of the price is per call. Long ones are cut in chunks, each of which leaves its last word to the next, so
 * that a cut falls between words. Characters outside the basic plane are in no dictionary and would tear names apart
 * (𠮷野家), so they stay with the word that follows them.
 */
export class DictionaryCutter {
  readonly #text: string;
  readonly #visit: (start: number, end: number) => void;
  /** Short runs, each with a separator behind it, and where they start in the text. */
  #collected = '';
  #starts: number[] = [];

  /** @param visit - is given each word as a range of the text, not always in the order of the text. */
  constructor(text: string, visit: (start: number, end: number) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  /** Takes in a run; {@link finish} has to follow the last one. */
  add(start: number, end: number): void {
    const length = end - start;
    if (length === 1) this.#visit(start, end);
    else if (length > CHUNK_UNITS) this.#cutLongRun(start, end);
    else {
      if (this.#collected.length + length >= CHUNK_UNITS) this.finish();
      this.#collected += this.#text.slice(start, end) + SEPARATOR;
      this.#starts.push(start);
    }
  }

  /** Cuts what has been collected. */
  finish(): void {
    const chunk = this.#collected;
    if (chunk === '') return;
    let runFrom = 0;
    let wordFrom = 0;
    let run = 0;
    let from = this.#starts[0] ?? 0;
    for (const end of wordEnds(chunk)) {
      const isSeparator = chunk.startsWith(SEPARATOR, wordFrom);
      if (isSeparator) {
        runFrom = end;
        run += 1;
        from = this.#starts[run] ?? 0;
      } else {
        const textEnd = (this.#starts[run] ?? 0) + end - runFrom;
        const isPending =
          isRareCharacter(chunk, wordFrom, end) && !chunk.startsWith(SEPARATOR, end);
        if (!isPending) {
          this.#visit(from, textEnd);
          from = textEnd;
        }
      }
      wordFrom = end;
    }
    this.#collected = '';
    this.#starts = [];
  }

  #cutLongRun(start: number, end: number): void {
    const text = this.#text;
    let position = start;
    let from = start;
    while (position < end) {
      const limit = chunkEnd(text, position, end);
      const ends = wordEnds(text.slice(position, limit));
      // The last word may go on in the next chunk.
      if (limit < end && ends.length > 1) ends.pop();
      let wordFrom = position;
      for (const relative of ends) {
        const wordEnd = position + relative;
        if (!isRareCharacter(text, wordFrom, wordEnd) || wordEnd === end) {
          this.#visit(from, wordEnd);
          from = wordEnd;
        }
        wordFrom = wordEnd;
      }
      position = wordFrom;
    }
  }
}

function chunkEnd(text: string, position: number, end: number): number {
  const limit = Math.min(position + CHUNK_UNITS, end);
  const isInsidePair = limit < end && (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isInsidePair ? limit - 1 : limit;
}

/**
 * Asking for the segment at an index costs half of iterating. Asked at the second unit of a word, the engine answers
 * with that word, or with the next one when the word has one unit: two ends for one question.
 */
function wordEnds(chunk: string): number[] {
  const segments = wordSegmenter().segment(chunk);
  const last = chunk.length - 1;
  const ends: number[] = [];
  for (let end = 0; end <= last;) {
    const found = segments.containing(end < last ? end + 1 : end);
    if (found === undefined) break;
    if (found.index > end) ends.push(found.index);
    end = found.index + found.segment.length;
    ends.push(end);
  }
  return ends;
}

function isRareCharacter(text: string, start: number, end: number): boolean {
  return end - start === 2 && (text.charCodeAt(start) & 0xfc00) === 0xd800;
}
