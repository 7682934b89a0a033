import { abortable } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import { AnySearchError } from './errors.ts';

/** An empty list, which is more likely a fault than the truth, hides the last good one no longer than this. */
const longestStaleMs = 86_400_000;

export interface DiscoveryOptions {
  readonly list: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly ttlMs: number;
  readonly clock: Clock;
}

export interface DiscoveryStatus {
  /** The service's names in the list that is in use. */
  readonly names: readonly string[];
  /** When that list was fetched; undefined before the first success. */
  readonly fetchedAt?: number;
  /** Why the last attempt failed, if it did. */
  readonly failure?: AnySearchError;
}

/** Remembers the service's tool names: one request at a time, failures never cached. */
export interface Discovery {
  names(signal: AbortSignal | undefined): Promise<readonly string[]>;
  status(): DiscoveryStatus;
  /** Asks again next time, and keeps the list in case that fails. */
  expire(): void;
  /** Forgets everything. */
  reset(): void;
}

interface Shared {
  readonly work: Promise<readonly string[]>;
  readonly controller: AbortController;
  waiting: number;
}

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const state: DiscoveryState = { known: undefined, isExpired: false, failure: undefined };
  let shared: Shared | undefined;

  const start = (): Shared => {
    const controller = new AbortController();
    const started: Shared = {
      controller,
      waiting: 0,
      work: fetchNames(options, state, { controller, isCurrent: () => shared === started }).finally(
        () => {
          if (shared === started) shared = undefined;
        },
      ),
    };
    return started;
  };

  return {
    async names(signal) {
      const { known } = state;
      if (known !== undefined && isFresh(state, options)) return known.names;
      const joined = (shared ??= start());
      joined.waiting += 1;
      try {
        return await (signal === undefined ? joined.work : abortable(joined.work, signal));
      } finally {
        joined.waiting -= 1;
        if (joined.waiting === 0) {
          if (shared === joined) shared = undefined;
          joined.controller.abort();
        }
      }
    },
    status: () => ({
      names: state.known?.names ?? [],
      ...(state.known === undefined ? {} : { fetchedAt: state.known.at }),
      ...(state.failure === undefined ? {} : { failure: state.failure }),
    }),
    expire: () => {
      state.isExpired = true;
    },
    reset: () => {
      Object.assign(state, { known: undefined, isExpired: false, failure: undefined });
      shared = undefined;
    },
  };
}

interface DiscoveryState {
  known: { readonly names: readonly string[]; readonly at: number } | undefined;
  isExpired: boolean;
  failure: AnySearchError | undefined;
}

function isFresh(state: DiscoveryState, { clock, ttlMs }: DiscoveryOptions): boolean {
  if (state.known === undefined || state.isExpired) return false;
  const age = clock.now() - state.known.at;
  return age >= 0 && age < ttlMs;
}

/** One attempt. Its outcome only counts while it is the current one: a reset, or the last caller's leaving, ends that. */
async function fetchNames(
  { list, clock }: DiscoveryOptions,
  state: DiscoveryState,
  attempt: { readonly controller: AbortController; readonly isCurrent: () => boolean },
): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    names = await list(attempt.controller.signal);
  } catch (error) {
    if (!(error instanceof AnySearchError) || !attempt.isCurrent()) throw error;
    state.failure = error;
    if (state.known === undefined) throw error;
    return state.known.names;
  }
  if (!attempt.isCurrent()) return names;
  if (names.length === 0) {
    state.failure = new AnySearchError('layout_changed', 'AnySearch lists none of its tools.');
    const isTooOld = state.known !== undefined && clock.now() - state.known.at > longestStaleMs;
    if (isTooOld) state.known = undefined;
    return state.known?.names ?? [];
  }
  Object.assign(state, {
    known: { names, at: clock.now() },
    isExpired: false,
    failure: undefined,
  });
  return names;
}
