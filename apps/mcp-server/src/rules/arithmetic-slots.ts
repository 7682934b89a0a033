import { skipSpace } from '@mini-agent/llm-router/rules';
import type { FoundSlots, SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';
import { countSlot } from './count-slot.ts';
import { ExpressionCursor } from './expression-cursor.ts';
import { readList } from './expression-lists.ts';
import { productLevel } from './expression-node.ts';
import type { Expression } from './expression-node.ts';
import { readExpression } from './expression-parser.ts';
import { priceSlot } from './price-slot.ts';
import { stepSlot } from './rounding-step.ts';

function readNumbersList(
  input: SlotInput,
  position: number,
): readonly SlotReading<readonly Expression[]>[] {
  const readings: SlotReading<readonly Expression[]>[] = [];
  for (const longNumbers of input.lower.includes(' and ', position) ? [true, false] : [true]) {
    const cursor = new ExpressionCursor(input.lower, position, longNumbers);
    const value = readList(cursor);
    if (value !== undefined) readings.push({ value, end: cursor.at });
  }
  return readings;
}

/** Reads nothing: it tells which phrase it was. */
const mark: SlotReader<true> = (_input, position) => [{ value: true, end: position }];

/** A number and what may only be a number: no operator is read into it. */
const operandSlot: SlotReader<Expression> = (input, position) =>
  readExpression(input, position).filter(({ value }) => value.operations === 0);

/** "Multiply 5 by 3 plus 2": how far the factor reaches cannot be heard. */
const factorSlot: SlotReader<Expression> = (input, position) =>
  readExpression(input, position).filter(({ value }) => value.level >= productLevel);

/** The same for a divisor, of which also a product may be only the beginning. */
const divisorSlot: SlotReader<Expression> = (input, position) =>
  factorSlot(input, position).filter(
    ({ value }) => value.operation?.sign !== '*' || value.level > productLevel,
  );

/** A percentage. */
const percentSlot: SlotReader<Expression> = (input, position) =>
  readExpression(input, position).filter(({ value }) => value.kind === 'percent');

/** What is bought: one or two words, or up to six Chinese characters. */
const thingSlot: SlotReader<true> = ({ lower }, position) => {
  const text = lower.slice(position, position + 30);
  const chinese = /^[\u4e00-\u9fff]{1,6}/.exec(text)?.[0].length ?? 0;
  const one = /^[a-z]{3,14}(?![a-z])/.exec(text)?.[0] ?? '';
  const two = /^[a-z]{3,14} [a-z]{3,14}(?![a-z])/.exec(text)?.[0] ?? '';
  if (/coupon|voucher|gift card|minimum/.test(two === '' ? one : two)) return [];
  const lengths = [one.length, two.length, ...Array.from({ length: chinese }, (_, at) => at + 1)];
  return lengths
    .filter((length) => length > 0)
    .map((length) => ({ value: true, end: skipSpace(lower, position + length) }));
};

type ExpressionName =
  | 'calculation'
  | 'a'
  | 'b'
  | 'rate'
  | 'more'
  | 'less'
  | 'moreThan'
  | 'lessThan'
  | 'off'
  | 'extra'
  | 'part'
  | 'whole'
  | 'sum'
  | 'difference'
  | 'product'
  | 'quotient'
  | 'remainder'
  | 'minuend'
  | 'taken'
  | 'divisor'
  | 'modulus'
  | 'exponent'
  | 'first'
  | 'last'
  | 'rounded'
  | 'discount'
  | 'rooted'
  | 'cubeRooted'
  | 'floored'
  | 'ceiled'
  | 'price'
  | 'tip'
  | 'tax'
  | 'old'
  | 'new'
  | 'higher'
  | 'lower'
  | 'share'
  | 'decimal'
  | 'shares'
  | 'count'
  | 'each'
  | 'container'
  | 'contained'
  | 'one'
  | 'other';
type ListName = 'addends' | 'factors' | 'averaged' | 'largest' | 'smallest';
type MarkName =
  | 'wantsLarger'
  | 'wantsSmaller'
  | 'nearest'
  | 'root'
  | 'squared'
  | 'cubed'
  | 'doubled'
  | 'tripled'
  | 'halved'
  | 'half'
  | 'thing';

/** What the phrases about numbers name. */
export type ArithmeticSlots = Readonly<
  Record<ExpressionName, SlotReader<Expression>> &
    Record<ListName, SlotReader<readonly Expression[]>> &
    Record<MarkName, SlotReader<true>> &
    Record<'places' | 'step', SlotReader<number>>
>;

export const arithmeticSlots: ArithmeticSlots = {
  calculation: readExpression,
  a: readExpression,
  b: readExpression,
  rate: readExpression,
  more: readExpression,
  less: readExpression,
  moreThan: operandSlot,
  lessThan: operandSlot,
  off: percentSlot,
  extra: percentSlot,
  part: readExpression,
  whole: readExpression,
  sum: readExpression,
  difference: readExpression,
  product: factorSlot,
  quotient: divisorSlot,
  remainder: readExpression,
  minuend: readExpression,
  taken: readExpression,
  divisor: divisorSlot,
  modulus: readExpression,
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
  cubeRooted: readExpression,
  places: countSlot,
  step: stepSlot,
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
  shares: operandSlot,
  count: operandSlot,
  each: operandSlot,
  thing: thingSlot,
  container: operandSlot,
  contained: operandSlot,
  one: operandSlot,
  other: operandSlot,
  wantsLarger: mark,
  wantsSmaller: mark,
  nearest: mark,
  root: mark,
  squared: mark,
  cubed: mark,
  doubled: mark,
  tripled: mark,
  halved: mark,
  half: mark,
};

export type ArithmeticFound = FoundSlots<ArithmeticSlots>;
