/** A part of a text and what takes its place. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Makes edits that do not overlap; those at the same place come in the order given. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let done = 0;
  for (const { from, to, text: inserted } of edits.toSorted(
    (one, other) => one.from - other.from,
  )) {
    result += text.slice(done, from) + inserted;
    done = to;
  }
  return result + text.slice(done);
}

/** How the lines of a text end. */
export function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
