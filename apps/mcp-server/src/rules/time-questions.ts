import {
  createPhrases,
  decimalText,
  readNumbers,
  skipSpace,
  wordStartsAt,
} from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleMatch, Segment, SlotReader } from '@mini-agent/llm-router/rules';
import { clockSlot } from './clock-slot.ts';
import { datedObservations, durationAnswer } from './date-answers.ts';
import { spanPhrases, timeParts, timeShiftPhrases } from './time-phrases.ts';

/** Between two times of one day; the later one first would mean two days. */
const span = createPhrases({
  slots: { from: clockSlot, to: clockSlot },
  parts: timeParts,
  phrases: spanPhrases,
  build({ from, to }) {
    if (from === undefined || to === undefined || from >= to) return undefined;
    const match = timeMatch({ operation: 'diff', date: `today ${from}`, date2: `today ${to}` });
    return { ...match, answer: durationAnswer };
  },
});

const units: readonly (readonly [words: string, unit: string])[] = [
  ['hours', 'hours'],
  ['hour', 'hours'],
  ['hrs', 'hours'],
  ['hr', 'hours'],
  ['minutes', 'minutes'],
  ['minute', 'minutes'],
  ['mins', 'minutes'],
  ['min', 'minutes'],
  ['seconds', 'seconds'],
  ['second', 'seconds'],
  ['个小时', 'hours'],
  ['小时', 'hours'],
  ['分钟', 'minutes'],
  ['秒钟', 'seconds'],
  ['秒', 'seconds'],
];

interface Amount {
  readonly text: string;
  readonly end: number;
}

/** "2 hours", "an hour", "half an hour", "1.5 hours", 两小时, 半小时. */
function amountAt(lower: string, position: number): Amount | undefined {
  const half = ['half an hour', 'half hour', '半个小时', '半小时', '半个钟头'].find((words) =>
    wordStartsAt(lower, position, words),
  );
  if (half !== undefined) return { text: '30 minutes', end: position + half.length };
  const one = ['an hour', 'a minute', 'a second'].find((words) =>
    wordStartsAt(lower, position, words),
  );
  if (one !== undefined) {
    return { text: `1 ${one.split(' ')[1] ?? ''}s`, end: position + one.length };
  }
  for (const { value, denominator, end } of readNumbers(lower, position)) {
    const at = skipSpace(lower, end);
    const unit = units.find(([words]) => wordStartsAt(lower, at, words));
    if (unit === undefined || denominator !== undefined) continue;
    return { text: `${decimalText(value)} ${unit[1]}`, end: at + unit[0].length };
  }
  return undefined;
}

/** One amount of hours, minutes or seconds, or two of them: "2 hours and 30 minutes", 2小时30分钟. */
const amountSlot: SlotReader<string> = ({ lower }, position) => {
  const first = amountAt(lower, position);
  if (first === undefined) return [];
  const only = { value: first.text, end: first.end };
  let at = skipSpace(lower, first.end);
  if (wordStartsAt(lower, at, 'and')) at = skipSpace(lower, at + 3);
  const second = first.text.endsWith('hours') ? amountAt(lower, at) : undefined;
  if (second === undefined || !second.text.endsWith('minutes') || first.text.includes('.')) {
    return [only];
  }
  return [{ value: `${first.text} ${second.text}`, end: second.end }, only];
};

const shift = createPhrases({
  slots: { clock: clockSlot, added: amountSlot, taken: amountSlot },
  parts: timeParts,
  phrases: timeShiftPhrases,
  build({ clock, added, taken }) {
    const amount = added ?? taken;
    if (amount === undefined) return undefined;
    return timeMatch({
      operation: 'add',
      date: clock === undefined ? 'now' : `today ${clock}`,
      duration: added ?? `${amount} ago`,
    });
  },
});

/** Times of day: what lies between two of them, and what time it is some hours from one. */
export function matchTime(segment: Segment): RuleMatch | undefined {
  return span.match(segment) ?? shift.match(segment);
}

function timeMatch(parameters: RuleCall['arguments']): RuleMatch {
  return {
    calls: [{ name: 'datetime_info', arguments: parameters }],
    answer: datedObservations,
  };
}
