import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { createPhrases } from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleMatch, Segment } from '@mini-agent/llm-router/rules';
import { datedObservations } from './date-answers.ts';
import { dateSlot } from './date-slot.ts';
import {
  agePhrases,
  dayParts,
  epochPhrases,
  factPhrases,
  leapPhrases,
  monthPhrases,
  yearPhrases,
} from './day-phrases.ts';
import { epochSlot, monthSlot, yearSlot } from './year-slots.ts';
import { zoneSlot } from './zone-slot.ts';

/** The Gregorian calendar begins with 1583; the years before had other leap years. */
const firstYear = 1583;

const leapYear = createPhrases({
  slots: { year: yearSlot },
  parts: dayParts,
  phrases: leapPhrases,
  build: ({ year }) =>
    year === undefined || year < firstYear ? undefined : lengthOf(year, undefined, leapAnswer),
});

const yearLength = createPhrases({
  slots: { year: yearSlot },
  parts: dayParts,
  phrases: yearPhrases,
  build: ({ year }) =>
    year === undefined || year < firstYear ? undefined : lengthOf(year, undefined, daysAnswer),
});

const monthLength = createPhrases({
  slots: { year: yearSlot, month: monthSlot },
  parts: dayParts,
  phrases: monthPhrases,
  build({ year, month }) {
    // February is 28 or 29 days long; every other month has its length in any year.
    if (month === undefined || (year === undefined && month === 2)) return undefined;
    if (year !== undefined && year < firstYear) return undefined;
    return lengthOf(year ?? 2001, month, (subject) =>
      daysAnswer(year === undefined ? subject.slice(5) : subject),
    );
  },
});

type Answer = (subject: string) => RuleMatch['answer'];

/** The length of a year or a month: the difference between its first day and that of the next. */
function lengthOf(year: number, month: number | undefined, answer: Answer): RuleMatch {
  const first = (ofYear: number, ofMonth: number): string =>
    `${ofYear}-${String(ofMonth).padStart(2, '0')}-01`;
  const date = first(year, month ?? 1);
  const isLast = month === undefined || month === 12;
  const date2 = isLast ? first(year + 1, 1) : first(year, month + 1);
  const subject = month === undefined ? String(year) : date.slice(0, 7);
  return {
    calls: [dateCall({ operation: 'diff', date, date2 })],
    answer: answer(subject),
  };
}

function daysIn(outcomes: readonly ToolOutcome[]): number | undefined {
  const [outcome] = outcomes;
  const found = outcome?.ok === true ? /^Difference: (\d+) days?\b/m.exec(outcome.text) : null;
  return found === null ? undefined : Number(found[1]);
}

const daysAnswer: Answer = (subject) => (outcomes, language) => {
  const days = daysIn(outcomes);
  if (days === undefined) return datedObservations(outcomes, language);
  return language === 'zh'
    ? `${namedInChinese(subject)}：${days} 天`
    : `${named(subject)}: ${days} days`;
};

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `2024-02` as "February 2024", `04` as "April". */
function named(subject: string): string {
  const parts = /^(?:(\d{4})-)?(\d\d)$/.exec(subject);
  if (parts === null) return subject;
  return [monthNames[Number(parts[2]) - 1], parts[1]].filter(Boolean).join(' ');
}

function namedInChinese(subject: string): string {
  const parts = /^(?:(\d{4})-)?(\d\d)$/.exec(subject);
  if (parts === null) return `${subject} 年`;
  const year = parts[1] === undefined ? '' : `${parts[1]} 年 `;
  return `${year}${Number(parts[2])} 月`;
}

const leapAnswer: Answer = (year) => (outcomes, language) => {
  const days = daysIn(outcomes);
  if (days === undefined) return datedObservations(outcomes, language);
  const isLeap = days === 366;
  return language === 'zh'
    ? `${isLeap ? '是' : '不是'}：${year} 年${isLeap ? '是闰年' : '不是闰年'}（${days} 天）。`
    : `${isLeap ? 'Yes' : 'No'}: ${year} is ${isLeap ? 'a' : 'not a'} leap year (${days} days).`;
};

const age = createPhrases({
  slots: { born: dateSlot },
  parts: dayParts,
  phrases: agePhrases,
  build: ({ born }) =>
    born === undefined || !/^\d{4}-/.test(born)
      ? undefined
      : {
          calls: [dateCall({ operation: 'diff', date: born, date2: 'today' })],
          answer: ageAnswer,
        },
});

function ageAnswer(outcomes: readonly ToolOutcome[], language: Language): string {
  const text = datedObservations(outcomes, language);
  const span = /^Difference: \d+ days? \(calendar (?:(\d+) years?)?/m.exec(text);
  if (span === null) return text;
  const years = span[1] ?? '0';
  return `${text}\n${language === 'zh' ? `周岁：${years}` : `Age: ${years} years`}`;
}

const facts = createPhrases({
  slots: { date: dateSlot },
  parts: dayParts,
  phrases: factPhrases,
  build: ({ date }) =>
    date === undefined
      ? undefined
      : { calls: [dateCall({ operation: 'parse', date })], answer: datedObservations },
});

const epoch = createPhrases({
  slots: { date: dateSlot, epoch: epochSlot, zone: zoneSlot },
  parts: dayParts,
  phrases: epochPhrases,
  build({ date, epoch: seconds, zone }) {
    const given = seconds ?? date;
    if (given === undefined) return undefined;
    const timezone = zone === undefined ? {} : { timezone: zone };
    return {
      calls: [dateCall({ operation: 'parse', date: given, ...timezone })],
      answer: datedObservations,
    };
  },
});

/** Leap years, lengths of months and years, ages, week numbers and Unix times. */
export function matchDay(segment: Segment): RuleMatch | undefined {
  return (
    facts.match(segment) ??
    epoch.match(segment) ??
    leapYear.match(segment) ??
    monthLength.match(segment) ??
    yearLength.match(segment) ??
    age.match(segment)
  );
}

function dateCall(parameters: RuleCall['arguments']): RuleCall {
  return { name: 'datetime_info', arguments: parameters };
}
