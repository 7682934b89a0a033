import type { Secret } from '@mini-agent/foundation/secret';
import { systemClock } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { Tool } from '@mini-agent/foundation/tool';
import type { CircuitSettings } from './circuit.ts';
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
  /**
   * When a tool is left alone: after `failures` failed tries in a row (default 5, but at least the tries of one call) it is answered for
   * at once for `coolDownMs` (default 30,000), then one call is let through as a probe. A `Retry-After` above 8 s counts as such a rest,
   * as long as it is. Only transient failures count, and for calls with URLs each host by itself. `false` switches it off.
   */
  readonly circuit?: { readonly failures?: number; readonly coolDownMs?: number } | false;
  /**
   * How long the outcome of a call with an `idempotencyKey` is given again instead of running it again, in milliseconds. Default
   * 600,000. At most 1,000 outcomes of 2,000,000 characters together are kept.
   */
  readonly idempotencyWindowMs?: number;
  /** Tells the time and waits between tries. Time-outs use real timers. */
  readonly clock?: Clock;
  /** 0 ≤ x < 1, for the jitter between tries. Default `Math.random`. */
  readonly random?: () => number;
  /** Hears what happens to each call; what it throws is ignored. */
  readonly onEvent?: (event: ToolEvent) => void;
  /** Values that must not appear in messages or in the history. */
  readonly secrets?: readonly Secret[];
}

export interface Settings extends Required<
  Omit<ToolManagerOptions, 'tools' | 'circuit' | 'onEvent'>
> {
  readonly circuit: CircuitSettings | undefined;
  readonly onEvent: ((event: ToolEvent) => void) | undefined;
}

/** Fills in the defaults; throws `invalid_arguments` for a number that makes no sense. */
export function readOptions(options: ToolManagerOptions): Settings {
  const { maxConcurrent = 10, retryCount = 2, historySize = 200 } = options;
  const { queueTimeoutMs = 600_000, abandonedSlotMs = 60_000 } = options;
  const { idempotencyWindowMs = 600_000 } = options;
  requireCount('maxConcurrent', maxConcurrent === Infinity ? 1 : maxConcurrent, 1);
  requireCount('retryCount', retryCount, 0);
  requireCount('historySize', historySize, 0);
  requireTime('queueTimeoutMs', queueTimeoutMs);
  requireTime('abandonedSlotMs', abandonedSlotMs);
  requireTime('idempotencyWindowMs', idempotencyWindowMs);
  return {
    maxConcurrent,
    retryCount,
    historySize,
    queueTimeoutMs,
    abandonedSlotMs,
    idempotencyWindowMs,
    circuit: readCircuit(options.circuit, retryCount),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onEvent: options.onEvent,
    secrets: options.secrets ?? [],
  };
}

function readCircuit(
  circuit: ToolManagerOptions['circuit'] = {},
  retryCount: number,
): CircuitSettings | undefined {
  if (circuit === false) return undefined;
  // The tries of a single call are no reason to give a tool up half-way.
  const { failures = Math.max(5, retryCount + 1), coolDownMs = 30_000 } = circuit;
  requireCount('circuit.failures', failures, 1);
  requireTime('circuit.coolDownMs', coolDownMs);
  return { failures, coolDownMs };
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
