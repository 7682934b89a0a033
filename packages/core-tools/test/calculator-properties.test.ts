import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { describe, expect, it } from 'vitest';

import { CoreToolError, type Evaluation, evaluate } from '../src/calculator.ts';
import { decimalText, evaluateTree, printFull, printMinimal, tree } from './expression-tree.ts';

const MAX_CHARS = 500;
const signedDecimal = fc
  .tuple(fc.boolean(), decimalText)
  .map(([isNegative, text]) => (isNegative ? `(-${text})` : text));
const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const wrapped = (value: bigint): string => (value < 0n ? `(${value})` : String(value));

describe('against exact rational arithmetic', () => {
  it('1: any expression has the value that fraction.js computes', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS);
        const expected = evaluateTree(node);
        if (expected === undefined) expect(() => evaluate(text)).toThrow(/by zero/);
        else expectValue(evaluate(text), expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('2: parentheses, spaces and Unicode forms change nothing', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const minimal = printMinimal(node);
        const full = printFull(node);
        fc.pre(full.length <= MAX_CHARS);
        const expected = outcome(minimal);
        expect(outcome(full)).toBe(expected);
        expect(outcome(full.replaceAll(' ', '   ').replaceAll('(', '( '))).toBe(expected);
        expect(outcome(fullWidth(minimal))).toBe(expected);
        expect(
          outcome(minimal.replaceAll('*', '×').replaceAll('/', '÷').replaceAll('-', '−')),
        ).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('3: the laws of arithmetic hold exactly for decimals', () => {
    fc.assert(
      fc.property(signedDecimal, signedDecimal, signedDecimal, (a, b, c) => {
        expectSame(`${a}+${b}`, `${b}+${a}`);
        expectSame(`(${a}*${b})*${c}`, `${a}*(${b}*${c})`);
        expectSame(`${a}*(${b}+${c})`, `${a}*${b}+${a}*${c}`);
      }),
    );
  });

  it('4: signs, quotients and powers are inverse to each other', () => {
    fc.assert(
      fc.property(
        signedDecimal,
        signedDecimal,
        fc.tuple(fc.nat(12), fc.nat(12)),
        (a, b, [m, n]) => {
          expectSame(`${a}-${b}`, `${a}+(-${b})`);
          expectSame(`-(-${a})`, a);
          if (evaluate(b).text !== '0') expectSame(`${a}/${b}*${b}`, a);
          expectSame(`${a}^${m}*${a}^${n}`, `${a}^(${m}+${n})`);
          if (evaluate(a).text !== '0') expectSame(`${a}^-${n}`, `1/${a}^${n}`);
        },
      ),
    );
  });

  it('5: a = b * floor(a/b) + (a mod b), and 0 <= (a mod b)/b < 1', () => {
    fc.assert(
      fc.property(signedDecimal, signedDecimal, (a, b) => {
        fc.pre(evaluate(b).text !== '0');
        expectSame(`${b}*floor(${a}/${b})+(${a} mod ${b})`, a);
        expectSame(`floor((${a} mod ${b})/${b})`, '0');
      }),
    );
  });

  it('6: floor, ceil and round agree with each other', () => {
    fc.assert(
      fc.property(signedDecimal, (x) => {
        expectSame(`max(floor(${x}), ${x})`, x);
        expect(Number(evaluate(`floor(${x})+1-${x}`).value)).toBeGreaterThan(0);
        expectSame(`ceil(${x})`, `-floor(-${x})`);
        expectSame(`round(-${x})`, `-round(${x})`);
        expect(Number(evaluate(`abs(round(${x})-${x})`).value)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('8: integer expressions agree with BigInt to the last digit', () => {
    fc.assert(
      fc.property(integer, integer, fc.tuple(integer, fc.nat(9)), (a, b, [c, n]) => {
        const text = `${wrapped(a)}*${wrapped(b)}-${wrapped(c)}^${n}+${wrapped(a)}`;
        const expected = a * b - c ** BigInt(n) + a;
        expect(evaluate(text)).toMatchObject({ text: String(expected), exact: true });
      }),
    );
  });
});

describe('roots, logarithms and angles', () => {
  it('7: sqrt(x*x) = abs(x), exactly', () => {
    fc.assert(
      fc.property(signedDecimal, (x) => {
        expectSame(`sqrt(${x}*${x})`, `abs(${x})`);
        expect(evaluate(`sqrt(${x}*${x})`).exact).toBe(true);
      }),
    );
  });

  it('7: sqrt is monotone', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (x, y) => {
        const larger = Number(x) < Number(y) ? y : x;
        const smaller = Number(x) < Number(y) ? x : y;
        expect(Number(evaluate(`sqrt(${larger})`).value)).toBeGreaterThanOrEqual(
          Number(evaluate(`sqrt(${smaller})`).value),
        );
      }),
    );
  });

  it('7: sin² + cos² = 1 to 15 digits', () => {
    fc.assert(
      fc.property(decimalText, (x) => {
        expect(Number(evaluate(`sin(${x})^2+cos(${x})^2`).value)).toBeCloseTo(1, 14);
      }),
    );
  });

  it('7: whole turns do not change a multiple of pi, not even in the last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer(),
        (n, d, k) => {
          for (const name of ['sin', 'cos']) {
            expectSame(`${name}((${n}/${d})*pi+2pi*(${k}))`, `${name}((${n}/${d})*pi)`);
          }
        },
      ),
    );
  });

  it('7: multiples of pi agree with the sine of the nearest double', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 60 }), (n, d) => {
        const angle = (n / d) * Math.PI;
        expect(Number(evaluate(`sin((${n}/${d})*pi)`).value)).toBeCloseTo(Math.sin(angle), 12);
        expect(Number(evaluate(`cos((${n}/${d})*pi)`).value)).toBeCloseTo(Math.cos(angle), 12);
        if (Math.abs(Math.cos(angle)) > 0.05) {
          expect(Number(evaluate(`tan((${n}/${d})*pi)`).value)).toBeCloseTo(Math.tan(angle), 10);
        }
      }),
    );
  });

  it('7: log(10^n) = n and log2(2^n) = n, exactly', () => {
    for (let n = -1000; n <= 1000; n += 7) {
      expect(evaluate(`log(10^${n})`)).toMatchObject({ text: String(n), exact: true });
      expect(evaluate(`log2(2^${n})`)).toMatchObject({ text: String(n), exact: true });
    }
  });

  it('7: ln(exp(x)) is x again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -6000, max: 6000 }), (tenths) => {
        const x = tenths / 10;
        expect(Number(evaluate(`ln(exp(${x}))`).value)).toBeCloseTo(x, 10);
      }),
    );
  });

  it('13: percentages follow their definition', () => {
    fc.assert(
      fc.property(decimalText, signedDecimal, (p, x) => {
        expectSame(`${p}% of ${x}`, `${x}*${p}/100`);
        expectSame(`${x}+${p}%`, `${x}*(100+${p})/100`);
        expectSame(`${x}-${p}%`, `${x}*(100-${p})/100`);
      }),
    );
  });
});

