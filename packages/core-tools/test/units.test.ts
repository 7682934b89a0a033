import { describe, expect, it } from 'vitest';

import { convert, CoreToolError, findUnit } from '../src/units.ts';

/** value, from, to, expected text: factors from the definitions of the units (NIST SP 811, SI Brochure). */
const FACTORS: readonly (readonly [readonly [number, string, string], string])[] = [
  [[1, 'in', 'mm'], '25.4'],
  [[1, 'mi', 'ft'], '5280'],
  [[1, 'nmi', 'm'], '1852'],
  [[1, 'yd', 'ft'], '3'],
  [[3, '尺', 'm'], '1'],
  [[2, '里', 'km'], '1'],
  [[1, 'short_ton', 'lb'], '2000'],
  [[1, 'long ton', 'lb'], '2240'],
  [[1, 'stone', 'lb'], '14'],
  [[10, '两', '斤'], '1'],
  [[10, '钱', '两'], '1'],
  [[100, '°C', '°F'], '212'],
  [[0, 'K', 'F'], '-459.67'],
  [[300, 'K', '摄氏度'], '26.85'],
  [[1, 'KB', 'B'], '1000'],
  [[1, 'MiB', 'KiB'], '1024'],
  [[8, 'Mb', 'MB'], '1'],
  [[1, 'GB', 'Gbit'], '8'],
  [[1, 'ha', 'm²'], '10000'],
  [[1, 'sq mi', 'acres'], '640'],
  [[15, '亩', '公顷'], '1'],
  [[1, 'ft^2', 'sq in'], '144'],
  [[1, 'gallon', 'cubic inches'], '231'],
  [[1, 'us gallon', 'L'], '3.785411784'],
  [[1, 'imperial gallon', 'L'], '4.54609'],
  [[1, 'gal', 'cups'], '16'],
  [[1, 'cup', 'tbsp'], '16'],
  [[1, 'tbsp', 'teaspoons'], '3'],
  [[1, 'm³', 'L'], '1000'],
  [[1, 'cc', 'ml'], '1'],
  [[1, 'UK pint', 'imp fl oz'], '20'],
  [[36, 'km/h', 'm/s'], '10'],
  [[1, 'knot', 'km/h'], '1.852'],
  [[60, 'mph', 'ft/s'], '88'],
  [[60, '英里/小时', '公里每小时'], '96.56064'],
  [[90, 'min', 'h'], '1.5'],
  [[1, 'week', 'hours'], '168'],
  [[2, '天', '小时'], '48'],
  [[1, 'atm', 'Pa'], '101325'],
  [[1, 'bar', 'kPa'], '100'],
  [[1, 'atm', 'torr'], '760'],
  [[1, 'kWh', 'MJ'], '3.6'],
  [[1, '大卡', 'J'], '4184'],
  [[1, 'hp', 'W'], '745.69987158227022'],
  [[1, 'PS', 'W'], '735.49875'],
  [[1, 'turn', 'deg'], '360'],
  [[1, 'deg', 'arcmin'], '60'],
  [[200, 'gon', '°'], '180'],
  [[180, '°', 'rad'], '3.141592653589793'],
  [[1, 'rad', 'deg'], '57.29577951308232'],
];

