const LEAF_SIZE = 8;

/** The product of many integers: multiplied in pairs of equal size, which costs a fraction of one after the other. */
export function productOf(factors: readonly bigint[]): bigint {
  return productBetween(factors, 0, factors.length);
}

function productBetween(factors: readonly bigint[], start: number, end: number): bigint {
  if (end - start > LEAF_SIZE) {
    const middle = (start + end) >> 1;
    return productBetween(factors, start, middle) * productBetween(factors, middle, end);
  }
  let product = 1n;
  for (let index = start; index < end; index += 1) product *= factors[index] ?? 1n;
  return product;
}

/** from·(from - 1)·…, `count` factors. */
export function fallingProduct(from: bigint, count: number): bigint {
  return productOf(Array.from({ length: count }, (_, index) => from - BigInt(index)));
}
