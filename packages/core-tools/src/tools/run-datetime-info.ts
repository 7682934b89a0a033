import type { ToolContext } from '@mini-agent/foundation/tool';

import { CoreToolError } from '../errors.ts';
import { addDuration } from '../datetime/add-duration.ts';
import { businessDaysBetween } from '../datetime/business-days.ts';
import {
  currentDate,
  type DateOptions,
  type DateValue,
  inTimeZone,
} from '../datetime/date-value.ts';
import { type DateDescription, describeDate } from '../datetime/describe-date.ts';
import { calendarText, countText, dateDifference } from '../datetime/difference.ts';
import { formatDate, suspiciousFormatWords } from '../datetime/format-date.ts';
import { parseDate } from '../datetime/parse-date.ts';
import { resolveTimeZone } from '../datetime/zone-names.ts';
import type { CoreToolResult } from './core-tool.ts';
import type { DatetimeInfoArgs, DatetimeInfoOptions } from './datetime-info.ts';

/** The observation of one operation, told in lines of which the last is the answer. */
export function runDatetimeInfo(
  args: DatetimeInfoArgs,
  context: ToolContext,
  { now, timeZone }: DatetimeInfoOptions,
): CoreToolResult {
  const dates = { now, timeZone: args.timezone ?? timeZone ?? 'UTC' };
  return operations[args.operation](args, { dates, context });
}

interface Setting {
  readonly dates: DateOptions;
  readonly context: ToolContext;
}

type Operation = (args: DatetimeInfoArgs, setting: Setting) => CoreToolResult;

const DEFAULT_FORMAT = 'YYYY-MM-DD HH:mm:ss';

const operations: Readonly<Record<DatetimeInfoArgs['operation'], Operation>> = {
  now: (args, { dates, context }) => {
    const now = currentDate(dates);
    return describe(now, args, context);
  },
  parse: (args, { dates, context }) => describe(readDate(args, 'date', dates), args, context),
  format: (args, { dates }) => {
    const value = readDate(args, 'date', dates);
    const format = givenFormat(args) ?? DEFAULT_FORMAT;
    const formatted = formatDate(value, format);
    return {
      text: [...noteLines(value.notes, format), `Formatted: ${formatted}`].join('\n'),
      data: {
        formatted,
        iso: describeDate(value).iso,
        timeZone: value.timeZone,
        notes: value.notes,
      },
    };
  },
  diff: (args, { dates }) => differenceResult(args, dates),
  add: (args, { dates }) => {
    const start = readDate(args, 'date', dates);
    if (args.duration === undefined) {
      throw missing('duration', 'add', '"3 days" or "-1 month"');
    }
    const result = addDuration(start, args.duration);
    const shown = describeDate(result);
    const lines = [
      `Date: ${describeDate(start).iso}`,
      `Duration: ${args.duration.trim().replace(/\s+/g, ' ')}`,
      ...noteLines(result.notes, args.format),
      ...formattedLine(result, args),
      `Result: ${readable(result, shown)}`,
    ];
    return { text: lines.join('\n'), data: { ...descriptionData(shown), notes: result.notes } };
  },
  convert: (args, { dates }) => {
    const value = readDate(args, 'date', dates);
    if (args.to_timezone === undefined) {
      throw missing('to_timezone', 'convert', 'Asia/Tokyo');
    }
    const target = resolveTimeZone(args.to_timezone);
    if (value.isDateOnly) {
      throw new CoreToolError(
        'invalid_arguments',
        'convert needs a time of day: a date alone is the same in every zone; give e.g. 2024-03-05T15:00.',
      );
    }
    const converted = inTimeZone(value, target);
    const shown = describeDate(converted);
    const lines = [
      `From: ${readable(value, describeDate(value))}`,
      ...noteLines(converted.notes, args.format),
      ...formattedLine(converted, args),
      `Converted: ${readable(converted, shown)}`,
    ];
    return { text: lines.join('\n'), data: { ...descriptionData(shown), notes: converted.notes } };
  },
  business_days: (args, { dates }) => {
    const from = readDate(args, 'date', dates);
    const to = readDate(args, 'date2', dates);
    const { inclusive, exclusive } = businessDaysBetween(from, to);
    const lines = [
      `Date 1: ${describeDate(from).iso}`,
      `Date 2: ${describeDate(to).iso}`,
      ...noteLines([...from.notes, ...to.notes, 'Monday to Friday; public holidays are not known']),
      `Business days: ${inclusive} (both ends counted; ${exclusive} without the first day)`,
    ];
    return {
      text: lines.join('\n'),
      data: { businessDays: inclusive, withoutFirstDay: exclusive },
    };
  },
};

