import { describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';

describe('exact results', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['0.1+0.2-0.3', '0'],
    ['-0', '0'],
    ['0*-5', '0'],
    ['1/8', '0.125'],
    ['6956415689 * 5465845', '38022689911642205'],
    ['123456789.123456789*987654321.987654321', '121932631356500531.347203169112635269'],
    ['0.000001', '0.000001'],
    ['0.0000001', '1e-7'],
    ['123e-9', '1.23e-7'],
    ['10^-400', '1e-400'],
    ['1 + 2^-40', '1.0000000000009094947017729282379150390625'],
    ['2^-40', '9.094947017729282379150390625e-13'],
    ['10^25', '10000000000000000000000000'],
    ['10^999', `1${'0'.repeat(999)}`],
  ])('%s prints every digit: %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: true });
  });

  it.each([
    ['10^1000', '1e+1000'],
    ['1e1000', '1e+1000'],
    ['-12.5*10^4000', '-1.25e+4001'],
    ['10^-4932', '1e-4932'],
    ['123/10^4000', '1.23e-3998'],
    ['1234567890123456*10^1000', '1.234567890123456e+1015'],
  ])('%s is all in its text, although it is long: %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: true });
    expect(evaluate(`${expected} - (${expression})`)).toMatchObject({ text: '0', exact: true });
  });

  it.each(['12345678901234567*10^1000', '10^1000+1', '12345678901234567/10^4000', '10^1000/3'])(
    '%s is more than its text',
    (expression) => {
      const { text, exact } = evaluate(expression);
      expect(exact).toBe(false);
      expect(evaluate(`${text} - (${expression})`).text).not.toBe('0');
    },
  );

  it('beyond 1,000 digits are rounded and tell their length', () => {
    expect(evaluate('1000!')).toMatchObject({
      text: '4.023872600770938e+2567',
      exact: false,
      note: 'the exact integer has 2568 digits',
    });
  });
});

describe('rounded results', () => {
  it.each([
    ['2 + 1/3', '2.333333333333333'],
    ['1/3', '0.3333333333333333'],
    ['2/3', '0.6666666666666667'],
    ['200/3', '66.66666666666667'],
    ['-1/7', '-0.1428571428571429'],
    ['1/3*10^-9', '3.333333333333333e-10'],
    ['10^20/3', '33333333333333330000'],
    ['10^25/3', '3.333333333333333e+24'],
    ['99999999999999999/7*7.0000000001', '100000000001428600'],
  ])('%s has 16 significant digits: %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: false });
  });

  it.each([
    ['sqrt(15) + 8', '11.872983346207416'],
    ['sqrt(2)', '1.4142135623730951'],
    ['sqrt(2)^2', '2'],
    ['sqrt(2)*sqrt(8)', '4'],
    ['pi', '3.141592653589793'],
    ['3pi', '9.42477796076938'],
    ['exp(50)', '5.184705528587072e+21'],
    ['exp(-30)', '9.357622968840175e-14'],
  ])('%s has the shortest digits without noise: %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: false });
  });
});

describe('values for programs', () => {
  it('are numbers, or bigints for integers that no double holds', () => {
    expect(evaluate('1/4').value).toBe(0.25);
    expect(evaluate('2^53 - 1').value).toBe(9007199254740991);
    expect(evaluate('2^53').value).toBe(9007199254740992n);
    expect(evaluate('-(2^60)').value).toBe(-(2n ** 60n));
    expect(evaluate('sqrt(2)^2').value).toBe(2);
    expect(Object.is(evaluate('-0').value, 0)).toBe(true);
    expect(evaluate('10^400/3').value).toBeUndefined();
  });
});

describe('limits', () => {
  it('stop at 500 characters', () => {
    expect(evaluate(`1${'+1'.repeat(249)}`).text).toBe('250');
    expect(() => evaluate('1'.repeat(501))).toThrow(/at most 500/);
  });

  it.each([
    ['parentheses', (n: number) => '('.repeat(n) + '1' + ')'.repeat(n)],
    ['signs', (n: number) => `${'-'.repeat(n)}1`],
    ['roots', (n: number) => `${'√'.repeat(n)}1`],
    ['powers', (n: number) => `1${'^1'.repeat(n)}`],
    ['functions', (n: number) => 'ln('.repeat(n).replaceAll('ln', 'abs') + '1' + ')'.repeat(n)],
  ])('stop at 100 nested %s', (_kind, nest) => {
    const fitting = nest(100).length <= 500 ? 100 : 99;
    if (nest(100).length <= 500) expect(evaluate(nest(fitting)).exact).toBe(true);
    expect(() => evaluate(nest(101).slice(0, 500))).toThrow(CoreToolError);
  });

  it('stop long work with big numbers', () => {
    const fractions = Array.from({ length: 12 }, (_, i) => `1/(10^4000+${i * 2 + 1})`).join('+');
    expect(() => evaluate(fractions)).toThrow(/too much work/);
  });

  it('refuse what is no text', () => {
    expect(() => evaluate(5 as unknown as string)).toThrow(CoreToolError);
  });
});

describe('errors', () => {
  it('carry a position and a hint', () => {
    const error = failure('2 + sqr(4)');
    expect(error.code).toBe('invalid_arguments');
    expect(error.details).toEqual({
      position: 4,
      hint: 'did you mean sqrt?',
      candidates: ['sqrt'],
    });
    expect(error.message).toBe('Error at position 4: unknown name "sqr"; did you mean sqrt?');
    expect(failure('2 + 3/0').details).toEqual({ position: 5 });
    expect(failure('1,5 + 2').details).toMatchObject({
      position: 1,
      hint: expect.stringMatching(/point/) as string,
    });
    expect(failure('(1+2').details).toMatchObject({ position: 0 });
  });

  it('never echo long input', () => {
    const error = failure('x'.repeat(500));
    expect(error.message.length).toBeLessThanOrEqual(500);
    expect(error.message).not.toContain('x'.repeat(40));
  });

  it('leave nothing behind for the next expression', () => {
    for (const bad of ['max(1,', '80+15%+', '((((2', 'sin(1,2)', '1/0']) {
      failure(bad);
      expect(evaluate('1,234 + 1')).toEqual({ text: '1235', value: 1235, exact: true });
    }
  });
});

function failure(expression: string): CoreToolError {
  try {
    evaluate(expression);
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error(`${expression} should fail`);
}
