import { daysFromCivil, MS_PER_DAY } from './civil.ts';
import { CHINESE_WEEKDAY_NAMES, WEEKDAY_NAMES } from './calendar-names.ts';
import { dateFields, type DateValue, offsetOf } from './date-value.ts';
import { yearText } from './format-date.ts';
import { formatGmtOffset, formatOffset, pad2 } from './offset-text.ts';

/** The facts about a date that people ask for, as texts. */
export interface DateDescription {
  /** `2024-03-05`. */
  readonly date: string;
  /** `15:04:00`; absent for a calendar date. */
  readonly time?: string;
  /** `Tuesday`. */
  readonly weekday: string;
  /** `星期二`. */
  readonly weekdayZh: string;
  /** `Asia/Tokyo (GMT+9)`. */
  readonly zone: string;
  /** RFC 3339 with offset; only the date for a calendar date. */
  readonly iso: string;
  /** Seconds since the Unix epoch, rounded down. */
  readonly epochSeconds: number;
  /** `2024-W10`. */
  readonly isoWeek: string;
  /** 1–366. */
  readonly dayOfYear: number;
}

/** The facts about a date, in its own zone; English names, the weekday also in Chinese. */
export function describeDate(value: DateValue): DateDescription {
  const fields = dateFields(value);
  const offset = offsetOf(value);
  const date = `${yearText(fields.year)}-${pad2(fields.month)}-${pad2(fields.day)}`;
  const time = `${pad2(fields.hour)}:${pad2(fields.minute)}:${pad2(fields.second)}`;
  const fraction =
    fields.millisecond === 0 ? '' : `.${String(fields.millisecond).padStart(3, '0')}`;
  return {
    date,
    ...(value.isDateOnly ? undefined : { time }),
    weekday: WEEKDAY_NAMES[fields.weekday - 1] ?? '',
    weekdayZh: CHINESE_WEEKDAY_NAMES[fields.weekday - 1] ?? '',
    zone: `${value.timeZone} (${formatGmtOffset(offset)})`,
    iso: value.isDateOnly ? date : `${date}T${time}${fraction}${formatOffset(offset)}`,
    epochSeconds: Math.floor(value.epochMs / 1000),
    isoWeek: `${yearText(fields.isoYear)}-W${pad2(fields.isoWeek)}`,
    dayOfYear: dayOfYear(value),
  };
}

function dayOfYear(value: DateValue): number {
  const { year } = dateFields(value);
  return Math.floor(value.wallMs / MS_PER_DAY) - daysFromCivil(year, 1, 1) + 1;
}
