import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { outcomeOf } from './calculator-expectations.ts';

describe('roots of values beyond the range of a double', () => {
  // Checked with 40 digits. All results have to be right to 15 digits (relative).
  it.each([
    ['sqrt(2*10^400)/10^200', 1.4142135623730951],
    ['sqrt(3*10^-400)*10^200', 1.7320508075688772],
    ['sqrt(10^401)/10^200', 3.1622776601683795],
    ['cbrt(2*10^600)/10^200', 1.2599210498948732],
    ['root(2*10^400, 5)/10^80', 1.148698354997035],
    ['hypot(10^200, 10^200)/10^200', 1.4142135623730951],
    ['hypot(3*10^160, 10^160)/10^160', 3.1622776601683795],
    ['stdev(10^200, 3*10^200)/10^200', 1.4142135623730951],
  ])('%s is %d to 15 digits', (expression, expected) => {
    const error = Math.abs(Number(evaluate(expression).value) - expected);
    expect(error / expected).toBeLessThanOrEqual(1e-15);
  });
});

describe('inverse functions next to where they are exact or end', () => {
  it('take only 1 itself for 1, and 1/2 itself for 1/2', () => {
    for (const [text, limit] of [
      ['acos(0.99999999999999999)', 0],
      ['asin(0.99999999999999999)', Math.PI / 2],
      ['acos(0.5+10^-20)', Math.PI / 3],
      ['asin(0.5-10^-20)', Math.PI / 6],
    ] as const) {
      const { exact, value } = evaluate(`${text}*1`);
      expect(exact, text).toBe(false);
      expect(Number(value), text).toBeCloseTo(limit, 8);
    }
    expect(evaluate('acos(0.99999999999999999)').text).not.toBe('0');
    // An exact multiple of π would make these exact.
    for (const text of [
      'asin(0.99999999999999999)/pi',
      'acos(0.5+10^-20)/pi',
      'sin(asin(0.5-10^-20))',
    ]) {
      expect(evaluate(text).exact, text).toBe(false);
    }
  });

  it.each([
    'asin(1+10^-17)',
    'asin(1.00000000000000001)',
    'asin(-1-10^-20)',
    'acos(1+10^-30)',
    'acos(-1.00000000000000000001)',
  ])('have no value at %s', (expression) => {
    expect(() => evaluate(expression)).toThrow(/defined only from -1 to 1/);
  });
});

describe('functions of an exact argument that no double holds', () => {
  // Checked with 60 digits.
  it.each([
    ['ln(1.0000000001)', 9.9999999995e-11],
    ['ln(1+10^-20)', 1e-20],
    ['ln(1-10^-12)', -1.0000000000005e-12],
    ['log(1.0000000001)', 4.342944818815371e-11],
    ['log2(1+10^-15)', 1.4426950408889627e-15],
    ['exp(700.1)', 1.1208997710732354e304],
    ['exp(100.1)', 2.970828889515824e43],
    ['e^100.1', 2.970828889515824e43],
    ['1.000137^36500.5', 148.4467031298571],
    ['1.0042^365.25', 4.622046104879961],
    ['1.1^1000.5', 2.590487498791232e41],
    ['sin(1000000.1)', -0.2547258270378611],
    ['sin(12345678.9)', -0.8973068126456969],
    ['sin(10^15+0.1)', 0.8027511199041605],
    ['sin(2^60+1)', -0.9173294353474792],
    ['sin(10^25)', -0.7447898487448298],
    ['cos(123456789012345678901)', 0.9898426961281362],
    ['asin(0.9999999999999999)', 1.570796312652761],
    ['acos(0.9999999999999999)', 1.4142135623730952e-8],
  ])('%s is %d', (expression, expected) => {
    const outcome = outcomeOf(expression);
    expect(Math.abs(Number(outcome) / expected - 1), outcome).toBeLessThanOrEqual(5e-15);
  });
});

describe('the expression in ASCII', () => {
  it.each([
    ['√(4)!', 'sqrt((4)!)'],
    ['∛(8)%', 'cbrt((8)%)'],
    ['√(-2)^2', 'sqrt((-2)^2)'],
    ['ππ', 'pi pi'],
    ['πcos(0)', 'pi cos(0)'],
    ['2πe', '2pi e'],
    ['√4(9)', 'sqrt(4)(9)'],
    ['3√(8)!', '3sqrt((8)!)'],
  ])('of %s is %s and means the same', (expression, ascii) => {
    const { text, interpreted } = evaluate(expression);
    expect(interpreted).toBe(ascii);
    expect(outcomeOf(ascii)).toBe(text);
  });

  it.each(['3²!', '2²^3', '2²%', '2²°', '3² ³'])(
    'is left out for %s, which ASCII cannot say without more parentheses',
    (expression) => {
      expect(evaluate(expression).interpreted).toBeUndefined();
    },
  );
});

describe('work with large numbers', () => {
  // The promise is 5 ms of CPU time, which the bench measures on built code; a busy test machine gets ten times that.
  it.each([
    ['sin', 'sin(pi*3^10000/7^3000)', '+'],
    ['tan', 'tan(pi*3^10000/7^3000)', '+'],
    ['tan of a fraction', 'tan(3^10000/7*pi)', '/'],
    ['a root as a power', '(7^5800)^(1/100)', '-'],
    ['a logarithm to a base', 'log(3^10000+1,3)', '+'],
    ['a negative power', '0.1234567^-700', '+'],
    ['a modulo of fractions', '1/0.3^31', '%'],
  ])('is stopped in time: %s', (_kind, part, sign) => {
    const count = Math.floor(498 / (part.length + 1));
    const expression = Array.from({ length: count }, () => part).join(sign);
    outcomeOf(expression);
    expect(medianCpuMs(expression)).toBeLessThan(50);
  });
});

describe('a value too small for a double', () => {
  // A result that is not 0 is not shown as 0 without a word; exp(-1000) and 10^-5000 have the note.
  it.each([
    '1e-20000',
    '1e-99999',
    '1e-99999999999999999999',
    'sqrt(2)*10^-400',
    'sqrt(2)/10^400',
    'pi*10^-400',
    'pi/10^400',
    'exp(-500)*exp(-500)',
    'sin(10^-400)',
    '10^-300*sqrt(2)*10^-300',
  ])('is taken as 0 with a note: %s', (expression) => {
    const { text, note } = evaluate(expression);
    expect(text).toBe('0');
    expect(note).toMatch(/taken as 0/);
  });
});

function medianCpuMs(text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    outcomeOf(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return times.toSorted((left, right) => left - right)[2] ?? 0;
}
