import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { failureOfExpression } from './calculator-expectations.ts';

describe('expressions without a real value', () => {
  it.each([
    ['1/0', 1],
    ['0/0', 1],
    ['1+1/0', 3],
    ['1/(1-1)', 1],
    ['1/(0.1+0.2-0.3)', 1],
    ['1/0.0', 1],
    ['1/sin(pi)', 1],
    ['0/0*0', 1],
    ['0^-1', 1],
    ['0^-0.5', 1],
    ['0^-pi', 1],
    ['sqrt(-1)', 0],
    ['√-4', 0],
    ['2*(3+sqrt(-4))', 5],
    ['root(-16, 4)', 0],
    ['log(0)', 0],
    ['log(-10)', 0],
    ['ln(0)', 0],
    ['1+ln(-1)', 2],
    ['log2(-1)', 0],
    ['log(-5, 2)', 0],
    ['log(5, 1)', 0],
    ['log(5, -2)', 0],
    ['asin(1.0001)', 0],
    ['acos(-1.1)', 0],
    ['tan(pi/2)', 0],
    ['1+tan(-pi/2)', 2],
    ['tan(90°)', 0],
    ['tan(270 deg)', 0],
    ['tan(pi/2+pi)', 0],
    ['(-8)^(1/3)', 4],
    ['(-1)^0.5', 4],
    ['(-2)^pi', 4],
    ['(-3)!', 4],
    ['2.5!', 3],
    ['pi!', 2],
    ['gcd(1.5, 3)', 0],
    ['nCr(5, -1)', 0],
    ['nCr(5.5, 2)', 0],
  ])('%s is a tool_error at position %i', (expression, position) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('tool_error');
    expect(error.details?.position).toBe(position);
    expect(error.message).toContain(`Error at position ${position}: `);
  });
});

describe('functions', () => {
  it.each([
    ['sqrt(10^500)/10^250', '1'],
    ['cbrt(-27)', '-3'],
    ['cbrt(0.001)', '0.1'],
    ['root(-27, 3)', '-3'],
    ['root(1/8, 3)', '0.5'],
    ['root(10^300, 100)', '1000'],
    ['32^0.2', '2'],
    ['16^0.75', '8'],
    ['16^-0.5', '0.25'],
    ['1.21^0.5', '1.1'],
    ['log(1e-7)', '-7'],
    ['log(10^-400)', '-400'],
    ['lg(1000)', '3'],
    ['log2(2^16000)', '16000'],
    ['log(8, 2)', '3'],
    ['log(1/8, 2)', '-3'],
    ['log(27, 1/3)', '-3'],
    ['log(1, 5)', '0'],
    ['log(e, e)', '1'],
    ['ln(e)', '1'],
    ['ln(1)', '0'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(0.5)', '1'],
    ['round(-0.5)', '-1'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.345, 2)', '-2.35'],
    ['round(1234.5678, -2)', '1200'],
    ['round(1/3, 5)', '0.33333'],
    ['floor(-2.5)', '-3'],
    ['ceil(-2.5)', '-2'],
    ['floor(100pi)', '314'],
    ['round(-pi)', '-3'],
    ['min(1, -1, 0)', '-1'],
    ['max(10^400, 10^401)/10^401', '1'],
    ['sum(0.1, 0.2, 0.3)', '0.6'],
    ['mean(1, 2, 3, 4)', '2.5'],
    ['median(5)', '5'],
    ['median(3, 1, 2)', '2'],
    ['median(4, 1, 2, 3)', '2.5'],
    ['median(1/3, 2/3)', '0.5'],
    ['var(1, 3)', '2'],
    ['stdev(5, 5, 5)', '0'],
    ['stdev(0.1, 0.2, 0.3)', '0.1'],
    ['hypot(3, 4)', '5'],
    ['hypot(-3, -4)', '5'],
    ['hypot(1, 2, 2)', '3'],
    ['hypot(0.3, 0.4)', '0.5'],
    ['gcd(12, 18)', '6'],
    ['gcd(-12, 18)', '6'],
    ['gcd(0, 5)', '5'],
    ['gcd(2^100, 6^50)', '1125899906842624'],
    ['lcm(4, 6)', '12'],
    ['lcm(0, 5)', '0'],
    ['lcm(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)', '2520'],
    ['nCr(5, 2)', '10'],
    ['nCr(52, 5)', '2598960'],
    ['nCr(5, 6)', '0'],
    ['nCr(10^18, 2)', '499999999999999999500000000000000000'],
    ['nCr(10^18, 10^18-2)', '499999999999999999500000000000000000'],
    ['nPr(5, 2)', '20'],
    ['nPr(10, 0)', '1'],
    ['fact(5)', '120'],
    ['pow(2, 10)', '1024'],
    ['pow(2, -1)', '0.5'],
    ['abs(-5)', '5'],
    ['SQRT (16)', '4'],
    ['sqrt\n(16)', '4'],
    ['LoG(100)', '2'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: true });
  });

  it.each([
    ['sin()', /takes 1 argument, got 0/],
    ['sin(pi, 2)', /takes 1 argument, got 2/],
    ['max()', /at least 1 argument, got 0/],
    ['stdev(1)', /at least 2 arguments/],
    ['pow(2, 3, 4)', /takes 2 arguments, got 3/],
    ['max(1,)', /unexpected "\)"/],
    ['max(,1)', /unexpected ","/],
    ['max(1;2)', /unexpected ";"/],
    ['sin', /needs a value/],
    ['max 3', /"\(" is expected/],
    ['pi()', /unexpected "\)"/],
    ['sqr(4)', /did you mean sqrt\?/],
    ['log3(9)', /did you mean log2/],
    ['sinh(1)', /did you mean sin\?/],
  ])('%s is malformed', (expression, message) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(message);
  });
});

