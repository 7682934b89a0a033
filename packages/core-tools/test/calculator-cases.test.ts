import { describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';
import { calculator } from '../src/index.ts';

/** Reported problems of calculators, each with the right answer; `ERROR` is a typed error. */
const CASES: readonly (readonly [id: string, expression: string, expected: string])[] = [
  ['calc-neg-pow-1', '-3^2', '-9'],
  ['calc-neg-pow-2', '-3^(1*2)', '-9'],
  ['calc-neg-pow-3', '9-3^2', '0'],
  ['calc-neg-pow-5', '-3 ** 2', '-9'],
  ['calc-neg-base-paren', '(-1)^0', '1'],
  ['calc-pow-right', '2^2^3', '256'],
  ['calc-impl-1', '((43)(60)+(21)(80)+(16)(100))/(43+21+16)', '73.25'],
  ['calc-impl-3', '5^(2^3)(-2)', '-781250'],
  ['calc-impl-4', '2 + 2 3', 'ERROR'],
  ['calc-impl-5', '7+3(5*3)', '52'],
  ['calc-mod-big', '(104857566-103811072+1)%(1024*1024/512)', '2015'],
  ['calc-pct-mul', '100*3%', '3'],
  ['calc-pct-add', '80000+8%', '86400'],
  ['calc-pct-plus-pct', '88%+12%', '1'],
  ['calc-pct-of', '10% of 28', '2.8'],
  ['calc-pct-minus-num', '50 + 10% - 5', '50'],
  ['calc-pct-sub', '130-20%', '104'],
  ['calc-trig-sinpi', 'sin(pi)', '0'],
  ['calc-trig-tan', 'tan(pi/2)', 'ERROR'],
  ['calc-round-neg', 'round(-2.5)', '-3'],
  ['calc-big-mul', '6956415689 * 5465845', '38022689911642205'],
  ['calc-big-pow', '2^50', '1125899906842624'],
  ['calc-big-add', '100000000000000000 + 56', '100000000000000056'],
  ['calc-big-cancel', '399999999999999-399999999999998', '1'],
  ['calc-third', '2 + 1/3', '2.333333333333333'],
  ['calc-float-1', '0.3 * 3', '0.9'],
  ['calc-float-4', '3/3e-2', '100'],
  ['calc-sci-2', '10e3 + 5', '10005'],
  ['calc-sci-3', '1÷1.0E-9', '1000000000'],
  ['calc-sci-roundtrip', '1e+100 / 10^99', '10'],
  ['calc-decimal-comma', '4,5 + 7,5 * 10', 'ERROR'],
  ['calc-uni-mul', '3×4·2', '24'],
  ['calc-div0', '1/0', 'ERROR'],
  ['calc-div0-nan', '0/0', 'ERROR'],
  ['calc-log10', 'log(100)', '2'],
  ['calc-ln', 'ln(e^10)', '10'],
  ['calc-proto-1', 'constructor', 'ERROR'],
  ['calc-proto-2', 'cos.constructor("return 1")()', 'ERROR'],
  ['orig-calc-dots', '1.2.3', 'ERROR'],
  ['orig-calc-small', '10^-11', '1e-11'],
  ['D-119a', '2^3^2', '512'],
  ['D-119b', '-2^2', '-4'],
  ['D-121a', '10^300', `1${'0'.repeat(300)}`],
  ['D-121b', '10^-12', '1e-12'],
  ['D-123a', '1e3', '1000'],
  ['D-123b', '2.5e-3*2', '0.005'],
  ['D-124a', 'toString', 'ERROR'],
  ['D-124b', 'constructor', 'ERROR'],
  ['T-calc-015', '10^300', `1${'0'.repeat(300)}`],
];

/** The same, with what the observation or the error message has to match. */
const OBSERVATIONS: readonly (readonly [id: string, expression: string, right: RegExp])[] = [
  ['T-calc-005', '2^3^2', /Result: 512$/],
  ['T-calc-006', '-2^2', /Result: -4$/],
  ['T-calc-007', '2**3**2', /512$/],
  ['T-calc-008', '-3^2+1', /Result: -8$/],
  ['T-calc-010', '-2^0.5', /-1\.41421356/],
  ['T-calc-011', '1e3', /1000$/],
  ['T-calc-012', '2.5e-3*2', /0\.005$/],
  ['T-calc-013', '1.2.3+1', /error/i],
  ['T-calc-014', '1..5', /error/i],
  ['T-calc-018', '0.000000000012*3', /3\.6e-11|0\.000000000036/],
  ['T-calc-027', '2088289050630061+0', /2088289050630061$/],
  ['T-calc-028', '508592224455300*1', /508592224455300$/],
  ['T-calc-030', '2(3+4)', /14$/],
  ['T-calc-032', '(1+2)(3+4)', /21$/],
  ['T-calc-033', '5!', /120$/],
  ['T-calc-034', '50%', /0\.5$/],
  ['T-calc-037', 'PI', /3\.14159/],
  ['T-calc-038', 'Sin(0)', /Result: 0$/],
  ['T-calc-039', 'max(1,2,3)', /3$/],
  ['T-calc-041', 'pow(2,10)', /1024$/],
  ['T-calc-042', 'log2(8)', /3$/],
  ['T-calc-045', 'cbrt(27)', /3$/],
  ['T-calc-053', '１＋２', /3$/],
  ['T-calc-054', '√16', /4$/],
  ['T-calc-056', 'π*2', /6\.2831853/],
  ['T-calc-057', '2·3', /6$/],
  ['T-calc-061', 'tan(pi/2)', /undefined|infinity|error/i],
  ['T-calc-066', 'round(-2.5)', /-3$/],
  ['T-calc-067', '5 mod 3', /2$/],
  ['T-calc-071', 'hasOwnProperty(1)', /unknown|unexpected token: hasOwn/i],
  ['T-calc-075', '1+\n2', /Result: 3$/],
  ['T-calc-082', '0x1F', /31$/],
  ['T-calc-083', '1_000', /1000$/],
  ['T-calc-084', 'sqrt 16', /4$/],
  ['T-calc-086', '2^0.5^2', /1\.18920/],
];

describe('reported calculator cases', () => {
  it.each(CASES)('%s: %s is %s', (_id, expression, expected) => {
    if (expected === 'ERROR') expect(() => evaluate(expression)).toThrow(CoreToolError);
    else expect(evaluate(expression).text).toBe(expected);
  });

  it.each(OBSERVATIONS)('%s: %j gives %s', async (_id, expression, right) => {
    expect(await observe(expression)).toMatch(right);
  });
});

async function observe(expression: string): Promise<string> {
  try {
    return (await calculator.execute({ expression })).text;
  } catch (error) {
    if (error instanceof CoreToolError) return error.message;
    throw error;
  }
}
