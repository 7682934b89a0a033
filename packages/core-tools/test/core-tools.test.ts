import { describe, expect, it } from 'vitest';

import {
  calculator,
  coreTools,
  createCoreTools,
  randomGen,
  textStats,
  textTransform,
  unitConvert,
} from '../src/index.ts';

const NAMES = [
  'calculator',
  'text_stats',
  'text_transform',
  'unit_convert',
  'datetime_info',
  'random_gen',
];

describe('the six tools', () => {
  it('are coreTools, and createCoreTools makes the same ones', () => {
    expect(coreTools.map(({ name }) => name)).toEqual(NAMES);
    expect(createCoreTools().map(({ name }) => name)).toEqual(NAMES);
  });

  it('use an injected clock, zone and random source', async () => {
    const tools = createCoreTools({
      now: () => Date.UTC(2024, 1, 29, 23, 30),
      timeZone: 'Asia/Shanghai',
      random: (target) => target.fill(0),
    });
    const [date, random] = [tools[4], tools[5]];
    expect((await date?.execute({ operation: 'now' }))?.text).toContain('2024-03-01');
    const roll = { operation: 'number', min: 1, max: 6 };
    expect((await random?.execute(roll))?.text).toBe('Random number (1-6): 1');
  });
});

describe('calculator', () => {
  it('observes the expression, the chosen readings and last the result', async () => {
    expect(await calculator.execute({ expression: 'sqrt(15) + 8' })).toEqual({
      text: 'Expression: sqrt(15) + 8\nResult: 11.872983346207416',
      data: { result: '11.872983346207416', value: 11.872983346207416, exact: false },
    });
    expect((await calculator.execute({ expression: '80+15%' })).text).toBe(
      'Expression: 80+15%\nNote: a ± p% was read as a ± p per cent of a.\nResult: 92',
    );
    expect((await calculator.execute({ expression: '1+\n2' })).text).toBe(
      'Expression: 1+ 2\nResult: 3',
    );
  });

  it('shows as many digits of a result without an end as are wanted', async () => {
    const { data } = await calculator.execute({ expression: '1/3', precision: 20 });
    expect(data).toEqual({ result: '0.33333333333333333333', value: 1 / 3, exact: false });
    const lenient = { expression: 'pi', precision: '3' } as unknown as { expression: string };
    expect((await calculator.execute(lenient)).text).toBe('Expression: pi\nResult: 3.14');
  });

  it('gives big integers as text, which JSON can carry', async () => {
    const { data } = await calculator.execute({ expression: '2^64' });
    expect(data).toEqual({ result: '18446744073709551616', exact: true });
  });

  it.each([
    [{}, 'expression: must be a string; it is missing'],
    [{ expression: '' }, 'expression: must have at least 1 character; got ""'],
    [{ expression: 5 }, 'expression: must be a string; got 5'],
    [
      { expression: '1'.repeat(501) },
      'expression: must have at most 500 characters; got a text of 501 characters',
    ],
    [{ expression: '1', precision: 0 }, 'precision: must be at least 1; got 0'],
    [{ expression: '1', precision: 1001 }, 'precision: must be at most 1000; got 1001'],
    [{ expression: '1', precision: 2.5 }, 'precision: must be an integer; got 2.5'],
    [
      { expression: '1', digits: 2 },
      'unknown field "digits"; calculator takes expression, precision',
    ],
  ])('refuses %j', async (args, message) => {
    await expect(calculator.execute(args as { expression: string })).rejects.toMatchObject({
      code: 'invalid_arguments',
      message,
    });
  });
});

