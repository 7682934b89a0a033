import { abortable, startDeadline } from '@mini-agent/foundation/time';
import type { Clock } from '@mini-agent/foundation/time';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Tool } from '@mini-agent/foundation/tool';
import { runAttempt } from './attempt.ts';
import type { AttemptEnd } from './attempt.ts';
import { waitBeforeRetry } from './backoff.ts';
import type { FairSlots, Slot, SlotRequest } from './fair-slots.ts';
import { describeFailure } from './failure.ts';
import type { Failure, FailureContext } from './failure.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { RunningCall } from './running-call.ts';
import type { RegisteredTool } from './tool-registry.ts';

/** What a tool's policy leaves open, in milliseconds. */
const defaultTimeoutMs = 30_000;

/** A longer delay would make setTimeout fire at once. */
const longestTimerMs = 2_147_483_647;

export interface CallEnvironment {
  readonly slots: FairSlots;
  readonly clock: Clock;
  readonly random: () => number;
  readonly retryCount: number;
  readonly queueTimeoutMs: number;
  readonly abandonedSlotMs: number;
  readonly secrets: readonly Secret[];
}

/** A call whose tool is known and whose arguments were checked. */
export interface PreparedCall {
  readonly entry: RegisteredTool;
  readonly args: unknown;
  readonly texts: ManagerTexts;
  readonly running: RunningCall;
}

export type CallEnd = { readonly tries: number } & (
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** Resolves when a body ends that was still running. */
      readonly ended?: Promise<void> | undefined;
    }
);

export function cancelledFailure(name: string, texts: ManagerTexts, tries: number): Failure {
  const message = tries === 0 ? texts.notStarted(name) : texts.interrupted(name);
  return { code: 'interrupted', message, retry: false, isRepeatable: false };
}

/** Waits for a slot, runs the tool, and again while the failure allows it. Never rejects. */
export async function runCall(call: PreparedCall, environment: CallEnvironment): Promise<CallEnd> {
  const { clock, random, retryCount } = environment;
  const { texts, running, args } = call;
  const { tool } = call.entry;
  const { signal } = running.context;
  const { name, annotations } = tool;
  const timeoutMs = timeoutOf(tool);
  const context = running.toolContext();
  const about: FailureContext = {
    name,
    annotations,
    timeoutMs,
    signal,
    texts,
    secrets: environment.secrets,
  };
  for (let tries = 1; ; tries += 1) {
    const slot = await takeSlot(call, environment, tries - 1);
    if ('code' in slot) return { ok: false, tries: tries - 1, failure: slot };
    if (signal.aborted) {
      slot.release();
      return { ok: false, tries: tries - 1, failure: cancelledFailure(name, texts, tries - 1) };
    }
    running.emit({ type: 'started', attempt: tries });
    const end = await runAttempt({ tool, args, context, signal, timeoutMs });
    giveBack(slot, end, { running, abandonedSlotMs: environment.abandonedSlotMs });
    if (end.kind === 'done') return { ok: true, tries, result: end.result };
    const failure = describeFailure(end, about);
    if (!failure.isRepeatable || tries > retryCount) {
      const ended = end.kind === 'failed' ? undefined : end.ended;
      return { ok: false, tries, failure: withTries(failure, tries, texts), ended };
    }
    const waitMs = waitBeforeRetry(tries, failure.retryAfterMs, random);
    running.emit({ type: 'retry', attempt: tries, waitMs, code: failure.code });
    if (!(await slept(clock.sleep(waitMs, signal), signal))) {
      return { ok: false, tries, failure: cancelledFailure(name, texts, tries) };
    }
  }
}

/** One try of this tool, in milliseconds. */
export function timeoutOf(tool: Tool): number {
  return tool.policy?.timeoutMs ?? defaultTimeoutMs;
}

function withTries(failure: Failure, tries: number, texts: ManagerTexts): Failure {
  return tries === 1 ? failure : { ...failure, message: texts.tried(failure.message, tries) };
}

/** False when the call was aborted meanwhile. A clock that cannot wait is none to wait for. */
async function slept(sleep: Promise<void>, signal: AbortSignal): Promise<boolean> {
  try {
    await abortable(sleep, signal);
  } catch {
    return !signal.aborted;
  }
  return !signal.aborted;
}

async function takeSlot(
  call: PreparedCall,
  { slots, queueTimeoutMs }: CallEnvironment,
  tries: number,
): Promise<Slot | Failure> {
  const { name, policy } = call.entry.tool;
  const request: SlotRequest = {
    name,
    limit: policy?.maxConcurrent ?? Infinity,
    shared: policy?.occupiesSlot !== false,
  };
  const free = slots.take(request);
  if (free) return free;
  call.running.emit({ type: 'queued' });
  const deadline = startDeadline(queueTimeoutMs, call.running.context.signal);
  try {
    return await slots.acquire(request, deadline.signal);
  } catch {
    if (!deadline.expired()) return cancelledFailure(name, call.texts, tries);
    const message = call.texts.queueTimeout(name, queueTimeoutMs);
    return { code: 'timeout', message, retry: true, isRepeatable: false };
  } finally {
    deadline.clear();
  }
}

/**
 * A body that ignores its signal keeps its slot until it ends: else a tool that may run once would run twice. Only its
 * share of the common limit comes back after a while, so that a handful of dead bodies cannot stop every tool for ever.
 */
function giveBack(
  slot: Slot,
  end: AttemptEnd,
  { running, abandonedSlotMs }: { readonly running: RunningCall; readonly abandonedSlotMs: number },
): void {
  const ended = end.kind === 'timeout' || end.kind === 'aborted' ? end.ended : undefined;
  if (!ended) {
    slot.release();
    return;
  }
  const timer = setTimeout(
    () => {
      slot.releaseShared();
    },
    Math.min(abandonedSlotMs, longestTimerMs),
  );
  timer.unref();
  void ended.then(() => {
    clearTimeout(timer);
    slot.release();
    running.emit({ type: 'ended_late' });
  });
}
