import { createPhrases, quoteMark } from '@mini-agent/llm-router/rules';
import type {
  FoundSlots,
  RuleIntent,
  RuleMatch,
  Segment,
  SlotInput,
  SlotReader,
  SlotReading,
} from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import {
  arithmeticPhrases,
  bareArithmeticPhrases,
  followUpPhrases,
  phraseParts,
} from './arithmetic-phrases.ts';
import { ExpressionCursor } from './expression-cursor.ts';
import { readList } from './expression-functions.ts';
import type { Expression, Sign } from './expression-node.ts';
import { atomLevel, callNode, numberNode } from './expression-node.ts';
import { readExpression } from './expression-parser.ts';
import { fromRate, joined } from './arithmetic-rates.ts';
import { bases } from './bases.ts';
import { priceSlot } from './price-slot.ts';
import { isClearlyArithmetic, mayCalculate } from './expression-shape.ts';
import { countSlot } from './count-slot.ts';

function readNumbersList(
  input: SlotInput,
  position: number,
): readonly SlotReading<readonly Expression[]>[] {
  const readings: SlotReading<readonly Expression[]>[] = [];
  for (const longNumbers of [true, false]) {
    const cursor = new ExpressionCursor(input.lower, position, longNumbers);
    const value = readList(cursor);
    if (value !== undefined) readings.push({ value, end: cursor.at });
  }
  return readings;
}

/** Reads nothing: it tells which phrase it was. */
const mark: SlotReader<true> = (_input, position) => [{ value: true, end: position }];

const slots = {
  calculation: readExpression,
  a: readExpression,
  b: readExpression,
  rate: readExpression,
  more: readExpression,
  less: readExpression,
  part: readExpression,
  whole: readExpression,
  sum: readExpression,
  difference: readExpression,
  product: readExpression,
  quotient: readExpression,
  remainder: readExpression,
  minuend: readExpression,
  taken: readExpression,
  divisor: readExpression,
  exponent: readExpression,
  addends: readNumbersList,
  factors: readNumbersList,
  averaged: readNumbersList,
  largest: readNumbersList,
  smallest: readNumbersList,
  first: readExpression,
  last: readExpression,
  rounded: readExpression,
  discount: readExpression,
  rooted: readExpression,
  places: countSlot,
  floored: readExpression,
  ceiled: readExpression,
  price: priceSlot,
  tip: readExpression,
  tax: readExpression,
  old: readExpression,
  new: readExpression,
  higher: readExpression,
  lower: readExpression,
  share: readExpression,
  decimal: readExpression,
  nearest: mark,
  root: mark,
  squared: mark,
  doubled: mark,
};

type Found = FoundSlots<typeof slots>;

/** Rounding to a number of decimal places. */
function roundedTo(value: Expression, places: number): Expression | undefined {
  return places > 30 ? undefined : callNode('round', [value, numberNode(String(places), true)]);
}

/** Expressions and questions about numbers, in words or symbols; the calculator does the work. */
export const arithmeticIntent: RuleIntent = {
  name: 'arithmetic',
  match(segment) {
    if (segment.text.length > longestSegment || segment.text.includes(quoteMark)) return undefined;
    return (
      asked.match(segment) ?? bases.match(segment) ?? bare.match(segment) ?? followUp.match(segment)
    );
  },
};

const longestSegment = 600;

const asked = createPhrases({
  slots,
  parts: phraseParts,
  phrases: arithmeticPhrases,
  build(found, segment) {
    const expression = composed(found);
    return expression !== undefined && mayCalculate(expression, segment.text)
      ? calculation(expression)
      : undefined;
  },
});

const bare = createPhrases({
  slots,
  parts: phraseParts,
  phrases: bareArithmeticPhrases,
  build(found, segment) {
    const expression = composed(found);
    if (expression === undefined) return undefined;
    const afterAnother = previousExpression(segment) !== undefined;
    return afterAnother || isClearlyArithmetic(segment.text) ? calculation(expression) : undefined;
  },
});

