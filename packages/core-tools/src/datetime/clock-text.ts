import { readChineseNumber } from './chinese-number.ts';
import { parseOffset } from './offset-text.ts';

/** A time of day as written; the fields are not range-checked yet. */
export interface ClockParts {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Present when the text names an offset, `Z`, `UTC` or `GMT`. */
  readonly offsetMs?: number | undefined;
  /** `Z` says the instant, not the zone's offset (RFC 9557 §3.4). */
  readonly isUtcMark?: boolean | undefined;
  /** The name of a zone, in brackets or at the end: `[Asia/Tokyo]`. */
  readonly zone?: string | undefined;
}

/**
 * Reads `15:04`, `15:04:05.678+09:00[Asia/Tokyo]`, `15:04 GMT+8`, `15:04 Asia/Tokyo`, `3:30 pm`, `3pm`, `15点04分`,
 * `下午3点半`, `下午3:30`.
 */
export function readClock(text: string): ClockParts | undefined {
  const match =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?(?:\s*(z|(?:utc|gmt|ut)?[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?|(?:utc|gmt)(?:[+-]\d(?::\d{2})?)?|ut))?(?:\s*\[!?([a-z0-9_+\-/:]{1,64})\]|\s+([^\d\s[\]()][^\s[\]()]{1,63}))?$/i.exec(
      text,
    );
  if (match) return isoClock(match);
  const chinese =
    /^(凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(\d{1,2}|[零一二两三四五六七八九十]{1,3})[时点](?:(\d{1,2}|[零一二三四五六七八九十]{1,3})分(?:(\d{1,2})秒)?|(\d\d)|(半)|整)?$/.exec(
      text,
    ) ?? /^(凌晨|早上|上午|中午|下午|傍晚|晚上)\s*(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (chinese) return chineseClock(chinese);
  const twelve = /^(\d{1,2})\s*([ap])\.?m\.?$/i.exec(text);
  if (!twelve) return undefined;
  const hour = twelveHour(Number(twelve[1]), twelve[2]);
  return hour === undefined ? undefined : { hour, minute: 0, second: 0, millisecond: 0 };
}

function isoClock(match: RegExpExecArray): ClockParts | undefined {
  const [, hourText, minuteText, secondText = '0', fraction = '', half, mark, bracketed, named] =
    match;
  const hour = half === undefined ? Number(hourText) : twelveHour(Number(hourText), half);
  if (hour === undefined) return undefined;
  return {
    hour,
    minute: Number(minuteText),
    second: Number(secondText),
    // Digits below a millisecond are cut.
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
    ...readMark(mark),
    zone: bracketed ?? named,
  };
}

function readMark(mark: string | undefined): Partial<ClockParts> {
  if (mark === undefined) return {};
  const offset = mark.replace(/^(?:z|utc?|gmt)/i, '');
  if (offset === '') return { offsetMs: 0, isUtcMark: /^z$/i.test(mark) };
  // An impossible offset (+25:00) must not be dropped: NaN is refused with the range check.
  return { offsetMs: parseOffset(offset) ?? Number.NaN };
}

function twelveHour(hour: number, half: string | undefined): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
}

function chineseClock(match: RegExpExecArray): ClockParts | undefined {
  const [, part, hourText = '', minuteText = '0', secondText = '0', twoDigits, half] = match;
  const written = readChineseNumber(hourText);
  const hour = written === undefined ? undefined : chineseHour(written, part);
  const minute = half === undefined ? readChineseNumber(twoDigits ?? minuteText) : 30;
  if (hour === undefined || minute === undefined) return undefined;
  return { hour, minute, second: Number(secondText), millisecond: 0 };
}

/** 下午3点 = 15:00; 下午15点 is already in 24 hours; 上午15点 contradicts itself. */
function chineseHour(hour: number, part: string | undefined): number | undefined {
  if (part === undefined) return hour;
  const isAfternoon = part === '下午' || part === '傍晚' || part === '晚上';
  if (isAfternoon)
    return hour >= 1 && hour < 12 ? hour + 12 : hour >= 12 ? noonOrLater(hour, part) : undefined;
  if (part === '中午') return hour === 12 || hour === 11 ? hour : hour === 1 ? 13 : undefined;
  return hour <= 12 && !(part === '凌晨' && hour === 12) ? hour : undefined;
}

/** 晚上12点 may mean either midnight: undefined. */
function noonOrLater(hour: number, part: string): number | undefined {
  if (hour > 12) return hour;
  return part === '下午' ? 12 : undefined;
}
