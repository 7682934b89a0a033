import type { SlotReader } from '@mini-agent/llm-router/rules';
import type { Expression } from './expression-node.ts';
import { binaryNode, callNode, numberNode } from './expression-node.ts';

/** What a number may be rounded to, as a power of ten. */
const steps: ReadonlyMap<string, number> = new Map([
  ['ten', 1],
  ['tens', 1],
  ['10', 1],
  ['hundred', 2],
  ['hundreds', 2],
  ['100', 2],
  ['thousand', 3],
  ['thousands', 3],
  ['1000', 3],
  ['1,000', 3],
  ['ten thousand', 4],
  ['10000', 4],
  ['10,000', 4],
  ['hundred thousand', 5],
  ['100,000', 5],
  ['million', 6],
  ['one', 0],
  ['unit', 0],
  ['tenth', -1],
  ['0.1', -1],
  ['hundredth', -2],
  ['0.01', -2],
  ['cent', -2],
  ['penny', -2],
  ['thousandth', -3],
  ['0.001', -3],
  ['个位', 0],
  ['十位', 1],
  ['百位', 2],
  ['千位', 3],
  ['万位', 4],
  ['十分位', -1],
  ['百分位', -2],
  ['千分位', -3],
]);

/** "hundred", "tenth", 百位: the power of ten that a number is rounded to. */
export const stepSlot: SlotReader<number> = ({ lower }, position) =>
  [...steps]
    .filter(
      ([name]) =>
        lower.startsWith(name, position) && !/^[\w.]/.test(lower.slice(position + name.length)),
    )
    .map(([name, value]) => ({ value, end: position + name.length }));

/** `value` rounded to 10^power. */
export function roundedToStep(value: Expression, power: number): Expression {
  if (power < 0) return callNode('round', [value, numberNode(String(-power), true)]);
  if (power === 0) return callNode('round', [value]);
  const step = numberNode(String(10 ** power), true);
  const quotient = binaryNode('/', { left: value, right: step, words: true });
  return binaryNode('*', { left: callNode('round', [quotient]), right: step, words: true });
}
