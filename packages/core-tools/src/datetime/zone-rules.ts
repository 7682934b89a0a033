import { intlZones } from './zone-rules-intl.ts';
import { nativeTemporal, temporalZones } from './zone-rules-temporal.ts';

/** The offsets of one time zone. Instants are whole milliseconds since the epoch within the range of dates. */
export interface ZoneRules {
  /** The offset at an instant, in milliseconds. */
  readonly offsetAt: (epochMs: number) => number;
  /** The instants after `from`, up to and including `until`, at which the offset changes; ascending. */
  readonly changesBetween: (from: number, until: number) => readonly number[];
}

/** Opens a zone by its IANA name; undefined when the host's database does not have it. */
export type ZoneDatabase = (timeZone: string) => ZoneRules | undefined;

let database: ZoneDatabase | undefined;

/**
 * All that is asked of the host about time zones: native `Temporal` where it exists, else `Intl`. Detected at first
 * use. Calendar arithmetic needs no host and is the same with both (civil.ts).
 */
export function openZoneRules(timeZone: string): ZoneRules | undefined {
  if (!database) {
    const temporal = nativeTemporal();
    database = temporal ? temporalZones(temporal) : intlZones;
  }
  return database(timeZone);
}