/** "multiply the result by 4": folded into one expression with what the part before asked for. */
const followUp = createPhrases({
  slots,
  parts: phraseParts,
  phrases: followUpPhrases,
  build(found, segment) {
    const previous = previousExpression(segment);
    const expression = previous === undefined ? undefined : continued(previous, found);
    const match = calculation(expression);
    return match === undefined ? undefined : { ...match, replacesPrevious: true };
  },
});

function previousExpression(segment: Segment): Expression | undefined {
  const calls = segment.previous?.calls ?? [];
  const text = calls[0]?.arguments['expression'];
  if (calls.length !== 1 || calls[0]?.name !== 'calculator' || typeof text !== 'string')
    return undefined;
  return { text: `(${text})`, level: atomLevel, operations: 1, words: true };
}

function continued(previous: Expression, found: Found): Expression | undefined {
  const step = (sign: Sign, right: Expression | undefined): Expression | undefined =>
    right === undefined ? undefined : joined(sign, previous, right);
  if (found.places !== undefined) return roundedTo(previous, found.places);
  if (found.nearest === true) return callNode('round', [previous]);
  if (found.root === true) return callNode('sqrt', [previous]);
  if (found.squared === true) return joined('^', previous, numberNode('2', true));
  if (found.doubled === true) return joined('*', previous, numberNode('2', true));
  if (found.sum !== undefined) return step('+', found.sum);
  if (found.difference !== undefined) return step('-', found.difference);
  if (found.product !== undefined) return step('*', found.product);
  if (found.quotient !== undefined) return step('/', found.quotient);
  if (found.exponent !== undefined) return step('^', found.exponent);
  if (found.minuend !== undefined) return joined('-', found.minuend, previous);
  return undefined;
}

/** The expression that a phrase with these slots means. */
function composed(found: Found): Expression | undefined {
  return found.calculation ?? fromPair(found) ?? fromRate(found) ?? fromRest(found);
}

function fromPair(found: Found): Expression | undefined {
  const { a, b } = found;
  if (found.addends !== undefined)
    return found.addends.reduce((left, right) => joined('+', left, right));
  if (found.averaged !== undefined) return callNode('mean', found.averaged);
  if (found.largest !== undefined) return callNode('max', found.largest);
  if (found.smallest !== undefined) return callNode('min', found.smallest);
  if (found.factors !== undefined)
    return found.factors.reduce((left, right) => joined('*', left, right));
  if (a === undefined) return undefined;
  // "add 20% to 50" is an increase, not a sum.
  if (b !== undefined)
    return a.kind === 'percent' && b.kind !== 'percent' ? undefined : joined('+', a, b);
  if (found.taken !== undefined) return joined('-', a, found.taken);
  if (found.divisor !== undefined) return joined('/', a, found.divisor);
  if (found.product !== undefined) return joined('*', a, found.product);
  if (found.exponent !== undefined) return joined('^', a, found.exponent);
  return undefined;
}

function fromRest(found: Found): Expression | undefined {
  const { first, last, rounded, places, rooted } = found;
  // Behind a sum nobody knows how far 开根号 reaches.
  if (rooted !== undefined) return rooted.operations === 0 ? callNode('sqrt', [rooted]) : undefined;
  if (rounded !== undefined) {
    if (places === undefined) return callNode('round', [rounded]);
    return roundedTo(rounded, places);
  }
  if (found.floored !== undefined) return callNode('floor', [found.floored]);
  if (found.ceiled !== undefined) return callNode('ceil', [found.ceiled]);
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

function calculation(expression: Expression | undefined): RuleMatch | undefined {
  if (expression === undefined || expression.operations === 0) return undefined;
  const text = expression.inner ?? expression.text;
  if (text.length > 500) return undefined;
  return {
    calls: [{ name: 'calculator', arguments: { expression: text } }],
    answer: (outcomes, language) => observations(outcomes, { language, heading: '计算结果' }),
  };
}
