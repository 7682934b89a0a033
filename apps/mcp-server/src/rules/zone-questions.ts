import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { createPhrases } from '@mini-agent/llm-router/rules';
import type { RuleCall, RuleMatch, Segment, SlotReader } from '@mini-agent/llm-router/rules';
import { clockSlot } from './clock-slot.ts';
import { datedObservations } from './date-answers.ts';
import { dateSlot } from './date-slot.ts';
import { listOfSlot } from './list-slot.ts';
import { conversionPhrases, offsetPhrases, zoneParts } from './zone-phrases.ts';
import { zoneSlot } from './zone-slot.ts';

const zonesSlot: SlotReader<readonly string[]> = listOfSlot(zoneSlot, 5);

/** What a moment in one zone is in others. */
const conversion = createPhrases({
  slots: { clock: clockSlot, date: dateSlot, from: zoneSlot, to: zonesSlot },
  parts: zoneParts,
  phrases: conversionPhrases,
  build({ clock, date, from, to = [] }) {
    const moment = momentOf(date, clock);
    if (moment === undefined || from === undefined || to.includes(from)) return undefined;
    return {
      calls: to.map((zone) =>
        dateCall({ operation: 'convert', date: moment, timezone: from, to_timezone: zone }),
      ),
      answer: datedObservations,
    };
  },
});

/** A day and a time of day as the date tool reads them. */
function momentOf(date: string | undefined, clock: string | undefined): string | undefined {
  if (clock === undefined) return date?.includes('T') === true ? date : undefined;
  if (date === undefined) return `today ${clock}`;
  if (/^\d{4}-\d\d-\d\d$/.test(date)) return `${date}T${clock}`;
  return /^(?:today|tomorrow|yesterday)$/.test(date) ? `${date} ${clock}` : undefined;
}

/** How far two zones are apart, now. */
const difference = createPhrases({
  slots: { one: zoneSlot, other: zoneSlot },
  parts: zoneParts,
  phrases: offsetPhrases,
  build({ one, other }) {
    if (one === undefined || other === undefined || one === other) return undefined;
    return {
      calls: [one, other].map((timezone) => dateCall({ operation: 'now', timezone })),
      answer: differenceAnswer,
      indivisible: true,
    };
  },
});

/** Questions about two time zones: a time of one in the other, and the difference between them. */
export function matchZones(segment: Segment): RuleMatch | undefined {
  return conversion.match(segment) ?? difference.match(segment);
}

function dateCall(parameters: RuleCall['arguments']): RuleCall {
  return { name: 'datetime_info', arguments: parameters };
}

interface ZoneNow {
  readonly name: string;
  readonly line: string;
  readonly offsetMinutes: number;
}

function zoneNow(outcome: ToolOutcome): ZoneNow | undefined {
  if (!outcome.ok) return undefined;
  const zone = /^Time zone: ((\S+) \(GMT\S*\))$/m.exec(outcome.text);
  const moment = /^ISO: (\S{10})T(\d\d:\d\d)\S*([+-])(\d\d):(\d\d)$/m.exec(outcome.text);
  if (zone === null || moment === null) return undefined;
  const [, date = '', time = '', sign, hours, minutes] = moment;
  const size = Number(hours) * 60 + Number(minutes);
  return {
    name: zone[2] ?? '',
    line: `${zone[1] ?? ''}: ${date} ${time}`,
    offsetMinutes: sign === '-' ? -size : size,
  };
}

/** Both clocks, and which of them is ahead by how much. */
function differenceAnswer(outcomes: readonly ToolOutcome[], language: Language): string {
  const [one, other] = outcomes.map((outcome) => zoneNow(outcome));
  if (one === undefined || other === undefined) return datedObservations(outcomes, language);
  const ahead = one.offsetMinutes - other.offsetMinutes;
  const lines = [one.line, other.line, gapLine([one.name, other.name], ahead, language)];
  return language === 'zh' ? `时差：\n${lines.join('\n')}` : lines.join('\n');
}

function gapLine(
  [one, other]: readonly [string, string],
  ahead: number,
  language: Language,
): string {
  const hours = Math.floor(Math.abs(ahead) / 60);
  const minutes = Math.abs(ahead) % 60;
  if (language === 'zh') {
    if (ahead === 0) return `时差：目前 ${one} 与 ${other} 没有时差。`;
    const gap = `${hours} 小时${minutes === 0 ? '' : ` ${minutes} 分钟`}`;
    return `时差：目前 ${one} 比 ${other} ${ahead > 0 ? '快' : '慢'} ${gap}。`;
  }
  if (ahead === 0) return `Difference: none at present; ${one} and ${other} have the same time.`;
  const counted = (count: number, unit: string): string =>
    count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
  const gap = `${counted(hours, 'hour')} ${counted(minutes, 'minute')}`.trim();
  return `Difference: ${one} is ${gap} ${ahead > 0 ? 'ahead of' : 'behind'} ${other} at present.`;
}
