import type { ToolOutcome } from '@mini-agent/foundation/chat';
import type { Language } from '@mini-agent/foundation/tool';
import { observations } from './answer-lines.ts';

const weekdays: ReadonlyMap<string, string> = new Map([
  ['Monday', '星期一'],
  ['Tuesday', '星期二'],
  ['Wednesday', '星期三'],
  ['Thursday', '星期四'],
  ['Friday', '星期五'],
  ['Saturday', '星期六'],
  ['Sunday', '星期日'],
]);

/** What the date tool found; a Chinese answer names weekdays in Chinese too. */
export function datedObservations(outcomes: readonly ToolOutcome[], language: Language): string {
  const text = observations(outcomes, { language, heading: '日期和时间' });
  if (language !== 'zh') return text;
  return text.replace(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?! \(星期)/g, (name) => {
    const chinese = weekdays.get(name);
    return chinese === undefined ? name : `${name}（${chinese}）`;
  });
}

/** Units of a span that are asked for, but not counted in by the date tool. */
export type SpanUnit = 'weeks' | 'months';

/** The difference as the date tool tells it, and once more in weeks or months. */
export function spanAnswer(
  unit: SpanUnit,
): (outcomes: readonly ToolOutcome[], language: Language) => string {
  return (outcomes, language) => {
    const text = datedObservations(outcomes, language);
    const line = spanLine(text, unit, language);
    return line === undefined ? text : `${text}\n${line}`;
  };
}

function spanLine(text: string, unit: SpanUnit, language: Language): string | undefined {
  const found = /^Difference: -?(\d+) days? \(calendar -?\(?([^);]*)/m.exec(text);
  if (found === null) return undefined;
  const [whole, days] = unit === 'weeks' ? weeksOf(Number(found[1])) : monthsOf(found[2] ?? '');
  if (language === 'zh') {
    const name = unit === 'weeks' ? '周' : '个月';
    return `合 ${whole} ${name}${days === 0 ? '' : `零 ${days} 天`}`;
  }
  const counted = (count: number, name: string): string =>
    `${count} ${count === 1 ? name : `${name}s`}`;
  const rest = days === 0 ? '' : ` and ${counted(days, 'day')}`;
  return `In ${unit}: ${counted(whole, unit.slice(0, -1))}${rest}`;
}

function weeksOf(days: number): readonly [whole: number, days: number] {
  return [Math.floor(days / 7), days % 7];
}

function monthsOf(calendar: string): readonly [whole: number, days: number] {
  const count = (unit: string): number =>
    Number(new RegExp(`(\\d+) ${unit}`).exec(calendar)?.[1] ?? 0);
  return [count('year') * 12 + count('month'), count('day')];
}

const clockUnits: readonly (readonly [english: RegExp, chinese: string])[] = [
  [/ hours?/g, ' 小时'],
  [/ minutes?/g, ' 分钟'],
  [/ seconds?/g, ' 秒'],
];

/** The difference of two times of one day, and once more without its days. */
export function durationAnswer(outcomes: readonly ToolOutcome[], language: Language): string {
  const text = datedObservations(outcomes, language);
  const found = /^Difference: 0 days \(calendar ([^);]+)/m.exec(text)?.[1];
  if (found === undefined) return text;
  if (language !== 'zh') return `${text}\nDuration: ${found}`;
  const chinese = clockUnits.reduce((line, [unit, name]) => line.replace(unit, name), found);
  return `${text}\n时长：${chinese}`;
}
