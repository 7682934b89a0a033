import type { Clock } from '@mini-agent/foundation/time';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Tool } from '@mini-agent/foundation/tool';
import type { ArgumentsText } from './arguments-text.ts';
import { longestWaitMs } from './backoff.ts';
import type { CircuitSettings } from './circuit.ts';
import type { FairSlots } from './fair-slots.ts';
import type { RunningCall } from './running-call.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { TimeLimit } from './time-limit.ts';
import type { RegisteredTool } from './tool-registry.ts';

/** What a tool's policy leaves open, in milliseconds. */
const defaultTimeoutMs = 30_000;

export interface CallEnvironment {
  readonly slots: FairSlots;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retryCount: number;
  readonly queueTimeoutMs: number;
  readonly abandonedSlotMs: number;
  readonly circuit: CircuitSettings | undefined;
  readonly secrets: readonly Secret[];
}

/** A call whose tool is known and whose arguments were checked. */
export interface PreparedCall {
  readonly entry: RegisteredTool;
  /** What the tool gets. */
  readonly args: unknown;
  /** What was given. */
  readonly given: unknown;
  /** The same as JSON, from before the tool got it. */
  readonly kept: ArgumentsText | undefined;
  readonly texts: ManagerTexts;
  readonly running: RunningCall;
  readonly limit: TimeLimit;
}

/** One try of this tool, in milliseconds. */
export function timeoutOf(tool: Tool): number {
  return tool.policy?.timeoutMs ?? defaultTimeoutMs;
}

/** A whole call of this tool, in milliseconds: by default what its queue, tries and waits may take at most. */
export function totalTimeoutOf(
  tool: Tool,
  { retryCount, queueTimeoutMs }: Pick<CallEnvironment, 'retryCount' | 'queueTimeoutMs'>,
): number {
  const given = tool.policy?.totalTimeoutMs;
  if (given !== undefined) return given;
  const retries = tool.annotations.idempotent ? retryCount : 0;
  return queueTimeoutMs + (retries + 1) * timeoutOf(tool) + retries * longestWaitMs;
}
