import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';

describe('the precision of a fraction that has no end', () => {
  it.each([
    ['1/3', 1, '0.3'],
    ['2/3', 1, '0.7'],
    ['1/3', 16, '0.3333333333333333'],
    ['1/3', 20, '0.33333333333333333333'],
    ['2/3', 30, '0.666666666666666666666666666667'],
    ['-1/7', 25, '-0.1428571428571428571428571'],
    ['200/3', 3, '66.7'],
    ['200/3', 2, '67'],
    ['200/3', 1, '70'],
    ['20000/3', 2, '6700'],
    ['299/30', 1, '10'],
    ['29999/30', 3, '1000'],
    ['10^25/3', 20, '3.3333333333333333333e+24'],
    ['10^25/3', 30, '3333333333333333333333333.33333'],
    ['1/3*10^-9', 3, '3.33e-10'],
    ['1/3%', 3, '33.3'],
    ['22/7', 6, '3.14286'],
    ['log(2,8)', 5, '0.33333'],
  ])('%s to %i digits is %s', (expression, precision, expected) => {
    expect(evaluate(expression, { precision })).toMatchObject({ text: expected, exact: false });
  });

  it('goes up to 1,000 digits', () => {
    const { text } = evaluate('1/7', { precision: 1000 });
    expect(text).toBe(`0.${'142857'.repeat(167).slice(0, 999)}9`);
  });

  it('rounds correctly, whatever the fraction', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 60 }),
        (numerator, denominator, precision) => {
          const { text, exact } = evaluate(`${numerator}/${denominator}`, { precision });
          if (exact) return;
          const [mantissa = '', exponent = '0'] = text.split('e');
          const digits = mantissa.replace('.', '').replace(/^0+/, '');
          expect(digits.replace(/0+$/, '').length).toBeLessThanOrEqual(precision);
          // |shown - value| is at most half a unit of the last of the wanted digits.
          const places = (mantissa.split('.')[1] ?? '').length - Number(exponent);
          const scale = 10n ** BigInt(Math.abs(places));
          const shown = BigInt(mantissa.replace('.', ''));
          const [left, right] =
            places >= 0
              ? [shown * denominator, numerator * scale]
              : [shown * scale * denominator, numerator];
          const difference = left > right ? left - right : right - left;
          expect(difference * 2n * 10n ** BigInt(precision)).toBeLessThanOrEqual(
            (left > right ? left : right) * 10n,
          );
        },
      ),
    );
  });

  it.each([
    ['1000!', 3, '4.02e+2567'],
    ['1000!', 20, '4.0238726007709377354e+2567'],
    ['2^-5000', 3, '7.08e-1506'],
  ])('is that of a longer text than can be shown, too: %s to %i digits is %s', (...row) => {
    const [expression, precision, expected] = row;
    expect(evaluate(expression, { precision })).toMatchObject({ text: expected, exact: false });
  });
});

describe('the precision of a double', () => {
  it.each([
    ['sqrt(2)', 1, '1'],
    ['sqrt(2)', 5, '1.4142'],
    ['sqrt(2)', 16, '1.414213562373095'],
    ['sqrt(2)', 17, '1.4142135623730951'],
    ['sqrt(2)', 1000, '1.4142135623730951'],
    ['pi', 3, '3.14'],
    ['-pi*1000', 3, '-3140'],
    ['exp(50)', 4, '5.185e+21'],
    ['exp(-30)', 4, '9.358e-14'],
    ['sqrt(99.99)', 3, '10'],
    ['sqrt(2)^2', 5, '2'],
    ['sqrt(10^-13)', 2, '3.2e-7'],
  ])('%s to %i digits is %s', (expression, precision, expected) => {
    expect(evaluate(expression, { precision })).toMatchObject({ text: expected, exact: false });
  });
});

describe('results that are exact', () => {
  it.each([
    '0',
    '12345',
    '1/8',
    '0.1+0.2',
    '2^100',
    '123456789.123456789*2',
    '2^-40',
    '450!/449!',
    '1234567*10^1000',
    '1234567/10^4000',
  ])('stay so at any precision: %s', (expression) => {
    const plain = evaluate(expression);
    expect(plain.exact).toBe(true);
    for (const precision of [1, 3, 17, 1000]) {
      expect(evaluate(expression, { precision })).toEqual(plain);
    }
  });

  it('have all digits in another base', () => {
    expect(evaluate('12345 in hex', { precision: 2 }).text).toBe('0x3039');
  });
});

describe('the option', () => {
  it('changes the text only', () => {
    expect(evaluate('1/3', { precision: 3 }).value).toBe(1 / 3);
    expect(evaluate('pi', { precision: 3 }).value).toBe(Math.PI);
    expect(evaluate('1/3 + 1/3', { precision: 3 }).text).toBe('0.667');
  });

  it('is 16 digits of a fraction and the shortest digits of a double where it is not given', () => {
    for (const options of [undefined, {}, { precision: undefined }]) {
      expect(evaluate('1/3', options).text).toBe('0.3333333333333333');
      expect(evaluate('sqrt(15)+8', options).text).toBe('11.872983346207416');
    }
  });

  it.each([0, -1, 1001, 1.5, NaN, Infinity, '3', null, true, 3n])('refuses %s', (precision) => {
    const call = () => evaluate('1/3', { precision: precision as number });
    expect(call).toThrow(CoreToolError);
    expect(call).toThrow('precision must be a whole number from 1 to 1000');
    expect(call).toThrow(expect.objectContaining({ code: 'invalid_arguments' }) as Error);
  });
});
