/**
 * Divides `total` among several that want a share of it: who wants less than an even share gets what he wants, and what he leaves goes
 * to the others.
 */
export function divide(wanted: readonly number[], total: number): readonly number[] {
  const shares = [...wanted];
  const smallestFirst = wanted.map((_, index) => index).sort((a, b) => sizeAt(a) - sizeAt(b));
  let left = total;
  let others = wanted.length;
  for (const index of smallestFirst) {
    const share = Math.min(sizeAt(index), Math.floor(left / others));
    shares[index] = share;
    left -= share;
    others -= 1;
  }
  return shares;
  function sizeAt(index: number): number {
    return wanted[index] ?? 0;
  }
}
