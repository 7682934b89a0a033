import { weekdayNumber } from './calendar-names.ts';
import { type ClockParts, readClock } from './clock-text.ts';
import { invalidDate } from './date-errors.ts';

/** What a written date says behind its day. */
export interface DayRest {
  readonly clock?: ClockParts | undefined;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday?: number | undefined;
}

/**
 * Reads a weekday and a time of day in either order: `15:04:09 Tuesday`, `周二 15:04`, `(星期二)`.
 *
 * @throws CoreToolError when there is something else.
 */
export function readDayRest(rest: string | undefined, input: string): DayRest {
  if (rest === undefined || rest.trim() === '') return {};
  const { weekday, time } = splitWeekday(rest.trim());
  if (time === '') return { weekday };
  const clock = readClock(time);
  // An offset that is none (+25:00) is NaN.
  if (!clock || Number.isNaN(clock.offsetMs)) {
    throw invalidDate(
      input,
      'the time of day is not understood',
      'write HH:mm or HH:mm:ss with an optional offset',
    );
  }
  return { clock, weekday };
}

function splitWeekday(rest: string): { readonly weekday?: number; readonly time: string } {
  const chinese = /^\(?(?:星期|礼拜|周)([一二三四五六日天])\)?,?\s*/.exec(rest);
  if (chinese) {
    const weekday = '一二三四五六日'.indexOf(chinese[1] === '天' ? '日' : (chinese[1] ?? '')) + 1;
    return { weekday, time: rest.slice(chinese[0].length) };
  }
  const first = /^\(?([a-z]{3,9})\.?\)?(?:,?\s+|$)/i.exec(rest);
  const last = /(?:^|,?\s+)\(?([a-z]{3,9})\)?$/i.exec(rest);
  for (const match of [first, last]) {
    const weekday = weekdayNumber(match?.[1] ?? '');
    if (match && weekday !== undefined) {
      return { weekday, time: rest.replace(match[0], '').trim() };
    }
  }
  return { time: rest };
}
