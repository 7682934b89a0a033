import { createPhrases, quoteMark } from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleIntent, RuleMatch, SlotReader } from '@mini-agent/llm-router/rules';
import { datedObservations } from './date-answers.ts';
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
import { dateFormat, formatSlot } from './format-slot.ts';
import { listOfSlot } from './list-slot.ts';
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
  build({ from, to, until, since }) {
    // From a moment on, the time of day counts too.
    const present = [from, to, until, since].some((date) => date?.includes('T')) ? 'now' : 'today';
    const date = from ?? since ?? present;
    const date2 = to ?? until ?? present;
    return date === date2 ? undefined : dateMatch([dateCall({ operation: 'diff', date, date2 })]);
  },
});

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

/** Which weekday or date a day is: the tool formats it with the weekday. */
/** "tomorrow's", "yesterday's". */
const possessiveSlot: SlotReader<string> = ({ lower }, position) => {
  const day = /^(tomorrow|yesterday)(?:'s|s)(?= )/.exec(lower.slice(position, position + 12));
  return day === null ? [] : [{ value: day[1] ?? '', end: position + day[0].length }];
};

const relative = createPhrases({
  slots: { date: dateSlot, possessive: possessiveSlot },
  parts: dateParts,
  phrases: relativePhrases,
  build({ date: day, possessive }) {
    const date = day ?? possessive;
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
