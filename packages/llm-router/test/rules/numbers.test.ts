import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, readNumbers } from '../../src/rules/index.ts';

/** The value of the reading that takes the whole text. */
function valueOf(text: string): string | undefined {
  const reading = readNumbers(text, 0).find(({ end }) => end === text.length);
  if (reading === undefined) return undefined;
  const value = decimalText(reading.value);
  return reading.denominator === undefined ? value : `${value}/${decimalText(reading.denominator)}`;
}

describe('numbers', () => {
  test.each([
    ['1250', '1250'],
    ['1,250', '1250'],
    ['1,234,567.5', '1234567.5'],
    ['.5', '0.5'],
    ['1e3', '1000'],
    ['1.5e-2', '0.015'],
    ['½', '0.5'],
    ['2½', '2.5'],
    ['⅓', '1/3'],
    ['twenty five', '25'],
    ['twenty-five', '25'],
    ['one hundred and five', '105'],
    ['a hundred', '100'],
    ['two thousand and six', '2006'],
    ['one million two hundred thousand', '1200000'],
    ['1.5 million', '1500000'],
    ['5 hundred', '500'],
    ['three point one four', '3.14'],
    ['point five', '0.5'],
    ['two and a half', '2.5'],
    ['one and three quarters', '1.75'],
    ['half', '0.5'],
    ['a quarter', '0.25'],
    ['two thirds', '2/3'],
    ['a dozen', '12'],
    ['half a dozen', '6'],
    ['two dozen', '24'],
    ['二十五', '25'],
    ['十', '10'],
    ['十二', '12'],
    ['一百零五', '105'],
    ['一百二', '120'],
    ['一千五', '1500'],
    ['一百二十三万', '1230000'],
    ['两千五百万', '25000000'],
    ['一万亿', '1000000000000'],
    ['二零二四', '2024'],
    ['三点五', '3.5'],
    ['一点五万', '15000'],
    ['1.5万', '15000'],
    ['3千5百', '3500'],
    ['三分之一', '1/3'],
    ['四分之三', '0.75'],
    ['一又二分之一', '1.5'],
    ['半', '0.5'],
    ['零点五', '0.5'],
    ['壹佰贰拾叁', '123'],
  ])('%s is %s', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  test.each([
    '1.2.3',
    '1,25',
    '1,2345',
    'twenty and five',
    'five twenty',
    'nineteen ninety',
    'and',
    '万',
    '百',
    '点五',
    '',
    'fiver',
    'tension',
  ])('%j is none', (text) => {
    expect(valueOf(text)).toBeUndefined();
  });

  test('"and" may also separate two numbers', () => {
    expect(readNumbers('one hundred and five', 0).map(({ end }) => end)).toEqual([20, 11]);
  });

  test('5千克 is five kilograms before it is 5000 grams', () => {
    expect(readNumbers('5千克', 0).map(({ end }) => end)).toEqual([1, 2]);
  });
});

const englishOnes =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const englishTens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function inEnglish(value: number): string {
  if (value < 20) return englishOnes[value] ?? '';
  if (value < 100) {
    const ones = value % 10;
    return `${englishTens[Math.floor(value / 10) - 2] ?? ''}${ones === 0 ? '' : `-${inEnglish(ones)}`}`;
  }
  for (const [size, name] of [
    [1e9, 'billion'],
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (value < size) continue;
    const rest = value % size;
    const joint = rest === 0 ? '' : rest < 100 ? ` and ${inEnglish(rest)}` : ` ${inEnglish(rest)}`;
    return `${inEnglish(Math.floor(value / size))} ${name}${joint}`;
  }
  return '';
}

const chineseDigits = Array.from('零一二三四五六七八九');

function inChinese(value: number): string {
  for (const [size, name] of [
    [1e8, '亿'],
    [1e4, '万'],
    [1e3, '千'],
    [100, '百'],
    [10, '十'],
  ] as const) {
    if (value < size) continue;
    const rest = value % size;
    const joint = rest === 0 ? '' : `${rest < size / 10 ? '零' : ''}${inChinese(rest)}`;
    return `${inChinese(Math.floor(value / size))}${name}${joint}`;
  }
  return chineseDigits[value] ?? '';
}

test('every whole number below a trillion is read from its English words', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (value) => {
      expect(valueOf(inEnglish(value))).toBe(String(value));
    }),
  );
});

test('every whole number below a trillion is read from its Chinese words', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (value) => {
      expect(valueOf(inChinese(value))).toBe(String(value));
    }),
  );
});