describe('logarithms and large angles', () => {
  // The doubles nearest to the values of 60 digits that mpmath gives.
  it.each([
    ['tan(95578978585.28/35)', 0.003899430733350479],
    ['cos(7e20)', 0.19580289214625285],
    ['sin(21009096.23801)', -0.101440870025424],
    ['sin(1e22)', -0.8522008497671888],
    ['sin(-1e22)', 0.8522008497671888],
    ['tan(2900000000000000000)', 7.822088494673222],
    ['cos(6986405782711/67)', -0.0475931504821051],
    ['log2(78.926/78)', 0.01702651076389775],
    ['log(1.09)', 0.03742649794062364],
    ['ln(1.1)', 0.09531017980432487],
    ['ln(0.99)', -0.010050335853501442],
    ['ln(2/3)', -0.4054651081081644],
    ['log(1.05, 2)', 0.07038932789139794],
    ['ln(7e-324)', -744.0916599810155],
    ['log(3e-320)', -319.52287874528037],
  ])('%s is right to the last digits', (expression, expected) => {
    const { value, exact } = evaluate(expression);
    expect(exact).toBe(false);
    expect(Math.abs(Number(value) / expected - 1)).toBeLessThan(4e-16);
  });
});

describe('multiples of π', () => {
  it.each([
    ['sin(pi)', '0'],
    ['sin(100pi)', '0'],
    ['sin(pi*10^20)', '0'],
    ['sin(1e300*pi)', '0'],
    ['sin(10^20*pi + pi/2)', '1'],
    ['sin(11pi/6)', '-0.5'],
    ['sin(pi*2 - pi)', '0'],
    ['sin(-(pi))', '0'],
    ['sin(abs(-pi))', '0'],
    ['sin(max(pi, 3))', '0'],
    ['sin(pi + 0)', '0'],
    ['sin(pi*sqrt(4))', '0'],
    ['sin(pi*sqrt(0.25))', '1'],
    ['sin(3pi % (2pi))', '0'],
    ['sin(pi/3 + pi/6)', '1'],
    ['sin(mean(pi, pi/3))*2', '1.7320508075688772'],
    ['cos(pi/2)', '0'],
    ['cos(2pi/3)', '-0.5'],
    ['cos(-pi/3)', '0.5'],
    ['tan(pi/4)', '1'],
    ['tan(5pi/4)', '1'],
    ['tan(-pi/4)', '-1'],
    ['sin(30 degrees)', '0.5'],
    ['sin(30deg)', '0.5'],
    ['sin(390°)', '0.5'],
    ['sin(60° + 30°)', '1'],
    ['sin(-30°)', '-0.5'],
    ['180° - pi', '0'],
    ['90°/pi', '0.5'],
    ['pi/180°', '1'],
    ['asin(1)/pi', '0.5'],
    ['acos(-1) - pi', '0'],
    ['acos(0)*2/pi', '1'],
    ['4atan(1)/pi', '1'],
    ['sin(asin(1))', '1'],
    ['sin(atan(1)*2)', '1'],
    ['cos(acos(-0.5))', '-0.5'],
    ['tan(atan(-1))', '-1'],
    ['asin(sin(pi/6))*6/pi', '1'],
    ['pi*0', '0'],
    ['0*pi', '0'],
    ['pi/pi', '1'],
    ['2pi/pi', '2'],
    ['pi - pi + 1', '1'],
    ['pi^0', '1'],
    ['sum(pi, -pi)', '0'],
    ['2pi mod pi', '0'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });
});
