import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  decimalText,
  decimalValue,
  divideDecimals,
  integerDecimal,
  integerValue,
  multiplyDecimals,
  negateDecimal,
} from '../../src/rules/index.ts';
import type { Decimal } from '../../src/rules/index.ts';

const decimals = fc.record({ mantissa: fc.bigInt(-(10n ** 20n), 10n ** 20n), scale: fc.nat(12) });

/** Twelve decimal places are enough for every operand here. */
function scaled({ mantissa, scale }: Decimal, places = 24): bigint {
  return mantissa * 10n ** BigInt(places - scale);
}

test('sums, products and comparisons are exact', () => {
  fc.assert(
    fc.property(decimals, decimals, (left, right) => {
      expect(scaled(addDecimals(left, right))).toBe(scaled(left) + scaled(right));
      expect(scaled(multiplyDecimals(left, right), 48)).toBe(scaled(left) * scaled(right));
      expect(Math.sign(compareDecimals(left, right))).toBe(
        Number(scaled(left) > scaled(right)) - Number(scaled(left) < scaled(right)),
      );
      expect(scaled(addDecimals(left, negateDecimal(left)))).toBe(0n);
    }),
  );
});

test('a quotient is exact or none', () => {
  fc.assert(
    fc.property(decimals, decimals, (left, right) => {
      const quotient = divideDecimals(left, right);
      if (quotient !== undefined)
        expect(compareDecimals(multiplyDecimals(quotient, right), left)).toBe(0);
    }),
  );
  expect(divideDecimals(integerDecimal(1), integerDecimal(8))).toEqual({
    mantissa: 125n,
    scale: 3,
  });
  expect(divideDecimals(integerDecimal(1), integerDecimal(3))).toBeUndefined();
  expect(divideDecimals(integerDecimal(1), integerDecimal(0))).toBeUndefined();
});

test('a value is a JSON number only where that is exact', () => {
  expect(decimalValue({ mantissa: 125n, scale: 2 })).toBe(1.25);
  expect(decimalValue({ mantissa: -5n, scale: 1 })).toBe(-0.5);
  expect(decimalValue({ mantissa: 12345678901234567890123n, scale: 3 })).toBe(
    '12345678901234567890.123',
  );
  expect(decimalText({ mantissa: -5n, scale: 3 })).toBe('-0.005');
  expect(integerValue({ mantissa: 2n ** 60n, scale: 0 })).toBeUndefined();
});
