import type { Clock } from '@mini-agent/foundation/time';
import { longestWaitMs } from './backoff.ts';

/** How long another call is told to wait while a probe is on its way. */
const probeWaitMs = 1_000;

/** The longest rest that a back-end may ask for: a wrong date must not switch a tool off for ever. */
const longestRestMs = 86_400_000;

/** Hosts of one tool that are watched; of more the oldest is forgotten. */
const mostParts = 100;

export interface CircuitSettings {
  readonly failures: number;
  readonly coolDownMs: number;
}

/** A tool, or one host of it, that is left alone for a while. */
export interface CircuitState {
  readonly name: string;
  /** Of calls that name a URL: its host. */
  readonly host?: string;
  /** `half_open`: the rest is over, the next call, or one on its way, is the probe. */
  readonly state: 'open' | 'half_open';
  /** Failed tries in a row. */
  readonly failures: number;
  /** When it is tried again, in milliseconds since the Unix epoch. */
  readonly retryAt: number;
}

export interface CircuitRefusal {
  readonly host: string;
  readonly failures: number;
  readonly retryAfterMs: number;
  readonly isRateLimit: boolean;
}

/** The right to try; `opening` tells which time it belongs to. */
export interface Pass {
  readonly host: string;
  readonly opening: number;
  readonly isProbe: boolean;
}

export interface CircuitFailure {
  readonly retryAfterMs: number | undefined;
  readonly isRateLimit: boolean;
  /** False where only the wish to wait counts. */
  readonly isTransient: boolean;
}

interface Part {
  failures: number;
  /** 0 = closed. */
  opening: number;
  openedAt: number;
  until: number;
  isRateLimit: boolean;
  probe: Pass | undefined;
}

/**
 * Watches the back-end of one tool, host by host where calls name hosts. After so many transient failures in a row it answers
 * for the back-end at once; after the rest exactly one call is let through, and its success closes the circuit. It holds
 * something only for hosts that failed last.
 */
export class Circuit {
  readonly #settings: CircuitSettings;
  readonly #clock: Clock;
  readonly #parts = new Map<string, Part>();
  #openings = 0;

  constructor(settings: CircuitSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  get isQuiet(): boolean {
    return this.#parts.size === 0;
  }

  /** Why a call would be refused now. */
  refusal(host: string): CircuitRefusal | undefined {
    const part = this.#parts.get(host);
    if (!part || part.opening === 0) return undefined;
    const { failures, isRateLimit } = part;
    const rest = this.#rest(part);
    if (rest > 0) return { host, failures, isRateLimit, retryAfterMs: rest };
    return part.probe && { host, failures, isRateLimit, retryAfterMs: probeWaitMs };
  }

  /** Only where there is no `refusal`. */
  enter(host: string): Pass {
    const part = this.#parts.get(host);
    const opening = part?.opening ?? 0;
    const pass: Pass = { host, opening, isProbe: opening > 0 };
    if (part && opening > 0) part.probe = pass;
    return pass;
  }

  /** The back-end answered. True when that closed the circuit. */
  succeed(pass: Pass): boolean {
    const part = this.#parts.get(pass.host);
    // What began before the opening tells nothing of the time after it.
    if (!part || (part.opening > 0 && part.probe !== pass)) return false;
    this.#parts.delete(pass.host);
    return part.opening > 0;
  }

  /** The back-end failed. The rest in milliseconds when that opened the circuit. */
  fail(pass: Pass, failure: CircuitFailure): number | undefined {
    const asked = failure.retryAfterMs ?? 0;
    const isLong = asked > longestWaitMs;
    if (!failure.isTransient && !isLong) {
      this.release(pass);
      return undefined;
    }
    const part = this.#parts.get(pass.host) ?? this.#add(pass.host);
    const isOurs = part.opening === 0 || part.probe === pass;
    if (isOurs && failure.isTransient) part.failures += 1;
    part.probe = part.probe === pass ? undefined : part.probe;
    const isOpening = isOurs && (pass.isProbe || part.failures >= this.#settings.failures);
    if (!isOpening && !isLong) return undefined;
    const rest = isLong ? Math.min(asked, longestRestMs) : this.#settings.coolDownMs;
    // Of two wishes the longer one counts.
    if (!isOurs && rest <= this.#rest(part)) return undefined;
    this.#openings += 1;
    part.opening = this.#openings;
    part.openedAt = this.#clock.now();
    part.until = part.openedAt + rest;
    part.isRateLimit = failure.isRateLimit;
    part.probe = undefined;
    return rest;
  }

  /** The try ended without telling anything of the back-end: it was aborted, or its arguments were at fault. */
  release(pass: Pass): void {
    const part = this.#parts.get(pass.host);
    if (part?.probe === pass) part.probe = undefined;
  }

  states(name: string): readonly CircuitState[] {
    return [...this.#parts]
      .filter(([, part]) => part.opening > 0)
      .map(([host, part]) => ({
        name,
        ...(host === '' ? {} : { host }),
        state: this.#rest(part) > 0 ? ('open' as const) : ('half_open' as const),
        failures: part.failures,
        retryAt: part.until,
      }));
  }

  #rest({ openedAt, until }: Part): number {
    const now = this.#clock.now();
    // A clock that was set back must not make the rest longer.
    return now < openedAt ? 0 : Math.max(0, until - now);
  }

  #add(host: string): Part {
    for (const known of this.#parts.keys()) {
      if (this.#parts.size < mostParts) break;
      this.#parts.delete(known);
    }
    const part: Part = {
      failures: 0,
      opening: 0,
      openedAt: 0,
      until: 0,
      isRateLimit: false,
      probe: undefined,
    };
    this.#parts.set(host, part);
    return part;
  }
}
