import type { Secret } from '@mini-agent/foundation/secret';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { Tool } from '@mini-agent/foundation/tool';
import { ToolManagerError } from './errors.ts';
import type { ToolEvent } from './tool-events.ts';

export interface ToolManagerOptions {
  /** Registered at once; more can follow with `register`. */
  readonly tools?: readonly Tool[];
  /** Bodies that may run at once, over all tools; further calls wait in turn. Default 10. */
  readonly maxConcurrent?: number;
  /** Tries after the first, for transient failures of tools annotated `idempotent`. Default 2. */
  readonly retryCount?: number;
  /** Finished calls that are kept for `getHistory`. Default 200; 0 keeps none. */
  readonly historySize?: number;
  /** Longest wait for a free slot, in milliseconds. Default 600,000. */
  readonly queueTimeoutMs?: number;
  /**
   * How long a body that ignores its abort keeps its share of `maxConcurrent`, in milliseconds. Its tool's own
   * `maxConcurrent` stays taken until the body ends. Default 60,000.
   */
  readonly abandonedSlotMs?: number;
  /** Tells the time and waits between tries. Time-outs use real timers. */
  readonly clock?: Clock;
  /** 0 ≤ x < 1, for the jitter between tries. Default `Math.random`. */
  readonly random?: () => number;
  /** Hears what happens to each call; what it throws is ignored. */
  readonly onEvent?: (event: ToolEvent) => void;
  /** Values that must not appear in messages or in the history. */
  readonly secrets?: readonly Secret[];
}

export type Settings = Required<Omit<ToolManagerOptions, 'tools'>>;

/** Fills in the defaults; throws `invalid_arguments` for a number that makes no sense. */
export function readOptions(options: ToolManagerOptions): Settings {
  const { maxConcurrent = 10, retryCount = 2, historySize = 200 } = options;
  const { queueTimeoutMs = 600_000, abandonedSlotMs = 60_000 } = options;
  requireCount('maxConcurrent', maxConcurrent === Infinity ? 1 : maxConcurrent, 1);
  requireCount('retryCount', retryCount, 0);
  requireCount('historySize', historySize, 0);
  requireTime('queueTimeoutMs', queueTimeoutMs);
  requireTime('abandonedSlotMs', abandonedSlotMs);
  return {
    maxConcurrent,
    retryCount,
    historySize,
    queueTimeoutMs,
    abandonedSlotMs,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onEvent: options.onEvent ?? (() => undefined),
    secrets: options.secrets ?? [],
  };
}

function requireCount(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new ToolManagerError(
    'invalid_arguments',
    `${name} must be a whole number from ${least}, not ${value}.`,
  );
}

function requireTime(name: string, value: number): void {
  if (value > 0) return;
  throw new ToolManagerError(
    'invalid_arguments',
    `${name} must be a number of milliseconds above 0, not ${value}.`,
  );
}
