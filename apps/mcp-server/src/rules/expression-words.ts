import type { Sign } from './expression-node.ts';
import { wordIndex, type WordIndex } from './word-index.ts';

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
