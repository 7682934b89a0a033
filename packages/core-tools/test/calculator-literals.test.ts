import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { failureOfExpression } from './calculator-expectations.ts';

describe('numbers', () => {
  it.each([
    ['007', '7'],
    ['0012.50', '12.5'],
    ['5.', '5'],
    ['5.!', '120'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['5.e3', '5000'],
    ['1.e5', '100000'],
    ['1E9', '1000000000'],
    ['1e+2', '100'],
    ['1e0005', '100000'],
    ['1e1_0', '10000000000'],
    ['0e99999', '0'],
    ['0.0e-99999', '0'],
    ['1_000.5_5', '1000.55'],
    ['1,000 * 2,000', '2000000'],
    ['-1,234', '-1234'],
    ['12,345', '12345'],
    ['123,456.789', '123456.789'],
    ['1,234,567', '1234567'],
    ['1,234e2', '123400'],
    ['(1,234+1)', '1235'],
    ['2^1,000 / 2^999', '2'],
    ['sqrt(1,024)', '32'],
    ['abs(-1,234)', '1234'],
    ['max(1,234)', '234'],
    ['max(1,234,567)', '567'],
    ['max(1,234) + 1,000', '1234'],
    ['1,000 + max(1,234)', '1234'],
    ['max(sqrt(1,024), 2)', '32'],
    ['gcd(1,000)', '1'],
    ['0x1F', '31'],
    ['0X1f', '31'],
    ['0b101', '5'],
    ['0o17', '15'],
    ['0xdead_beef', '3735928559'],
    ['0xFFFFFFFFFFFFFFFFFFFF', '1208925819614629174706175'],
    ['0x10 mod 3', '1'],
    ['2e', '5.43656365691809'],
    ['2E', '5.43656365691809'],
    ['1e5e/e', '100000'],
  ])('%s is %s', (expression, expected) => {
    expect(evaluate(expression).text).toBe(expected);
  });

  it.each([
    ['1.2.3', 3],
    ['1..2', 2],
    ['1,2', 1],
    ['1,23', 1],
    ['1,2345', 1],
    ['1234,567', 4],
    ['1,234,56', 1],
    ['12,34,567', 2],
    ['0,123', 1],
    ['4,5', 1],
    ['4,5 + 7,5 * 10', 1],
    ['1, 234', 1],
    ['1.234,5', 5],
    ['√(2,5)', 3],
    [',234', 0],
    ['1__0', 1],
    ['1_', 1],
    ['_1', 0],
    ['1._5', 2],
    ['1e3.5', 3],
    ['0x', 2],
    ['0b12', 3],
    ['0b102', 4],
    ['0o8', 2],
    ['0xFG', 3],
    ['0x1.8', 3],
    ['.', 0],
    ['2.5.e', 3],
  ])('%s is refused at position %i', (expression, position) => {
    const error = failureOfExpression(expression);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details?.position).toBe(position);
  });

  it('tell how decimals are written where a comma was one', () => {
    for (const expression of ['4,5', '1,2', '√(2,5)', '12,5%', '３，５']) {
      expect(failureOfExpression(expression).details?.hint).toMatch(/point/);
    }
  });
});

describe('number bases', () => {
  it.each([
    ['255 in hex', '0xFF'],
    ['255 to hex', '0xFF'],
    ['255 as hex', '0xFF'],
    ['255 IN HEX', '0xFF'],
    ['255 in hexadecimal', '0xFF'],
    ['255in hex', '0xFF'],
    ['255 in bin', '0b11111111'],
    ['255 to binary', '0b11111111'],
    ['255 in oct', '0o377'],
    ['0b1111 in hex', '0xF'],
    ['0xff in dec', '255'],
    ['10/5 in hex', '0x2'],
    ['5! in oct', '0o170'],
    ['sqrt(16) in bin', '0b100'],
    ['-255 in hex', '-0xFF'],
    ['0 in hex', '0x0'],
    ['2^64 in hex', '0x10000000000000000'],
    ['255 in hex =', '0xFF'],
    ['２５５ in hex', '0xFF'],
  ])('%s is %s', (expression, expected) => {
    const result = evaluate(expression);
    expect(result).toMatchObject({ text: expected, exact: true });
    expect(evaluate(result.text).value).toBe(result.value);
  });

  it.each(['0.5 in hex', '1/3 in bin', 'pi in hex', 'sqrt(2) in oct', '50% in hex'])(
    'have no notation for a fraction: %s',
    (expression) => {
      const error = failureOfExpression(expression);
      expect(error.code).toBe('tool_error');
      expect(error.message).toMatch(/only integers/);
    },
  );

  it.each([
    '255 in',
    '255 in kg',
    '255 in base 16',
    '255 in hex + 1',
    '(255 in hex)',
    '255 in hex in bin',
    '256 hex',
    'in hex',
  ])('are refused in %j', (expression) => {
    expect(failureOfExpression(expression).code).toBe('invalid_arguments');
  });
});