describe('unit_convert', () => {
  it('observes the equation with the units as they were written', async () => {
    expect(await unitConvert.execute({ value: 100, from: 'cm', to: 'inch' })).toEqual({
      text: '100 cm = 39.37007874015748 inch',
      data: {
        result: '39.37007874015748',
        value: 39.37007874015748,
        exact: false,
        from: 'cm',
        to: 'in',
        dimension: 'length',
        notes: [],
      },
    });
    expect((await unitConvert.execute({ value: '5', from: ' 公里 ', to: '英里' })).text).toBe(
      '5 公里 = 3.10685596118667 英里',
    );
  });

  it('puts notes before the last line', async () => {
    const { text } = await unitConvert.execute({ value: 1, from: 'gallon', to: 'L' });
    expect(text.split('\n')).toEqual([
      expect.stringMatching(/^Note: .*US/),
      '1 gallon = 3.785411784 L',
    ]);
  });

  it('counts in 1024s when told', async () => {
    const args = { value: 5, from: 'GB', to: 'MB', binary: true };
    expect((await unitConvert.execute(args)).text).toMatch(/\n5 GB = 5120 MB$/);
  });

  it.each([
    [{ value: 1, from: 'cm' }, /^to: must be a string; it is missing/],
    [{ value: null, from: 'cm', to: 'm' }, /^value: must be a finite number; got null/],
    [{ value: 'x', from: 'cm', to: 'm' }, /^value: must be one finite decimal number/],
    [{ value: 1, from: 'cm', to: 'kg' }, /length.*weight/],
    [{ value: 1, from: 'mb', to: 'byte' }, /MB or Mb/],
  ])('refuses %j', async (args, message) => {
    const call = unitConvert.execute(args as { value: number; from: string; to: string });
    await expect(call).rejects.toThrow(message);
  });
});

describe('random_gen', () => {
  const [, , , , , lowest] = createCoreTools({ random: (target) => target.fill(0) });

  it('makes numbers with a fraction, from 0 to 1 or between the bounds given', async () => {
    expect(await lowest?.execute({ operation: 'float' })).toEqual({
      text: 'Random number (0-1): 0',
      data: { value: 0 },
    });
    const args = { operation: 'float', min: '-2.5', max: 1e300, count: 2 };
    expect((await lowest?.execute(args))?.data).toEqual({ values: [-2.5, -2.5] });
    const { data } = await randomGen.execute({ operation: 'float', min: 5, max: 5.5 });
    expect(data['value']).toBeGreaterThanOrEqual(5);
    expect(data['value']).toBeLessThan(5.5);
  });

  it('picks by weights, also given as text', async () => {
    const args = { operation: 'pick', items: ['a', 'b', 'c'], weights: [0, 3, 0] } as const;
    expect((await randomGen.execute(args)).text).toBe('Picked: b');
    const asText: unknown = { ...args, weights: '[0, 0, 1]' };
    expect((await randomGen.execute(asText as typeof args)).text).toBe('Picked: c');
  });

  it.each([
    [{ operation: 'float', min: 'x' }, /^min must be a finite number/],
    [{ operation: 'float', min: 2 }, /^Invalid range/],
    [{ operation: 'float', max: null }, /^max: must be a finite number, or its digits/],
    [{ operation: 'pick', items: ['a'], weights: [1, 2] }, /^Invalid weights: .*one for each item/],
    [{ operation: 'pick', items: ['a'], weights: ['x'] }, /^weights.0: must be a number/],
  ])('refuses %j', async (args, message) => {
    const call = randomGen.execute(args as { operation: 'float' });
    await expect(call).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(call).rejects.toThrow(message);
  });
});

describe('text tools', () => {
  it('tell the reading time of a text that takes a minute or more', async () => {
    const text = async (words: number): Promise<string> =>
      (await textStats.execute({ text: 'word '.repeat(words) })).text;
    expect(await text(200)).not.toContain('Reading time');
    expect(await text(238)).toMatch(/\nReading time: 1 min\nTop words: word: 238$/);
    expect(await text(238 * 2 + 100)).toMatch(/\nReading time: 2 min 26 s\n/);
  });

  it('say how many they have found, and give one a line', async () => {
    const args = { text: 'a@b.org, 中文 c@d.org', operation: 'extract_emails' } as const;
    expect(await textTransform.execute(args)).toEqual({
      text: 'Transform: extract_emails\nFound: 2\nResult:\na@b.org\nc@d.org',
      data: { operation: 'extract_emails', result: 'a@b.org\nc@d.org', count: 2 },
    });
    const none = { text: 'none', operation: 'extract_urls' } as const;
    expect((await textTransform.execute(none)).text).toMatch(
      /^Note: The text holds none\.\nFound: 0$/m,
    );
  });
});