function differenceResult(args: DatetimeInfoArgs, dates: DateOptions): CoreToolResult {
  const from = readDate(args, 'date', dates);
  const to = readDate(args, 'date2', dates);
  const difference = dateDifference(from, to);
  const { days, hours, minutes, seconds, milliseconds } = difference;
  const calendar = calendarText(difference.calendar);
  const elapsed = [
    countText(hours, 'hour'),
    countText(minutes, 'minute'),
    countText(seconds, 'second'),
    ...(milliseconds % 1000 === 0 ? [] : [`${milliseconds} ms`]),
  ].join(', ');
  const lines = [
    `Date 1: ${describeDate(from).iso}`,
    `Date 2: ${describeDate(to).iso}`,
    ...noteLines([...from.notes, ...to.notes]),
    `Absolute: ${countText(Math.abs(days), 'day')}`,
    `Difference: ${countText(days, 'day')} (calendar ${calendar}; ${elapsed})`,
  ];
  return {
    text: lines.join('\n'),
    data: { days, hours, minutes, seconds, milliseconds, calendar: { ...difference.calendar } },
  };
}

function describe(value: DateValue, args: DatetimeInfoArgs, context: ToolContext): CoreToolResult {
  const shown = describeDate(value);
  const weekday =
    context.language === 'zh' ? `${shown.weekday} (${shown.weekdayZh})` : shown.weekday;
  const lines = [
    ...noteLines(value.notes, args.format),
    `Date: ${shown.date}`,
    ...(shown.time === undefined ? [] : [`Time: ${shown.time}`]),
    `Weekday: ${weekday}`,
    `Time zone: ${shown.zone}`,
    `Unix epoch: ${shown.epochSeconds}`,
    `ISO week: ${shown.isoWeek}`,
    `Day of year: ${shown.dayOfYear}`,
    ...formattedLine(value, args),
    `ISO: ${shown.iso}`,
  ];
  return { text: lines.join('\n'), data: { ...descriptionData(shown), notes: value.notes } };
}

function descriptionData(shown: DateDescription): Record<string, string | number> {
  const { date: day, time, weekday, zone, iso, epochSeconds, isoWeek, dayOfYear } = shown;
  const clock = time === undefined ? {} : { time };
  return { date: day, ...clock, weekday, zone, iso, epochSeconds, isoWeek, dayOfYear };
}

function readable(value: DateValue, shown: DateDescription): string {
  return value.isDateOnly
    ? `${shown.date} ${shown.weekday}`
    : `${shown.date} ${shown.time ?? ''} ${shown.weekday}, ${shown.zone}`;
}

/** An empty format asks for the usual one: models fill optional fields with empty texts. */
function givenFormat({ format }: DatetimeInfoArgs): string | undefined {
  return format?.trim() === '' ? undefined : format;
}

function formattedLine(value: DateValue, args: DatetimeInfoArgs): readonly string[] {
  const format = givenFormat(args);
  return format === undefined ? [] : [`Formatted: ${formatDate(value, format)}`];
}

function noteLines(notes: readonly string[], format?: string): readonly string[] {
  const foreign = format === undefined ? [] : suspiciousFormatWords(format);
  const all = new Set(notes);
  if (foreign.length > 0) {
    all.add(
      `${foreign.slice(0, 3).join(', ')} is no format token and stays; year and day are YYYY and DD`,
    );
  }
  return [...all].map((note) => `Note: ${note}.`);
}

function readDate(args: DatetimeInfoArgs, field: 'date' | 'date2', dates: DateOptions): DateValue {
  const given = args[field];
  if (given === undefined || given === '') {
    throw missing(field, args.operation, '2024-03-05 or today');
  }
  if (typeof given === 'number' && !Number.isFinite(given)) {
    throw new CoreToolError(
      'invalid_arguments',
      `${field} must be a date or a finite epoch number.`,
    );
  }
  return parseDate(String(given), dates);
}

function missing(field: string, operation: string, example: string): CoreToolError {
  return new CoreToolError(
    'invalid_arguments',
    `${field} is required for operation ${operation}, e.g. ${example}.`,
  );
}
