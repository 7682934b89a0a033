import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { outcomeOf } from './calculator-expectations.ts';

describe('selections with large numbers', () => {
  it('are limited by the size of the result, not by the number of factors', () => {
    expect(evaluate('nCr(5000,2500)')).toMatchObject({
      exact: false,
      note: 'the exact integer has 1504 digits',
    });
    expect(evaluate('nCr(5000,2500) mod 1000000007').text).toBe(
      String(binomial(5000n, 2500n) % 1_000_000_007n),
    );
    expect(evaluate('nCr(16390, 8195) mod 10^20').text).toBe(
      String(binomial(16_390n, 8195n) % 10n ** 20n),
    );
    expect(evaluate('nCr(100000, 2000) mod 10^20').text).toBe(
      String(binomial(100_000n, 2000n) % 10n ** 20n),
    );
    expect(evaluate('nPr(1200,1100) mod 10^9').text).toBe('0');
    expect(evaluate('nPr(1200,1100) * 100! / 1000! mod (10^20+39)').text).toBe(
      String((falling(1200n, 1200n) / falling(1000n, 1000n)) % (10n ** 20n + 39n)),
    );
    expect(evaluate('nPr(10^300, 15)/10^4400').text.slice(0, 2)).toBe('1e');
    expect(evaluate('nCr(10^1000, 10^1000 - 4)').note).toMatch(/3999 digits/);
    expect(evaluate('nCr(10^1000, 10^1000)').text).toBe('1');
    expect(evaluate('nCr(5, 10^1000)').text).toBe('0');
    expect(evaluate('nPr(5, 10^1000)').text).toBe('0');
  });

  it.each([
    'nCr(20000, 10000)',
    'nCr(10^300, 10^299)',
    'nCr(10^1000, 10^1000 / 2)',
    'nPr(2000, 2000)',
    'nPr(10^300, 10^299)',
    'nPr(10^9, 1000)',
    'nPr(10^1000, 10^1000)',
  ])('overflow where the result is beyond 4,932 digits: %s', (expression) => {
    expect(outcomeOf(expression)).toMatch(/overflow/);
  });

  it('equal the product of their definition', () => {
    fc.assert(
      fc.property(fc.nat(700), fc.nat(700), (n, k) => {
        const expected = k > n ? 0n : binomial(BigInt(n), BigInt(k));
        expect(evaluate(`nCr(${n}, ${k})`).text).toBe(String(expected));
        const few = k % 40;
        expect(evaluate(`nPr(${n}, ${few})`).text).toBe(
          String(few > n ? 0n : falling(BigInt(n), BigInt(few))),
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe('long fractions', () => {
  it.each([
    ['1/10^4000/3', '3.333333333333333e-4001'],
    ['1/10^4000/3/7*21', '1e-4000'],
    ['1/10^4000 + 1/10^3999', '1.1e-3999'],
    ['var(0.2e-417, 1e-417, 3e-417)', '2.08e-834'],
    ['mean(1/10^4000, 1/10^4001, 0)', '3.666666666666667e-4001'],
    ['max(1/10^4000, 1/10^4001)', '1e-4000'],
    ['hypot(3/10^2000, 4/10^2000)', '5e-2000'],
    ['10^4000/10^3999*3', '30'],
    ['2/10^4000*3*5', '3e-3999'],
  ])('are no work where one of their parts is short: %s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });
});

describe('logarithms to a base', () => {
  it.each([
    ['log(2,8)', '0.3333333333333333', false],
    ['log(8,2)', '3', true],
    ['log(8,4)', '1.5', true],
    ['log(4,8)', '0.6666666666666667', false],
    ['log(8,1/4)', '-1.5', true],
    ['log(1/8,1/4)', '1.5', true],
    ['log(4/9,8/27)', '0.6666666666666667', false],
    ['log(9/4,8/27)', '-0.6666666666666667', false],
    ['log(0.001,100)', '-1.5', true],
    ['log(1,7)', '0', true],
    ['log(6^35,6^14)', '2.5', true],
    ['log(3^10000,3)', '10000', true],
    ['log(3^10000,3^16)', '625', true],
    ['log((1000001/1000000)^300,(1000001/1000000)^200)', '1.5', true],
    ['log(2,8)*3', '1', true],
    ['log(16,8)+log(4,8)', '2', true],
  ])('%s is %s, as a fraction', (expression, text, exact) => {
    expect(evaluate(expression)).toMatchObject({ text, exact });
  });

  it.each([
    'log(2,3)',
    'log(6,12)',
    'log(12,18)',
    'log(4,6)',
    'log(2/3,4/3)',
    'log(2^64+1,2)',
    'log(3^10000+1,3)',
  ])('%s is irrational', (expression) => {
    for (let factor = 1; factor <= 60; factor += 1) {
      expect(evaluate(`${expression}*${factor}`).exact).toBe(false);
    }
  });

  it('of powers of one fraction are the quotient of the exponents', () => {
    const exponent = fc.integer({ min: -60, max: 60 }).filter((value) => value !== 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.tuple(exponent, exponent),
        (numerator, denominator, [power, base]) => {
          fc.pre(numerator !== denominator);
          const root = `(${numerator}/${denominator})`;
          const logarithm = `log(${root}^${power}, ${root}^${base})`;
          expect(evaluate(logarithm).text).toBe(evaluate(`${power}/${base}`).text);
          expect(evaluate(`${logarithm}*${base} - ${power}`)).toMatchObject({
            text: '0',
            exact: true,
          });
        },
      ),
    );
  });
});

function falling(n: bigint, count: bigint): bigint {
  let product = 1n;
  for (let factor = n; factor > n - count; factor -= 1n) product *= factor;
  return product;
}

function binomial(n: bigint, k: bigint): bigint {
  return falling(n, k) / falling(k, k);
}
