import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import {
  createPhrases,
  decimalValue,
  negateDecimal,
  readNumbers,
  skipSpace,
} from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleMatch, Segment, SlotReader } from '@mini-agent/llm-router/rules';
import { observations } from './answer-lines.ts';
import { boundSlot } from './bound-slot.ts';
import { countSlot } from './count-slot.ts';
import {
  codeParts,
  distinctPhrases,
  fractionPhrases,
  passphrasePhrases,
  pinPhrases,
} from './random-code-phrases.ts';
import { randomParts } from './random-phrases.ts';

const parts: Readonly<Record<string, string>> = { ...randomParts, ...codeParts };

const usualPinLength = 4;

/** A code of digits: that many random digits. */
const pin = createPhrases({
  slots: { length: countSlot },
  parts,
  phrases: pinPhrases,
  build({ length = usualPinLength }) {
    return {
      calls: [randomCall({ operation: 'number', min: 0, max: 9, count: length })],
      answer: pinAnswer,
    };
  },
});

/** The digits as one code. */
function pinAnswer(outcomes: readonly ToolOutcome[], language: Language): string {
  const [outcome] = outcomes;
  const found = outcome?.ok === true ? /: (\d(?:, \d)*)$/.exec(outcome.text) : null;
  if (found === null) return observations(outcomes, { language, heading: '随机结果' });
  const digits = (found[1] ?? '').replaceAll(', ', '');
  return language === 'zh'
    ? `数字密码（${digits.length} 位）：\n${digits}`
    : `PIN (${digits.length} digits):\n${digits}`;
}

const passphrase = createPhrases({
  slots: { words: countSlot, count: countSlot },
  parts,
  phrases: passphrasePhrases,
  build({ words, count }) {
    return randomMatch({
      operation: 'passphrase',
      ...(words === undefined ? {} : { length: words }),
      ...(count === undefined || count === 1 ? {} : { count }),
    });
  },
});

/** A bound with a fraction. */
const fractionSlot: SlotReader<number> = ({ lower }, position) => {
  const negative = lower[position] === '-' || lower[position] === '负';
  const start = negative ? skipSpace(lower, position + 1) : position;
  return readNumbers(lower, start).flatMap(({ value, denominator, end }) =>
    denominator === undefined
      ? [{ value: Number(decimalValue(negative ? negateDecimal(value) : value)), end }]
      : [],
  );
};

const fraction = createPhrases({
  slots: { from: fractionSlot, to: fractionSlot, count: countSlot },
  parts,
  phrases: fractionPhrases,
  build({ from = 0, to = 1, count }) {
    if (from >= to) return undefined;
    const more = count === undefined || count === 1 ? {} : { count };
    return randomMatch({ operation: 'float', min: from, max: to, ...more });
  },
});

/** More numbers than these are no lottery. */
const mostNumbers = 1_000;

/** Several numbers that all differ: picks from all numbers of the range. */
const distinct = createPhrases({
  slots: { from: boundSlot, to: boundSlot, count: countSlot },
  parts,
  phrases: distinctPhrases,
  build({ from, to, count }) {
    if (from === undefined || to === undefined || count === undefined) return undefined;
    const size = to - from + 1;
    if (size < 2 || size > mostNumbers) return undefined;
    const items = Array.from({ length: size }, (_unused, index) => from + index);
    return randomMatch({ operation: 'pick', items, ...(count === 1 ? {} : { count }) });
  },
});

/** PINs, passphrases, random fractions and numbers that differ from one another. */
export function matchCodes(segment: Segment): RuleMatch | undefined {
  return (
    pin.match(segment) ??
    passphrase.match(segment) ??
    fraction.match(segment) ??
    distinct.match(segment)
  );
}

function randomCall(parameters: RuleCall['arguments']): RuleCall {
  return { name: 'random_gen', arguments: parameters };
}

function randomMatch(parameters: RuleCall['arguments']): RuleMatch {
  return {
    calls: [randomCall(parameters)],
    answer: (outcomes, language) => observations(outcomes, { language, heading: '随机结果' }),
  };
}
