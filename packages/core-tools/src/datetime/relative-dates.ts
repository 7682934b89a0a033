import { MS_PER_DAY, civilFromDays, addMonths, daysFromCivil } from './civil.ts';
import {
  calendarDateIn,
  type DateOptions,
  type DateValue,
  instantIn,
  readClock,
} from './date-value.ts';
import { readChineseNumber } from './chinese-number.ts';
import { offsetAt } from './zone-offset.ts';

/** A closed list: everything else is refused, nothing is guessed. Days from today. */
const DAY_WORDS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
  ['the day after tomorrow', 2],
  ['day after tomorrow', 2],
  ['the day before yesterday', -2],
  ['day before yesterday', -2],
  ['今天', 0],
  ['今日', 0],
  ['明天', 1],
  ['明日', 1],
  ['昨天', -1],
  ['昨日', -1],
  ['后天', 2],
  ['前天', -2],
  ['大后天', 3],
  ['大前天', -3],
]);

const NOW_WORDS: ReadonlySet<string> = new Set(['now', 'right now', '现在', '此刻', '当前']);

const SMALL_NUMBERS: readonly string[] =
  'zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|');

const AGO = /^(\d{1,6}|[a-z]{1,6})\s+(day|week|month|year)s?\s+(ago|from now|from today|later)$/;
const IN = /^in\s+(\d{1,6}|[a-z]{1,6})\s+(day|week|month|year)s?$/;
const CHINESE =
  /^(\d{1,6}|[零一二两三四五六七八九十百]{1,5})\s*(天|周|星期|个星期|个月|年)(?:之)?(前|后)$/;

type Unit = 'day' | 'week' | 'month' | 'year';

/** `now`, `today`, `3 days ago`, `in 2 weeks`, `后天`, `三天后` …; undefined when the text is none of them. */
export function readRelativeDate(
  text: string,
  timeZone: string,
  options: DateOptions,
): DateValue | undefined {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  if (NOW_WORDS.has(words)) return instantIn(timeZone, readClock(options));
  const days = DAY_WORDS.get(words);
  const shift = days === undefined ? readShift(words) : { amount: days, unit: 'day' as const };
  if (!shift) return undefined;
  const epochMs = readClock(options);
  const today = Math.floor((epochMs + offsetAt(timeZone, epochMs)) / MS_PER_DAY);
  return calendarDateIn(timeZone, moveDay(today, shift));
}

interface Shift {
  readonly amount: number;
  readonly unit: Unit;
}

function readShift(words: string): Shift | undefined {
  const ago = AGO.exec(words);
  if (ago) {
    const sign = ago[3] === 'ago' ? -1 : 1;
    return shiftOf(sign, englishNumber(ago[1] ?? ''), ago[2] as Unit);
  }
  const ahead = IN.exec(words);
  if (ahead) return shiftOf(1, englishNumber(ahead[1] ?? ''), ahead[2] as Unit);
  const chinese = CHINESE.exec(words);
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
  const index = SMALL_NUMBERS.indexOf(word);
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
