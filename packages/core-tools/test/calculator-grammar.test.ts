import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';

function results(expressions: readonly string[]): readonly string[] {
  return expressions.map((expression) => evaluate(expression).text);
}

describe('precedence', () => {
  it.each([
    ['2 + 3 * 4', '14'],
    ['2 * 3 + 4', '10'],
    ['10 - 4 - 3', '3'],
    ['100 / 10 / 2', '5'],
    ['2^-1', '0.5'],
    ['-2^-2', '-0.25'],
    ['2^3^2', '512'],
    ['2^-3^2', '0.001953125'],
    ['2*-3', '-6'],
    ['2--3', '5'],
    ['- - 3', '3'],
    ['+3', '3'],
    ['-3!', '-6'],
    ['2^3!', '64'],
    ['-3²', '-9'],
    ['2^3²', '512'],
    ['√16+9', '13'],
    ['√2^2', '2'],
    ['-√16', '-4'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });
});

describe('products without a sign', () => {
  it.each([
    ['2(3+4)', '14'],
    ['(1+2)(3+4)', '21'],
    ['2sqrt(9)', '6'],
    ['2√9', '6'],
    ['2 pi', '6.283185307179586'],
    ['pi(2)', '6.283185307179586'],
    ['2^3(4)', '32'],
    ['3!(2)', '12'],
    ['2e', '5.43656365691809'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it('read from left to right after a division, and say so', () => {
    expect(evaluate('6/2(1+2)')).toMatchObject({
      text: '9',
      note: expect.stringMatching(/left to right/) as string,
    });
    expect(evaluate('1/2pi')).toMatchObject({ text: '1.5707963267948966' });
    expect(evaluate('6*2(3)').note).toBeUndefined();
  });

  it.each(['2 3', '(2)3', 'pi 2', '3! 2', '30° 2', '2 .5'])(
    'are refused before a number: %s',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(/an operator is missing/);
    },
  );
});

describe('the per-cent sign', () => {
  it.each([
    ['50%', '0.5'],
    ['80+15%', '92'],
    ['80-15%', '68'],
    ['3+5+10%', '8.8'],
    ['88%+12%', '1'],
    ['100%-20%', '0.8'],
    ['88%+12%+5%', '1.05'],
    ['80 + -15%', '68'],
    ['200*15%', '30'],
    ['30/15%', '200'],
    ['10% of 28', '2.8'],
    ['5 + 10% of 20', '7'],
    ['20% of 50% of 80', '8'],
    ['50%^2', '0.25'],
    ['5%%', '0.0005'],
    ['(50%)', '0.5'],
    ['10% - 5', '-4.9'],
    ['50+10%-5', '50'],
    ['50 + 10%', '55'],
    ['50% in dec', '0.5'],
  ])('is per cent in %s: %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it.each([
    ['10%3', '1'],
    ['10 % 3', '1'],
    ['-7%3', '2'],
    ['7 % -3', '-2'],
    ['7%-3', '-2'],
    ['-7 % -3', '-1'],
    ['0.3%0.1', '0'],
    ['5.5 % 2', '1.5'],
    ['10%(3)', '1'],
    ['10 % sqrt(9)', '1'],
    ['17 mod 5', '2'],
    ['mod(17, 5)', '2'],
    ['7pi % (2pi)', '3.141592653589793'],
  ])('is modulo in %s: %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it('tells how it was read', () => {
    expect(evaluate('10 % 3').note).toMatch(/modulo/);
    expect(evaluate('50%').note).toMatch(/per cent/);
    expect(evaluate('80+15%').note).toMatch(/per cent of a/);
    expect(evaluate('10 mod 3').note).toBeUndefined();
  });
});

describe('numbers', () => {
  it('are written in many ways', () => {
    expect(
      results([
        '.5',
        '5.',
        '1e3',
        '1E-7',
        '2.5e-3*2',
        '1_000',
        '1,234.5',
        '1,234,567',
        '1e+2',
        '007',
      ]),
    ).toEqual(['0.5', '5', '1000', '1e-7', '0.005', '1000', '1234.5', '1234567', '100', '7']);
  });

  it('have other bases', () => {
    expect(results(['0x1F', '0Xff', '0b101', '0o17', '0xdead_beef', '0x10 + 0b11'])).toEqual([
      '31',
      '255',
      '5',
      '15',
      '3735928559',
      '19',
    ]);
  });

  it('are shown in other bases', () => {
    expect(
      results(['255 in hex', '-255 in bin', '8 to octal', '0xFF as decimal', '2^70 in hex']),
    ).toEqual(['0xFF', '-0b11111111', '0o10', '255', '0x400000000000000000']);
    expect(() => evaluate('1.5 in hex')).toThrow(/only integers/);
    expect(() => evaluate('15 in base')).toThrow(/number base/);
  });

  it.each([
    '1.2.3',
    '1..2',
    '1__0',
    '1_',
    '0x',
    '0b12',
    '0xFG',
    '1,2',
    '1,2345',
    '12,34,567',
    '0,123',
    '4,5 + 7,5 * 10',
    '1e3.5',
    '.',
  ])('are refused as %s', (expression) => {
    expect(() => evaluate(expression)).toThrow(/^Error at position \d+/);
  });

  it('keep commas apart from arguments', () => {
    expect(results(['max(1,234)', 'max(1,234, 7)', 'sqrt(1,024)', '1,000 * max(2, 3)'])).toEqual([
      '234',
      '234',
      '32',
      '3000',
    ]);
    expect(() => evaluate('round(1,234)')).toThrow(/write round\(1234\)/);
    expect(evaluate('round(2.567, 2)').text).toBe('2.57');
  });
});

describe('Unicode input', () => {
  it.each([
    ['3×4·2', '24'],
    ['8÷2', '4'],
    ['5−3', '2'],
    ['１＋２', '3'],
    ['（１＋２）＊３', '9'],
    ['２＾１０', '1024'],
    ['１，２３４', '1234'],
    ['ｓｑｒｔ（１６）', '4'],
    ['√16', '4'],
    ['∛27', '3'],
    ['π*2', '6.283185307179586'],
    ['10⁻³', '0.001'],
    ['2¹⁰', '1024'],
    ['sin(30°)', '0.5'],
    ['1　+ 2\u00a0', '3'],
    ['２＋３＝？', '5'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it('is told in ASCII', () => {
    expect(evaluate('３×√16²').interpreted).toBe('3*sqrt 16^2');
    expect(evaluate('3*4').interpreted).toBeUndefined();
  });

  it.each(['6：2', '½', '2²³⁴⁵⁶⁷⁸⁹⁰¹²', '２３４四', '1+😀', 'é', '\ud800'])(
    '%j is refused',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(/^Error at position/);
    },
  );
});

describe('functions without parentheses', () => {
  it('take the next value', () => {
    expect(results(['sqrt 16', 'sqrt 16 + 9', 'sin -0', '2 sqrt 16', 'sqrt sqrt 16'])).toEqual([
      '4',
      '13',
      '0',
      '8',
      '2',
    ]);
  });

  it.each(['sin 2pi', 'sqrt 4(3)', 'sin^2(1)', 'max 3', 'sqrt'])(
    'are refused in %s',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(/parentheses|\(…\)/);
    },
  );
});

describe('what is no arithmetic', () => {
  it.each([
    ['', /empty/],
    ['   ', /empty/],
    ['()', /unexpected "\)"/],
    ['(1+2', /never closed/],
    ['1+2)', /unexpected "\)"/],
    ['1+', /ends where/],
    ['1 + * 2', /unexpected "\*"/],
    ['3 x 4', /write \* to multiply/],
    ['a = 3', /unknown name "a"/],
    ['3 != 4', /comparisons/],
    ['5!!', /double factorial/],
    ['|3|', /unexpected "\|"/],
    ['[1]', /unexpected "\["/],
    ['5 of 3', /only after a percentage/],
    ['100/10% of 20', /write parentheses/],
    ['sqr(4)', /did you mean sqrt/],
    ['cos.constructor("return 1")()', /unexpected "\."/],
    ['__proto__', /unexpected "_"/],
    ['hasOwnProperty(1)', /unknown name/],
    ['1; 2', /unexpected ";"/],
    ['2 in', /number base/],
  ])('%j is refused', (expression, message) => {
    expect(() => evaluate(expression)).toThrow(message);
  });
});
