import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { expectSame, outcomeOf, shownValue } from './calculator-expectations.ts';
import { decimalText, integerText } from './expression-tree.ts';

const signedDecimal = fc
  .tuple(fc.boolean(), decimalText)
  .map(([isNegative, text]) => (isNegative ? `(-${text})` : text));
const fraction = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 999 }))
  .map(([numerator, denominator]) => `(${numerator}/${denominator})`);
const anyRational = fc.oneof(signedDecimal, fraction, integerText);
/** n/d for the angle n/d·π. */
const multiple = fc
  .tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 60 }))
  .map(([numerator, denominator]) => `(${numerator}/${denominator})`);

describe('property 7: roots', () => {
  it('sqrt(x*x) = abs(x), exactly', () => {
    fc.assert(
      fc.property(anyRational, (x) => {
        expectSame(`sqrt(${x}*${x})`, `abs(${x})`);
        expectSame(`sqrt(${x}^2)-abs(${x})`, '0');
        expectSame(`cbrt(${x}^3)`, x);
        expectSame(`root(${x}^5, 5)`, x);
        expectSame(`(${x}^2)^0.5`, `abs(${x})`);
        expectSame(`hypot(3*${x}, 4*${x})`, `5*abs(${x})`);
      }),
      { numRuns: 300 },
    );
  });

  it('sqrt and cbrt are monotone, also between neighbours', () => {
    const size = fc.oneof(decimalText, integerText);
    const step = fc.constantFrom('1', '0.001', '1e-9', '1e-15', '1e15');
    fc.assert(
      fc.property(size, step, (x, gap) => {
        for (const name of ['sqrt', 'cbrt']) {
          const smaller = shownValue(evaluate(`${name}(${x})`).text);
          const larger = shownValue(evaluate(`${name}(${x}+${gap})`).text);
          expect(larger.compare(smaller), `${name} ${x} ${gap}`).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('property 7: angles', () => {
  it('sin² + cos² = 1 to 15 digits', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          signedDecimal,
          fraction,
          multiple.map((q) => `(${q}*pi)`),
        ),
        (x) => {
          const one = evaluate(`sin(${x})^2+cos(${x})^2`).value;
          expect(Math.abs(Number(one) - 1), x).toBeLessThanOrEqual(1e-15);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('whole turns do not change a multiple of π, not even in the last digit', () => {
    fc.assert(
      fc.property(multiple, fc.integer(), (q, turns) => {
        for (const name of ['sin', 'cos']) {
          expectSame(`${name}(${q}*pi+2pi*(${turns}))`, `${name}(${q}*pi)`);
          expectSame(`${name}(${q}*pi+pi*(2*(${turns})+1))`, `-${name}(${q}*pi)`);
        }
        expect(outcomeOf(`tan(${q}*pi+pi*(${turns}))`)).toBe(outcomeOf(`tan(${q}*pi)`));
      }),
      { numRuns: 300 },
    );
  });

  it('are reflected exactly, in radians as in degrees', () => {
    fc.assert(
      fc.property(multiple, (q) => {
        expectSame(`sin(-${q}*pi)`, `-sin(${q}*pi)`);
        expectSame(`cos(-${q}*pi)`, `cos(${q}*pi)`);
        expectSame(`sin(pi-${q}*pi)`, `sin(${q}*pi)`);
        expectSame(`cos(${q}*pi)`, `sin(pi/2-${q}*pi)`);
        expectSame(`sin((180*${q})°)`, `sin(${q}*pi)`);
        expectSame(`cos((180*${q}) deg)`, `cos(${q}*pi)`);
        expect(outcomeOf(`tan(-${q}*pi)`)).toBe(outcomeOf(`-tan(${q}*pi)`).replace(/^--/, ''));
      }),
      { numRuns: 300 },
    );
  });

  it('are rational exactly where the theorem of Niven says', () => {
    const half = { text: '0.5', exact: true };
    const one = { text: '1', exact: true };
    const zero = { text: '0', exact: true };
    for (let degrees = -720; degrees <= 720; degrees += 1) {
      const isRationalSine = degrees % 30 === 0 && (degrees % 60 !== 0 || degrees % 180 === 0);
      const sine = evaluate(`abs(sin(${degrees}°))`);
      expect(sine.exact, `sin ${degrees}°`).toBe(isRationalSine);
      if (degrees % 180 === 0) expect(sine).toMatchObject(zero);
      else if (degrees % 90 === 0) expect(sine).toMatchObject(one);
      else if (isRationalSine) expect(sine).toMatchObject(half);
      expect(Number(sine.value)).toBeCloseTo(Math.abs(Math.sin((degrees * Math.PI) / 180)), 13);
      if (degrees % 90 !== 0 || degrees % 180 === 0) {
        const tangent = evaluate(`abs(tan(${degrees}°))`);
        expect(tangent.exact, `tan ${degrees}°`).toBe(degrees % 45 === 0);
        if (degrees % 45 === 0) expect(tangent).toMatchObject(degrees % 180 === 0 ? zero : one);
      } else {
        expect(outcomeOf(`tan(${degrees}°)`)).toMatch(/undefined/);
      }
    }
  });

  it('come back from the inverse functions as exact multiples of π', () => {
    for (const [value, sixths] of [
      ['-1', -3],
      ['-0.5', -1],
      ['0', 0],
      ['1/2', 1],
      ['1', 3],
    ] as const) {
      expectSame(`asin(${value})*6/pi`, String(sixths));
      expectSame(`acos(${value})*6/pi`, String(3 - sixths));
      expectSame(`sin(asin(${value}))`, value);
      expectSame(`cos(acos(${value}))`, value);
    }
    for (const quarter of [-1, 0, 1]) {
      expectSame(`atan(${quarter})*4/pi`, String(quarter));
      expectSame(`tan(atan(${quarter}))`, String(quarter));
    }
  });
});

describe('property 7: logarithms', () => {
  it('log(10^n) = n, log2(2^n) = n and log(b^n, b) = n, exactly', () => {
    for (let n = -1200; n <= 1200; n += 1) {
      const expected = { text: String(n), exact: true };
      expect(evaluate(`log(10^${n})`)).toMatchObject(expected);
      expect(evaluate(`log2(2^${n})`)).toMatchObject(expected);
    }
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999 }), fc.integer({ min: -300, max: 300 }), (b, n) => {
        const expected = { text: String(n), exact: true };
        expect(evaluate(`log(${b}^${n}, ${b})`)).toMatchObject(expected);
        expect(evaluate(`log((1/${b})^${n}, 1/${b})`)).toMatchObject(expected);
      }),
    );
  });

  it('next to a power of the base are not taken for it', () => {
    for (const text of ['10^15+1', '10^30-1', '10^30+1', '10^15-0.1', '10^-15+10^-40']) {
      expect(evaluate(`log(${text})`).exact, text).toBe(false);
    }
    expect(evaluate('log2(2^60+1)').exact).toBe(false);
    expect(evaluate('log(3^40+1, 3)').exact).toBe(false);
  });

  it('ln(exp(x)) and log10(10^x) are x again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -70_000, max: 70_000 }), (hundredths) => {
        const x = hundredths / 100;
        const tolerance = Math.max(Math.abs(x), 1) * 1e-15;
        const natural = Number(evaluate(`ln(exp(${x}))`).value);
        expect(Math.abs(natural - x), `ln ${x}`).toBeLessThanOrEqual(tolerance);
        if (Math.abs(x) > 300) return;
        const decimal = Number(evaluate(`log10(10^${x})`).value);
        expect(Math.abs(decimal - x), `log10 ${x}`).toBeLessThanOrEqual(tolerance);
      }),
      { numRuns: 300 },
    );
  });
});

describe('property 13: percentages', () => {
  const percentage = fc.oneof(decimalText, fraction);

  it('p% of x = x*p/100, x*p% and x/p% are plain, x±p% = x*(100±p)/100', () => {
    fc.assert(
      fc.property(percentage, anyRational, (p, x) => {
        expectSame(`${p}% of ${x}`, `${x}*${p}/100`);
        expectSame(`${x}*${p}%`, `${x}*${p}/100`);
        expectSame(`${x}+${p}%`, `${x}*(100+${p})/100`);
        expectSame(`${x} + ${p}%`, `${x}*(100+${p})/100`);
        expectSame(`${x}-${p}%`, `${x}*(100-${p})/100`);
        expectSame(`${x} - ${p} %`, `${x}*(100-${p})/100`);
        expectSame(`${p}%`, `${p}/100`);
        if (outcomeOf(p) !== '0') expectSame(`${x}/${p}%`, `${x}*100/${p}`);
      }),
      { numRuns: 300 },
    );
  });

  it('are taken of the running value, and two of them are added', () => {
    fc.assert(
      fc.property(fc.tuple(percentage, percentage), anyRational, signedDecimal, ([p, q], x, y) => {
        expectSame(`${x}+${y}+${p}%`, `(${x}+${y})*(100+${p})/100`);
        expectSame(`${x}+${p}%+${q}%`, `${x}*(100+${p})/100*(100+${q})/100`);
        expectSame(`${x}+${p}%-${y}`, `${x}*(100+${p})/100-${y}`);
        expectSame(`${p}%+${q}%`, `(${p}+${q})/100`);
        expectSame(`${p}%-${q}%`, `(${p}-${q})/100`);
      }),
      { numRuns: 200 },
    );
  });

  it('are no commuting summands: p% + x is p/100 + x', () => {
    fc.assert(
      fc.property(percentage, anyRational, (p, x) => {
        expectSame(`${p}% + ${x}`, `${p}/100+${x}`);
        expectSame(`${p}% - ${x}`, `${p}/100-${x}`);
      }),
    );
    expectSame('10% + 200', '200.1');
    expectSame('200 + 10%', '220');
  });
});