describe('convert', () => {
  it.each(FACTORS)('%j is %s', ([value, from, to], expected) => {
    expect(convert(value, from, to).text).toBe(expected);
  });

  it('takes bigints and digits as text without losing any', () => {
    expect(convert('12345678901234567890.123', 'km', 'm').text).toBe('12345678901234567890123');
    expect(convert(10n ** 30n, 'mm', 'm').text).toBe('1000000000000000000000000000');
    expect(convert(' 1e-3 ', 'm', 'mm')).toMatchObject({ text: '1', given: '0.001', value: 1 });
  });

  it('tells the value, whether it is exact, and the units', () => {
    expect(convert(100, 'cm', 'inch')).toEqual({
      text: '39.37007874015748',
      value: 39.37007874015748,
      exact: false,
      given: '100',
      from: { symbol: 'cm', dimension: 'length' },
      to: { symbol: 'in', dimension: 'length' },
      notes: [],
    });
    expect(Object.is(convert(-0, 'm', 'cm').value, 0)).toBe(true);
  });

  it('converts negative amounts, but no temperature below absolute zero', () => {
    expect(convert(-5, 'km', 'm').text).toBe('-5000');
    for (const [value, unit] of [
      [-500, 'C'],
      [-459.68, 'F'],
      [-0.001, 'K'],
    ] as const) {
      expect(() => convert(value, unit, 'K')).toThrow(/below absolute zero/);
    }
    expect(convert(-273.15, 'C', 'K').text).toBe('0');
  });

  it('counts data in 1000s and tells the other reading; binary: true uses it', () => {
    const decimal = convert(2048, 'MB', 'GB');
    expect(decimal.text).toBe('2.048');
    expect(decimal.notes).toEqual(['MB and GB counted in 1000s (SI); in 1024s, 2048 MiB = 2 GiB']);
    const binary = convert(2048, 'MB', 'GB', { binary: true });
    expect(binary.text).toBe('2');
    expect(binary.notes).toEqual(['read in 1024s: MB as MiB, GB as GiB']);
    expect(convert(1, 'KiB', 'byte', { binary: true }).text).toBe('1024');
    expect(convert(8, 'bit', 'byte').notes).toEqual([]);
  });

  it.each([
    ['ton', 'kg', /1000 kg/],
    ['gallon', 'L', /US unit/],
    ['cups', 'mL', /US unit/],
    ['斤', 'kg', /mainland China/],
    ['hp', 'W', /mechanical/],
    ['马力', 'W', /metric horsepower/],
    ['year', 'days', /365 days/],
    ['calories', 'J', /small/],
  ])('notes the reading of %s', (from, to, note) => {
    expect(convert(1, from, to).notes.join()).toMatch(note);
  });

  it('names both dimensions when they differ', () => {
    expect(() => convert(1, 'kg', 'm')).toThrow(
      /kg \(weight\).* m \(length\).*weight are kg, g.*length are m, km/,
    );
    expect(() => convert(72, 'degrees', 'celsius')).toThrow(/angle.*temperature/);
  });

  it.each([
    NaN,
    Infinity,
    'abc',
    '',
    '1,5',
    '0,125',
    '1,00',
    '12,34,567',
    '5 km',
    '1/2',
    '0x10',
    '9'.repeat(500),
  ])('refuses the value %s', (value) => {
    expect(() => convert(value, 'm', 'cm')).toThrow(/^value: must be one finite decimal number/);
  });

  it('refuses results that no double holds', () => {
    expect(() => convert('1e400', 'm', 'cm')).toThrow(/overflow/);
  });
});

describe('unit names', () => {
  it.each([
    ['mb', ['MB', 'Mb']],
    ['kb', ['KB', 'Kb']],
    ['gb', ['GB', 'Gb']],
    ['MM', ['mm']],
    ['k', ['K']],
    ['T', ['t']],
    ['M', ['m']],
    ['G', ['g']],
    ['mw', ['mW', 'MW']],
    ['度', ['°', 'C', 'F', 'kWh']],
    ['month', ['d', 'week']],
  ])('%s is ambiguous: %j', (name, candidates) => {
    const error = failure(name);
    expect(error.code).toBe('invalid_arguments');
    expect(error.details?.candidates).toEqual(candidates);
    expect(error.message).toMatch(/^from: /);
  });

  it.each([
    ['hectar', 'hectare'],
    ['kilometr', 'kilometer'],
    ['celcius', 'celsius'],
  ])('%s is unknown, with a suggestion', (name, suggestion) => {
    expect(failure(name).details?.candidates).toContain(suggestion);
  });

  it.each(['', 'toString', '__proto__', 'constructor', 'foo', 'x'.repeat(5000)])(
    '%s is unknown',
    (name) => {
      expect(failure(name).message.length).toBeLessThan(300);
    },
  );

  it.each([
    ['KM', 'km'],
    ['CM', 'cm'],
    ['Kg', 'kg'],
    ['Ft', 'ft'],
    ['LB', 'lb'],
    ['Meters', 'm'],
    ['c', 'C'],
    ['f', 'F'],
    ['℃', 'C'],
    ['℉', 'F'],
    ['μm', 'um'],
    ['ft.', 'ft'],
    [' sq.  ft ', 'ft²'],
    ['ｋｇ', 'kg'],
    ['km / h', 'km/h'],
    ['short-ton', 'short_ton'],
  ])('%s is %s', (name, symbol) => {
    expect(convert(1, name, name).from.symbol).toBe(symbol);
  });
});

