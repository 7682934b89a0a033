import { createPhrases, quoteMark } from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleIntent, RuleMatch, SlotReader } from '@mini-agent/llm-router/rules';
import { datedObservations, spanAnswer } from './date-answers.ts';
import type { SpanUnit } from './date-answers.ts';
import {
  businessPhrases,
  dateParts,
  diffPhrases,
  formatPhrases,
  nowPhrases,
  relativePhrases,
  shiftPhrases,
} from './date-phrases.ts';
import { amountOf, dateSlot } from './date-slot.ts';
import { matchDay } from './day-questions.ts';
import { dateFormat, formatSlot } from './format-slot.ts';
import { listOfSlot } from './list-slot.ts';
import { matchTime } from './time-questions.ts';
import { matchZones } from './zone-questions.ts';
import { writtenZoneSlot, zoneSlot } from './zone-slot.ts';

const longestSegment = 200;

const zonesSlot: SlotReader<readonly string[]> = listOfSlot(zoneSlot, 5);

/** One question about one moment, not two. */
const dateAndTime = /date and time|time and date|day and date|date and day|日期和时间|时间和日期/i;

const now = createPhrases({
  slots: { zone: zonesSlot, written: writtenZoneSlot },
  parts: dateParts,
  phrases: nowPhrases,
  build({ zone, written }, { text }) {
    const zones = zone ?? (written === undefined ? [undefined] : [written]);
    const match = dateMatch(
      zones.map((timezone) =>
        dateCall({ operation: 'now', ...(timezone === undefined ? {} : { timezone }) }),
      ),
    );
    return match !== undefined && dateAndTime.test(text) ? { ...match, indivisible: true } : match;
  },
});

const nowAgain = createPhrases({
  slots: { zone: zonesSlot },
  phrases: ['(and)? (in|at|for)? (the)? {zone} (time)?', '{zone} (呢|的|时间)?'],
  build({ zone = [] }, { previous }) {
    const match = dateMatch(zone.map((timezone) => dateCall({ operation: 'now', timezone })));
    const [before, ...others] = previous?.calls ?? [];
    // "Tokyo, Japan" is one place.
    const isSame =
      others.length === 0 && zone.length === 1 && before?.arguments['timezone'] === zone[0];
    return match !== undefined && isSame ? { ...match, replacesPrevious: true } : match;
  },
});

const difference = createPhrases({
  slots: { from: dateSlot, to: dateSlot, until: dateSlot, since: dateSlot },
  parts: dateParts,
  phrases: diffPhrases,
  build({ from, to, until, since }, { text }) {
    // From a moment on, the time of day counts too.
    const present = [from, to, until, since].some((date) => date?.includes('T')) ? 'now' : 'today';
    const date = from ?? since ?? present;
    const date2 = to ?? until ?? present;
    if (date === date2) return undefined;
    const match = dateMatch([dateCall({ operation: 'diff', date, date2 })]);
    const unit = spanUnit(text);
    return match === undefined || unit === undefined
      ? match
      : { ...match, answer: spanAnswer(unit) };
  },
});

/** Units that the date tool's own line does not count in. */
function spanUnit(text: string): SpanUnit | undefined {
  if (/\bweeks?\b|[多几]少?个?(?:周|星期)/i.test(text)) return 'weeks';
  return /\bmonths?\b|[多几]少?个?月/i.test(text) ? 'months' : undefined;
}

const business = createPhrases({
  slots: { from: dateSlot, to: dateSlot },
  parts: dateParts,
  phrases: businessPhrases,
  build: ({ from: date, to: date2 }) =>
    date === undefined || date2 === undefined || date === date2
      ? undefined
      : dateMatch([dateCall({ operation: 'business_days', date, date2 })]),
});

const format = createPhrases({
  slots: { date: dateSlot, format: formatSlot },
  parts: dateParts,
  phrases: formatPhrases,
  build({ date, format: written }, segment) {
    const text = written === quoteMark ? dateFormat(segment.quotes[0] ?? '') : written;
    if (date === undefined || text === undefined) return undefined;
    return dateMatch([dateCall({ operation: 'format', date, format: text })]);
  },
});

/** "tomorrow's", "yesterday's". */
const possessiveSlot: SlotReader<string> = ({ lower }, position) => {
  const day = /^(tomorrow|yesterday)(?:'s|s)(?= )/.exec(lower.slice(position, position + 12));
  return day === null ? [] : [{ value: day[1] ?? '', end: position + day[0].length }];
};

/** "3 weeks ago", "in 2 days": a day told by how far off it is. */
const movedSlot: SlotReader<string> = (input, position) =>
  dateSlot(input, position).filter(({ value }) => /^in \d|^\d+ .*ago$/.test(value));

/** The same without any question around it: "in 2 weeks" alone would say too little. */
const apartSlot: SlotReader<string> = (input, position) =>
  movedSlot(input, position).filter(({ end }) =>
    /ago$|from (?:now|today)$|[前后]$/.test(input.lower.slice(position, end)),
  );

const relative = createPhrases({
  slots: { date: dateSlot, possessive: possessiveSlot, moved: movedSlot, apart: apartSlot },
  parts: dateParts,
  phrases: relativePhrases,
  build({ date: day, possessive, moved, apart }) {
    const date = day ?? possessive ?? moved ?? apart;
    if (date === undefined) return undefined;
    if (date === 'today') return dateMatch([dateCall({ operation: 'now' })]);
    return dateMatch([dateCall({ operation: 'format', date, format: 'YYYY-MM-DD dddd' })]);
  },
});

const amountSlot: SlotReader<string> = ({ lower }, position) =>
  amountOf(lower.slice(position, position + 40), 0).map(({ count, unit, end }) => ({
    value: `${count} ${unit}`,
    end: position + end,
  }));

const shift = createPhrases({
  slots: { date: dateSlot, added: amountSlot, taken: amountSlot },
  parts: dateParts,
  phrases: shiftPhrases,
  build({ date, added, taken }) {
    const amount = added ?? (taken === undefined ? undefined : `-${taken}`);
    if (date === undefined || amount === undefined) return undefined;
    return dateMatch([dateCall({ operation: 'add', date, duration: amount })]);
  },
});

/** The time, the date, differences between dates, weekdays and date formats. */
export const datesIntent: RuleIntent = {
  name: 'dates',
  match(segment) {
    if (segment.text.length > longestSegment) return undefined;
    if (segment.text.includes(quoteMark)) return format.match(segment);
    const afterTime = segment.previous?.calls.every(isTimeCall) ?? false;
    return (
      difference.match(segment) ??
      business.match(segment) ??
      now.match(segment) ??
      relative.match(segment) ??
      format.match(segment) ??
      shift.match(segment) ??
      matchZones(segment) ??
      matchDay(segment) ??
      matchTime(segment) ??
      (afterTime ? nowAgain.match(segment) : undefined)
    );
  },
};

function isTimeCall(call: RuleCall): boolean {
  return call.name === 'datetime_info' && call.arguments['operation'] === 'now';
}

function dateCall(parameters: RuleCall['arguments']): RuleCall {
  return { name: 'datetime_info', arguments: parameters };
}

function dateMatch(calls: readonly RuleCall[]): RuleMatch | undefined {
  return calls.length === 0 ? undefined : { calls, answer: datedObservations };
}
