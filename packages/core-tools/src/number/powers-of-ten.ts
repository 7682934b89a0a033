/** Powers of ten that a double holds exactly: 10^0 to 10^22. */
export const POWERS_OF_TEN: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
];

/** Largest number of decimal places of a number in the fast tier (mantissa × 10^-scale). */
export const MAX_SCALE = 22;

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}
