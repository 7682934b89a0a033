import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { failureOfExpression } from './calculator-expectations.ts';

describe('products without a sign', () => {
  it.each([
    ['2 (3)', '6'],
    ['2(3)(4)', '24'],
    ['(2)(3)^2', '18'],
    ['2(3)^2', '18'],
    ['(2)^2(3)', '12'],
    ['-2(3)^2', '-18'],
    ['2(-3)^2', '18'],
    ['2(+3)', '6'],
    ['(2)(-3)', '-6'],
    ['3sqrt(4)', '6'],
    ['sqrt(4)sqrt(9)', '6'],
    ['sqrt(4)(2)', '4'],
    ['3max(1,2)', '6'],
    ['max(1,2)(3)', '6'],
    ['3!sqrt(4)', '12'],
    ['5(3)!', '30'],
    ['2²(3)', '12'],
    ['2^2sqrt(9)', '12'],
    ['2sin(30°)', '1'],
    ['√9√16', '12'],
    ['√4(9)', '18'],
    ['√(4)(9)', '18'],
    ['2√9', '6'],
    ['2∛27', '6'],
    ['10 mod 3(2)', '2'],
    ['2pi(3)/pi', '6'],
    ['pi(2)/pi', '2'],
    ['((43)(60)+(21)(80)+(16)(100))/(43+21+16)', '73.25'],
    ['5^(2^3)(-2)', '-781250'],
    ['7+3(5*3)', '52'],
    ['1,000(2)', '2000'],
    ['0x10(2)', '32'],
    ['1/3(3)', '1'],
    ['2\n(3)', '6'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: true });
  });

  it.each([
    ['6/2(1+2)', '9'],
    ['8/2(2+2)', '16'],
    ['8/(2)(2)', '8'],
    ['8/2/2(2)', '4'],
    ['2(3)/4(5)', '7.5'],
    ['1/2(3)(4)', '6'],
    ['1/2^2(3)', '0.75'],
    ['6/2(1+2)^2', '27'],
    ['4/2!(3)', '6'],
    ['8/2√4', '8'],
    ['6/sqrt(4)(3)', '9'],
    ['1/2pi/pi', '0.5'],
    ['12÷2(3)', '18'],
  ])('go from left to right after a division, with a note: %s is %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toMatch(/left to right/);
  });

  it.each(['6/2*(1+2)', '2(3)/4', '6*2(3)', '2(3)+1/2', '6/(2(3))', '2(3)', '6/2*3(2)'])(
    'need no note where nothing can be mistaken: %s',
    (expression) => {
      expect(evaluate(expression).note).toBeUndefined();
    },
  );

  it.each([
    ['2 3', 2],
    ['2 + 2 3', 6],
    ['(1+2)3', 5],
    ['(1+2) 3', 6],
    ['pi 2', 3],
    ['3! 2', 3],
    ['2² 3', 3],
    ['30° 2', 4],
    ['sqrt(4)2', 7],
    ['2 .5', 2],
    ['1 000', 2],
    ['1\u00a0000', 2],
    ['2 0x1F', 2],
    ['50 000 + 1', 3],
  ])('are refused before a number: %s, at position %i', (expression, position) => {
    const error = failureOfExpression(expression);
    expect(error.message).toMatch(/operator is missing/);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details?.position).toBe(position);
  });
});

describe('signs and powers', () => {
  it.each([
    ['-3^2', '-9'],
    ['-3 ** 2', '-9'],
    ['- 2 ^ 2', '-4'],
    ['+2^2', '4'],
    ['--2^2', '4'],
    ['-+-2^2', '4'],
    ['-(2)^2', '-4'],
    ['(-2)^2', '4'],
    ['(-2)²', '4'],
    ['-2²', '-4'],
    ['9-3^2', '0'],
    ['3*-2^2', '-12'],
    ['2*-3', '-6'],
    ['2/-4', '-0.5'],
    ['2*+3', '6'],
    ['2+-+-3', '5'],
    ['2- - -3', '-1'],
    ['2^2^3', '256'],
    ['2**3**2', '512'],
    ['2^3**2', '512'],
    ['(2^3)^2', '64'],
    ['2^-1', '0.5'],
    ['2**-1', '0.5'],
    ['2^+3', '8'],
    ['2^--3', '8'],
    ['2^-(3)', '0.125'],
    ['2^-√4', '0.25'],
    ['2^√4', '4'],
    ['2^-3!', '0.015625'],
    ['2^-1^2', '0.5'],
    ['-2^-2', '-0.25'],
    ['2^3!', '64'],
    ['-3!', '-6'],
    ['(3!)!', '720'],
    ['3²!', '362880'],
    ['2²^3', '64'],
    ['2^2²', '16'],
    ['2^3²', '512'],
    ['√16+9', '13'],
    ['√2^2', '2'],
    ['√(-2)^2', '2'],
    ['√√16', '2'],
    ['-√16', '-4'],
    ['2^0.5^2-2^0.25', '0'],
    ['(-8)^(4/2)', '64'],
    ['(-8)^2.0', '64'],
    ['1e-5^2', '1e-10'],
    ['2e3^2', '4000000'],
    ['100-10-5', '85'],
    ['100/10/5', '2'],
    ['2*3/4*5', '7.5'],
    ['10-2*3', '4'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it.each([
    ['2 ^', 3],
    ['2 ^ ^ 3', 4],
    ['2 * * 3', 4],
    ['2***3', 3],
    ['2 // 4', 3],
    ['* 1', 0],
    ['1 + * 2', 4],
    ['1 */ 2', 3],
    ['5!!', 1],
    ['2^²', 2],
    ['²', 0],
    ['sin^2(1)', 3],
    ['sin²(1)', 3],
  ])('%s is refused at position %i', (expression, position) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details?.position).toBe(position);
  });
});
