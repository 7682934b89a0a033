import { wordIndex, type WordIndex } from './word-index.ts';

/** Functions of several values: `sum of 1, 2 and 3`. */
export const listWords: WordIndex<string> = wordIndex(() => [
  ['sum of', '+'],
  ['total of', '+'],
  ['product of', '*'],
  ['average of', 'mean'],
  ['average value of', 'mean'],
  ['mean of', 'mean'],
  ['arithmetic mean of', 'mean'],
  ['median of', 'median'],
  ['maximum of', 'max'],
  ['max of', 'max'],
  ...superlatives(['largest', 'biggest', 'greatest', 'highest', 'maximum', 'max'], 'max'),
  ['minimum of', 'min'],
  ['min of', 'min'],
  ...superlatives(['smallest', 'lowest', 'minimum', 'min'], 'min'),
  ['range of', 'range'],
  ['standard deviation of', 'stdev'],
  ['sample standard deviation of', 'stdev'],
  ['variance of', 'var'],
  ['sample variance of', 'var'],
  ['greatest common divisor of', 'gcd'],
  ['greatest common factor of', 'gcd'],
  ['gcd of', 'gcd'],
  ['gcf of', 'gcd'],
  ['hcf of', 'gcd'],
  ['highest common factor of', 'gcd'],
  ['highest common divisor of', 'gcd'],
  ['greatest common denominator of', 'gcd'],
  ['least common multiple of', 'lcm'],
  ['lowest common multiple of', 'lcm'],
  ['lcm of', 'lcm'],
  ['smallest common multiple of', 'lcm'],
]);

/** What may stand behind a Chinese list: 3、4和5的平均数. */
export const chineseListWords: WordIndex<string> = wordIndex(() => [
  ['的总和', '+'],
  ['的和', '+'],
  ['之和', '+'],
  ['的差', '-'],
  ['之差', '-'],
  ['的积', '*'],
  ['的乘积', '*'],
  ['之积', '*'],
  ['的商', '/'],
  ['之商', '/'],
  ['的平均数', 'mean'],
  ['的平均值', 'mean'],
  ['的平均', 'mean'],
  ['的均值', 'mean'],
  ['的中位数', 'median'],
  ['的最大值', 'max'],
  ['的最小值', 'min'],
  ...chineseSuperlatives('大', 'max'),
  ...chineseSuperlatives('小', 'min'),
  ['的极差', 'range'],
  ['的标准差', 'stdev'],
  ['的样本标准差', 'stdev'],
  ['的方差', 'var'],
  ['的样本方差', 'var'],
  ['的最大公约数', 'gcd'],
  ['的最大公因数', 'gcd'],
  ['的最小公倍数', 'lcm'],
  ['的平方和', 'squares'],
]);

/** "largest of", "largest number in" … */
function superlatives(
  words: readonly string[],
  name: string,
): readonly (readonly [string, string])[] {
  return words.flatMap((word) =>
    [
      'of',
      'number of',
      'number in',
      'number from',
      'number among',
      'value of',
      'value in',
      'among',
    ].map((behind) => [`${word} ${behind}`, name] as const),
  );
}

/** 中的最大值, 里最大的数, 哪个最大 … */
function chineseSuperlatives(size: string, name: string): readonly (readonly [string, string])[] {
  const among = [
    '的',
    '中',
    '里',
    '当中',
    '里面',
    '之中',
    '中的',
    '里的',
    '这几个数中',
    '三个数中',
    '',
  ];
  const which = [
    `最${size}值`,
    `最${size}的数`,
    `最${size}的数字`,
    `最${size}的一个`,
    `最${size}的`,
    `最${size}数`,
    `哪个最${size}`,
    `哪个数最${size}`,
    `最${size}的是哪个`,
    `最${size}的数是哪个`,
  ];
  return among.flatMap((before) => which.map((behind) => [before + behind, name] as const));
}
