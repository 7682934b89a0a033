import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { failureOfExpression } from './calculator-expectations.ts';

const MODULO = /read as modulo/;
const PER_CENT = /read as per cent/;
const OF_LEFT = /per cent of a/;

describe('a % that no operand follows', () => {
  it.each([
    ['50%', '0.5'],
    ['(10)%', '0.1'],
    ['-10%', '-0.1'],
    ['2.5 %', '0.025'],
    ['5%%', '0.0005'],
    ['50%%', '0.005'],
    ['5!%', '1.2'],
    ['1,234%', '12.34'],
    ['0xFF%', '2.55'],
    ['(80+5)%', '0.85'],
    ['50%=', '0.5'],
    ['50% = ?', '0.5'],
    ['50% in dec', '0.5'],
    ['200% in hex', '0x2'],
    ['(50%)', '0.5'],
    ['sqrt(25%)', '0.5'],
    ['√25%', '0.5'],
    ['max(10%, 0.2)', '0.2'],
    ['max(10%,5%)', '0.1'],
    ['50%^2', '0.25'],
    ['50%²', '0.25'],
    ['-50%^2', '-0.25'],
    ['4^50%', '2'],
    ['10% * 3', '0.3'],
    ['10%*3', '0.3'],
    ['1%/4', '0.0025'],
    ['10%/2%', '5'],
    ['10%*10%', '0.01'],
    ['50% mod 3', '0.5'],
    ['8 mod 3%', '0.02'],
    ['５０％', '0.5'],
  ])('is per cent in %s: %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toMatch(PER_CENT);
  });

  it.each([
    ['10% of 28', '2.8'],
    ['10 % of 50', '5'],
    ['50%of 80', '40'],
    ['10 % OF 50', '5'],
    ['10% of -50', '-5'],
    ['10% of 50+5', '10'],
    ['10% of (50+5)', '5.5'],
    ['10% of 50*2', '10'],
    ['150% of 2/3', '1'],
    ['10% of 2^3', '0.8'],
    ['10% of 50% of 200', '10'],
    ['10% of 10%', '0.01'],
    ['200+10% of 50', '205'],
    ['100-10% of 50', '95'],
    ['2*(15% of 80)', '24'],
    ['3 * 10% of 20', '6'],
    ['3 × -10% of 20', '-6'],
    ['60/2*10% of 20', '60'],
    ['3*10% of 50% of 80', '12'],
    ['100 + 2*10% of 50%', '100.1'],
    ['15% of 15% of 15', '0.3375'],
    ['50％ of 80', '40'],
  ])('is a share in %s: %s', (expression, expected) => {
    expect(evaluate(expression)).toMatchObject({ text: expected, exact: true });
  });
});

describe('a ± p%', () => {
  it.each([
    ['80+15%', '92'],
    ['80 + 15%', '92'],
    ['80 +15%', '92'],
    ['80-15%', '68'],
    ['130-20%', '104'],
    ['80000+8%', '86400'],
    ['3+5+10%', '8.8'],
    ['3 * 5 + 10%', '16.5'],
    ['80-15%-10%', '61.2'],
    ['1000 - 20% - 20%', '640'],
    ['100+10%+10%+10%', '133.1'],
    ['100+-10%', '90'],
    ['100 - -10%', '110'],
    ['100-100%', '0'],
    ['100-200%', '-100'],
    ['0+10%', '0'],
    ['-80+15%', '-92'],
    ['(80+20)+15%', '115'],
    ['80*15%+10%', '13.2'],
    ['100*(1+10%)', '110'],
    ['100+5!%', '220'],
    ['100 + 5% + 3', '108'],
    ['100 +5% +3', '108'],
    ['100+5%-3', '102'],
    ['50 + 10% - 5', '50'],
    ['50+10%-5', '50'],
    ['3 + 5% - 3%', '3.0555'],
    ['10 - 20% in hex', '0x8'],
    ['80 ＋ 15％', '92'],
    ['80 − 15%', '68'],
    ['(100+10%)-10%', '99'],
    ['200 + 50% of 10%', '210'],
  ])('is p per cent of a in %s: %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toMatch(OF_LEFT);
  });

  it.each([
    ['88%+12%', '1'],
    ['88% + 12%', '1'],
    ['100%-20%', '0.8'],
    ['5%-3%', '0.02'],
    ['-5%+10%', '0.05'],
    ['88%+12%+5%', '1.05'],
    ['(80+5)%+5%', '0.9'],
    ['10%-5%-5%', '0'],
  ])('is a sum of two percentages in %s: %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).not.toMatch(OF_LEFT);
  });

  it.each([
    ['100+10%*2', '100.2'],
    ['100+10%^2', '100.01'],
    ['100+(10%)', '100.1'],
    ['100+(10%+5%)', '100.15'],
    ['100+10% of 50', '105'],
    ['10%+100', '100.1'],
    ['10% + 100', '100.1'],
    ['-10%+100', '99.9'],
    ['50 %+ 20', '20.5'],
    ['100*5%-3', '2'],
    ['100*3%', '3'],
    ['30/15%', '200'],
    ['10%*100-5', '5'],
  ])('is not read into %s: %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).not.toMatch(OF_LEFT);
  });
});

