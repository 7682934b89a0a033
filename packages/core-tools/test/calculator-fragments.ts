import fc from 'fast-check';

/** Names that every JavaScript object answers to, and others that an evaluator must not know. */
export const FOREIGN_NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  '__defineGetter__',
  '__lookupSetter__',
  'length',
  'name',
  'caller',
  'arguments',
  'apply',
  'call',
  'bind',
  'this',
  'globalThis',
  'process',
  'require',
  'import',
  'eval',
  'Function',
  'Object',
  'Math',
  'NaN',
  'Infinity',
  'undefined',
  'null',
  'true',
  'then',
  'get',
  'set',
  'has',
  'keys',
  'size',
];

const NUMBERS = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.constantFrom(
    '0.1',
    '2.5',
    '.5',
    '3.',
    '1e3',
    '1e-7',
    '1,234',
    '1_000',
    '0x1F',
    '0b101',
    '1/3',
    '10^20',
    '1e400',
  ),
);

/** Expressions of the whole language; most have a value, some do not (domain, arity, ambiguity). */
export const expression: fc.Arbitrary<string> = fc.letrec<{ sum: string }>((tie) => {
  const deeper = tie('sum');
  return {
    sum: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'expression' },
      NUMBERS,
      fc.constantFrom('pi', 'e', 'π', '2pi', '30°', '45 deg', '50%', '3!', '2²', '√16', '∛27'),
      fc
        .tuple(
          deeper,
          fc.constantFrom('+', '-', '*', '/', '×', '÷', '−', ' % ', ' mod ', '^'),
          deeper,
        )
        .map(([a, sign, b]) => a + sign + b),
      deeper.map((value) => `(${value})`),
      deeper.map((value) => `-${value}`),
      fc
        .tuple(deeper, fc.constantFrom('!', '%', '²', '⁻¹', '°'))
        .map(([value, sign]) => `(${value})${sign}`),
      fc
        .tuple(
          fc.constantFrom(
            'sqrt',
            'cbrt',
            'abs',
            'sin',
            'cos',
            'tan',
            'asin',
            'acos',
            'atan',
            'log',
            'log2',
            'ln',
            'exp',
            'floor',
            'ceil',
            'round',
          ),
          deeper,
        )
        .map(([name, value]) => `${name}(${value})`),
      fc
        .tuple(
          fc.constantFrom(
            'min',
            'max',
            'sum',
            'mean',
            'median',
            'stdev',
            'var',
            'gcd',
            'lcm',
            'hypot',
            'nCr',
            'nPr',
            'pow',
            'mod',
            'root',
            'log',
            'round',
          ),
          deeper,
          deeper,
        )
        .map(([name, a, b]) => `${name}(${a}; ${b})`.replace(';', ',')),
      fc
        .tuple(deeper, fc.constantFrom(' in hex', ' in bin', ' in oct', ' ='))
        .map(([value, end]) => value + end),
      fc.tuple(NUMBERS, deeper).map(([p, value]) => `${p}% of ${value}`),
      fc.tuple(deeper, NUMBERS).map(([value, p]) => `${value} + ${p}%`),
      fc.tuple(NUMBERS, deeper).map(([a, value]) => `${a}(${value})`),
    ),
  };
}).sum;

/** Parts of the grammar that touch its corners, and of what does not belong to it. */
export const fragment: fc.Arbitrary<string> = fc.constantFrom(
  ...(
    '0 1 2 9 00 . , ; : e E i pi π Π ( ) [ ] { } + - * / % ^ ** ! = ? < > & | ~ $ @ # \\ " \' ` _ ² ³ ⁻ ⁹ ° º √ ∛ ' +
    'sqrt( sin cos(  ln log( log2( max( min( stdev( root( round( nCr( gcd( pow( mod of in to as hex bin deg degrees x X ' +
    '0x 0b 0o 0xFF 1,234 1,23 999 1e9 1e-9 1e+ 1e400 1e-400 10^400 1000! 9^9^9 2^16000 3^10000 (1/3) ' +
    '＝ ？ ， ． （ ） ０ ９ ： ％ × ÷ − – — · ½ ∞ 中 加 é 😀 \u0000 \u0007 \t \n \r \u00a0 \u200b \u3000 \ufeff \u0301 \ud800 \udc00'
  ).split(' '),
  ' ',
  ...FOREIGN_NAMES,
  ...FOREIGN_NAMES.map((name) => `.${name}`),
);

/** Calls that make the calculator work as hard as its limits allow. */
export const heavyFragment: fc.Arbitrary<string> = fc.constantFrom(
  '2^16383',
  '3^10000',
  '7^5800',
  '10^4900',
  '10^-4900',
  '1e4900',
  '1e-4900',
  '999!',
  '1000!',
  '(2/3)^6000',
  '(3/7)^-5000',
  '(10^2400+1)',
  '(1/(10^2400+1))',
  '(1/(7^2000+3))',
  '1.0000001',
  '0.999999^100000',
  'nCr(1000,500)',
  'nPr(1000,900)',
  'gcd(3^10000,7^5800)',
  'lcm(2^8000+1,3^5000+2)',
  'sqrt(2^16383)',
  'cbrt(3^10000)',
  'root(7^5800+1,997)',
  '(3^10000)^(1/7)',
  'stdev(1/3^3000,1/7^2000,5)',
  'log(3^10000,3)',
  'log(3^10000+1,3)',
  'log2(2^16383+1)',
  'ln(10^4900)',
  'floor(3^10000/7)',
  'round(7^5800/3^5000,100)',
  'round(1/3,100)',
  'nCr(16390,8195)',
  'nCr(90000,2990)',
  'nPr(1700,1700)',
  'log(6^6000,6^2500)',
  '1/10^4000/3',
  '5e-4900',
  '1.000137^36500',
  '1.1^123456789',
  '(1+1e-300)^(10^15)',
  'sin(2^1000)',
  'sin(10^300*pi/7)',
  'tan(3^10000/7*pi)',
  'hypot(3^5000,7^3000)',
  'median(3^10000,7^5800,1/3)',
  '%(3^5000)',
  ' mod 7^2000',
  '123456789^600',
  '0.1234567^-700',
);
