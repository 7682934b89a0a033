import { isDigit, skipSpace } from '@mini-agent/llm-router/rules';
import type { SlotReader } from '@mini-agent/llm-router/rules';
import type { Expression } from './expression-node.ts';
import { readExpression } from './expression-parser.ts';

/** A number that may be an amount of money: `64`, `$64`. The sign of the currency changes nothing about a percentage. */
export const priceSlot: SlotReader<Expression> = (input, position) => {
  if (!/[$£€¥￥]/.test(input.lower.charAt(position))) return readExpression(input, position);
  const start = skipSpace(input.lower, position + 1);
  if (!isDigit(input.lower[start])) return [];
  return readExpression(input, start).filter(({ value }) => value.operations === 0);
};