describe('a % that an operand follows', () => {
  it.each([
    ['10%3', '1'],
    ['10 % 3', '1'],
    ['10% 3', '1'],
    ['10 %3', '1'],
    ['10%(3)', '1'],
    ['10 % (4-1)', '1'],
    ['10%sqrt(9)', '1'],
    ['10%√9', '1'],
    ['10%.3', '0.1'],
    ['10%0x3', '1'],
    ['8%3*2', '4'],
    ['8*2%3', '1'],
    ['8%3%2', '0'],
    ['5%%3', '0.05'],
    ['17 % 5 + 1', '3'],
    ['1 + 17 % 5', '3'],
    ['2^10 % 7', '2'],
    ['7 % 2^2', '3'],
    ['10%3!', '4'],
    ['-8%3', '1'],
    ['-(8%3)', '-2'],
    ['(-8)%3', '1'],
    ['8%(-3)', '-1'],
    ['7 % -3', '-2'],
    ['7 %-3', '-2'],
    ['7%-3', '-2'],
    ['-7 % -3', '-1'],
    ['7 %+3', '1'],
    ['7 % +3', '1'],
    ['0%-3', '0'],
    ['0.3%0.1', '0'],
    ['5.5 % 2', '1.5'],
    ['-0.3 % 0.1', '0'],
    ['1e20 % 7', '2'],
    ['10^30 % 7', '1'],
    ['1e-7 % 3e-8', '1e-8'],
    ['(2/3)%(1/3)', '0'],
    ['3pi % (2pi) - pi', '0'],
    ['(104857566-103811072+1)%(1024*1024/512)', '2015'],
    ['１０％３', '1'],
    ['100 % 30 % 7', '3'],
  ])('is modulo in %s: %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toMatch(MODULO);
  });

  it.each([
    ['5 mod 3', '2'],
    ['-5 mod 3', '1'],
    ['5 mod -3', '-1'],
    ['5 MOD 3', '2'],
    ['(5)mod(3)', '2'],
    ['7 mod 3 mod 2', '1'],
    ['2*7 mod 3', '2'],
    ['7 mod 3*2', '2'],
    ['7 mod 3^2', '7'],
    ['5!mod 3', '0'],
    ['10 mod 0.3', '0.1'],
    ['1 mod 0.1', '0'],
    ['(2/3) mod (1/3)', '0'],
    ['mod(-7, 3)', '2'],
    ['mod(7, -3)', '-2'],
    ['mod(7.5, 2)', '1.5'],
  ])('has a word that needs no note: %s is %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toBeUndefined();
  });

  it.each([
    ['5 % 0', 2],
    ['5%0', 1],
    ['5%(1-1)', 1],
    ['5 mod 0', 2],
    ['1 + 5 % (0.1+0.2-0.3)', 6],
    ['mod(7, 0)', 0],
  ])('has no value by 0: %s, at position %i', (expression, position) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('tool_error');
    expect(error.message).toMatch(/modulo by zero/);
    expect(error.details?.position).toBe(position);
  });
});

describe('a sign behind a %', () => {
  // Before + or -: per cent when % touches its operand or the sign is followed by a space, else modulo.
  it.each([
    ['10% - 5', '-4.9', PER_CENT],
    ['10% -5', '-4.9', PER_CENT],
    ['10 % - 5', '-4.9', PER_CENT],
    ['7% - 3', '-2.93', PER_CENT],
    ['50 % + 20', '20.5', PER_CENT],
    ['50%+20', '20.5', PER_CENT],
    ['10%-5+1', '-3.9', PER_CENT],
    ['2*10%-5', '-4.8', PER_CENT],
    ['10 % -5', '0', MODULO],
    ['10 % -3 + 1', '-1', MODULO],
    ['(7) % -3', '-2', MODULO],
  ])('decides the reading of %s: %s', (expression, expected, note) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(result.note).toMatch(note);
  });
});

describe('percentages that are none', () => {
  it.each([
    '%',
    '%5',
    'a%',
    '5 of 3',
    'of 5',
    '10% of',
    '5 of',
    '10% x 50',
    '100/10% of 20',
    '100 mod 10% of 20',
    '2*sqrt 10% of 20',
    '50%!',
    '(3%)!',
  ])('are refused in %j', (expression) => {
    expect(failureOfExpression(expression).message).toMatch(/^Error at position \d+: /);
  });
});
