import { isDigit, skipSpace } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';
import { numberNode } from './expression-node.ts';
import type { Expression } from './expression-node.ts';
import { readExpression } from './expression-parser.ts';

/** A number that may be an amount of money: `64`, `$64`. The sign of the currency changes nothing about a percentage. */
export const priceSlot: SlotReader<Expression> = (input, position) => {
  if (!/[$£€¥￥]/.test(input.lower.charAt(position))) {
    return [...readExpression(input, position), ...readAlone(input, position)];
  }
  const start = skipSpace(input.lower, position + 1);
  if (!isDigit(input.lower[start])) return [];
  return [
    ...readExpression(input, start).filter(({ value }) => value.operations === 0),
    ...readAlone(input, start),
  ];
};

/** The number without what may be added to it: "120 plus 20% tax". */
function readAlone({ lower }: SlotInput, position: number): readonly SlotReading<Expression>[] {
  const number = /^\d{1,12}(?:\.\d{1,6})?(?=[ \u4e00-\u9fff])/.exec(
    lower.slice(position, position + 24),
  )?.[0];
  return number === undefined
    ? []
    : [{ value: numberNode(number, true), end: position + number.length }];
}
