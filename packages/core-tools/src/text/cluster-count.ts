import { countGraphemes } from 'unicode-segmenter/grapheme';

import { widthOf } from './character-classes.ts';

/** Joining code points that stand closer together are looked at together. */
const NEAR_UNITS = 8;

/**
 * Counts grapheme clusters beside a scan. Between two code points that never join there is a boundary, so only the
 * stretches around those that may join are given to the segmenter.
 */
export class ClusterCount {
  /** Surrogate pairs that the scan has passed. */
  pairs = 0;
  /** CRLF that the scan has passed: one cluster each. */
  lineFeedPairs = 0;

  readonly #text: string;
  /** Code points that did not begin a cluster, without the line feeds of CRLF. */
  #joined = 0;
  /** The open stretch, from the code point before the first that may join to the last one. */
  #start = -1;
  #end = -1;
  /** {@link #passed} at both places. */
  #passedAtStart = 0;
  #passedAtEnd = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Code points of the text, once all of it is passed. */
  get codePoints(): number {
    return this.#text.length - this.pairs;
  }

  /** Tells of a code point that may join its neighbours, before it is passed. */
  noteJoining(start: number, end: number): void {
    const passed = this.#passed(start);
    if (this.#end === -1 || start - this.#end > NEAR_UNITS) {
      this.#closeStretch();
      const width = this.#widthBefore(start);
      this.#start = start - width;
      this.#passedAtStart = width === 0 ? passed : passed - 1;
    }
    this.#end = end;
    this.#passedAtEnd = passed + 1;
  }

  /** Grapheme clusters of the text, once all of it is passed. */
  count(): number {
    this.#closeStretch();
    return this.#passed(this.#text.length) - this.#joined;
  }

  /** Code points up to where the scan stands, with CRLF as one. */
  #passed(index: number): number {
    return index - this.pairs - this.lineFeedPairs;
  }

  #closeStretch(): void {
    if (this.#end === -1) return;
    // The code point after it may be joined to it.
    const next = this.#text.codePointAt(this.#end);
    const width = next === undefined ? 0 : widthOf(next);
    const codePoints = this.#passedAtEnd - this.#passedAtStart + Math.min(width, 1);
    const stretch = this.#text.slice(this.#start, this.#end + width);
    this.#joined += codePoints - countGraphemes(stretch);
    this.#end = -1;
  }

  /** Units of the code point before an index. */
  #widthBefore(index: number): number {
    const codePoint = index > 1 ? this.#text.codePointAt(index - 2) : undefined;
    return codePoint !== undefined && codePoint > 0xffff ? 2 : Math.min(index, 1);
  }
}
