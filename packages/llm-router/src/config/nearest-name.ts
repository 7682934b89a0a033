/** The candidate that a slip of the fingers explains: at most a third of the letters differ, capitals aside. */
export function nearestName(given: string, candidates: readonly string[]): string | undefined {
  const name = given.slice(0, 64).toLowerCase();
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    const edits = editCount(name, candidate.slice(0, 64).toLowerCase());
    const longest = Math.max(name.length, Math.min(64, candidate.length));
    if (edits > Math.max(1, Math.ceil(longest / 3))) continue;
    if (best === undefined || edits < best.edits) best = { candidate, edits };
  }
  return best?.candidate;
}

/** Letters put in, left out, replaced, or swapped with their neighbour. */
function editCount(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
