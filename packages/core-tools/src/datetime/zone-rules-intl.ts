import { CoreToolError } from '../errors.ts';
import { MS_PER_DAY } from './civil.ts';
import { parseOffset } from './offset-text.ts';
import type { ZoneRules } from './zone-rules.ts';

/**
 * `Intl` tells offsets but no changes. Over all zones of the IANA database two changes are never less than 3.98 days
 * apart (Africa/Freetown, 1939), so equal offsets at both ends of this step mean that there is no change between.
 */
const STEP_MS = 3.5 * MS_PER_DAY;

/** The zone rules of `Intl.DateTimeFormat`; undefined for a name that the host does not know. */
export function intlZones(timeZone: string): ZoneRules | undefined {
  const offsetAt = offsetReader(timeZone);
  if (!offsetAt) return undefined;
  const changesBetween = (from: number, until: number): readonly number[] => {
    const changes: number[] = [];
    let low = from;
    let before = offsetAt(low);
    while (low < until) {
      const high = Math.min(low + STEP_MS, until);
      const after = offsetAt(high);
      if (after !== before) changes.push(findChange(offsetAt, low, high));
      low = high;
      before = after;
    }
    return changes;
  };
  return { offsetAt, changesBetween };
}

/** Reads `9 PM GMT-04:00`: a fifth of the time that the fields of the wall clock take. */
function offsetReader(timeZone: string): ZoneRules['offsetAt'] | undefined {
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      numberingSystem: 'latn',
      hour: 'numeric',
      timeZoneName: 'longOffset',
    });
  } catch {
    return undefined;
  }
  return (epochMs) => {
    const shown = formatter.format(epochMs);
    const written = shown.slice(shown.lastIndexOf('GMT') + 3);
    const offset = written === '' ? 0 : parseOffset(written);
    if (offset !== undefined) return offset;
    throw new CoreToolError('tool_error', `The host tells no offset of ${timeZone}.`);
  };
}

/** The first second of the new offset between two instants that have different ones. */
function findChange(offsetAt: ZoneRules['offsetAt'], from: number, until: number): number {
  const before = offsetAt(from);
  // Zones change at whole seconds.
  let low = Math.floor(from / 1000);
  let high = Math.ceil(until / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1000) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}
