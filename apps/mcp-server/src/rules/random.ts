import type { Language } from '@mini-agent/foundation/tool';
import { createPhrases, skipSpace, wordStartsAt } from '@mini-agent/llm-router/rules';
import type {
  FoundSlots,
  RuleCall,
  RuleIntent,
  RuleMatch,
  SlotReader,
} from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { boundSlot } from './bound-slot.ts';
import { countSlot } from './count-slot.ts';
import { innerItemsSlot, itemsSlot } from './list-items.ts';
import { matchCodes } from './random-codes.ts';
import {
  anyNumberPhrases,
  coinPhrases,
  dicePhrases,
  numberPhrases,
  pickPhrases,
  randomParts,
  shufflePhrases,
  uuidPhrases,
} from './random-phrases.ts';

const longestSegment = 2_200;

/** Version 4 is what the tool makes anyway. */
const versionSlot: SlotReader<4 | 7> = ({ lower }, position) => {
  const written = /^(?:v|version )([47])(?![a-z0-9.])/.exec(lower.slice(position, position + 12));
  return written === null
    ? []
    : [{ value: written[1] === '7' ? 7 : 4, end: position + written[0].length }];
};

const uuid = createPhrases({
  slots: { count: countSlot, version: versionSlot },
  parts: randomParts,
  phrases: uuidPhrases,
  build: ({ count, version }, { text }) => {
    // How many "uuids" are wanted is not said.
    if (count === undefined && /(?:uuids|guids|identifiers)\b/i.test(text)) return undefined;
    const parameters = { operation: 'uuid', ...(version === 7 ? { version } : {}) };
    return randomMatch({ ...parameters, ...several(count ?? 1) }, ['uuids', 'UUID', count ?? 1]);
  },
});

const number = createPhrases({
  slots: { from: boundSlot, to: boundSlot, count: countSlot },
  parts: randomParts,
  phrases: numberPhrases,
  build: ({ from, to, count = 1 }) => {
    if (from === undefined || to === undefined || from === to) return undefined;
    const [min, max] = from < to ? [from, to] : [to, from];
    return randomMatch({ operation: 'number', min, max, ...several(count) });
  },
});

const anyNumber = createPhrases({
  slots: {},
  parts: randomParts,
  phrases: anyNumberPhrases,
  build: () => randomMatch({ operation: 'number', min: 1, max: 100 }),
});

/** "twice", "3 times". */
const timesSlot: SlotReader<number> = (input, position) => {
  const words = ['once', 'twice'].findIndex((word) => wordStartsAt(input.lower, position, word));
  if (words !== -1) return [{ value: words + 1, end: position + 4 + words }];
  return countSlot(input, position).flatMap(({ value, end }) => {
    const at = skipSpace(input.lower, end);
    return wordStartsAt(input.lower, at, 'times') ? [{ value, end: at + 5 }] : [];
  });
};

/** `d20`, `2d6`, `3d6+2`. */
const diceNotationSlot: SlotReader<string> = ({ lower }, position) => {
  const notation = /^\d{0,3}d\d{1,4}(?:[+-]\d{1,3})?(?![a-z0-9])/.exec(
    lower.slice(position, position + 12),
  )?.[0];
  return notation === undefined ? [] : [{ value: notation, end: position + notation.length }];
};

const dice = createPhrases({
  slots: {
    count: countSlot,
    sides: countSlot,
    notation: diceNotationSlot,
    times: timesSlot,
    summed: countSlot,
  },
  parts: randomParts,
  phrases: dicePhrases,
  build({ times, count = times ?? 1, sides = 6, notation, summed }) {
    if (notation !== undefined) return diceNotation(notation);
    if (summed !== undefined) return randomMatch({ operation: 'dice', dice: `${summed}d6` });
    return sides < 2
      ? undefined
      : randomMatch({ operation: 'number', min: 1, max: sides, ...several(count) });
  },
});

/** One die without a modifier is a number; what is added up is the tool's business. */
function diceNotation(notation: string): RuleMatch {
  const single = /^1?d(\d+)$/.exec(notation);
  if (single === null) return randomMatch({ operation: 'dice', dice: notation });
  return randomMatch({ operation: 'number', min: 1, max: Number(single[1]) });
}

