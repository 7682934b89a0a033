import fc from 'fast-check';
import { Fraction } from 'fraction.js';
import { describe, expect, it } from 'vitest';

import { evaluate } from '../src/calculator.ts';
import {
  expectRational,
  expectSame,
  failureOfExpression,
  outcomeOf,
  shownValue,
} from './calculator-expectations.ts';
import {
  decimalText,
  evaluateTree,
  integerTree,
  printFull,
  printMinimal,
  tokensOf,
  tree,
} from './expression-tree.ts';

const MAX_CHARS = 500;

const signedDecimal = fc
  .tuple(fc.boolean(), decimalText)
  .map(([isNegative, text]) => (isNegative ? `(-${text})` : text));
const fraction = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 1, max: 999 }))
  .map(([numerator, denominator]) => `(${numerator}/${denominator})`);
/** Decimals, and fractions that do not terminate. */
const rational = fc.oneof(signedDecimal, fraction);
const exponents = fc.tuple(fc.nat(12), fc.nat(12));
const nonZero = rational.filter((text) => evaluate(text).text !== '0');

describe('property 1: generated expressions with minimal parentheses', () => {
  it('have the value that exact rational arithmetic gives', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS);
        const expected = evaluateTree(node);
        fc.pre(expected !== 'too large');
        if (expected === 'division by zero') {
          expect(failureOfExpression(text).message, text).toMatch(/by zero/);
        } else {
          expectRational(evaluate(text), expected);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('have that value also as a JavaScript number', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS);
        const expected = evaluateTree(node);
        fc.pre(typeof expected !== 'string');
        const { value } = evaluate(text);
        if (typeof value === 'bigint') expect(new Fraction(value).equals(expected)).toBe(true);
        else if (value !== undefined) expect(value, text).toBe(nearestDouble(expected));
      }),
      { numRuns: 500 },
    );
  });
});

describe('property 2: one value in every way of writing', () => {
  const spaces = fc.array(fc.constantFrom('', '', ' ', '  ', '\t', '\n', '\u00a0', '\u3000'), {
    minLength: 40,
    maxLength: 40,
  });

  it('full parentheses, any white space, full-width characters and × ÷ − change nothing', () => {
    fc.assert(
      fc.property(tree, spaces, (node, gaps) => {
        const minimal = printMinimal(node);
        const full = printFull(node);
        fc.pre(full.length <= MAX_CHARS);
        fc.pre(evaluateTree(node) !== 'too large');
        const expected = outcomeOf(minimal);
        const spaced = tokensOf(minimal)
          .map((token, index) => token + (gaps[index % gaps.length] ?? ''))
          .join('');
        expect(outcomeOf(full), full).toBe(expected);
        if (spaced.length <= MAX_CHARS) expect(outcomeOf(spaced), spaced).toBe(expected);
        expect(outcomeOf(fullWidth(minimal)), minimal).toBe(expected);
        expect(outcomeOf(typographic(minimal)), minimal).toBe(expected);
        expect(outcomeOf(minimal.toUpperCase()), minimal).toBe(expected);
        expect(outcomeOf(minimal.replaceAll('^', '**')), minimal).toBe(expected);
      }),
      { numRuns: 700 },
    );
  });
});

