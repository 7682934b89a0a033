import {
  CoreToolError,
  requireFunction,
  requireNumber,
  requireOptions,
  wrongType,
} from '../errors.ts';
import { civilFromDays, isoWeekOf, MAX_EPOCH_MS, modulo, MS_PER_DAY } from './civil.ts';
import { instantFromWall, offsetAt } from './zone-offset.ts';
import { resolveTimeZone } from './zone-names.ts';

/** A point in time seen from a time zone, or a calendar date (`isDateOnly`), which no zone can shift. */
export interface DateValue {
  /** Milliseconds since the Unix epoch; for a calendar date those of its first moment in `timeZone`. */
  readonly epochMs: number;
  /** The wall clock of `timeZone` in milliseconds, as if it were UTC. */
  readonly wallMs: number;
  /** `UTC`, `±HH:mm` or an IANA name. */
  readonly timeZone: string;
  /** True for a calendar date: a day without a time. */
  readonly isDateOnly: boolean;
  /** Readings that were chosen, in English sentences. */
  readonly notes: readonly string[];
}

/** The zone and the clock with which a date is read. */
export interface DateOptions {
  /** Zone of times without an offset, and of the answer. Default `UTC`; never the host's zone. */
  readonly timeZone?: string | undefined;
  /** The clock behind `now`, `today` …: milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Calendar and clock fields of a date in its zone. */
export interface DateFields {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
  readonly isoYear: number;
  /** 1–53. */
  readonly isoWeek: number;
}

/**
 * The instant of a Unix epoch in milliseconds, seen from a zone (default `UTC`). A fraction of a millisecond is cut.
 *
 * @throws CoreToolError `invalid_arguments` for an unknown zone or a number that is no instant of the years -271821 to
 *   +275760 (ECMA-262 §21.4.1.1).
 */
export function dateFromEpoch(epochMs: number, timeZone = 'UTC'): DateValue {
  requireNumber(epochMs, 'epochMs', 'a number of milliseconds, such as date.getTime()');
  // + 0: no negative zero.
  return instantIn(resolveTimeZone(timeZone), Math.trunc(epochMs) + 0);
}

/** An instant in a zone; `timeZone` must be resolved. */
export function instantIn(
  timeZone: string,
  epochMs: number,
  notes: readonly string[] = [],
): DateValue {
  requireRange(epochMs);
  const wallMs = epochMs + offsetAt(timeZone, epochMs);
  return { epochMs, wallMs, timeZone, isDateOnly: false, notes };
}

/** A wall-clock time in a zone, with a note when the clock skipped or repeated it. */
export function wallTimeIn(
  timeZone: string,
  wallMs: number,
  notes: readonly string[] = [],
): DateValue {
  const { epochMs, kind } = instantFromWall(timeZone, wallMs);
  if (kind === 'gap') {
    const note = `This time does not exist in ${timeZone} (clocks went forward); moved later by the gap`;
    return instantIn(timeZone, epochMs, [...notes, note]);
  }
  const all =
    kind === 'overlap'
      ? [
          ...notes,
          `This time occurs twice in ${timeZone} (clocks went back); the earlier one is taken`,
        ]
      : notes;
  return instantIn(timeZone, epochMs, all);
}

/** A calendar date by its day number. */
export function calendarDateIn(
  timeZone: string,
  days: number,
  notes: readonly string[] = [],
): DateValue {
  const wallMs = days * MS_PER_DAY;
  const { epochMs } = instantFromWall(timeZone, wallMs);
  requireRange(epochMs);
  return { epochMs, wallMs, timeZone, isDateOnly: true, notes };
}

/**
 * The same moment in another zone. A calendar date stays the same date.
 *
 * @throws CoreToolError `invalid_arguments` for an unknown zone.
 */
export function inTimeZone(date: DateValue, timeZone: string): DateValue {
  requireDate(date, 'date');
  if (date.timeZone === timeZone) return date;
  const zone = resolveTimeZone(timeZone);
  return date.isDateOnly
    ? calendarDateIn(zone, date.wallMs / MS_PER_DAY, date.notes)
    : instantIn(zone, date.epochMs, date.notes);
}

/**
 * The current moment by `options.now` in `options.timeZone`.
 *
 * @throws CoreToolError `invalid_arguments` for an unknown zone.
 */
export function currentDate(options: DateOptions = {}): DateValue {
  requireOptions(options);
  return instantIn(resolveTimeZone(options.timeZone ?? 'UTC'), readNow(options));
}

export function readNow({ now = Date.now }: DateOptions): number {
  requireFunction(now, 'now');
  const epochMs = now();
  if (!Number.isFinite(epochMs)) {
    throw new CoreToolError('tool_error', 'The clock gave no time; check the `now` option.');
  }
  // + 0: no negative zero.
  return Math.trunc(epochMs) + 0;
}

/** The calendar and clock fields of a date on the wall clock of its zone. */
export function dateFields(date: DateValue): DateFields {
  requireDate(date, 'date');
  const days = Math.floor(date.wallMs / MS_PER_DAY);
  const { year, month, day } = civilFromDays(days);
  const clock = modulo(date.wallMs, MS_PER_DAY);
  const iso = isoWeekOf(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(clock / 3_600_000),
    minute: Math.floor(clock / 60_000) % 60,
    second: Math.floor(clock / 1000) % 60,
    millisecond: clock % 1000,
    weekday: iso.weekday,
    isoYear: iso.year,
    isoWeek: iso.week,
  };
}

/** Offset of the date in its zone, in milliseconds. */
export function offsetOf(date: DateValue): number {
  return date.isDateOnly ? offsetAt(date.timeZone, date.epochMs) : date.wallMs - date.epochMs;
}

/** Refuses what is no {@link DateValue}: a text, a `Date`, nothing. */
export function requireDate(date: unknown, name: string): void {
  // One field tells them apart, and formatting has no time for more.
  if (typeof (date as DateValue | null | undefined)?.wallMs !== 'number') {
    const wanted = 'made by parseDate(text), dateFromEpoch(date.getTime()) or currentDate()';
    throw wrongType(date, name, wanted);
  }
}

export function requireRange(epochMs: number): void {
  if (!(Math.abs(epochMs) <= MAX_EPOCH_MS)) {
    throw new CoreToolError(
      'invalid_arguments',
      'The date is out of range: years from -271821 to +275760 are supported.',
    );
  }
}
