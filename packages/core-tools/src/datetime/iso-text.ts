import type { ClockParts } from './clock-text.ts';
import type { DateParts } from './date-parts.ts';

/**
 * The usual forms of RFC 3339, `YYYY-MM-DD` and `YYYY-MM-DDTHH:mm[:ss[.f]][Z|±HH:mm]` (or a space for the T), without
 * a regular expression. Undefined for every other text, also for those of ISO 8601 that the general reader takes.
 */
export function readIsoText(text: string): DateParts | undefined {
  const { length } = text;
  if (length < 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  const year = digitPair(text, 0) * 100 + digitPair(text, 2);
  const month = digitPair(text, 5);
  const day = digitPair(text, 8);
  if (!(year + month + day >= 0)) return undefined;
  if (length === 10) return { year, month, day };
  const mark = text.charCodeAt(10);
  if (mark !== UPPER_T && mark !== LOWER_T && mark !== SPACE) return undefined;
  const clock = readIsoClock(text);
  return clock && { year, month, day, clock };
}

const SPACE = 0x20;
const PLUS = 0x2b;
const DASH = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const UPPER_T = 0x54;
const UPPER_Z = 0x5a;
const LOWER_T = 0x74;
const LOWER_Z = 0x7a;

/** The clock from position 11 to the end. */
function readIsoClock(text: string): ClockParts | undefined {
  const hour = digitPair(text, 11);
  const minute = digitPair(text, 14);
  if (text.charCodeAt(13) !== COLON || !(hour + minute >= 0)) return undefined;
  let position = 16;
  let second = 0;
  let millisecond = 0;
  if (text.charCodeAt(position) === COLON) {
    second = digitPair(text, position + 1);
    if (!(second >= 0)) return undefined;
    position += 3;
    if (text.charCodeAt(position) === DOT) {
      const end = digitsEnd(text, position + 1);
      const digits = end - position - 1;
      if (digits < 1 || digits > 9) return undefined;
      // Digits below a millisecond are cut.
      millisecond = thousandths(text, position + 1, end);
      position = end;
    }
  }
  if (position === text.length) return { hour, minute, second, millisecond };
  const mark = text.charCodeAt(position);
  if (mark === UPPER_Z || mark === LOWER_Z) {
    if (position + 1 !== text.length) return undefined;
    return { hour, minute, second, millisecond, offsetMs: 0, isUtcMark: true };
  }
  const offsetMs = readIsoOffset(text, position);
  return offsetMs === undefined
    ? undefined
    : { hour, minute, second, millisecond, offsetMs, isUtcMark: false };
}

/** The first three digits of a fraction; missing ones count as 0. */
function thousandths(text: string, start: number, end: number): number {
  let value = 0;
  for (let position = start; position < start + 3; position++) {
    value = value * 10 + (position < end ? text.charCodeAt(position) - ZERO : 0);
  }
  return value;
}

/** `±HH:mm` up to the end. */
function readIsoOffset(text: string, position: number): number | undefined {
  const sign = text.charCodeAt(position);
  if (position + 6 !== text.length || text.charCodeAt(position + 3) !== COLON) return undefined;
  const hours = digitPair(text, position + 1);
  const minutes = digitPair(text, position + 4);
  if (!(hours <= 23 && minutes <= 59) || (sign !== PLUS && sign !== DASH)) return undefined;
  const size = (hours * 60 + minutes) * 60_000;
  return sign === PLUS ? size : 0 - size;
}

/** The number of two digits; NaN when one is missing. */
function digitPair(text: string, position: number): number {
  const tens = text.charCodeAt(position) - ZERO;
  const ones = text.charCodeAt(position + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function digitsEnd(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) < COLON) end += 1;
  return end;
}
