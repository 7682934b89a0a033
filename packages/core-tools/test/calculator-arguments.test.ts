import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { failureOfExpression, outcomeOf } from './calculator-expectations.ts';

describe('a comma inside a call of a function that may take several arguments', () => {
  it.each([
    ['max(1,234)', '234'],
    ['max(1,234,567)', '567'],
    ['min(1,234, 7)', '1'],
    ['sum(1,000)', '1'],
    ['log(10,100)', '0.5'],
    ['log(100,10)', '2'],
    ['log(8,2)', '3'],
    ['log(1,234)', '0'],
    ['round(2.567,002)', '2.57'],
    ['round(1,100)', '1'],
    ['max(log(10,100), 0)', '0.5'],
    ['max(sqrt(1,024), 3)', '32'],
    ['sqrt(max(1,024))', '4.898979485566356'],
    ['log(sqrt(1,000,000), 10)', '3'],
    ['ｌｏｇ（１０，１００）', '0.5'],
    ['1,000 + log(10,100)', '1000.5'],
    ['log(10,100) + 1,000', '1000.5'],
  ])('always separates: %s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it.each([
    ['sqrt(1,234)', 'sqrt(1234)'],
    ['abs(-1,234.5)', '1234.5'],
    ['log2(1,024)', '10'],
    ['lg(1,000)', '3'],
    ['ln(1,000,000)', 'ln(10^6)'],
    ['log 1,000', '3'],
    ['round 1,234.5', '1235'],
  ])('groups digits where a function takes one value: %s is %s', (expression, same) => {
    expect(evaluate(expression).text).toBe(evaluate(same).text);
  });

  it.each([
    ['log(1,000)', 'log(1000)'],
    ['log(12,000)', 'log(12000)'],
    ['log(2,001)', 'log(2001)'],
    ['log( 1,000.0 )', 'log(1000.0)'],
    ['ＬＯＧ（１，０００）', 'log(1000)'],
    ['round(1,234)', 'round(1234)'],
    ['round(12,345)', 'round(12345)'],
    ['round(-1,234.5)', 'round(-1234.5)'],
    ['log(2*1,000)', 'log(2*1000)'],
    ['round(sqrt(1,024)*1,999)', 'round(sqrt(1,024)*1999)'],
  ])('%s has no value, and a hint how to write one number', (expression, mended) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('tool_error');
    expect(error.details).toEqual({
      position: 0,
      hint: `a comma separates arguments; for one number write ${mended}`,
    });
    expect(() => evaluate(mended)).not.toThrow();
  });

  it.each(['log(5, 0)', 'log(1000,0)', 'round(1/3, 101)', 'round(1.5,1000)'])(
    '%s has no value, and nothing to hint at',
    (expression) => {
      expect(failureOfExpression(expression).details).toEqual({ position: 0 });
    },
  );

  it.each(['log(10,100)', 'log(1,234)', 'round(1,050)', '2*round(-1,050)', 'round(2*1,050)'])(
    'is told where it could be taken for one between thousands: %s',
    (expression) => {
      expect(evaluate(expression).note).toBe(
        'a comma in a call of log or round separates two arguments, also before three digits',
      );
    },
  );

  it.each([
    'log(10, 100)',
    'round(1.5,100)',
    'round(0,100)',
    'log(1000,100)',
    'max(1,234)',
    'log(10,16)',
    'log(2,1024)',
    'sqrt(1,024)',
  ])('needs no note in %s', (expression) => {
    expect(evaluate(expression).note).toBeUndefined();
  });
});

describe('a wrong number of arguments', () => {
  it.each([
    ['sin(1, 2)', 'sin takes 1 argument, got 2', 5],
    ['sin(1,2)', 'sin takes 1 argument, got 2', 5],
    ['sqrt(4,5)', 'sqrt takes 1 argument, got 2', 6],
    ['2+sqrt(1,234,5)', 'sqrt takes 1 argument, got 3', 8],
    ['abs(1+2, 3)', 'abs takes 1 argument, got 2', 7],
    ['ln(2, 3, 4)', 'ln takes 1 argument, got 3', 4],
    ['floor(2.5, )', 'floor takes 1 argument, got 2', 9],
    ['round(1, 2, 3)', 'round takes 1 or 2 arguments, got 3', 10],
    ['log(1,234,567)', 'log takes 1 or 2 arguments, got 3', 9],
    ['nCr(1,000,2)', 'ncr takes 2 arguments, got 3', 9],
    ['pow(2, 3, max(4, 5))', 'pow takes 2 arguments, got 3', 8],
    ['mod(7, 3, 2', 'mod takes 2 arguments, got 3', 8],
    ['pow(2)', 'pow takes 2 arguments, got 1', 0],
    ['1+nCr()', 'ncr takes 2 arguments, got 0', 2],
    ['sqrt()', 'sqrt takes 1 argument, got 0', 0],
    ['var(1)', 'var takes at least 2 arguments, got 1', 0],
  ])('%s: %s, at position %i', (expression, problem, position) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toContain(`Error at position ${position}: ${problem}`);
    expect(error.details?.position).toBe(position);
  });

  it.each(['sqrt(4,5)', 'nCr(1,000,2)', 'sqrt(1,2345)'])(
    'may come from a comma inside a number: %s',
    (expression) => {
      expect(failureOfExpression(expression).details?.hint).toMatch(/point for decimals/);
    },
  );

  it('is no matter of commas outside', () => {
    expect(outcomeOf('1,5')).toMatch(/unexpected ",".*point for decimals/);
    expect(outcomeOf('(1, 2)')).toMatch(/unexpected ","/);
    expect(outcomeOf('max((1, 2))')).toMatch(/unexpected ","/);
    expect(outcomeOf('sin((1, 2))')).toMatch(/unexpected ","/);
    expect(outcomeOf('1.5,000')).toMatch(/unexpected ","/);
  });
});

