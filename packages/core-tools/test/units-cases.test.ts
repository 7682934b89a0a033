import { describe, expect, it } from 'vitest';

import { convert, CoreToolError } from '../src/units.ts';
import { unitConvert } from '../src/index.ts';

type Arguments = readonly [value: number, from: string, to: string];

/** Reported problems of unit converters, each with the right answer; `ERROR` is a typed error. */
const CASES: readonly (readonly [id: string, input: Arguments, expected: string])[] = [
  ['unit-ft-in', [1, 'ft', 'in'], '12'],
  ['unit-in-ft', [24, 'in', 'ft'], '2'],
  ['unit-yd', [12, 'in', 'ft'], '1'],
  ['unit-lb-oz', [1, 'lb', 'oz'], '16'],
  ['unit-oz-lb', [8, 'oz', 'lb'], '0.5'],
  ['unit-g-kg', [20, 'g', 'kg'], '0.02'],
  ['unit-t-kg', [1, 't', 'kg'], '1000'],
  ['unit-C-K', [-1, 'C', 'K'], '272.15'],
  ['unit-C-F', [-11, 'C', 'F'], '12.2'],
  ['unit-mb', [1, 'mb', 'byte'], 'ERROR'],
  ['unit-Kelvin-byte', [1, 'KiB', 'byte'], '1024'],
  ['orig-unit-proto', [1, 'toString', 'valueOf'], 'ERROR'],
  ['orig-unit-lb', [1, 'lb', 'kg'], '0.45359237'],
  ['D-115', [5, 'GB', 'MB'], '5000'],
  ['D-127a', [1, 'mm', 'mile'], '6.21371192237334e-7'],
  ['D-127b', [1, 'mg', 'ton'], '1e-9'],
  ['D-127c', [1, 'bit', 'TB'], '1.25e-13'],
  ['D-128', [593819772763, 'g', 'g'], '593819772763'],
];

/** The same, with what the observation or the error message has to match. */
const OBSERVATIONS: readonly (readonly [id: string, input: Arguments, right: RegExp])[] = [
  ['T-unit-149', [4302989818.52, 'm', 'm'], /= 4302989818\.52 m/],
  ['T-unit-150', [593819772763, 'g', 'g'], /= 593819772763 g/],
  ['T-unit-163', [1000000, 'lb', 'kg'], /453592\.37/],
  ['T-unit-165', [1, 'mm', 'mile'], /6\.21371\d*e-7|0\.00000062/],
  ['T-unit-166', [1, 'mg', 'ton'], /1e-9|0\.000000001/],
  ['T-unit-169', [1, 'meters', 'feet'], /3\.28/],
  ['T-unit-170', [1, 'kilometer', 'm'], /1000/],
  ['T-unit-171', [1, 'KM', 'm'], /1000/],
  ['T-unit-172', [1, 'Kg', 'g'], /1000/],
  ['T-unit-175', [1, 'stone', 'kg'], /6\.35/],
  ['T-unit-178', [1, 'um', 'mm'], /0\.001/],
  ['T-unit-179', [1, 'litre', 'ml'], /1000/],
  ['T-unit-181', [1, 'hour', 'min'], /60/],
  ['T-unit-183', [1, 'acre', 'm2'], /4046\.8/],
  ['T-unit-184', [37, '°C', '°F'], /98\.6/],
  ['T-unit-186', [-500, 'C', 'K'], /absolute zero|below|invalid/i],
  ['T-unit-190', [1, '厘米', '英寸'], /0\.3937/],
  ['T-unit-191', [1, '公斤', '斤'], /\b2\b/],
  ['T-unit-196', [100, ' cm ', 'm'], /= 1 m/],
  ['T-unit-199', [1, 'B', 'b'], /8\b/],
];

describe('reported unit cases', () => {
  it.each(CASES)('%s: %j is %s', (_id, [value, from, to], expected) => {
    if (expected === 'ERROR') expect(() => convert(value, from, to)).toThrow(CoreToolError);
    else expect(convert(value, from, to).text).toBe(expected);
  });

  it.each(OBSERVATIONS)('%s: %j gives %s', async (_id, [value, from, to], right) => {
    expect(await observe({ value, from, to })).toMatch(right);
  });
});

async function observe(args: { value: number; from: string; to: string }): Promise<string> {
  try {
    return (await unitConvert.execute(args)).text;
  } catch (error) {
    if (error instanceof CoreToolError) return error.message;
    throw error;
  }
}
