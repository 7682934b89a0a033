/**
 * Longest piece given to `Intl.Segmenter` at once: before Node 22 its cost grows with the square of the length
 * (16 Ki characters take 90 ms, 64 Ki up to 9 s).
 */
const CHUNK_UNITS = 256;

let segmenter: Intl.Segmenter | undefined;

/** A fixed locale: the default would be the host's. Dictionaries are the same for all. */
function wordSegmenter(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter;
}

/**
 * Cuts a run of CJK or Thai-like text into dictionary words, in linear time: each chunk leaves its last word to the
 * next, so that a cut falls between words. Characters outside the basic plane are in no dictionary and would tear
 * names apart (𠮷野家), so they stay with the word that follows them.
 */
export function forEachDictionaryWord(
  run: string,
  visit: (start: number, end: number) => void,
): void {
  let position = 0;
  let pendingFrom = -1;
  while (position < run.length) {
    const limit = chunkEnd(run, position);
    const ends = wordEnds(run.slice(position, limit));
    // The last word may go on in the next chunk.
    if (limit < run.length && ends.length > 1) ends.pop();
    let start = position;
    for (const relative of ends) {
      const end = position + relative;
      const from = pendingFrom === -1 ? start : pendingFrom;
      pendingFrom = -1;
      if (isRareCharacter(run, start, end) && end < run.length) pendingFrom = from;
      else visit(from, end);
      start = end;
    }
    position = start;
  }
}

function chunkEnd(run: string, position: number): number {
  const limit = Math.min(position + CHUNK_UNITS, run.length);
  const isInsidePair = limit < run.length && (run.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isInsidePair ? limit - 1 : limit;
}

/** `containing` costs half of the iterator of `segment`. */
function wordEnds(chunk: string): number[] {
  // Most runs of one character are an ideograph between punctuation.
  if (chunk.length === 1) return [1];
  const segments = wordSegmenter().segment(chunk);
  const ends: number[] = [];
  for (let end = 0; end < chunk.length;) {
    const found = segments.containing(end);
    end = found === undefined ? chunk.length : found.index + found.segment.length;
    ends.push(end);
  }
  return ends;
}

function isRareCharacter(run: string, start: number, end: number): boolean {
  return end - start === 2 && (run.charCodeAt(start) & 0xfc00) === 0xd800;
}
