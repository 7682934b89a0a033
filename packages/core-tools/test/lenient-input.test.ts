import { describe, expect, it } from 'vitest';

import { datetimeInfo } from '../src/tools/datetime-info.ts';
import { randomGen } from '../src/tools/random-gen.ts';
import { textStats } from '../src/tools/text-stats.ts';
import { unitConvert } from '../src/tools/unit-convert.ts';
import { convert, findUnit } from '../src/units.ts';
import { answerOf } from './answer.ts';

describe('numbers as people type them', () => {
  it.each([
    ['1,000', '1'],
    ['1,234,567.5', '1234.5675'],
    ['-12,500', '-12.5'],
    ['1_000', '1'],
    ['１，０００', '1'],
    ['−5', '-0.005'],
    ['1e3', '1'],
    ['1,000e3', '1000'],
    [' 2.5 ', '0.0025'],
  ])('%s m in km is %s', async (value, expected) => {
    expect(convert(value, 'm', 'km').text).toBe(expected);
    const result = await unitConvert.execute({ value, from: 'm', to: 'km' });
    expect(result.data).toMatchObject({ result: expected });
  });

  it.each(['1,5', '0,125', '1,00', '12,34', '1,2345', '1,234,56', ',5', '1 000', '1.000.000'])(
    'does not guess what %s means',
    async (value) => {
      expect(await answerOf(unitConvert, { value, from: 'm', to: 'km' })).toMatch(/^ERROR: value:/);
    },
  );

  it('are read in every tool that takes numbers', async () => {
    const number = await randomGen.execute({ operation: 'number', min: '2,000', max: '2,000' });
    expect(number.data).toEqual({ value: 2000 });
    const password = { operation: 'password', length: '1,000' } as unknown;
    expect((await randomGen.execute(password as never)).data).toMatchObject({ length: 1000 });
    const stats = { text: 'a b c', top_n: '２' } as unknown;
    expect(await answerOf(textStats, stats)).toMatch(/Top words: a: 1, b: 1$/);
  });
});

describe('lists', () => {
  it('are read from JSON text', async () => {
    const result = await randomGen.execute({ operation: 'shuffle', items: '["a"]' } as never);
    expect(result.data).toEqual({ shuffled: ['a'] });
  });

  it('may hold booleans', async () => {
    const result = await randomGen.execute({ operation: 'pick', items: [true] });
    expect(result.text).toBe('Picked: true');
  });

  it.each(['a,b', '[a]', '{"a":1}', '[[1]]', '[null]'])(
    'are not guessed from %s',
    async (items) => {
      expect(await answerOf(randomGen, { operation: 'pick', items })).toMatch(/^ERROR: items/);
    },
  );
});

it('tells where the number of dice belongs', async () => {
  expect(await answerOf(randomGen, { operation: 'dice', count: 3 })).toMatch(
    /^ERROR: count is not for dice.*3d6/,
  );
  expect(await answerOf(randomGen, { operation: 'dice', dice: 'd1', count: 1 })).toBe(
    'Dice (1d1): 1',
  );
});

describe('unit names', () => {
  it.each([
    ['kms', 'km'],
    ['cms', 'cm'],
    ['kgs', 'kg'],
    ['yds', 'yd'],
    ['gals', 'gal'],
    ['ltrs', 'L'],
    ['square cm', 'cm²'],
    ['cubic cm', 'cm³'],
    ['㎞', 'km'],
    ['㎏', 'kg'],
    ['㎡', 'm²'],
    ['㎥', 'm³'],
    ['㏄', 'cm³'],
    ['㎖', 'mL'],
    ['㎧', 'm/s'],
    ['公克', 'g'],
    ['英呎', 'ft'],
    ['攝氏度', 'C'],
    ['小時', 'h'],
    ['EB', 'EB'],
    ['exbibytes', 'EiB'],
  ])('%s is %s', (name, symbol) => {
    expect(findUnit(name)?.symbol).toBe(symbol);
  });

  it('suggests different units, each in its own spelling', () => {
    expect(() => convert(1, 'metter', 'm')).toThrow(/did you mean meter\?/);
    expect(() => convert(1, 'evs', 'J')).toThrow(/eV/);
  });

  it('tells how units are written where nothing is near', () => {
    expect(() => convert(1, 'blorb', 'm')).toThrow(/no known unit; write a symbol or a full name/);
  });
});

it.each(['', ' '])('takes the empty format %j for the usual one', async (format) => {
  const date = { operation: 'format', date: '2024-03-05T15:04:05Z', format };
  expect(await answerOf(datetimeInfo, date)).toBe('Formatted: 2024-03-05 15:04:05');
  expect(await answerOf(datetimeInfo, { ...date, operation: 'parse' })).not.toContain('Formatted');
});