describe('round trip', () => {
  it('9: a result typed back in gives the same result', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS && evaluateTree(node) !== undefined);
        const first = evaluate(text);
        fc.pre(first.text.length <= MAX_CHARS);
        const second = evaluate(first.text);
        // Rounded digits from 10^21 on have an exponent, which an exact integer has not.
        expect(Number(second.text)).toBe(Number(first.text));
        if (first.exact) expect(second).toMatchObject({ text: first.text, exact: true });
      }),
    );
  });
});

const FRAGMENTS =
  '0 1 2 9 . , e E pi π ( ) + - * / % ^ ** ! ² ⁻ ° √ ∛ sqrt( sin log max( stdev( mod of in hex deg x 0x 0b _ 1,234 999 1e9 1000! = ? ， （ ０ ：' +
  ' constructor __proto__ toString \u3000 \ud800 \udc00 😀 é 中 \u0000 \n NaN Infinity';
const fragment = fc.constantFrom(...FRAGMENTS.split(' '));
const expressionLike = fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(''));

describe('any input', () => {
  it('10: grammar fragments in any order give a sound result or our error', () => {
    fc.assert(fc.property(expressionLike, expectSound), { numRuns: 4000 });
  });

  it('10: arbitrary Unicode, also unpaired surrogates, gives a sound result or our error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), expectSound), {
      numRuns: 2000,
    });
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 500 });
    fc.assert(
      fc.property(units, (codes) => {
        expectSound(String.fromCharCode(...codes));
      }),
      { numRuns: 500 },
    );
  });

  it('11: deleting or doubling one character never crashes; a stray ")" is an error', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (node, seed) => {
        const text = printMinimal(node).slice(0, MAX_CHARS - 1);
        const index = seed % text.length;
        expectSound(text.slice(0, index) + text.slice(index + 1));
        expectSound(text.slice(0, index) + text.charAt(index) + text.slice(index));
        expect(() => evaluate(`${printMinimal(node)})`)).toThrow(CoreToolError);
      }),
      { numRuns: 500 },
    );
  });

  it('12: nesting works to 100 levels and is refused beyond', () => {
    for (let depth = 1; depth <= 100; depth += 1) {
      expect(evaluate('('.repeat(depth) + '7' + ')'.repeat(depth)).text).toBe('7');
      expect(evaluate(`${'-'.repeat(depth)}7`).text).toBe(depth % 2 === 0 ? '7' : '-7');
    }
    expect(() => evaluate('('.repeat(101) + '7' + ')'.repeat(101))).toThrow(/100 nested/);
    expect(() => evaluate(`${'-'.repeat(101)}7`)).toThrow(/100 nested/);
    expect(() => evaluate(`${'-'.repeat(10_000)}7`)).toThrow(/at most 500/);
  });

  it('14: the same text gives the same result, whatever was evaluated in between', () => {
    fc.assert(
      fc.property(expressionLike, expressionLike, (first, second) => {
        const before = outcome(first);
        outcome(second);
        expect(outcome(first)).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });
});

/** A value that is a number of some kind, or the package's own error with a position inside the text. */
function expectSound(expression: string): void {
  try {
    const { text, value, exact } = evaluate(expression);
    expect(text).toMatch(/^-?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|0x[0-9A-F]+|0b[01]+|0o[0-7]+)$/);
    expect(text).not.toBe('-0');
    expect(typeof exact).toBe('boolean');
    if (typeof value === 'number') {
      expect(Number.isFinite(value)).toBe(true);
      expect(Object.is(value, -0)).toBe(false);
    }
  } catch (error) {
    if (!(error instanceof CoreToolError)) throw error;
    const { position } = error.details ?? {};
    expect(position).toBeGreaterThanOrEqual(0);
    expect(position).toBeLessThanOrEqual(expression.length);
    expect(error.message.length).toBeLessThanOrEqual(500);
  }
}

function expectValue(result: Evaluation, expected: Fraction): void {
  const shown = readFraction(result.text);
  if (result.exact) {
    expect(shown.equals(expected)).toBe(true);
    return;
  }
  // 16 significant digits, correctly rounded: off by at most half a unit of the last one.
  const error = shown.sub(expected).div(expected).abs();
  expect(error.compare(new Fraction(1, 2n * 10n ** 15n))).toBeLessThanOrEqual(0);
}

/** fraction.js reads no exponents. */
function readFraction(text: string): Fraction {
  const [digits = '', exponent = '0'] = text.split('e');
  const power = new Fraction(10n ** BigInt(Math.abs(Number(exponent))));
  const mantissa = new Fraction(digits);
  return Number(exponent) < 0 ? mantissa.div(power) : mantissa.mul(power);
}

function expectSame(left: string, right: string): void {
  expect(evaluate(left).text, `${left} = ${right}`).toBe(evaluate(right).text);
}

function outcome(expression: string): string {
  try {
    return evaluate(expression).text;
  } catch (error) {
    if (error instanceof CoreToolError) return error.message.replace(/ at position \d+/, '');
    throw error;
  }
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  );
}
