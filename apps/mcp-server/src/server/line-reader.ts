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

/**
 * Cuts a byte stream at U+000A and nowhere else (JSON may hold U+2028), drops a byte order mark and a carriage return,
 * and skips blank lines. A line above `longestLineBytes` is dropped without being kept in memory.
 */
export function createLineReader(longestLineBytes: number): LineReader {
  let parts: Buffer[] = [];
  let size = 0;
  let head = '';
  let tail: Buffer = Buffer.alloc(0);

  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= longestLineBytes) {
      parts.push(part);
      return;
    }
    const bytes = parts.length === 0 ? part : Buffer.concat([...parts, part]);
    if (head === '') head = bytes.toString('utf8', 0, keptOfDropped);
    tail = Buffer.concat([tail, bytes]).subarray(-keptOfDropped);
    parts = [];
  };
  const take = (): FoundLine[] => {
    const isTooLong = size > longestLineBytes;
    const text = isTooLong ? '' : clean(Buffer.concat(parts).toString('utf8'));
    const line: FoundLine = isTooLong
      ? { kind: 'too_long', head, tail: tail.toString('utf8') }
      : { kind: 'line', text };
    parts = [];
    size = 0;
    head = '';
    tail = Buffer.alloc(0);
    return !isTooLong && text === '' ? [] : [line];
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
    end: () => (size === 0 ? [] : take()),
  };
}

function clean(text: string): string {
  return (text.startsWith('\uFEFF') ? text.slice(1) : text).trim();
}