describe('findUnit', () => {
  it.each([
    ['square meters', 'm²', 'area'],
    ['square feet', 'ft²', 'area'],
    ['cubic centimetres', 'cm³', 'volume'],
    ['inches', 'in', 'length'],
    ['FEET', 'ft', 'length'],
    ['mph', 'mph', 'speed'],
    ['miles per hour', 'mph', 'speed'],
    ['miles an hour', 'mph', 'speed'],
    ['km/h', 'km/h', 'speed'],
    ['kmh', 'km/h', 'speed'],
    ['kilometers per hour', 'km/h', 'speed'],
    ['metres per second', 'm/s', 'speed'],
    ['公里每小时', 'km/h', 'speed'],
    ['千米/时', 'km/h', 'speed'],
    ['每小时公里', 'km/h', 'speed'],
    ['平方米', 'm²', 'area'],
    ['平方公里', 'km²', 'area'],
    ['立方厘米', 'cm³', 'volume'],
    ['degrees celsius', 'C', 'temperature'],
    ['degrees fahrenheit', 'F', 'temperature'],
    ['华氏度', 'F', 'temperature'],
    ['华氏', 'F', 'temperature'],
    ['lbs', 'lb', 'weight'],
    ['ounces', 'oz', 'weight'],
    ['fluid ounces', 'fl_oz', 'volume'],
    ['litres', 'L', 'volume'],
    ['gallons', 'gal', 'volume'],
    ['gal', 'gal', 'volume'],
    ['jin', 'jin', 'weight'],
    ['升', 'L', 'volume'],
    ['加仑', 'gal', 'volume'],
    ['小时', 'h', 'time'],
    ['gigabytes', 'GB', 'data'],
    ['MM', 'mm', 'length'],
  ])('understands %s', (name, symbol, dimension) => {
    expect(findUnit(name)).toMatchObject({ symbol, dimension });
  });

  it('reads kb, mb, gb and tb in running text as bytes, and says so', () => {
    expect(findUnit('gb')).toEqual({
      symbol: 'GB',
      dimension: 'data',
      note: 'gb was read as GB (bytes, not bits)',
    });
    expect(findUnit('Mb')).toEqual({ symbol: 'Mb', dimension: 'data' });
  });

  it.each(['度', 'k', 'T', 'banana', '', 'toString', 'month'])('knows nothing of %s', (name) => {
    expect(findUnit(name)).toBeUndefined();
  });

  it('gives symbols that convert understands', () => {
    for (const name of [
      'square meters',
      '公里每小时',
      'kb',
      'MM',
      'fluid ounces',
      '马力',
      'degrees',
    ]) {
      const symbol = findUnit(name)?.symbol ?? '';
      expect(convert(2, symbol, symbol).text).toBe('2');
    }
  });
});

function failure(from: string): CoreToolError {
  try {
    convert(1, from, 'm');
  } catch (error) {
    if (error instanceof CoreToolError) return error;
    throw error;
  }
  throw new Error(`${from} should be refused`);
}
