const BITS_OF_A_SAFE_DOUBLE = 1n << 1000n;
const LEADING_HEX_DIGITS = 13;

/** Number of bits of a non-negative integer; 0 for 0. */
export function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return hex === '0' ? 0 : hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}

/** log2 of a positive integer of any size, to double precision. */
export function log2OfInteger(value: bigint): number {
  if (value < BITS_OF_A_SAFE_DOUBLE) return Math.log2(Number(value));
  const hex = value.toString(16);
  const leading = Number.parseInt(hex.slice(0, LEADING_HEX_DIGITS), 16);
  return Math.log2(leading) + (hex.length - LEADING_HEX_DIGITS) * 4;
}
