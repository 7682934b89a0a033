import { compareRationals } from '../number/rational.ts';
import { chargeForComparison } from './exact-result.ts';
import type { Machine } from './machine.ts';
import { DECIMAL, type Operand } from './operand.ts';

/** Negative, 0 or positive; exact where both values are. */
export function compareOperands(machine: Machine, left: Operand, right: Operand): number {
  if ((left.kind | right.kind) === DECIMAL && left.scale === right.scale) {
    return left.number - right.number;
  }
  if ((left.isExact && right.isExact) || (left.isPiMultiple && right.isPiMultiple)) {
    const first = left.toRational();
    const second = right.toRational();
    chargeForComparison(machine, first, second);
    return compareRationals(first, second);
  }
  const first = left.toDouble();
  const second = right.toDouble();
  // Not a subtraction: two infinities would give NaN.
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
