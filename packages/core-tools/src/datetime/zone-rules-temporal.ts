import type { ZoneDatabase } from './zone-rules.ts';

/** What is used of `Temporal`. Native from Node 26; the types of older libraries do not have it. */
export interface TemporalLike {
  readonly Instant: { readonly fromEpochMilliseconds: (epochMs: number) => TemporalInstant };
}

interface TemporalInstant {
  readonly toZonedDateTimeISO: (timeZone: string) => TemporalZonedTime;
}

interface TemporalZonedTime {
  readonly epochMilliseconds: number;
  readonly offsetNanoseconds: number;
  readonly getTimeZoneTransition: (direction: 'next') => TemporalZonedTime | null;
}

/** The host's own `Temporal`, if it has one. */
export function nativeTemporal(): TemporalLike | undefined {
  return (globalThis as { Temporal?: TemporalLike }).Temporal;
}

/** The zone rules of `Temporal`, which knows the changes of a zone without a search. */
export function temporalZones({ Instant }: TemporalLike): ZoneDatabase {
  const zonedTime = (timeZone: string, epochMs: number): TemporalZonedTime =>
    Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return (timeZone) => {
    try {
      zonedTime(timeZone, 0);
    } catch {
      return undefined;
    }
    return {
      offsetAt: (epochMs) => zonedTime(timeZone, epochMs).offsetNanoseconds / 1e6,
      changesBetween: (from, until) => {
        const changes: number[] = [];
        let at = zonedTime(timeZone, from).getTimeZoneTransition('next');
        while (at !== null && at.epochMilliseconds <= until) {
          changes.push(at.epochMilliseconds);
          at = at.getTimeZoneTransition('next');
        }
        return changes;
      },
    };
  };
}