const coin = createPhrases({
  slots: { count: countSlot, times: timesSlot },
  parts: randomParts,
  phrases: coinPhrases,
  build({ times, count = times ?? 1 }, { language }) {
    const items = language === 'zh' ? ['正面', '反面'] : ['heads', 'tails'];
    const more = count === 1 ? {} : { count, with_replacement: true };
    return count > 100 ? undefined : randomMatch({ operation: 'pick', items, ...more });
  },
});

/** A list of numbers; two of them would be a range. */
const numbersSlot: typeof itemsSlot = (input, position) =>
  itemsSlot(input, position).filter(
    ({ value }) => value.length > 2 && value.every((item) => /^-?\d+(?:\.\d+)?$/.test(item)),
  );

const choiceSlots = {
  numbers: numbersSlot,
  items: itemsSlot,
  inner: innerItemsSlot,
  count: countSlot,
};

const pick = createPhrases({
  slots: choiceSlots,
  parts: randomParts,
  phrases: pickPhrases,
  build: (found, { text }) =>
    isRange(found.items ?? found.inner ?? [], text)
      ? undefined
      : chosen(found, ({ count = 1 }) => ({ operation: 'pick', ...several(count) })),
});

/** "Between 1 and 10" is a range, and "a number between 1" no item. */
function isRange(items: readonly string[], text: string): boolean {
  const [first = ''] = items;
  const numeric = items.length === 2 && items.every((item) => /^-?\d+(?:\.\d+)?$/.test(item));
  return (
    (numeric && /between|之间/i.test(text)) ||
    /^(?:an? |the )?(?:random )?(?:whole )?(?:numbers?|integers?|digits?)(?: |$)|^\d+ (?:from|of|out)\b|^(?:\d+|two|three|four|five|six|seven|eight|nine|ten) (?:[a-z]+ )?(?:numbers|integers|digits)\b/i.test(
      first,
    )
  );
}

const shuffle = createPhrases({
  slots: choiceSlots,
  parts: randomParts,
  phrases: shufflePhrases,
  build: (found) => chosen(found, () => ({ operation: 'shuffle' })),
});

/** UUIDs, random numbers, dice, coins, choices and shuffles. */
export const randomIntent: RuleIntent = {
  name: 'random',
  match(segment) {
    if (segment.text.length > longestSegment) return undefined;
    return (
      uuid.match(segment) ??
      number.match(segment) ??
      matchCodes(segment) ??
      anyNumber.match(segment) ??
      dice.match(segment) ??
      coin.match(segment) ??
      pick.match(segment) ??
      shuffle.match(segment)
    );
  },
};

type Found = FoundSlots<typeof choiceSlots>;

function chosen(
  found: Found,
  parameters: (found: Found) => RuleCall['arguments'],
): RuleMatch | undefined {
  const items = found.items ?? found.numbers ?? found.inner;
  if (items === undefined || (found.count ?? 1) < 1) return undefined;
  const match = randomMatch({ ...parameters(found), items });
  return found.items === undefined && found.numbers === undefined
    ? match
    : { ...match, freeText: true };
}

function several(count: number): { count?: number } {
  return count === 1 ? {} : { count };
}

function randomMatch(
  parameters: RuleCall['arguments'],
  counted?: readonly [english: string, chinese: string, count: number],
): RuleMatch {
  return {
    calls: [{ name: 'random_gen', arguments: parameters }],
    answer: (outcomes, language) =>
      withCount(observations(outcomes, { language, heading: '随机结果' }), { counted, language }),
  };
}

/** "3 passwords" above several. */
export function withCount(
  text: string,
  {
    counted,
    language,
  }: {
    readonly counted: readonly [english: string, chinese: string, count: number] | undefined;
    readonly language: Language;
  },
): string {
  if (counted === undefined || counted[2] === 1) return text;
  const [english, chinese, count] = counted;
  const heading = language === 'zh' ? `${count} 个${chinese}：` : `${count} ${english}:`;
  return `${heading}\n${text}`;
}