describe('property 3: laws of sums and products', () => {
  it('hold to the last digit', () => {
    fc.assert(
      fc.property(signedDecimal, signedDecimal, signedDecimal, (a, b, c) => {
        expectSame(`${a}+${b}`, `${b}+${a}`);
        expectSame(`${a}*${b}`, `${b}*${a}`);
        expectSame(`(${a}+${b})+${c}`, `${a}+(${b}+${c})`);
        expectSame(`(${a}*${b})*${c}`, `${a}*(${b}*${c})`);
        expectSame(`${a}*(${b}+${c})`, `${a}*${b}+${a}*${c}`);
        expect(evaluate(`(${a}*${b})*${c}`).exact).toBe(true);
        expect(evaluate(`${a}*(${b}+${c})`).exact).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('hold for fractions that do not terminate', () => {
    fc.assert(
      fc.property(rational, rational, rational, (a, b, c) => {
        expectSame(`(${a}*${b})*${c}-${a}*(${b}*${c})`, '0');
        expectSame(`${a}*(${b}+${c})-(${a}*${b}+${a}*${c})`, '0');
      }),
    );
  });
});

describe('property 4: inverse operations', () => {
  it('differences, signs, quotients and powers undo each other', () => {
    fc.assert(
      fc.property(rational, nonZero, exponents, (a, b, [m, n]) => {
        expectSame(`${a}-${b}`, `${a}+(-${b})`);
        expectSame(`-(-${a})`, a);
        expectSame(`--${a}`, a);
        expectSame(`${a}/${b}*${b}`, a);
        expectSame(`${a}*${b}/${b}`, a);
        expectSame(`(${a}^${m})*(${a}^${n})`, `${a}^(${m}+${n})`);
        expectSame(`${b}^-${n}`, `1/(${b}^${n})`);
        expectSame(`(${b}^${m})/(${b}^${n})`, `${b}^(${m}-${n})`);
      }),
    );
  });
});

describe('property 5: floored division', () => {
  it('a = b * floor(a/b) + (a % b), and 0 <= (a % b)/b < 1', () => {
    fc.assert(
      fc.property(rational, nonZero, (a, b) => {
        for (const rest of [`(${a} mod ${b})`, `(${a} % ${b})`, `mod(${a}, ${b})`]) {
          expectSame(`${b}*floor(${a}/${b})+${rest}`, a);
          expectSame(`floor(${rest}/${b})`, '0');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('property 6: rounding', () => {
  it('floor(x) <= x < floor(x)+1, ceil(x) = -floor(-x), round(-x) = -round(x), |round(x)-x| <= 1/2', () => {
    const halves = fc.integer({ min: -2000, max: 2000 }).map((count) => `(${count}/2)`);
    fc.assert(
      fc.property(fc.oneof(rational, halves), (x) => {
        const above = shownValue(evaluate(`${x}-floor(${x})`).text);
        expect(above.compare(0)).toBeGreaterThanOrEqual(0);
        expect(above.compare(1)).toBeLessThan(0);
        expect(evaluate(`floor(${x})`).text).toMatch(/^-?\d+$/);
        expectSame(`ceil(${x})`, `-floor(-${x})`);
        expectSame(`round(-${x})`, `-round(${x})`);
        const error = shownValue(evaluate(`abs(round(${x})-${x})`).text);
        expect(error.compare(new Fraction(1, 2))).toBeLessThanOrEqual(0);
        // Halves go away from zero.
        if (error.equals(new Fraction(1, 2))) expectSame(`abs(round(${x}))`, `abs(${x})+1/2`);
      }),
      { numRuns: 300 },
    );
  });
});

describe('property 8: integer expressions', () => {
  it('agree with integer arithmetic digit by digit', () => {
    fc.assert(
      fc.property(integerTree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS);
        const expected = evaluateTree(node);
        fc.pre(typeof expected !== 'string');
        expect(expected.d).toBe(1n);
        const digits = String(expected.s * expected.n);
        expect(evaluate(text), text).toMatchObject({ text: digits, exact: true });
      }),
      { numRuns: 1000 },
    );
  });

  it('agree with BigInt for integers of any length', () => {
    const integer = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
    const written = (value: bigint): string => (value < 0n ? `(${value})` : String(value));
    fc.assert(
      fc.property(integer, integer, fc.tuple(integer, fc.nat(9)), (a, b, [c, n]) => {
        const text = `${written(a)}*${written(b)}-${written(c)}^${n}+${written(a)}`;
        const expected = a * b - c ** BigInt(n) + a;
        expect(evaluate(text)).toMatchObject({ text: String(expected), exact: true });
      }),
    );
  });
});

/** The nearest double, by the rounding of decimal digits to a double that the language guarantees. */
function nearestDouble({ s: sign, n: numerator, d: denominator }: Fraction): number {
  return Number(`${(sign * numerator * 10n ** 1500n) / denominator}e-1500`);
}

function fullWidth(text: string): string {
  return text
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');
}

function typographic(text: string): string {
  return text.replaceAll('*', '×').replaceAll('/', '÷').replaceAll('-', '−');
}
