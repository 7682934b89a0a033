import type { Sign } from './expression-node.ts';

/** Longest first, so that "to the power of" is tried before "to". */
export const operatorWords: readonly (readonly [word: string, sign: Sign])[] = longestFirst([
  ['plus', '+'],
  ['added to', '+'],
  ['加上', '+'],
  ['加', '+'],
  ['minus', '-'],
  ['减去', '-'],
  ['减', '-'],
  ['times', '*'],
  ['multiplied by', '*'],
  ['乘以', '*'],
  ['乘上', '*'],
  ['乘', '*'],
  ['divided by', '/'],
  ['over', '/'],
  ['除以', '/'],
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
export const prefixWords: readonly (readonly [word: string, name: string])[] = longestFirst([
  ['square root of', 'sqrt'],
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
  ['triple', 'triple'],
  ['根号', 'sqrt'],
]);

/** Functions of several values: `sum of 1, 2 and 3`. */
export const listWords: readonly (readonly [word: string, name: string])[] = longestFirst([
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
  ['largest of', 'max'],
  ['biggest of', 'max'],
  ['minimum of', 'min'],
  ['min of', 'min'],
  ['smallest of', 'min'],
  ['standard deviation of', 'stdev'],
  ['sample standard deviation of', 'stdev'],
  ['variance of', 'var'],
  ['sample variance of', 'var'],
  ['greatest common divisor of', 'gcd'],
  ['greatest common factor of', 'gcd'],
  ['gcd of', 'gcd'],
  ['gcf of', 'gcd'],
  ['least common multiple of', 'lcm'],
  ['lowest common multiple of', 'lcm'],
  ['lcm of', 'lcm'],
]);

/** What may stand behind a Chinese list: 3、4和5的平均数. */
export const chineseListWords: readonly (readonly [word: string, name: string])[] = longestFirst([
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
  ['中的最大值', 'max'],
  ['中的最小值', 'min'],
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
export const postfixWords: readonly (readonly [word: string, name: string])[] = longestFirst([
  ['squared', 'square'],
  ['cubed', 'cube'],
  ['factorial', 'fact'],
  ['doubled', 'double'],
  ['tripled', 'triple'],
  ['percent', 'percent'],
  ['per cent', 'percent'],
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

function longestFirst<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  return [...entries].sort(([left], [right]) => right.length - left.length);
}
