const mostNames = 3;
const longestCompared = 64;

/** Letters and digits only, without case: `search web!`, `searchWeb` and `search_web` are one name. */
export function bareName(name: string): string {
  return name
    .slice(0, 4 * longestCompared)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Up to three of `known` that were probably meant, best first. */
export function similarNames(name: string, known: Iterable<string>): readonly string[] {
  const wanted = bareName(name).slice(0, longestCompared);
  if (wanted === '') return [];
  const scored: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of known) {
    const distance = nameDistance(wanted, bareName(candidate).slice(0, longestCompared));
    if (distance !== undefined) scored.push({ candidate, distance });
  }
  scored.sort((one, other) => one.distance - other.distance);
  return scored.slice(0, mostNames).map(({ candidate }) => candidate);
}

/** Undefined = not alike. A name that was cut short is likelier than one that was made longer. */
function nameDistance(one: string, other: string): number | undefined {
  const shorter = Math.min(one.length, other.length);
  if (shorter >= 3 && other.startsWith(one)) return 1;
  if (shorter >= 3 && other.includes(one)) return 2;
  if (shorter >= 3 && one.includes(other)) return 3;
  const distance = editDistance(one, other);
  return distance <= Math.floor(Math.max(one.length, other.length) / 3) ? distance : undefined;
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const kept = at(last, column - 1) + (isSame ? 0 : 1);
      const changed = Math.min(kept, at(last, column) + 1, at(current, column - 1) + 1);
      current.push(isSwap ? Math.min(changed, at(beforeLast, column - 2) + 1) : changed);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
