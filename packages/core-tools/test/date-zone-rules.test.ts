import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type * as Datetime from '../src/datetime.ts';
import type * as ZoneOffset from '../src/datetime/zone-offset.ts';
import type * as ZoneRules from '../src/datetime/zone-rules.ts';
import { BUSY_ZONES, instant, zone, ZONES } from './date-arbitraries.ts';

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2100, 0, 1);
/** As many zones of all 418 as the time of a test run allows; other ones in every run. */
const RANDOM_ZONES = 12;

/** The instant seen by the oracle. */
function oracle(timeZone: string, epochMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

function offsetByOracle(timeZone: string, epochMs: number): number {
  return oracle(timeZone, epochMs).offsetNanoseconds / 1e6;
}

/** Every change of offset from 1900 to 2040; later ones repeat the same rule. */
function changesByOracle(timeZone: string): readonly number[] {
  const changes: number[] = [];
  let at = oracle(timeZone, FIRST).getTimeZoneTransition('next');
  while (at && at.epochMilliseconds < Date.UTC(2040, 0, 1)) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

// The same laws for both implementations. The polyfill stands in for the native Temporal of later versions of Node.
describe.each(['Intl', 'Temporal'])('zone rules of %s', (implementation) => {
  let datetime: typeof Datetime;
  let zoneOffset: typeof ZoneOffset;
  let zoneRules: typeof ZoneRules;
  let calls = 0;

  beforeAll(async () => {
    vi.resetModules();
    const { Instant } = Temporal;
    const counting = {
      Instant: {
        fromEpochMilliseconds: (epochMs: number): Temporal.Instant => {
          calls += 1;
          return Instant.fromEpochMilliseconds(epochMs);
        },
      },
    };
    datetime = await import('../src/datetime.ts');
    zoneOffset = await import('../src/datetime/zone-offset.ts');
    zoneRules = await import('../src/datetime/zone-rules.ts');
    // After the imports: it is looked for at first use.
    vi.stubGlobal('Temporal', implementation === 'Temporal' ? counting : undefined);
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('property 26: offsets of random instants of 1900–2100 in all zones are Temporal’s', () => {
    for (const seed of [26, fc.sample(fc.integer(), 1)[0] ?? 0]) {
      for (const timeZone of ZONES) {
        for (const epochMs of fc.sample(instant, { seed, numRuns: 2 })) {
          const given = `${timeZone} at ${epochMs}, seed ${seed}`;
          expect(zoneOffset.offsetAt(timeZone, epochMs), given).toBe(
            offsetByOracle(timeZone, epochMs),
          );
        }
      }
    }
  }, 60_000);

  it('property 26: offsets at every change ±1 s and ±1 ms are Temporal’s', () => {
    const some = ZONES.filter((_, index) => index % 40 === 0);
    const others = fc.sample(fc.constantFrom(...ZONES), RANDOM_ZONES);
    for (const timeZone of new Set([...some, ...BUSY_ZONES, ...others])) {
      for (const change of changesByOracle(timeZone)) {
        for (const shift of [-1000, -1, 0, 1, 1000]) {
          expect(zoneOffset.offsetAt(timeZone, change + shift), `${timeZone} ${change}`).toBe(
            offsetByOracle(timeZone, change + shift),
          );
        }
      }
    }
  }, 60_000);

  it('changesBetween tells the changes of an interval, its end included', () => {
    const rules = zoneRules.openZoneRules('Europe/Berlin');
    const spring = Date.UTC(2024, 2, 31, 1);
    const autumn = Date.UTC(2024, 9, 27, 1);
    expect(rules?.changesBetween(Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1))).toEqual([
      spring,
      autumn,
    ]);
    expect(rules?.changesBetween(spring, autumn - 1)).toEqual([]);
    expect(rules?.changesBetween(spring - 1, spring)).toEqual([spring]);
    expect(rules?.offsetAt(spring - 1)).toBe(3_600_000);
    expect(zoneRules.openZoneRules('Mars/Olympus')).toBeUndefined();
  });

  it('property 26: wall times are read as Temporal’s "compatible" reads them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BUSY_ZONES),
        fc.nat(),
        fc.integer(),
        (timeZone, pick, near) => {
          // Within three hours of a change of the clock, on either side.
          const changes = changesOf(timeZone);
          const change = changes[pick % Math.max(1, changes.length)] ?? 0;
          const wallMs = change + offsetByOracle(timeZone, change) + (near % 10_800_000);
          const expected = oracle('UTC', wallMs)
            .toPlainDateTime()
            .toZonedDateTime(timeZone, { disambiguation: 'compatible' });
          const { epochMs, kind } = zoneOffset.instantFromWall(timeZone, wallMs);
          expect(epochMs).toBe(expected.epochMilliseconds);
          const shown = epochMs + offsetByOracle(timeZone, epochMs);
          expect(kind === 'gap').toBe(shown !== wallMs);
        },
      ),
      { numRuns: 400 },
    );
  }, 60_000);

  it('property 26: a text parsed in a zone and formatted there is the same text', () => {
    fc.assert(
      fc.property(instant, zone, (epochMs, timeZone) => {
        const format = 'YYYY-MM-DDTHH:mm:ss.SSS';
        const text = datetime.formatDate(epochMs, format, { timeZone });
        const value = datetime.parseDate(text, { timeZone });
        expect(datetime.formatDate(value, format)).toBe(text);
        const isRepeated = value.notes.length > 0;
        expect(isRepeated || value.epochMs === epochMs).toBe(true);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('the ends of the range of dates have offsets', () => {
    for (const epochMs of [-8.64e15, 8.64e15, FIRST, LAST]) {
      expect(zoneOffset.offsetAt('America/New_York', epochMs)).toBe(
        offsetByOracle('America/New_York', epochMs),
      );
    }
  });

  it('is the implementation that answered', () => {
    expect(calls > 0).toBe(implementation === 'Temporal');
  });

  const known = new Map<string, readonly number[]>();

  function changesOf(timeZone: string): readonly number[] {
    const changes = known.get(timeZone) ?? changesByOracle(timeZone);
    known.set(timeZone, changes);
    return changes;
  }
});
