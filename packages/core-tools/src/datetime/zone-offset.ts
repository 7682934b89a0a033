import { daysFromCivil, MAX_EPOCH_MS, MS_PER_DAY } from './civil.ts';
import { parseOffset } from './offset-text.ts';

/**
 * The offsets of time zones: the only file that asks the host's zone database (through `Intl`), so that it alone
 * changes where native `Temporal` is available.
 */

/**
 * A stretch of time with at most one change of offset. Over all zones of the IANA database two changes are never less
 * than 3.98 days apart (Africa/Freetown, 1939), so equal offsets at both ends of two days mean no change between.
 */
interface Slot {
  /** The first millisecond with `after`; Infinity when the offset does not change. */
  readonly changesAt: number;
  readonly before: number;
  readonly after: number;
}

const SLOT_MS = 2 * MS_PER_DAY;
const MAX_ZONES = 64;
const MAX_SLOTS_PER_ZONE = 2048;

interface ZoneRecord {
  readonly offsetAt: (epochMs: number) => number;
  readonly slots: Map<number, Slot>;
}

const zones = new Map<string, ZoneRecord>();

/** The offset of `timeZone` (a resolved name: `UTC`, `+08:00` or an IANA name) at an instant, in milliseconds. */
export function offsetAt(timeZone: string, epochMs: number): number {
  if (timeZone === 'UTC') return 0;
  const zone = zones.get(timeZone) ?? openZone(timeZone);
  const index = Math.floor(epochMs / SLOT_MS);
  const slot = zone.slots.get(index) ?? fillSlot(zone, index);
  return epochMs < slot.changesAt ? slot.before : slot.after;
}

/** True when the host's database knows the name. */
export function isKnownToHost(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export interface WallReading {
  readonly epochMs: number;
  /** `gap`: the clock skipped this time, moved later; `overlap`: it came twice, the earlier one is taken. */
  readonly kind: 'exact' | 'gap' | 'overlap';
}

/**
 * The instant of a wall-clock time, both in milliseconds (`wallMs` as if the wall clock were UTC).
 * RFC 5545 §3.3.5 and Temporal's "compatible": a time in a gap moves later by the gap, one in an overlap is the earlier.
 */
export function instantFromWall(timeZone: string, wallMs: number): WallReading {
  const before = offsetAt(timeZone, clampEpoch(wallMs - MS_PER_DAY));
  const after = offsetAt(timeZone, clampEpoch(wallMs + MS_PER_DAY));
  const first = wallMs - before;
  if (before === after) return { epochMs: first, kind: 'exact' };
  const second = wallMs - after;
  const firstHolds = offsetAt(timeZone, clampEpoch(first)) === before;
  const secondHolds = offsetAt(timeZone, clampEpoch(second)) === after;
  if (firstHolds) return { epochMs: first, kind: secondHolds ? 'overlap' : 'exact' };
  if (secondHolds) return { epochMs: second, kind: 'exact' };
  return { epochMs: first, kind: 'gap' };
}

function clampEpoch(epochMs: number): number {
  return Math.max(-MAX_EPOCH_MS, Math.min(MAX_EPOCH_MS, epochMs));
}

function openZone(timeZone: string): ZoneRecord {
  const fixed = parseOffset(timeZone);
  const record: ZoneRecord = {
    offsetAt: fixed === undefined ? hostOffset(timeZone) : () => fixed,
    slots: new Map(),
  };
  if (zones.size >= MAX_ZONES) {
    // The oldest entry leaves; a formatter costs 60 µs to make again.
    const [oldest] = zones.keys();
    if (oldest !== undefined) zones.delete(oldest);
  }
  zones.set(timeZone, record);
  return record;
}

function fillSlot(zone: ZoneRecord, index: number): Slot {
  const start = clampEpoch(index * SLOT_MS);
  const end = clampEpoch((index + 1) * SLOT_MS - 1);
  const before = zone.offsetAt(start);
  const after = zone.offsetAt(end);
  const slot: Slot = {
    before,
    after,
    changesAt: before === after ? Infinity : findChange(zone, { start, end, before }),
  };
  if (zone.slots.size >= MAX_SLOTS_PER_ZONE) zone.slots.clear();
  zone.slots.set(index, slot);
  return slot;
}

function findChange(
  zone: ZoneRecord,
  range: { readonly start: number; readonly end: number; readonly before: number },
): number {
  let low = range.start;
  let high = range.end;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle) === range.before) low = middle;
    else high = middle;
  }
  return high;
}

/** Reads the wall clock that `Intl` shows. `h23`: other hour cycles print midnight as 24. */
function hostOffset(timeZone: string): (epochMs: number) => number {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (epochMs) => {
    const wholeSeconds = Math.floor(epochMs / 1000) * 1000;
    // Below the range's first second only the second itself can be asked.
    const asked = Math.max(wholeSeconds, -MAX_EPOCH_MS);
    const field = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, beforeChrist: false };
    for (const { type, value } of formatter.formatToParts(asked)) {
      if (type === 'era') field.beforeChrist = value.startsWith('B');
      else if (type in field) field[type as 'year'] = Number(value);
    }
    const year = field.beforeChrist ? 1 - field.year : field.year;
    const days = daysFromCivil(year, field.month, field.day);
    const wall = days * MS_PER_DAY + ((field.hour * 60 + field.minute) * 60 + field.second) * 1000;
    return wall - asked;
  };
}
