import { integerValue, readNumbers } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';

/** A whole number ≥ 0 in digits or words: how many, how long. */
export const countSlot: SlotReader<number> = ({ lower }, position) =>
  readNumbers(lower, position).flatMap(({ value, denominator, end }) => {
    const count = denominator === undefined ? integerValue(value) : undefined;
    return count === undefined ? [] : [{ value: count, end }];
  });
