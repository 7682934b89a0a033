const MAX_CANDIDATES = 3;

/** Those of `names` that begin like `wanted` and differ little from it (or continue it), the nearest first. */
export function nearestNames(
  wanted: string,
  names: Iterable<string>,
  most: number = MAX_CANDIDATES,
): readonly string[] {
  const limit = wanted.length <= 3 ? 1 : Math.min(3, Math.floor(wanted.length / 3));
  const scored: { name: string; distance: number }[] = [];
  for (const name of names) {
    // Typing errors rarely hit the first letter, and most names are done with here.
    if (name.charCodeAt(0) !== wanted.charCodeAt(0)) continue;
    const isContinued = wanted.length >= 3 && name.startsWith(wanted);
    const distance = isContinued ? 1 : editDistance(wanted, name, limit);
    if (distance <= limit) scored.push({ name, distance });
  }
  scored.sort((left, right) => left.distance - right.distance);
  return scored.slice(0, most).map(({ name }) => name);
}

/** Levenshtein distance; anything above `limit` may be reported as `limit + 1`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
