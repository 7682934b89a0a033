import { MS_PER_DAY, civilFromDays, addMonths, daysFromCivil } from './civil.ts';
import {
  calendarDateIn,
  type DateOptions,
  type DateValue,
  instantIn,
  readNow,
} from './date-value.ts';
import { readClock } from './clock-text.ts';
import { dateFromParts } from './date-parts.ts';
import { readChineseNumber } from './chinese-number.ts';
import { offsetAt } from './zone-offset.ts';

/** A closed list: everything else is refused, nothing is guessed. Days from today and their words. */
const DAY_WORDS: readonly (readonly [days: number, words: string])[] = [
  [0, 'today|今天|今日'],
  [1, 'tomorrow|明天|明日'],
  [-1, 'yesterday|昨天|昨日'],
  [2, 'the day after tomorrow|day after tomorrow|后天'],
  [-2, 'the day before yesterday|day before yesterday|前天'],
  [3, '大后天'],
  [-3, '大前天'],
];

const NOW_WORDS = 'now|right now|现在|此刻|当前';
const SMALL_NUMBERS = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';

type Unit = 'day' | 'week' | 'month' | 'year';

/** `now`, `today`, `3 days ago`, `in 2 weeks`, `后天`, `三天后` …; undefined when the text is none of them. */
export function readRelativeDate(
  text: string,
  timeZone: string,
  options: DateOptions,
): DateValue | undefined {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  if (isListed(words, NOW_WORDS)) return instantIn(timeZone, readNow(options));
  const timed = readTimedDay(words, timeZone, options);
  if (timed) return timed;
  const days = DAY_WORDS.find(([, list]) => isListed(words, list))?.[0];
  const shift = days === undefined ? readShift(words) : { amount: days, unit: 'day' as const };
  if (!shift) return undefined;
  return calendarDateIn(timeZone, moveDay(todayIn(timeZone, options), shift));
}

function todayIn(timeZone: string, options: DateOptions): number {
  const epochMs = readNow(options);
  return Math.floor((epochMs + offsetAt(timeZone, epochMs)) / MS_PER_DAY);
}

/** `tomorrow at 3pm`, `明天下午3点`: a word of the list and a time of day without a zone of its own. */
function readTimedDay(
  words: string,
  timeZone: string,
  options: DateOptions,
): DateValue | undefined {
  for (const [days, list] of DAY_WORDS) {
    const word = list.split('|').find((each) => words.startsWith(each) && words !== each);
    if (word === undefined) continue;
    const clock = readClock(words.slice(word.length).replace(/^\s*(?:,|at\b)?\s*/, ''));
    if (!clock || clock.offsetMs !== undefined || clock.zone !== undefined) return undefined;
    const day = civilFromDays(todayIn(timeZone, options) + days);
    return dateFromParts({ ...day, clock }, timeZone, words);
  }
  return undefined;
}

function isListed(words: string, list: string): boolean {
  return list.split('|').includes(words);
}

interface Shift {
  readonly amount: number;
  readonly unit: Unit;
}

function readShift(words: string): Shift | undefined {
  const ago =
    /^(\d{1,6}|[a-z]{1,6})\s+(day|week|month|year)s?\s+(ago|from now|from today|later)$/.exec(
      words,
    );
  if (ago) {
    const sign = ago[3] === 'ago' ? -1 : 1;
    return shiftOf(sign, englishNumber(ago[1] ?? ''), ago[2] as Unit);
  }
  const ahead = /^in\s+(\d{1,6}|[a-z]{1,6})\s+(day|week|month|year)s?$/.exec(words);
  if (ahead) return shiftOf(1, englishNumber(ahead[1] ?? ''), ahead[2] as Unit);
  const chinese =
    /^(\d{1,6}|[零一二两三四五六七八九十百]{1,5})\s*(天|周|星期|个星期|个月|年)[之以]?(前|后)$/.exec(
      words,
    );
  if (!chinese) return undefined;
  const unit = chineseUnit(chinese[2] ?? '');
  return shiftOf(chinese[3] === '前' ? -1 : 1, readChineseNumber(chinese[1] ?? ''), unit);
}

function shiftOf(sign: number, amount: number | undefined, unit: Unit): Shift | undefined {
  return amount === undefined ? undefined : { amount: sign * amount, unit };
}

function englishNumber(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  const index = SMALL_NUMBERS.split('|').indexOf(word);
  return index === -1 ? undefined : index;
}

function chineseUnit(unit: string): Unit {
  if (unit === '天') return 'day';
  if (unit.endsWith('月')) return 'month';
  return unit === '年' ? 'year' : 'week';
}

function moveDay(today: number, { amount, unit }: Shift): number {
  if (unit === 'day') return today + amount;
  if (unit === 'week') return today + amount * 7;
  const moved = addMonths(civilFromDays(today), unit === 'year' ? amount * 12 : amount);
  return daysFromCivil(moved.year, moved.month, moved.day);
}
