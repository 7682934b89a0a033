import { integerValue, negateDecimal, readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

/** A bound of a random number: a whole number, maybe negative. */
export const boundSlot: SlotReader<number> = ({ lower }, position) => {
  const negative = lower[position] === '-' || lower[position] === '负';
  const start = negative ? skipSpace(lower, position + 1) : position;
  return readNumbers(lower, start).flatMap(({ value, denominator, end }) => {
    const bound =
      denominator === undefined ? integerValue(negative ? negateDecimal(value) : value) : undefined;
    return bound === undefined ? [] : [{ value: bound, end }];
  });
};
