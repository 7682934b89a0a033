import fc from 'fast-check';
import { all, type BigNumber, create, type FactoryFunctionMap } from 'mathjs';
import { beforeAll, describe, expect, it } from 'vitest';

import { CoreToolError, evaluate } from '../src/calculator.ts';
import { conditionOf, type Dialect, dialectTree, printDialect } from './calculator-dialect.ts';

const PRECISION = 64;
const DOUBLE_ULP = 2 ** -53;

let valueByMathjs: (text: string) => BigNumber | undefined;

beforeAll(() => {
  const math = create(requireFactories(), {
    number: 'BigNumber',
    precision: PRECISION,
    relTol: 1e-50,
    absTol: 1e-60,
  });
  math.import({ ln: (x: BigNumber) => math.log(x) });
  valueByMathjs = (text) => {
    const value: unknown = math.evaluate(text);
    return math.isBigNumber(value) ? value : undefined;
  };
}, 30_000);

/** How far a result may be from the true value, as a share of it; undefined where doubles say too little. */
function toleranceOf(node: Dialect): number | undefined {
  const loss = conditionOf(node)?.loss;
  if (loss === undefined) return undefined;
  // 15 digits where no operation magnifies the rounding of the one before; else as much more as it does.
  const tolerance = Math.max(1e-15, loss * 2 * DOUBLE_ULP);
  return tolerance > 1e-12 ? undefined : tolerance;
}

/** False where the two cannot be compared. mathjs is asked last: it takes seconds for the sine of 10^150. */
function expectAgreement(text: string, node: Dialect): boolean {
  const tolerance = toleranceOf(node);
  const expected = tolerance === undefined ? undefined : valueByMathjs(text);
  if (tolerance === undefined || expected === undefined) return false;
  const result = evaluate(text);
  const error = expected.minus(result.text).abs();
  if (result.exact) {
    expect(error.lte(expected.abs().times('1e-50').plus('1e-55')), `${text} = ${result.text}`).toBe(
      true,
    );
  } else {
    // What has few digits after rounding to 15 is shown so, which moves it by up to half a unit of the 15th.
    const digits = result.text
      .replace(/e.*$/, '')
      .replace(/[-.]/g, '')
      .replace(/^0+|0+$/g, '');
    const rounding = digits.length <= 12 ? 5e-15 : 0;
    const share = error.div(expected.abs()).toNumber() - rounding;
    expect(share, `${text} = ${result.text}`).toBeLessThanOrEqual(tolerance);
  }
  return true;
}

describe('property 15: against mathjs with 64 digits', () => {
  it('expressions of the common dialect agree to 15 digits, exact results to 50', () => {
    let compared = 0;
    fc.assert(
      fc.property(dialectTree, (node) => {
        const text = printDialect(node);
        if (text.length <= 500 && expectAgreement(text, node)) compared += 1;
      }),
      { numRuns: 1500 },
    );
    expect(compared).toBeGreaterThan(800);
  }, 30_000);

  it('where mathjs has no real value there is an error', () => {
    for (const text of [
      'sqrt(-2)',
      'log10(-1)',
      'ln(0 - 3)',
      'asin(1.5)',
      'acos(-3/2)',
      '(-2)^0.5',
      '(-8)^(1/3)',
      '(-2)!',
      '1/0',
      'log2(0)',
    ]) {
      expect(() => evaluate(text), text).toThrow(CoreToolError);
    }
  });
});

/** The types of mathjs say that its list of everything may be missing. */
function requireFactories(): FactoryFunctionMap {
  if (all === undefined) throw new Error('mathjs has no functions');
  return all;
}
