import { negateDecimal, readNumbers, skipSpace } from '@mini-agent/llm-router/rules';
import type { Decimal, SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';
import { listOfSlot, separatorEnd } from './list-slot.ts';
import type { Quantity } from './quantity.ts';
import { quantitySlot } from './quantity.ts';
import { unitSlot } from './unit-slot.ts';

const mostQuantities = 5;

const listed: SlotReader<readonly Quantity[]> = listOfSlot(quantitySlot, mostQuantities);

/** One quantity, several ("5 km and 3 km"), or several with one unit behind the last ("5, 10 and 15 km"). */
export const quantitiesSlot: SlotReader<readonly Quantity[]> = (input, position) => [
  ...sharedUnit(input, position),
  ...listed(input, position).filter(({ value, end }) => {
    // "5 km, 3 m and 2 ft" lists three, where "5 ft, 3 in" is one.
    const isList = value.length > 1 && /[,，、]/.test(input.text.slice(position, end));
    return !isList || value.every(({ major, sum }) => major === undefined && sum === undefined);
  }),
];

function sharedUnit(
  input: SlotInput,
  position: number,
): readonly SlotReading<readonly Quantity[]>[] {
  const { lower } = input;
  const values: Decimal[] = [];
  let at = position;
  while (values.length < mostQuantities) {
    const isNegative = lower[at] === '-' || lower[at] === '负';
    const number = readNumbers(lower, isNegative ? at + 1 : at)[0];
    if (number === undefined || number.denominator !== undefined) return [];
    values.push(isNegative ? negateDecimal(number.value) : number.value);
    const next = separatorEnd(lower, number.end);
    if (next === undefined) {
      at = number.end;
      break;
    }
    at = next;
  }
  if (values.length < 2) return [];
  return unitSlot(input, skipSpace(lower, at)).map(({ value: unit, end }) => ({
    value: values.map((value) => ({ value, unit })),
    end,
  }));
}
