import type { BudgetLimits, Price } from '../budget/types.ts';
import { isJsonObject } from '../json.ts';
import type { NumberRange, Place } from './place.ts';
import { defined, fieldOf, given, readNumber, readObject, refuse, warnUnknown } from './place.ts';

/** 0 allows nothing. */
const count: NumberRange = { least: 0, whole: true };
const money: NumberRange = { least: 0, whole: false };

const priceFields = ['input', 'output', 'cachedInput'];

/** Reads a `price`: US dollars for a million tokens. */
export function readPrice(value: unknown, place: Place): Price | undefined {
  const price = readObject(
    value,
    '{"input": …, "output": …} in US dollars per million tokens',
    place,
  );
  if (price === undefined) return undefined;
  warnUnknown(price, priceFields, place);
  const required = (field: string): number | undefined => {
    const at = fieldOf(place, field);
    if (price[field] !== undefined) return readNumber(price[field], money, at);
    refuse(at, 'is missing; a number of US dollars per million tokens is wanted');
    return undefined;
  };
  const input = required('input');
  const output = required('output');
  const cachedInput = readNumber(price['cachedInput'], money, fieldOf(place, 'cachedInput'));
  if (input === undefined || output === undefined) return undefined;
  return { input, output, ...defined({ cachedInput }) };
}

const limitFields = [
  'maxModelCalls',
  'maxToolCalls',
  'maxInputTokens',
  'maxOutputTokens',
  'maxCostUsd',
  'timeoutMs',
];

/** Reads `budget`: what one run may use. */
export function readBudgetLimits(value: unknown, place: Place): BudgetLimits | undefined {
  const limits = readObject(value, 'an object of limits', place);
  if (limits === undefined) return undefined;
  warnUnknown(limits, limitFields, place);
  const read = (field: string, range: NumberRange = count): number | undefined =>
    readNumber(limits[field], range, fieldOf(place, field));
  return defined({
    maxModelCalls: read('maxModelCalls'),
    maxToolCalls: readToolCalls(limits['maxToolCalls'], fieldOf(place, 'maxToolCalls')),
    maxInputTokens: read('maxInputTokens'),
    maxOutputTokens: read('maxOutputTokens'),
    maxCostUsd: read('maxCostUsd', money),
    timeoutMs: read('timeoutMs'),
  });
}

/** One number for every tool, or one for each of some. */
function readToolCalls(value: unknown, place: Place): BudgetLimits['maxToolCalls'] | undefined {
  if (value === undefined || typeof value === 'number') return readNumber(value, count, place);
  if (!isJsonObject(value)) {
    refuse(
      place,
      `is ${given(value)}; allowed is a whole number, or one for each tool: {"web_search": 3}`,
    );
    return undefined;
  }
  const read = Object.entries(value).map(
    ([tool, calls]) => [tool, readNumber(calls, count, fieldOf(place, tool))] as const,
  );
  return Object.fromEntries(
    read.filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}
