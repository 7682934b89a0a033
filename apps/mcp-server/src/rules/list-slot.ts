import { skipSpace, wordStartsAt } from '@mini-agent/llm-router/rules';
import type { SlotInput, SlotReader, SlotReading } from '@mini-agent/llm-router/rules';

const separators: readonly string[] = [
  'and also',
  'and',
  'or',
  '以及',
  '和',
  '与',
  '及',
  '或',
  ',',
  '，',
  '、',
  '&',
];

/** One or up to `most` of what `slot` reads, separated by commas and "and"; longest list first. */
export function listOfSlot<Value>(
  slot: SlotReader<Value>,
  most: number,
): SlotReader<readonly Value[]> {
  return (input, position) => {
    const readings: SlotReading<readonly Value[]>[] = [];
    for (const first of slot(input, position)) {
      readings.push(...extend(input, { slot, most }, [first]), {
        value: [first.value],
        end: first.end,
      });
    }
    return readings;
  };
}

function extend<Value>(
  input: SlotInput,
  list: { slot: SlotReader<Value>; most: number },
  items: readonly SlotReading<Value>[],
): readonly SlotReading<readonly Value[]>[] {
  const last = items.at(-1);
  if (last === undefined || items.length >= list.most) return [];
  const start = separatorEnd(input.lower, last.end);
  if (start === undefined) return [];
  const next = list.slot(input, start)[0];
  if (next === undefined) return [];
  const longer = [...items, next];
  return [
    ...extend(input, list, longer),
    { value: longer.map(({ value }) => value), end: next.end },
  ];
}

/** Looking for the letters alone comes first: there is a separator at few places. */
function separatorAt(lower: string, at: number): string | undefined {
  for (const separator of separators) {
    if (lower.startsWith(separator, at) && wordStartsAt(lower, at, separator)) return separator;
  }
  return undefined;
}

/** Position behind the separators at `position`, or undefined where there is none. */
export function separatorEnd(lower: string, position: number): number | undefined {
  let at = skipSpace(lower, position);
  const start = at;
  for (;;) {
    const found = separatorAt(lower, at);
    if (found === undefined) return at === start ? undefined : at;
    at = skipSpace(lower, at + found.length);
  }
}
