import type { Expression, Sign } from './expression-node.ts';
import { binaryNode, numberNode, parenthesised } from './expression-node.ts';

/** What the phrases about percentages name. */
export interface RateSlots {
  readonly part?: Expression;
  readonly whole?: Expression;
  readonly a?: Expression;
  readonly price?: Expression;
  readonly rate?: Expression;
  readonly more?: Expression;
  readonly less?: Expression;
  readonly moreThan?: Expression;
  readonly lessThan?: Expression;
  /** Only a percentage. */
  readonly off?: Expression;
  readonly extra?: Expression;
  readonly half?: true;
  readonly discount?: Expression;
  readonly tip?: Expression;
  readonly tax?: Expression;
  readonly old?: Expression;
  readonly new?: Expression;
  readonly higher?: Expression;
  readonly lower?: Expression;
  readonly share?: Expression;
  readonly decimal?: Expression;
}

export function joined(sign: Sign, left: Expression, right: Expression): Expression {
  return binaryNode(sign, { left, right, words: true });
}

const hundred: Expression = numberNode('100', true);

/** Percentages: of what, by how much, off what. */
export function fromRate(found: RateSlots): Expression | undefined {
  const { part, whole, price, a = price, rate } = found;
  if (part !== undefined && whole !== undefined) {
    return joined('*', joined('/', part, whole), hundred);
  }
  if (a === undefined) return changeOf(found) ?? writtenAs(found);
  if (found.tip !== undefined) return percentageOf(found.tip, a);
  if (found.tax !== undefined) {
    return found.tax.kind === 'percent' ? changed(a, '+', found.tax) : undefined;
  }
  if (found.more !== undefined) return changed(a, '+', found.more);
  if (found.less !== undefined) return changed(a, '-', found.less);
  if (found.moreThan !== undefined) return changed(a, '+', found.moreThan);
  if (found.lessThan !== undefined) return changed(a, '-', found.lessThan);
  if (found.off !== undefined) return changed(a, '-', found.off);
  if (found.extra !== undefined) return changed(a, '+', found.extra);
  if (found.half === true) return joined('*', a, numberNode('50%', true));
  if (found.discount !== undefined) return discounted(a, found.discount);
  return rate === undefined ? undefined : wholeOf(a, rate);
}

/** By a number, a percentage or "a third" of it; whether `1/3` is a number or a part of it cannot be seen. */
function changed(base: Expression, sign: '+' | '-', rate: Expression): Expression | undefined {
  const part = rate.kind === 'fraction' ? rate : rate.kind === 'percent' ? share(rate) : undefined;
  // "100 off 5%" says the two the wrong way round.
  if (part === undefined)
    return rate.operation?.sign === '/' || base.kind === 'percent'
      ? undefined
      : joined(sign, base, rate);
  return joined('*', base, parenthesised(joined(sign, numberNode('1', true), part)));
}

/** What `part` is a percentage or a fraction of. */
function wholeOf(part: Expression, rate: Expression): Expression | undefined {
  if (rate.kind === 'percent') return joined('/', part, share(rate));
  return rate.kind === 'fraction' ? joined('/', part, rate) : undefined;
}

/** A percentage without its sign, so that no rule about `+ 20%` applies. */
function share(rate: Expression): Expression {
  return parenthesised(joined('/', numberNode(rate.text.slice(0, -1), true), hundred));
}

/** 打八折 is 80 %, 打八五折 85 %. */
function discounted(base: Expression, discount: Expression): Expression | undefined {
  const digits = discount.text;
  if (!/^\d(?:\.\d)?$|^[1-9]\d$/.test(digits)) return undefined;
  const rate = digits.length === 2 ? `${digits}%` : `${String(Math.round(Number(digits) * 10))}%`;
  return joined('*', base, numberNode(rate, true));
}

function percentageOf(rate: Expression, base: Expression): Expression | undefined {
  return rate.kind === 'percent' ? joined('*', rate, base) : undefined;
}

/** The change between two plain numbers, in percent of the first; "increase" and "decrease" say which one must be larger. */
function changeOf({ old, new: changedTo, higher, lower }: RateSlots): Expression | undefined {
  const to = changedTo ?? higher ?? lower;
  if (old === undefined || to === undefined) return undefined;
  const [before, after] = [Number(old.text), Number(to.text)];
  if (!(before > 0) || Number.isNaN(after)) return undefined;
  if ((higher !== undefined && after <= before) || (lower !== undefined && after >= before)) {
    return undefined;
  }
  const change = lower === undefined ? joined('-', to, old) : joined('-', old, to);
  return joined('*', joined('/', parenthesised(change), old), hundred);
}

/** 0.35 or 3/8 in percent; 3/8 or 45% as a decimal. A whole number "as a percentage" may mean either of two things. */
function writtenAs({ share: given, decimal }: RateSlots): Expression | undefined {
  if (given !== undefined) {
    return given.kind !== 'percent' && /[./]/.test(given.text)
      ? joined('*', given, hundred)
      : undefined;
  }
  if (decimal === undefined) return undefined;
  return decimal.kind === 'percent' || decimal.text.includes('/') ? atLeastOne(decimal) : undefined;
}

/** A fraction on its own is a calculation here. */
function atLeastOne(value: Expression): Expression {
  return { ...value, operations: Math.max(1, value.operations) };
}
