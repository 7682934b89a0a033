import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rationalText } from '../src/number/number-text.ts';
import { quotientText } from '../src/number/quotient-text.ts';
import { createRational } from '../src/number/rational.ts';

function exactText(dividend: number, divisor: number): unknown {
  return rationalText(createRational(BigInt(dividend), BigInt(divisor)));
}

const smooth = fc
  .tuple(fc.nat(12), fc.nat(12), fc.integer({ min: 1, max: 999 }))
  .map(([twos, fives, rest]) => 2 ** twos * 5 ** fives * rest)
  .filter(Number.isSafeInteger);
const divisors = fc.oneof(
  fc.integer({ min: 1, max: 1000 }),
  fc.integer({ min: 1, max: 2 ** 50 }),
  fc.constantFrom(127, 1143, 1397, 25146, 45359237, 10 ** 9, 999999999, 10 ** 15),
  smooth,
);
const dividends = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  fc.maxSafeInteger(),
);

describe('quotientText', () => {
  it('writes what exact arithmetic writes, or nothing', () => {
    fc.assert(
      fc.property(dividends, divisors, (dividend, divisor) => {
        const quick = quotientText(dividend, divisor);
        if (quick !== undefined) expect(quick).toEqual(exactText(dividend, divisor));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    [5000, 127, '39.37007874015748', false],
    [1, 3, '0.3333333333333333', false],
    [-2, 3, '-0.6666666666666667', false],
    [1, 30_000, '0.00003333333333333333', false],
    [2_999_999, 3, '999999.6666666667', false],
    [99_999_999_999_999, 100_000_000, '999999.99999999', true],
    [0, 7, '0', true],
    [-0, 7, '0', true],
    [1, 8, '0.125', true],
    [7, 1_000_000, '0.000007', true],
  ])('%d/%d is %s', (...[dividend, divisor, text, exact]) => {
    expect(quotientText(dividend, divisor)).toEqual({ text, exact });
    expect(exactText(dividend, divisor)).toEqual({ text, exact });
  });

  it.each([
    [1, 10_000_000],
    [Number.MAX_SAFE_INTEGER, 2],
    [1, 2 ** 52 - 1],
  ])('leaves %d/%d to exact arithmetic', (dividend, divisor) => {
    expect(quotientText(dividend, divisor)).toBeUndefined();
  });
});
