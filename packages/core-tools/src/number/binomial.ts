import { fallingProduct, productOf } from './product.ts';

/** Where the smaller of k and n - k is above this part of n, the primes are fewer than the factors. */
const FACTORS_PER_PRIME = 30;

/** n! / (k!·(n-k)!) for k from 0 to n/2. */
export function binomial(total: bigint, chosen: number): bigint {
  if (chosen > 1 && total < BigInt(chosen * FACTORS_PER_PRIME)) {
    return productOfPrimes(Number(total), chosen);
  }
  return fallingProduct(total, chosen) / fallingProduct(BigInt(chosen), chosen);
}

/** A prime p occurs ⌊n/p⌋ + ⌊n/p²⌋ + … times in n! (Legendre). */
function productOfPrimes(total: number, chosen: number): bigint {
  const isComposite = new Uint8Array(total + 1);
  const factors: bigint[] = [];
  let product = 1;
  for (let prime = 2; prime <= total; prime += 1) {
    if (isComposite[prime] === 1) continue;
    for (let multiple = prime * prime; multiple <= total; multiple += prime) {
      isComposite[multiple] = 1;
    }
    for (let count = countOf(prime, total, chosen); count > 0; count -= 1) {
      if (product * prime > Number.MAX_SAFE_INTEGER) {
        factors.push(BigInt(product));
        product = 1;
      }
      product *= prime;
    }
  }
  factors.push(BigInt(product));
  return productOf(factors);
}

/** How often a prime occurs in the result. */
function countOf(prime: number, total: number, chosen: number): number {
  let count = 0;
  for (let power = prime; power <= total; power *= prime) {
    count +=
      Math.floor(total / power) - Math.floor(chosen / power) - Math.floor((total - chosen) / power);
  }
  return count;
}