describe('a word or a name that touches a number', () => {
  it.each([
    ['5mod3', '2'],
    ['5mod 3', '2'],
    ['5 mod3', '2'],
    ['5MOD3', '2'],
    ['(5)mod3', '2'],
    ['5mod3+1', '3'],
    ['5mod3e2', '5'],
    ['100mod7mod3', '2'],
    ['2*10mod3', '2'],
    ['５ｍｏｄ３', '2'],
    ['50%of80', '40'],
    ['50% of80', '40'],
    ['50%OF80', '40'],
    ['20%of50%of80', '8'],
    ['10+50%of80', '50'],
    ['log2(8)', '3'],
    ['log10(100)', '2'],
    ['2log2(8)', '6'],
    ['10mod log2(8)', '1'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it.each([
    ['5x3', 1, 'write * to multiply: 5*3'],
    ['5 x 3', 2, 'write * to multiply: 5*3'],
    ['1.5x2.5', 3, 'write * to multiply: 1.5*2.5'],
    ['2+10X20', 4, 'write * to multiply: 10*20'],
    ['５ｘ３', 1, 'write * to multiply: 5*3'],
    ['(5)x3', 3, 'write * to multiply'],
    ['5x', 1, 'write * to multiply'],
    ['5pi2', 1, 'write pi*2'],
    ['pi2', 0, 'write pi*2'],
    ['2e2e3', 3, 'write e*3'],
    ['sqrt16', 0, 'write sqrt(16)'],
    ['2sin30', 1, 'write sin(30)'],
    ['log28', 0, 'write log(28)'],
    ['255in16', 5, 'write hex, bin, oct or dec'],
  ])('%s is refused at position %i: %s', (expression, position, hint) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details).toMatchObject({ position, hint });
  });

  it.each([
    ['5of3', /only after a percentage/],
    ['mod3', /unexpected "mod"/],
    ['x3', /write \* to multiply/],
    ['5deg3', /operator is missing/],
    ['atan2(1, 2)', /did you mean/],
    ['max3', /write max\(3\)|\("\)? is expected/],
    ['modx3', /unknown name/],
    ['qqq3', /unknown name/],
  ])('%s is refused', (expression, message) => {
    expect(() => evaluate(expression)).toThrow(message);
  });
});

describe('full-width names', () => {
  it.each([
    ['255 in ｈｅｘ', '0xFF'],
    ['２５５ ｉｎ ｈｅｘ', '0xFF'],
    ['５ ｔｏ ＢＩＮ', '0b101'],
    ['255　ａｓ　ｏｃｔａｌ＝', '0o377'],
    ['１０ ｍｏｄ ３', '1'],
    ['５０％ ｏｆ ８０', '40'],
    ['ｓｑｒｔ（１６）', '4'],
    ['Ｌｏｇ２（８）', '3'],
    ['ｍａｘ（１，２３４）', '234'],
    ['ｎＣｒ（５，２）', '10'],
    ['ｐｉ/ｐｉ', '1'],
    ['ｅ^0', '1'],
    ['ｓｉｎ（３０ ｄｅｇ）', '0.5'],
    ['０ｘＦＦ', '255'],
    ['１ｅ３', '1000'],
  ])('%s is %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result.text).toBe(expected);
    expect(evaluate(result.interpreted ?? '').text).toBe(expected);
  });

  it('are quoted as written, with hints in ASCII', () => {
    expect(failureOfExpression('ｓｑｒ（４）').details).toEqual({
      position: 0,
      hint: 'did you mean sqrt?',
      candidates: ['sqrt'],
    });
    expect(outcomeOf('5 in ｂａｓｅ')).toMatch(/write hex, bin, oct or dec/);
  });
});
