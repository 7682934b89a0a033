import { describe, expect, it } from 'vitest';

import { convert, convertNumber, CoreToolError, findUnit } from '../src/units.ts';

/** What does not terminate, to 16 significant digits, rounded half up. */
const ROUNDED: readonly (readonly [readonly [number, string, string], string])[] = [
  [[0, '℉', '℃'], '-17.77777777777778'],
  [[1, 'kg', 'lb'], '2.204622621848776'],
  [[1, 'cun', 'cm'], '3.333333333333333'],
  [[1, '亩', 'm²'], '666.6666666666667'],
  [[25, 'mpg', 'L/100km'], '9.408583333333333'],
  [[40, 'UK mpg', 'mpg'], '33.30696738515955'],
  [[7, 'l/100km', 'imp_mpg'], '40.35441947597459'],
  [[1, 'kph', 'm/s'], '0.2777777777777778'],
  [[1, 'psi', 'kPa'], '6.894757293168361'],
  [[2, 'mm', 'yd'], '0.002187226596675416'],
  [[0.03, 'cm', 'in'], '0.01181102362204724'],
  [[-0.03, 'cm', 'in'], '-0.01181102362204724'],
  [[99.99, 'cm', 'in'], '39.36614173228346'],
  [[1, 'mm', 'mi'], '6.21371192237334e-7'],
];

/** Refused, with what could have been meant. */
const REFUSALS: readonly (readonly [name: string, candidates: readonly string[]])[] = [
  ['MM', ['mm']],
  ['MM2', ['mm²']],
  ['Mm³', ['mm³']],
  ['sq MM', ['mm²']],
  ['MM/MIN', ['mm/min']],
  ['ML', ['mL']],
  ['NM', ['nm', 'nmi']],
  ['Mg', ['mg', 't']],
  ['mwh', ['MWh']],
  ['mev', ['MeV']],
  ['Mbar', ['mbar']],
  ['mpa', ['MPa']],
  ['MRAD', ['mrad']],
  ['mj', ['mJ', 'MJ']],
  ['CAL', ['cal', 'kcal']],
  ['tb', ['TB', 'Tb']],
  ['S', ['s']],
  ['w', ['W']],
  ['j', ['J']],
  ['個月', ['d', 'week']],
  ['foo', ['foot', 'food calorie', 'foot pound']],
  ['sqare meters', ['square meters']],
  ['miles per huor', ['miles per hour']],
  ['killograms', ['kilogram']],
  ['watz', ['watt']],
];

describe('results and names', () => {
  it.each(ROUNDED)('%j is about %s', ([value, from, to], text) => {
    expect(convert(value, from, to)).toMatchObject({ text, exact: false });
  });

  it.each(REFUSALS)('%s is refused: %j', (name, candidates) => {
    const refuse = (): unknown => convert(1, name, name);
    expect(refuse).toThrow(CoreToolError);
    try {
      refuse();
    } catch (error) {
      expect((error as CoreToolError).details?.candidates).toEqual(candidates);
    }
  });

  it('all capitals may stand for mega, where nothing else is meant', () => {
    expect(convert(1, 'MPA', 'bar').text).toBe('10');
    expect(convert(1, 'MWH', 'kWh').text).toBe('1000');
  });

  it('plurals are no matter, but only real ones', () => {
    expect(findUnit('square feet')?.symbol).toBe('ft²');
    expect(findUnit('catties')?.symbol).toBe('jin');
    for (const name of ['米s', 'cs', 'degreeses', 'tones', 'ms ms']) {
      expect(findUnit(name), name).toBeUndefined();
    }
  });
});

describe('fuel economy', () => {
  it('is exact and its own way back', () => {
    expect(convert(8, 'L/100km', 'km/L')).toMatchObject({ text: '12.5', exact: true });
    expect(convert(12.5, 'km/L', 'L/100km')).toMatchObject({ text: '8', exact: true });
    expect(convert('0.1', 'L/100km', 'L/100km').text).toBe('0.1');
  });

  it('has no inverse of 0', () => {
    for (const zero of [0, -0, '0.000']) {
      expect(() => convert(zero, 'mpg', 'L/100km')).toThrow(
        /0 mpg is no finite number of L\/100km/,
      );
    }
    expect(() => convertNumber(0, 'L/100km', 'km/L')).toThrow(CoreToolError);
    expect(convert(0, 'mpg', 'km/L').text).toBe('0');
  });

  it('notes that a bare mpg is American', () => {
    expect(convert(30, 'mpg', 'km/L').notes.join()).toMatch(/US unit/);
    expect(convert(30, 'us mpg', 'uk mpg').notes).toEqual([]);
  });
});

describe('convertNumber', () => {
  it('reads KB, MB … in 1024s when asked to', () => {
    expect(convertNumber(2048, 'MB', 'GB')).toBe(2.048);
    expect(convertNumber(2048, 'MB', 'GB', { binary: true })).toBe(2);
  });

  it('never gives -0, and refuses what convert refuses', () => {
    expect(Object.is(convertNumber(-0, 'm', 'cm'), 0)).toBe(true);
    expect(() => convertNumber(NaN, 'm', 'cm')).toThrow(/^value: /);
    expect(() => convertNumber(NaN, 'm', 'kg')).toThrow(/^value: /);
    expect(() => convertNumber(Infinity, 'm', 'cm')).toThrow(/^value: /);
    expect(() => convertNumber(1e308, 'km', 'mm')).toThrow(/overflow/);
    expect(() => convertNumber(-0.01, 'K', 'C')).toThrow(/absolute zero/);
    expect(() => convertNumber(1, 'm', 'kg')).toThrow(/length.*weight/);
  });
});
