import type { Sign } from './expression-node.ts';

/** Words by their first character, with what each means. */
export interface WordIndex<Value> {
  get(first: string): WordEntries<Value> | undefined;
}

type WordEntries<Value> = readonly (readonly [word: string, Value])[];

/** Longest first, so that "to the power of" is tried before "to". */
export const operatorWords: WordIndex<Sign> = wordIndex(() => [
  ['plus', '+'],
  ['added to', '+'],
  ['add', '+'],
  ['加上', '+'],
  ['加', '+'],
  ['minus', '-'],
  ['take away', '-'],
  ['subtract', '-'],
  ['substract', '-'],
  ['减去', '-'],
  ['减掉', '-'],
  ['减', '-'],
  ['times', '*'],
  ['multiplied by', '*'],
  ['multipled by', '*'],
  ['multiplyed by', '*'],
  ['multiply by', '*'],
  ['乘以', '*'],
  ['乘于', '*'],
  ['乘上', '*'],
  ['乘', '*'],
  ['divided by', '/'],
  ['devided by', '/'],
  ['divded by', '/'],
  ['over', '/'],
  ['divide by', '/'],
  ['除以', '/'],
  ['除于', '/'],
  ['mod', 'mod'],
  ['modulo', 'mod'],
  ['取模', 'mod'],
  ['取余', 'mod'],
  ['模', 'mod'],
  ['to the power of', '^'],
  ['to the power', '^'],
  ['raised to the power of', '^'],
  ['raised to the power', '^'],
  ['raised to', '^'],
  ['to the', '^'],
  ['power', '^'],
]);

export const operatorSymbols: Readonly<Record<string, Sign>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '∙': '*',
  '✕': '*',
  '✖': '*',
  '/': '/',
  '÷': '/',
  '∕': '/',
  '^': '^',
};

export const ordinals: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .map((word, index) => [word, index + 1]),
);

/** Functions of one value, in words in front of it. The calculator's names. */
export const prefixWords: WordIndex<string> = wordIndex(() => [
  ['square root of', 'sqrt'],
  ['sqaure root of', 'sqrt'],
  ['squre root of', 'sqrt'],
  ['sqrt of', 'sqrt'],
  ['cube root of', 'cbrt'],
  ['cubic root of', 'cbrt'],
  ['absolute value of', 'abs'],
  ['factorial of', 'fact'],
  ['natural log of', 'ln'],
  ['natural logarithm of', 'ln'],
  ['ln of', 'ln'],
  ['log of', 'log'],
  ['logarithm of', 'log'],
  ['common log of', 'log'],
  ['floor of', 'floor'],
  ['ceiling of', 'ceil'],
  ['reciprocal of', 'reciprocal'],
  ['inverse of', 'reciprocal'],
  ['square of', 'square'],
  ['square', 'square'],
  ['cube of', 'cube'],
  ['cube', 'cube'],
  ['twice', 'double'],
  ['double', 'double'],
  ['double of', 'double'],
  ['triple', 'triple'],
  ['triple of', 'triple'],
  ['thrice', 'triple'],
  ['quadruple', 'quadruple'],
  ['halve', 'half'],
  ['根号', 'sqrt'],
]);

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

/** What the calculator calls by name. A name counts only with its parenthesis, or with the number right behind it where that is usual. */
export const functionNames: ReadonlySet<string> = new Set(
  'sqrt cbrt abs sin cos tan asin arcsin acos arccos atan arctan log log10 lg log2 ln exp floor ceil ceiling round fact factorial min max sum mean avg average median stdev std stddev var variance hypot gcd lcm ncr npr comb perm root pow mod'.split(
    ' ',
  ),
);

export const bareFunctionNames: ReadonlySet<string> = new Set([
  'sqrt',
  'cbrt',
  'abs',
  'ln',
  'log10',
  'log2',
  'lg',
]);

export const trigonometry: ReadonlyMap<string, string> = new Map([
  ['sin', 'sin'],
  ['sine', 'sin'],
  ['cos', 'cos'],
  ['cosine', 'cos'],
  ['tan', 'tan'],
  ['tangent', 'tan'],
  ['正弦', 'sin'],
  ['余弦', 'cos'],
  ['正切', 'tan'],
]);

/** Words behind a value. */
export const postfixWords: WordIndex<string> = wordIndex(() => [
  ['squared', 'square'],
  ['cubed', 'cube'],
  ['factorial', 'fact'],
  ['doubled', 'double'],
  ['tripled', 'triple'],
  ['percent', 'percent'],
  ['per cent', 'percent'],
  ['precent', 'percent'],
  ['percnt', 'percent'],
  ['persent', 'percent'],
  ['pct', 'percent'],
  ['的平方', 'square'],
  ['的二次方', 'square'],
  ['的立方', 'cube'],
  ['的平方根', 'sqrt'],
  ['的算术平方根', 'sqrt'],
  ['的立方根', 'cbrt'],
  ['的阶乘', 'fact'],
  ['阶乘', 'fact'],
  ['的绝对值', 'abs'],
  ['的倒数', 'reciprocal'],
  ['的一半', 'half'],
  ['的常用对数', 'log'],
  ['的自然对数', 'ln'],
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

/** Longest first; made when a word is first looked for. */
function wordIndex<Value>(entries: () => WordEntries<Value>): WordIndex<Value> {
  let index: ReadonlyMap<string, WordEntries<Value>> | undefined;
  return { get: (first) => (index ??= byFirstCharacter(entries())).get(first) };
}

function byFirstCharacter<Value>(
  entries: WordEntries<Value>,
): ReadonlyMap<string, WordEntries<Value>> {
  const index = new Map<string, (readonly [string, Value])[]>();
  for (const entry of [...entries].sort(([left], [right]) => right.length - left.length)) {
    const first = entry[0].charAt(0);
    const known = index.get(first);
    if (known === undefined) index.set(first, [entry]);
    else known.push(entry);
  }
  return index;
}
