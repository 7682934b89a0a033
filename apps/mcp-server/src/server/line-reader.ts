const newline = 0x0a;

/** What a reader found: a whole line, or the two ends of a line that was too long to keep. */
export type FoundLine =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too_long'; readonly head: string; readonly tail: string };

export interface LineReader {
  /** Takes bytes as they arrive, cut anywhere, and returns the lines they complete. */
  push(chunk: Buffer): readonly FoundLine[];
  /** The last line, if the input ended without a newline. */
  end(): readonly FoundLine[];
}

/** How much of a dropped line is kept at either end, to find the id of its request. */
const keptOfDropped = 2_000;

/** A store that grew for a long line is given back after it. */
const usualStoreBytes = 64 * 1024;

/**
 * Cuts a byte stream at U+000A and nowhere else (JSON may hold U+2028), drops byte order marks and a carriage return,
 * and skips blank lines. A line above `longestLineBytes` is dropped without being kept in memory.
 */
export function createLineReader(longestLineBytes: number): LineReader {
  const begun = createByteStore();
  let head: string | undefined;
  let tail: Buffer = Buffer.alloc(0);

  const isTooLong = (): boolean => head !== undefined;
  const add = (part: Buffer): void => {
    if (!isTooLong() && begun.size() + part.length <= longestLineBytes) {
      begun.add(part);
      return;
    }
    if (head === undefined) {
      const start = Buffer.concat([begun.bytes().subarray(0, keptOfDropped), part]);
      head = start.toString('utf8', 0, keptOfDropped);
      tail = Buffer.from(begun.bytes().subarray(-keptOfDropped));
      begun.clear();
    }
    tail = Buffer.concat([tail, part.subarray(-keptOfDropped)]).subarray(-keptOfDropped);
  };
  const take = (): FoundLine[] => {
    const text = clean(begun.bytes().toString('utf8'));
    const line: FoundLine =
      head === undefined
        ? { kind: 'line', text }
        : { kind: 'too_long', head, tail: tail.toString('utf8') };
    begun.clear();
    head = undefined;
    tail = Buffer.alloc(0);
    return line.kind === 'line' && text === '' ? [] : [line];
  };
  return {
    push: (chunk) => {
      const lines: FoundLine[] = [];
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, at));
        lines.push(...take());
        start = at + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      return lines;
    },
    end: take,
  };
}

interface ByteStore {
  readonly add: (part: Buffer) => void;
  readonly size: () => number;
  readonly bytes: () => Buffer;
  readonly clear: () => void;
}

/** Bytes that arrived in pieces of any size, one byte included, copied together: a list of pieces would cost a hundred bytes each. */
function createByteStore(): ByteStore {
  let store: Buffer = Buffer.alloc(0);
  let size = 0;
  return {
    add: (part) => {
      if (size + part.length > store.length) {
        const larger = Buffer.allocUnsafe(Math.max(usualStoreBytes, (size + part.length) * 2));
        store.copy(larger, 0, 0, size);
        store = larger;
      }
      part.copy(store, size);
      size += part.length;
    },
    size: () => size,
    bytes: () => store.subarray(0, size),
    clear: () => {
      size = 0;
      if (store.length > usualStoreBytes) store = Buffer.alloc(0);
    },
  };
}

function clean(text: string): string {
  return text.replace(/^\uFEFF+/, '').trim();
}
