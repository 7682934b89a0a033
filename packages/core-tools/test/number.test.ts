import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { binomial } from '../src/number/binomial.ts';
import { bitLength, log2OfInteger } from '../src/number/bit-length.ts';
import { greatestCommonDivisor } from '../src/number/greatest-common-divisor.ts';
import {
  decimalText,
  doubleText,
  rationalText,
  roundedDoubleText,
} from '../src/number/number-text.ts';
import { parseNumber } from '../src/number/parse-number.ts';
import { overPi, piTimes } from '../src/number/pi.ts';
import { fallingProduct, productOf } from '../src/number/product.ts';
import { rationalLogarithm } from '../src/number/rational-logarithm.ts';
import {
  addRationals,
  compareRationals,
  createRational,
  floorOfRational,
  moduloOfRationals,
} from '../src/number/rational.ts';
import { rationalToDouble, scaleByPowerOfTwo } from '../src/number/rational-to-double.ts';
import { exactRoot, integerRoot } from '../src/number/roots.ts';

const large = fc.bigInt({ min: 0n, max: 1n << 700n });
const positive = fc.bigInt({ min: 1n, max: 1n << 700n });

function euclid(left: bigint, right: bigint): bigint {
  return right === 0n ? left : euclid(right, left % right);
}

describe('products', () => {
  it('are those of all factors, however many', () => {
    expect(productOf([])).toBe(1n);
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -999n, max: 999n }), { maxLength: 60 }), (factors) => {
        expect(productOf(factors)).toBe(factors.reduce((left, right) => left * right, 1n));
      }),
    );
    expect(fallingProduct(10n, 3)).toBe(720n);
    expect(fallingProduct(10n, 0)).toBe(1n);
  });

  it('of a row of Pascal’s triangle follow from the row before', () => {
    let row = [1n];
    for (let total = 1; total <= 130; total += 1) {
      row = [1n, ...row.slice(1).map((value, index) => value + (row[index] ?? 0n)), 1n];
      for (let chosen = 0; chosen <= total / 2; chosen += 1) {
        expect(binomial(BigInt(total), chosen)).toBe(row[chosen]);
      }
    }
  });
});

describe('sums of fractions', () => {
  it('are the same whether one denominator is a multiple of the other or not', () => {
    fc.assert(
      fc.property(fc.tuple(large, large), fc.tuple(positive, positive, positive), (...drawn) => {
        const [[a, c], [b, d, factor]] = drawn;
        for (const denominator of [d, b * factor, b]) {
          const left = createRational(a, b);
          const right = createRational(-c, denominator);
          expect(addRationals(left, right)).toEqual(
            createRational(a * denominator - c * b, b * denominator),
          );
          expect(addRationals(right, left)).toEqual(addRationals(left, right));
        }
      }),
    );
  });
});

describe('rationalLogarithm', () => {
  const fraction = (numerator: bigint, denominator = 1n) => ({ numerator, denominator });

  it('is the quotient of the exponents of powers of one fraction', () => {
    expect(rationalLogarithm(fraction(8n), fraction(4n))).toEqual(fraction(3n, 2n));
    expect(rationalLogarithm(fraction(4n, 9n), fraction(27n, 8n))).toEqual(fraction(-2n, 3n));
    expect(rationalLogarithm(fraction(1n), fraction(5n, 7n))).toEqual(fraction(0n));
    // Next to 1 a double cannot tell such powers apart.
    const [one, next] = [10n ** 40n, 10n ** 40n + 1n];
    expect(
      rationalLogarithm(fraction(next ** 9n, one ** 9n), fraction(next ** 6n, one ** 6n)),
    ).toEqual(fraction(3n, 2n));
  });

  it('is undefined for any others', () => {
    expect(rationalLogarithm(fraction(2n), fraction(3n))).toBeUndefined();
    expect(rationalLogarithm(fraction(6n, 5n), fraction(3n))).toBeUndefined();
    expect(rationalLogarithm(fraction(12n), fraction(18n))).toBeUndefined();
    expect(rationalLogarithm(fraction(8n, 3n), fraction(4n, 3n))).toBeUndefined();
    expect(rationalLogarithm(fraction(8n, 3n), fraction(2n))).toBeUndefined();
  });
});

describe('roundedDoubleText', () => {
  it('has at most the wanted digits, and never more than tell the number', () => {
    expect(roundedDoubleText(1 / 3, 4)).toBe('0.3333');
    expect(roundedDoubleText(0.5, 4)).toBe('0.5');
    expect(roundedDoubleText(-1.25e-9, 2)).toBe('-1.3e-9');
    expect(roundedDoubleText(0, 1)).toBe('0');
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 30 }),
        (value, precision) => {
          const text = roundedDoubleText(value, precision);
          const expected = precision >= 17 ? value : Number(value.toPrecision(precision));
          expect(Number(text) + 0).toBe(expected + 0);
        },
      ),
    );
  });
});

describe('greatestCommonDivisor', () => {
  it('agrees with the plain algorithm of Euclid', () => {
    fc.assert(
      fc.property(large, large, large, (a, b, factor) => {
        expect(greatestCommonDivisor(a * factor, b * factor)).toBe(euclid(a * factor, b * factor));
      }),
    );
  });

  it('agrees on neighbouring Fibonacci numbers, the worst case', () => {
    let [a, b] = [1n, 1n];
    for (let index = 0; index < 2000; index += 1) [a, b] = [b, a + b];
    expect(greatestCommonDivisor(a, b)).toBe(1n);
    expect(greatestCommonDivisor(0n, b)).toBe(b);
    expect(greatestCommonDivisor(a, 0n)).toBe(a);
  });
});

