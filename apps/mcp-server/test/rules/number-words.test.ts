import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meaningsOf } from './run-task.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

interface Style {
  readonly hyphen: boolean;
  readonly and: boolean;
}

/** Below a thousand. */
function hundredsInWords(value: number, style: Style): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const words: string[] = [];
  if (hundreds > 0) words.push(small[hundreds] ?? '', 'hundred');
  if (hundreds > 0 && rest > 0 && style.and) words.push('and');
  if (rest >= 20) {
    const one = rest % 10;
    const ten = tens[Math.floor(rest / 10)] ?? '';
    words.push(one === 0 ? ten : `${ten}${style.hyphen ? '-' : ' '}${small[one] ?? ''}`);
  } else if (rest > 0) words.push(small[rest] ?? '');
  return words.join(' ');
}

function inWords(value: number, style: Style): string {
  if (value === 0) return 'zero';
  const groups = [
    [Math.floor(value / 1e6), 'million'],
    [Math.floor(value / 1e3) % 1000, 'thousand'],
    [value % 1000, ''],
  ] as const;
  return groups
    .filter(([group]) => group > 0)
    .map(([group, scale]) => `${hundredsInWords(group, style)} ${scale}`.trim())
    .join(' ');
}

const digits = '零一二三四五六七八九';

/** Below ten thousand, with 零 for the places that are left out inside. */
function sectionInChinese(value: number): string {
  let text = '';
  let pending = false;
  for (const [unit, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / unit) % 10;
    if (digit === 0) pending = text !== '';
    else {
      text += (pending ? '零' : '') + digits.charAt(digit) + name;
      pending = false;
    }
  }
  return text;
}

function inChinese(value: number): string {
  if (value === 0) return '零';
  const [high, low] = [Math.floor(value / 1e4), value % 1e4];
  const zero = high > 0 && low > 0 && low < 1000 ? '零' : '';
  const text = (high > 0 ? `${sectionInChinese(high)}万` : '') + zero + sectionInChinese(low);
  return value < 20 && value >= 10 ? text.slice(1) : text;
}

const style = fc.record({ hyphen: fc.boolean(), and: fc.boolean() });
const operations = [
  ['plus', '加', (a: number, b: number) => a + b],
  ['minus', '减去', (a: number, b: number) => a - b],
  ['times', '乘以', (a: number, b: number) => a * b],
] as const;
const operation = fc.constantFrom(...operations);

test('English number words mean their value', () => {
  const value = fc.oneof(fc.nat(120), fc.nat(2_000), fc.nat(99_999_999));
  fc.assert(
    fc.property(fc.tuple(value, value), style, operation, ([a, b], how, [word, , apply]) => {
      const task = `what is ${inWords(a, how)} ${word} ${inWords(b, how)}?`;
      expect(meaningsOf(task)).toEqual([`calc ${BigInt(apply(a, b))}`]);
    }),
    { numRuns: 250 },
  );
});

test('Chinese number words mean their value', () => {
  const value = fc.oneof(fc.nat(120), fc.nat(2_000), fc.nat(99_999_999));
  fc.assert(
    fc.property(value, value, operation, (a, b, [, word, apply]) => {
      const task = `${inChinese(a)}${word}${inChinese(b)}等于多少`;
      expect(meaningsOf(task)).toEqual([`calc ${BigInt(apply(a, b))}`]);
    }),
    { numRuns: 250 },
  );
});

test('percentages mean the same in every wording', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 5_000 }),
      (rate, whole) => {
        const share = (rate * whole) / 100;
        for (const task of [
          `what is ${rate}% of ${whole}`,
          `${inWords(rate, { hyphen: true, and: true })} percent of ${whole}`,
          `${whole}的${rate}%是多少`,
          `${whole}的百分之${inChinese(rate)}`,
          `a ${rate}% tip on $${whole}`,
        ]) {
          const [meaning = '', ...others] = meaningsOf(task);
          expect(others, task).toEqual([]);
          expect(Number(meaning.replace('calc ', '')), task).toBeCloseTo(share, 9);
        }
        for (const task of [
          `increase ${whole} by ${rate}%`,
          `${whole} plus ${rate}% tax`,
          `${rate}% more than ${whole}`,
          `${whole}涨了百分之${inChinese(rate)}是多少`,
        ]) {
          const [meaning = ''] = meaningsOf(task);
          expect(Number(meaning.replace('calc ', '')), task).toBeCloseTo(whole + share, 9);
        }
        for (const task of [
          `${rate}% off ${whole}`,
          `${whole}减少${rate}%`,
          `take ${rate}% off ${whole}`,
        ]) {
          const [meaning = ''] = meaningsOf(task);
          expect(Number(meaning.replace('calc ', '')), task).toBeCloseTo(whole - share, 9);
        }
      },
    ),
    { numRuns: 40 },
  );
});
