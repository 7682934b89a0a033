import { abortReason } from '@mini-agent/foundation/time';
import { WaitingLine } from './waiting-line.ts';

/** The right to run one body of one tool. */
export interface Slot {
  /** Gives everything back; a second call does nothing. */
  release(): void;
  /** Gives only the share of the common limit back; the tool's own limit stays taken. */
  releaseShared(): void;
}

export interface SlotRequest {
  readonly name: string;
  /** How many bodies of this tool may run at once. */
  readonly limit: number;
  /** False = counts only against the tool's own limit, not against the common one. */
  readonly shared: boolean;
}

export interface LaneState {
  readonly name: string;
  readonly running: number;
  readonly queued: number;
}

interface Ticket {
  readonly shared: boolean;
  readonly grant: () => void;
}

/** With more lanes than this, those where nothing runs or waits are forgotten. */
const mostIdleLanes = 100;

interface Lane {
  readonly name: string;
  limit: number;
  running: number;
  readonly waiting: WaitingLine<Ticket>;
}

/**
 * A common limit and one per tool. Each tool has a lane, first come first served; free slots go to the lanes in turn, so
 * that a flood of calls of one tool delays another tool by one call, not by the flood.
 */
export class FairSlots {
  readonly #limit: number;
  #used = 0;
  /** Also some where nothing runs or waits any more: a tool that is called again needs its lane again. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes with somebody waiting; the one that was served last stands last. */
  readonly #turns = new Set<Lane>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Slots of the common limit that are taken. */
  get used(): number {
    return this.#used;
  }

  get queued(): number {
    let sum = 0;
    for (const lane of this.#turns) sum += lane.waiting.length;
    return sum;
  }

  /** Empty when nothing runs and nothing waits. */
  lanes(): readonly LaneState[] {
    return [...this.#lanes.values()].filter(isBusy).map((lane) => ({
      name: lane.name,
      running: lane.running,
      queued: lane.waiting.length,
    }));
  }

  /** A slot that is free at once. */
  take(request: SlotRequest): Slot | undefined {
    const lane = this.#lane(request);
    const isFirst = lane.waiting.length === 0;
    if (isFirst && this.#isFree(lane, request.shared)) return this.#grant(lane, request.shared);
    this.#tidy(lane);
    return undefined;
  }

  /** Resolves in turn; rejects with the signal's reason as soon as it is aborted, and then holds nothing. */
  async acquire(request: SlotRequest, signal: AbortSignal): Promise<Slot> {
    if (signal.aborted) throw abortReason(signal);
    return this.take(request) ?? (await this.#wait(request, signal));
  }

  /** Joins the line although a slot may be free; `onSlot` gets it in turn. Returns how to leave the line before that. */
  enqueue(request: SlotRequest, onSlot: (slot: Slot) => void): () => void {
    const lane = this.#lane(request);
    let isWaiting = true;
    const grant = (): void => {
      isWaiting = false;
      onSlot(this.#grant(lane, request.shared));
    };
    const place = lane.waiting.join({ shared: request.shared, grant });
    this.#turns.add(lane);
    return () => {
      if (!isWaiting) return;
      isWaiting = false;
      lane.waiting.leave(place);
      this.#tidy(lane);
      // The one who left may have stood before somebody who needs less.
      this.#serve();
    };
  }

  #wait(request: SlotRequest, signal: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        leave();
        reject(abortReason(signal));
      };
      const leave = this.enqueue(request, (slot) => {
        signal.removeEventListener('abort', onAbort);
        resolve(slot);
      });
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #lane({ name, limit }: SlotRequest): Lane {
    const known = this.#lanes.get(name);
    if (known) {
      const isWider = limit > known.limit;
      known.limit = limit;
      if (isWider) this.#serve();
      return known;
    }
    this.#forgetIdle();
    const lane: Lane = { name, limit, running: 0, waiting: new WaitingLine() };
    this.#lanes.set(name, lane);
    return lane;
  }

  #isFree(lane: Lane, shared: boolean): boolean {
    return lane.running < lane.limit && (!shared || this.#used < this.#limit);
  }

  #grant(lane: Lane, shared: boolean): Slot {
    lane.running += 1;
    if (shared) this.#used += 1;
    return new HeldSlot(lane, shared, this);
  }

  /** For the slots that it granted. */
  giveBack(lane: Lane | undefined, shared: boolean): void {
    if (shared) this.#used -= 1;
    if (lane) {
      lane.running -= 1;
      this.#tidy(lane);
    }
    if (this.#turns.size > 0) this.#serve();
  }

  /** A lane that is served goes to the end of the turns, where this very iteration meets it again. */
  #serve(): void {
    for (const lane of this.#turns) {
      const next = lane.waiting.first;
      if (!next || !this.#isFree(lane, next.shared)) continue;
      lane.waiting.takeFirst();
      this.#turns.delete(lane);
      if (lane.waiting.length > 0) this.#turns.add(lane);
      next.grant();
    }
  }

  #tidy(lane: Lane): void {
    if (lane.waiting.length === 0) this.#turns.delete(lane);
  }

  #forgetIdle(): void {
    if (this.#lanes.size < mostIdleLanes) return;
    for (const [name, lane] of this.#lanes) if (!isBusy(lane)) this.#lanes.delete(name);
  }
}

class HeldSlot implements Slot {
  readonly #lane: Lane;
  readonly #slots: FairSlots;
  #holdsShared: boolean;
  #holdsLane = true;

  constructor(lane: Lane, shared: boolean, slots: FairSlots) {
    this.#lane = lane;
    this.#slots = slots;
    this.#holdsShared = shared;
  }

  release(): void {
    if (!this.#holdsLane) return;
    this.#holdsLane = false;
    const shared = this.#holdsShared;
    this.#holdsShared = false;
    this.#slots.giveBack(this.#lane, shared);
  }

  releaseShared(): void {
    if (!this.#holdsShared) return;
    this.#holdsShared = false;
    this.#slots.giveBack(undefined, true);
  }
}

function isBusy(lane: Lane): boolean {
  return lane.running > 0 || lane.waiting.length > 0;
}