describe('bitLength and log2OfInteger', () => {
  it('agree with the binary text', () => {
    fc.assert(
      fc.property(positive, (value) => {
        expect(bitLength(value)).toBe(value.toString(2).length);
        expect(Math.floor(log2OfInteger(value) + 1e-9)).toBeGreaterThanOrEqual(
          bitLength(value) - 1,
        );
      }),
    );
    expect(bitLength(0n)).toBe(0);
    expect(log2OfInteger(1n << 16_000n)).toBe(16_000);
  });
});

describe('rationalToDouble', () => {
  it('is the quotient for doubles and the nearest double beyond', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1 }), (n, d) => {
        expect(rationalToDouble(createRational(BigInt(n), BigInt(d)))).toBe(n / d + 0);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const exact = parseNumber(String(value));
        if (exact === undefined) throw new Error('a double is a number');
        expect(rationalToDouble(exact)).toBe(value + 0);
      }),
    );
  });

  it('neither overflows nor underflows on the way', () => {
    expect(rationalToDouble(createRational(10n ** 400n + 1n, 10n ** 400n))).toBe(1);
    expect(rationalToDouble(createRational(10n ** 400n))).toBe(Infinity);
    expect(rationalToDouble(createRational(-1n, 10n ** 400n))).toBe(-0);
    expect(scaleByPowerOfTwo(2 ** -1000, 1500)).toBe(2 ** 500);
    expect(scaleByPowerOfTwo(1, 5000)).toBe(Infinity);
  });
});

describe('roots', () => {
  it('are the largest integer below the real root', () => {
    fc.assert(
      fc.property(large, fc.integer({ min: 1, max: 40 }), (value, degree) => {
        const root = integerRoot(value, degree);
        expect(root ** BigInt(degree) <= value).toBe(true);
        expect((root + 1n) ** BigInt(degree) > value).toBe(true);
      }),
    );
  });

  it('are exact for perfect powers of fractions, and only for them', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1n << 90n }),
        fc.bigInt({ min: 1n, max: 1n << 90n }),
        (n, d) => {
          const base = createRational(n, d);
          const cube = createRational(n ** 3n, d ** 3n);
          expect(exactRoot(cube, 3)).toEqual(base);
          expect(exactRoot(createRational(-cube.numerator, cube.denominator), 3)).toEqual({
            numerator: -base.numerator,
            denominator: base.denominator,
          });
        },
      ),
    );
    expect(exactRoot(createRational(2n), 2)).toBeUndefined();
    expect(exactRoot(createRational(-4n), 2)).toBeUndefined();
    expect(exactRoot(createRational(4n, 3n), 2)).toBeUndefined();
  });
});

describe('rationals', () => {
  it('are kept in lowest terms with a positive denominator', () => {
    expect(createRational(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
  });

  it('round down and leave a remainder with the sign of the divisor', () => {
    expect(floorOfRational(createRational(-7n, 2n))).toBe(-4n);
    expect(moduloOfRationals(createRational(7n), createRational(-3n))).toEqual(createRational(-2n));
    expect(compareRationals(createRational(1n, 3n), createRational(1n, 2n))).toBeLessThan(0);
  });
});

describe('texts', () => {
  it('of decimals show every digit once', () => {
    expect([
      decimalText(1500, 2),
      decimalText(-5, 1),
      decimalText(1, 7),
      decimalText(0, 5),
    ]).toEqual(['15', '-0.5', '1e-7', '0']);
    expect(decimalText(9007199254740991, 10)).toBe('900719.9254740991');
  });

  it('of fractions are exact where they terminate, and rounded half up at 16 digits elsewhere', () => {
    expect(rationalText(createRational(1n, 1n << 30n)).exact).toBe(true);
    expect(rationalText(createRational(99999999999999999n, 3n * 10n ** 17n))).toEqual({
      text: '0.33333333333333333',
      exact: true,
    });
    expect(rationalText(createRational(2999999999999999999n, 3n * 10n ** 18n))).toEqual({
      text: '1',
      exact: false,
    });
  });

  it('of doubles drop rounding noise, but no digits that mean something', () => {
    expect(doubleText(2.0000000000000004)).toBe('2');
    expect(doubleText(0.30000000000000004)).toBe('0.3');
    expect(doubleText(1 / 3)).toBe('0.3333333333333333');
    expect(doubleText(-0)).toBe('0');
    expect(doubleText(1.234567890123)).toBe('1.234567890123');
  });

  it('of decimals read back as the same number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(22), (mantissa, scale) => {
        expect(parseNumber(decimalText(mantissa, scale))).toEqual(
          createRational(BigInt(mantissa), 10n ** BigInt(scale)),
        );
      }),
    );
  });
});

describe('multiples of pi', () => {
  it('are the nearest doubles', () => {
    expect(piTimes(createRational(1n))).toBe(Math.PI);
    // 3π = 9.424777960769379715…, while 3 * Math.PI is 9.42477796076938.
    expect(piTimes(createRational(3n))).toBe(9.42477796076938);
    expect(overPi(createRational(180n))).toBe(57.29577951308232);
  });
});

describe('parseNumber', () => {
  it.each(['', '.', '1e', 'e5', '1 2', '0x10', 'NaN', 'Infinity', '1,000', '1e99999999'])(
    'refuses %j',
    (text) => {
      expect(parseNumber(text)).toBeUndefined();
    },
  );

  it('reads every plain form', () => {
    expect(['1', '-1.50', '+.5', '5.', '1e3', '2.5E-1'].map((text) => parseNumber(text))).toEqual([
      createRational(1n),
      createRational(-3n, 2n),
      createRational(1n, 2n),
      createRational(5n),
      createRational(1000n),
      createRational(1n, 4n),
    ]);
  });
});
