import { z } from 'zod';

import type { CoreTool } from './core-tool.ts';
import { defineTool } from './define-tool.ts';

const OPERATIONS = ['now', 'format', 'diff', 'add', 'convert', 'parse', 'business_days'] as const;

/** Arguments of {@link datetimeInfo}. Which of them are needed depends on `operation`. */
export interface DatetimeInfoArgs {
  readonly operation: (typeof OPERATIONS)[number];
  /** The date (not for `now`). */
  readonly date?: string | number | undefined;
  /** Second date of `diff` and `business_days`. */
  readonly date2?: string | number | undefined;
  /** Tokens such as `YYYY-MM-DD HH:mm:ss dddd`. */
  readonly format?: string | undefined;
  /** Zone of times without an offset, and of the answer. Default `UTC`. */
  readonly timezone?: string | undefined;
  /** `convert`: the zone to convert to. */
  readonly to_timezone?: string | undefined;
  /** `add`: what to add. */
  readonly duration?: string | undefined;
}

function makeSchema(): z.ZodType<DatetimeInfoArgs> {
  const error = 'must be a date as a string, or an epoch number';
  const date = z.union([z.string(), z.number()], { error }).optional();
  const text = z.string().optional();
  return z.strictObject({
    operation: z.enum(OPERATIONS).describe('What to do.'),
    date: date.describe(
      'ISO date or time, 2024年3月5日, March 5 2024, Unix epoch, or today, tomorrow, "3 days ago", 明天.',
    ),
    date2: date.describe('diff, business_days: the second date.'),
    format: text.describe('Tokens YYYY MM DD HH mm ss dddd MMMM D hh A Z; [text] is literal.'),
    timezone: text.describe('IANA zone, offset or city, e.g. Asia/Shanghai, +08:00 (default UTC).'),
    to_timezone: text.describe('convert: the zone to convert to.'),
    duration: text.describe('add: e.g. "3 days", "-1 month", "5 business days", "P1Y2M", "3天".'),
  });
}

export interface DatetimeInfoOptions {
  /** The clock: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Zone where the arguments name none. Default `UTC`. */
  readonly timeZone?: string | undefined;
}

/** The date tool with a clock and a default zone of your own. */
export function createDatetimeInfo(options: DatetimeInfoOptions = {}): CoreTool<DatetimeInfoArgs> {
  return defineTool({
    name: 'datetime_info',
    title: 'Dates and times',
    description:
      'Current time (now), format, diff (date2 - date), add a duration, convert between time zones, parse (weekday, ISO ' +
      'week, epoch), business_days (Monday to Friday). Use it for every question about dates; today is not what you ' +
      'remember. Day and month order must be clear (not 03/04/2024). Examples: {"operation": "now", "timezone": ' +
      '"Asia/Tokyo"}, {"operation": "diff", "date": "2024-01-01", "date2": "2024-12-31"}',
    schema: makeSchema,
    load: async () => {
      const { runDatetimeInfo } = await import('./run-datetime-info.ts');
      return (args, context) => runDatetimeInfo(args, context, options);
    },
  });
}

/** Current time, formats, differences and durations of dates, by the system's clock and in UTC unless told. */
export const datetimeInfo: CoreTool<DatetimeInfoArgs> = createDatetimeInfo();
