import { evaluate } from '@mini-agent/core-tools/calculator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundedText } from '../../src/rules/conversion-rounding.ts';

test.each([
  ['37', 1, '37'],
  ['6.21371192237334', 2, '6.21'],
  ['2.345', 2, '2.35'],
  ['-2.345', 2, '-2.35'],
  ['9.999', 2, '10'],
  ['-0.004', 2, '0'],
  ['0.5', 0, '1'],
  ['1.5e-7', 7, '0.0000002'],
  ['1.5e-7', 3, '0'],
  ['9.4607e+30', 2, '9.4607e+30'],
])('%s to %i places is %s', (number, places, text) => {
  expect(roundedText(number, places)).toBe(text);
});

test('a conversion is rounded as the calculator rounds', () => {
  const numbers = fc.tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 15 }));
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 15 }), ([digits, scale], places) => {
      const number = evaluate(`${digits} / 10^${scale}`).text;
      const difference = `${roundedText(number, places)} - round(${number}, ${places})`;
      expect(evaluate(difference).text).toBe('0');
    }),
  );
});
