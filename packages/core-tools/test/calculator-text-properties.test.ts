import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CoreToolError, evaluate, type Evaluation } from '../src/calculator.ts';
import { expression } from './calculator-fragments.ts';
import { shownValue } from './calculator-expectations.ts';
import { evaluateTree, printMinimal, tree } from './expression-tree.ts';

const MAX_CHARS = 500;

function resultOf(text: string): Evaluation | undefined {
  try {
    return evaluate(text);
  } catch (error) {
    if (error instanceof CoreToolError) return undefined;
    throw error;
  }
}

/** The result typed back in gives the same result; an exact one to the last character. */
function expectRoundTrip({ text, exact }: Evaluation): void {
  const again = evaluate(text);
  const [, sign, digits] = /^(-?)(0[xbo].*)/.exec(text) ?? [];
  if (digits !== undefined) {
    expect(again).toMatchObject({ text: `${sign ?? ''}${BigInt(digits)}`, exact: true });
    return;
  }
  if (exact) expect(again).toMatchObject({ text, exact: true });
  // Rounded digits from 10^21 on have an exponent, which an exact integer has not.
  else expect(shownValue(again.text).equals(shownValue(text)), text).toBe(true);
}

describe('property 9: a result typed back in', () => {
  it('is the same for rational results', () => {
    fc.assert(
      fc.property(tree, (node) => {
        const text = printMinimal(node);
        fc.pre(text.length <= MAX_CHARS && typeof evaluateTree(node) !== 'string');
        const first = evaluate(text);
        fc.pre(first.text.length <= MAX_CHARS);
        expectRoundTrip(first);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the same for results of every size', () => {
    const factor = fc.tuple(
      fc.constantFrom('1', '3', '7.5', 'sqrt(2)', 'pi', 'exp(1.5)'),
      fc.integer({ min: -450, max: 450 }),
    );
    fc.assert(
      fc.property(
        factor,
        fc.constantFrom('1', '3', '7', '1024', '999999999999'),
        ([x, n], divisor) => {
          const first = resultOf(`${x}*10^${n}/${divisor}`);
          fc.pre(first !== undefined && first.text.length <= MAX_CHARS);
          expectRoundTrip(first);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is the same for whatever the whole language gives', () => {
    let count = 0;
    fc.assert(
      fc.property(expression, (text) => {
        const first = resultOf(text);
        if (first === undefined || first.text.length > MAX_CHARS) return;
        count += 1;
        expectRoundTrip(first);
      }),
      { numRuns: 2000 },
    );
    expect(count).toBeGreaterThan(500);
  });
});
