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
