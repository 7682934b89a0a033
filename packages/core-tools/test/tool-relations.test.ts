import type { JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  calculator,
  datetimeInfo,
  type TextTransformArgs,
  textStats,
  textTransform,
  unitConvert,
} from '../src/index.ts';
import { civil, isoDay } from './date-arbitraries.ts';

/** Decimals of up to 12 digits, as people type them. */
const decimal = fc
  .tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.nat(9))
  .map(([digits, places]) => withPoint(digits, places));

function withPoint(digits: number, places: number): string {
  const text = String(Math.abs(digits)).padStart(places + 1, '0');
  const point = text.length - places;
  const number = places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return digits < 0 ? `-${number}` : number;
}

/** Pieces that stay clusters of their own wherever they stand. */
const text = fc
  .array(
    fc.constantFrom(
      ...['the', 'The', 'don’t', 'élan', 'e\u0301te', 'straße', 'ΣΟΦΟΣ', 'file', 'ǆep', '3.14'],
      ...[
        '今天',
        '天气',
        '很好',
        'こんにちは',
        '안녕',
        '👩‍👩‍👦',
        '👍🏽',
        '🇨🇳 ',
        '𠮷',
        '_x',
        '-',
        '. ',
        '！',
        '\n',
        ' ',
      ],
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''));

async function resultOf(expression: string): Promise<unknown> {
  return (await calculator.execute({ expression })).data['result'];
}

async function converted(value: string, from: string, to: string): Promise<unknown> {
  return (await unitConvert.execute({ value, from, to })).data['result'];
}

async function statsOf(given: string): Promise<JsonObject> {
  return (await textStats.execute({ text: given, top_n: 100 })).data;
}

async function transformed(
  given: string,
  operation: TextTransformArgs['operation'],
  pattern?: string,
): Promise<{ readonly result: string; readonly count: number }> {
  const { data } = await textTransform.execute({ text: given, operation, pattern });
  return { result: data['result'] as string, count: Number(data['count']) };
}

describe('relations between the tools', () => {
  it.each([
    ['km', 'm', (a: string) => `(${a}) * 1000`],
    ['inch', 'cm', (a: string) => `(${a}) * 2.54`],
    ['lb', 'kg', (a: string) => `(${a}) * 0.45359237`],
    ['min', 'h', (a: string) => `(${a}) / 60`],
    ['m', 'ft', (a: string) => `(${a}) / 0.3048`],
  ])('a conversion from %s to %s is the calculator’s product', async (from, to, formula) => {
    await fc.assert(
      fc.asyncProperty(decimal, async (a) => {
        expect(await converted(a, from, to)).toBe(await resultOf(formula(a)));
      }),
      { numRuns: 200 },
    );
  });

  it('degrees Fahrenheit are Celsius by the calculator’s formula', async () => {
    await fc.assert(
      fc.asyncProperty(decimal, async (a) => {
        fc.pre(Number(a) > -459);
        expect(await converted(a, '°F', '°C')).toBe(await resultOf(`(${a} - 32) * 5 / 9`));
      }),
      { numRuns: 300 },
    );
  });

  it('the days between two dates are the calculator’s difference of their epochs', async () => {
    const epochOf = async (date: string): Promise<unknown> =>
      (await datetimeInfo.execute({ operation: 'parse', date })).data['epochSeconds'];
    await fc.assert(
      fc.asyncProperty(civil.map(isoDay), civil.map(isoDay), async (date, date2) => {
        const { data } = await datetimeInfo.execute({ operation: 'diff', date, date2 });
        const formula = `((${String(await epochOf(date2))}) - (${String(await epochOf(date))})) / 86400`;
        expect(`${data['days'] as number}`).toBe(await resultOf(formula));
      }),
      { numRuns: 300 },
    );
  });

  it('reversing a text keeps its characters, upper case its words', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const { characters, words } = await statsOf(given);
        const { result: reversed } = await transformed(given, 'reverse');
        expect((await statsOf(reversed))['characters']).toBe(characters);
        const { result: upper } = await transformed(given, 'uppercase');
        expect((await statsOf(upper))['words']).toBe(words);
      }),
      { numRuns: 500 },
    );
  });

  it('a frequent word occurs at least as often as it is counted', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const { result: lower } = await transformed(given.normalize('NFC'), 'lowercase');
        const { topWords } = await statsOf(lower);
        for (const { word, count } of topWords as unknown as { word: string; count: number }[]) {
          const occurrences = await transformed(lower, 'count_substring', word);
          expect(occurrences.count, word).toBeGreaterThanOrEqual(count);
        }
      }),
      { numRuns: 300 },
    );
  });
});
