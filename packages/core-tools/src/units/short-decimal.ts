const MAX_DIGITS = 1e15;

/**
 * A power of ten that makes an integer of the decimal that a double prints as: 1, 10^2, 10^4, 10^6 or 10^9; NaN where
 * none of them does or there are more than 15 digits. `Math.round(value * power)` are the digits then, since no two
 * decimals of 15 digits share a double.
 */
export function decimalPower(value: number): number {
  if (Math.trunc(value) === value) return Math.abs(value) < MAX_DIGITS ? 1 : NaN;
  if (isDecimal(value, 1e2)) return 1e2;
  if (isDecimal(value, 1e4)) return 1e4;
  if (isDecimal(value, 1e6)) return 1e6;
  return isDecimal(value, 1e9) ? 1e9 : NaN;
}

function isDecimal(value: number, power: number): boolean {
  const digits = Math.round(value * power);
  return digits / power === value && Math.abs(digits) < MAX_DIGITS;
}
