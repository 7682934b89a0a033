/**
 * Speed of the plain functions: `vitest bench packages/core-tools`. Vitest runs the sources, where a call into another
 * module costs more than in the built package: compare runs with each other, not with figures of built code.
 */
import { bench, describe } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import { dateDifference, formatDate, parseDate } from '../src/datetime.ts';
import { randomInteger, randomPassword, shuffleItems } from '../src/random.ts';
import { textStatistics, transformText } from '../src/text.ts';
import { convert } from '../src/units.ts';

const LONG_EXPRESSION = Array.from(
  { length: 15 },
  (_, index) => `(${index + 1}.5^2 + sqrt(${index + 3}) * 3)`,
).join(' + ');

describe('calculator', () => {
  const expressions = [
    '2 + 3 * 4',
    '0.1 + 0.2',
    'sqrt(144) + pi',
    'sin(0.5)^2 + cos(0.5)^2',
    '2^100 mod 97',
    LONG_EXPRESSION,
  ];
  for (const expression of expressions) {
    bench(expression.slice(0, 40), () => {
      evaluate(expression);
    });
  }
});

describe('units', () => {
  const conversions = [
    [100, 'cm', 'inch'],
    [5, 'mile', 'km'],
    [150, 'lb', 'kg'],
    [98.6, 'F', 'C'],
    [2048, 'MB', 'GB'],
    ['98.6', 'F', 'C'],
  ] as const;
  for (const [value, from, to] of conversions) {
    bench(`${JSON.stringify(value)} ${from} ${to}`, () => {
      convert(value, from, to);
    });
  }
});

describe('text, 64 Ki units', () => {
  const samples = {
    english:
      'The quick brown fox jumps over the lazy dog. Dr. Smith said "hello" to 42 people.\n\n',
    chinese: '今天天气很好，我们去公园玩吧！你觉得怎么样？中文文本统计需要分词处理。\n',
    emoji: 'Hello 👍🏽 world 👨‍👩‍👧‍👦 café e\u0301 🇨🇳 ok. ',
  };
  for (const [name, sample] of Object.entries(samples)) {
    const text = sample.repeat(Math.ceil(65_536 / sample.length));
    bench(`${name}: statistics`, () => {
      textStatistics(text);
    });
    bench(`${name}: counts only`, () => {
      textStatistics(text, { topWords: 0 });
    });
    bench(`${name}: reverse`, () => {
      transformText(text, 'reverse');
    });
  }
});

describe('dates', () => {
  const zone = { timeZone: 'America/New_York' };
  const start = parseDate('2024-03-09T12:34:56Z', zone);
  const end = parseDate('2025-01-31T00:00:00Z', zone);
  bench('parse', () => {
    parseDate('2024-06-15T12:34:56Z', zone);
  });
  bench('format in a zone', () => {
    formatDate(start, 'YYYY-MM-DD HH:mm:ss dddd');
  });
  bench('difference', () => {
    dateDifference(start, end);
  });
});

describe('random', () => {
  const items = Array.from({ length: 1000 }, (_, index) => index);
  bench('integer 1-100', () => {
    randomInteger(1, 100);
  });
  bench('password 16', () => {
    randomPassword();
  });
  bench('shuffle 1000', () => {
    shuffleItems(items);
  });
});
