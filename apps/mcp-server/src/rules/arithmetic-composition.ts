import { fromRate, joined } from './arithmetic-rates.ts';
import type { ArithmeticFound } from './arithmetic-slots.ts';
import type { Expression, Sign } from './expression-node.ts';
import { callNode, isPartlyPercent, numberNode } from './expression-node.ts';
import { roundedToStep } from './rounding-step.ts';

/** Rounding to a number of decimal places. */
export function roundedTo(value: Expression, places: number): Expression | undefined {
  return places > 30 ? undefined : callNode('round', [value, numberNode(String(places), true)]);
}

/** The expression that a phrase with these slots means. */
export function composed(found: ArithmeticFound): Expression | undefined {
  return (
    found.calculation ??
    fromLists(found) ??
    fromPair(found) ??
    fromRate(found) ??
    fromRounding(found) ??
    fromRest(found)
  );
}

function fromLists(found: ArithmeticFound): Expression | undefined {
  if (found.addends !== undefined)
    return found.addends.reduce((left, right) => joined('+', left, right));
  if (found.averaged !== undefined)
    return isPartlyPercent(found.averaged) ? undefined : callNode('mean', found.averaged);
  if (found.largest !== undefined) return callNode('max', found.largest);
  if (found.smallest !== undefined) return callNode('min', found.smallest);
  if (found.factors !== undefined)
    return found.factors.reduce((left, right) => joined('*', left, right));
  const { one, other } = found;
  if (one === undefined || other === undefined || Number(one.text) === Number(other.text))
    return undefined;
  return callNode(found.wantsSmaller === true ? 'min' : 'max', [one, other]);
}

function fromPair(found: ArithmeticFound): Expression | undefined {
  const { a, b } = found;
  if (a === undefined) return fromCounts(found);
  // "add 20% to 50" is an increase, not a sum.
  if (b !== undefined)
    return a.kind === 'percent' && b.kind !== 'percent' ? undefined : joined('+', a, b);
  // "100 off 5%" says the two the wrong way round.
  if (found.taken !== undefined)
    return a.kind === 'percent' && found.taken.kind !== 'percent'
      ? undefined
      : joined('-', a, found.taken);
  if (found.divisor !== undefined) return joined('/', a, found.divisor);
  if (found.modulus !== undefined) return joined('mod', a, found.modulus);
  if (found.product !== undefined) return joined('*', a, found.product);
  if (found.exponent !== undefined) return joined('^', a, found.exponent);
  return found.shares === undefined ? undefined : joined('/', a, found.shares);
}

/** Whether the phrase is about a list in words: where it ends may be a guess. */
export function isAboutList({
  addends,
  averaged,
  largest,
  smallest,
  factors,
}: ArithmeticFound): boolean {
  return [addends, averaged, largest, smallest, factors].some((list) => list !== undefined);
}

/** So many at a price each, and how often one number goes into another. */
function fromCounts({
  count,
  each,
  container,
  contained,
}: ArithmeticFound): Expression | undefined {
  if (count !== undefined && each !== undefined) return joined('*', count, each);
  if (container === undefined || contained === undefined) return undefined;
  const times = Number(container.text) / Number(contained.text);
  return Number.isInteger(times) ? joined('/', container, contained) : undefined;
}

function fromRounding(found: ArithmeticFound): Expression | undefined {
  const { rounded, places, step } = found;
  if (rounded !== undefined) {
    if (step !== undefined) return roundedToStep(rounded, step);
    return places === undefined ? callNode('round', [rounded]) : roundedTo(rounded, places);
  }
  if (found.floored !== undefined) return callNode('floor', [found.floored]);
  if (found.ceiled !== undefined) return callNode('ceil', [found.ceiled]);
  // Behind a sum nobody knows how far 开根号 reaches.
  const { rooted, cubeRooted } = found;
  if (rooted !== undefined) return rooted.operations === 0 ? callNode('sqrt', [rooted]) : undefined;
  if (cubeRooted !== undefined)
    return cubeRooted.operations === 0 ? callNode('cbrt', [cubeRooted]) : undefined;
  return undefined;
}

function fromRest(found: ArithmeticFound): Expression | undefined {
  const { first, last } = found;
  if (first !== undefined && last !== undefined) return seriesSum(first, last);
  for (const [sign, value] of [
    ['+', found.sum],
    ['-', found.difference],
    ['*', found.product],
    ['/', found.quotient],
  ] as const) {
    if (value !== undefined) return value.operation?.sign === sign ? value : undefined;
  }
  const { remainder } = found;
  if (remainder?.operation?.sign !== '/') return undefined;
  return joined('mod', remainder.operation.left, remainder.operation.right);
}

/** 1 + 2 + … + 100. */
function seriesSum(first: Expression, last: Expression): Expression | undefined {
  const [from, to] = [Number(first.text), Number(last.text)];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from >= to) return undefined;
  const count = joined('+', joined('-', last, first), numberNode('1', true));
  return joined('/', joined('*', joined('+', first, last), count), numberNode('2', true));
}

/** What "multiply the result by 4" makes of the calculation before. */
export function continued(previous: Expression, found: ArithmeticFound): Expression | undefined {
  const step = (sign: Sign, right: Expression | undefined): Expression | undefined =>
    right === undefined ? undefined : joined(sign, previous, right);
  const by = (sign: Sign, number: string): Expression =>
    joined(sign, previous, numberNode(number, true));
  if (found.places !== undefined) return roundedTo(previous, found.places);
  if (found.step !== undefined) return roundedToStep(previous, found.step);
  if (found.nearest === true) return callNode('round', [previous]);
  if (found.root === true) return callNode('sqrt', [previous]);
  if (found.squared === true) return by('^', '2');
  if (found.cubed === true) return by('^', '3');
  if (found.doubled === true) return by('*', '2');
  if (found.tripled === true) return by('*', '3');
  if (found.halved === true) return by('/', '2');
  if (found.sum !== undefined) return step('+', found.sum);
  if (found.difference !== undefined) return step('-', found.difference);
  if (found.product !== undefined) return step('*', found.product);
  if (found.quotient !== undefined) return step('/', found.quotient);
  if (found.exponent !== undefined) return step('^', found.exponent);
  if (found.minuend !== undefined) return joined('-', found.minuend, previous);
  return undefined;
}
