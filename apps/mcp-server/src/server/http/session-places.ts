/** A session as far as it matters for who makes room. */
export interface Place {
  /** Who has opened it: `ownerOf`. */
  readonly owner: string;
  readonly lastUsed: number;
  /** Messages and streams it has had so far, its handshake among them. */
  readonly exchanges: number;
  /** Messages that are being answered. */
  readonly messages: number;
  readonly streams: number;
}

export interface Room<P extends Place> {
  readonly isThere: boolean;
  /** The session that must end for it. */
  readonly cleared?: P;
}

/** No owner has more of all places than this, so that one that keeps its sessions at work leaves room for others. */
const largestShare = 0.9;

/** `initialize` and `notifications/initialized`. */
const handshakeExchanges = 2;

/**
 * Room for one more session of `owner`. An owner with its full share makes room itself; when all places are taken, the owner with
 * the most sessions does, so that whoever opens session after session ends its own. A session at work is left alone.
 */
export function findRoom<P extends Place>(
  places: Iterable<P>,
  owner: string,
  most: number,
): Room<P> {
  const all = [...places];
  const counts = new Map<string, number>();
  for (const place of all) counts.set(place.owner, (counts.get(place.owner) ?? 0) + 1);
  const isAtShare = (counts.get(owner) ?? 0) >= Math.ceil(most * largestShare);
  if (!isAtShare && all.length < most) return { isThere: true };
  // Of two owners with as many sessions it is the one that wants another.
  const weight = (place: P): number =>
    (counts.get(place.owner) ?? 0) + (place.owner === owner ? 0.5 : 0);
  const cleared = all
    .filter((place) => place.messages === 0 && (!isAtShare || place.owner === owner))
    .reduce<P | undefined>((best, place) => {
      if (best === undefined) return place;
      const order =
        weight(best) - weight(place) ||
        worth(place) - worth(best) ||
        place.lastUsed - best.lastUsed;
      return order < 0 ? place : best;
    }, undefined);
  return cleared === undefined ? { isThere: false } : { isThere: true, cleared };
}

/** One that was opened and never used goes first, one whose client listens last. */
function worth({ exchanges, streams }: Place): number {
  if (streams > 0) return 2;
  return exchanges > handshakeExchanges ? 1 : 0;
}
