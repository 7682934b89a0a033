import type { Clock } from '@mini-agent/foundation/time';
import type { Secret } from '@mini-agent/foundation/secret';
import type { Tool } from '@mini-agent/foundation/tool';
import type { ArgumentsText } from './arguments-text.ts';
import { runAttempt } from './attempt.ts';
import type { AttemptEnd } from './attempt.ts';
import { waitBeforeRetry, longestWaitMs } from './backoff.ts';
import { cancelledFailure, stopped } from './call-end.ts';
import type { CallEnd, FailedEnd } from './call-end.ts';
import { waitInCall } from './call-wait.ts';
import { CallCircuit } from './call-circuit.ts';
import type { CircuitSettings } from './circuit.ts';
import type { FairSlots, Slot, SlotRequest } from './fair-slots.ts';
import { describeFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import type { RunningCall } from './running-call.ts';
import { longestTimerMs } from './time-limit.ts';
import type { TimeLimit } from './time-limit.ts';
import type { RegisteredTool } from './tool-registry.ts';
import { readResult } from './tool-result.ts';

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

/** Waits for a slot, runs the tool, and again while the failure allows it. Never rejects. */
export function runCall(call: PreparedCall, environment: CallEnvironment): Promise<CallEnd> {
  return new CallRun(call, environment).run();
}

interface TryLimit {
  readonly ms: number;
  /** It is what is left of the whole call, not the limit of a try. */
  readonly isTotal: boolean;
}

class CallRun {
  readonly #call: PreparedCall;
  readonly #environment: CallEnvironment;
  readonly #circuit: CallCircuit;
  /** The failure of the last try; what keeps a further try from starting is not what the caller wants to know. */
  #last: Failure | undefined;

  constructor(call: PreparedCall, environment: CallEnvironment) {
    this.#call = call;
    this.#environment = environment;
    this.#circuit = new CallCircuit(call, environment);
  }

  async run(): Promise<CallEnd> {
    for (let tries = 1; ; tries += 1) {
      const slot = this.#freeSlot() ?? (await this.#waitForSlot());
      if (!('release' in slot)) return this.#notStarted(slot, tries - 1);
      const refusal = this.#enter(tries);
      if (refusal) {
        slot.release();
        return this.#notStarted(refusal, tries - 1);
      }
      const limit = this.#tryLimit();
      const { entry, args, running } = this.#call;
      const attempt = { tool: entry.tool, args, running, timeoutMs: limit.ms };
      const end = await runAttempt(attempt);
      this.#giveBack(slot, end);
      const result = this.#read(end, limit, tries);
      this.#circuit.leave(result);
      if (result.ok) return result;
      const waitMs = this.#retryWait(result);
      if (waitMs === undefined) return this.#failed(result);
      running.emit({ type: 'retry', attempt: tries, waitMs, code: result.failure.code });
      const isInTime = await this.#sleep(waitMs);
      if (running.isAborted()) return this.#cancelled(tries);
      if (!isInTime) return this.#failed(result);
      this.#last = result.failure;
    }
  }

  #freeSlot(): Slot | Failure | undefined {
    const refusal = this.#circuit.refusal();
    if (refusal) return refusal;
    const slot = this.#environment.slots.take(this.#slotRequest());
    if (!slot) this.#call.running.emit({ type: 'queued' });
    return slot;
  }

  async #waitForSlot(): Promise<Slot | Failure> {
    const { running, limit, texts } = this.#call;
    const { slots, queueTimeoutMs } = this.#environment;
    const { name } = running;
    const left = limit.left();
    let leave = (): void => undefined;
    let granted: Slot | undefined;
    const waited = running.isAborted()
      ? { is: 'aborted' as const }
      : await waitInCall<Slot>(running, Math.min(queueTimeoutMs, left), (resolve) => {
          leave = slots.enqueue(this.#slotRequest(), (slot) => {
            granted = slot;
            resolve(slot);
          });
        });
    if (waited.is === 'there') return waited.value;
    leave();
    // It may have come in the very tick of the abort.
    granted?.release();
    if (waited.is === 'aborted') return cancelledFailure(name, texts, 0);
    const message =
      left < queueTimeoutMs
        ? texts.totalTimeoutInQueue(name, limit.totalMs)
        : texts.queueTimeout(name, queueTimeoutMs);
    return { code: 'timeout', message, retry: true, isRepeatable: false };
  }

  #slotRequest(): SlotRequest {
    const { name, policy } = this.#call.entry.tool;
    const limit = policy?.maxConcurrent ?? Infinity;
    return { name, limit, shared: policy?.occupiesSlot !== false };
  }

  /** The last look before the body starts; much may have happened while the call waited. */
  #enter(tries: number): Failure | undefined {
    const { running, texts } = this.#call;
    const refusal = this.#circuit.refusal();
    if (refusal) return refusal;
    if (running.isAborted()) return cancelledFailure(running.name, texts, tries - 1);
    this.#circuit.enter();
    running.emit({ type: 'started', attempt: tries });
    if (!running.isAborted()) return undefined;
    this.#circuit.leave(undefined);
    return cancelledFailure(running.name, texts, tries - 1);
  }

  #notStarted(failure: Failure, tries: number): CallEnd {
    const { running, texts } = this.#call;
    if (running.isAborted()) return this.#cancelled(tries);
    return stopped(this.#last ? withTries(this.#last, tries, texts) : failure, tries);
  }

  #cancelled(tries: number): CallEnd {
    const { running, texts } = this.#call;
    return stopped(cancelledFailure(running.name, texts, tries), tries);
  }

  #tryLimit(): TryLimit {
    const tryMs = timeoutOf(this.#call.entry.tool);
    const { limit } = this.#call;
    // A timer of 0 ms would be one of 1 ms anyway.
    const left = Math.max(1, Math.ceil(limit.left()));
    return left < tryMs ? { ms: left, isTotal: true } : { ms: tryMs, isTotal: false };
  }

  #read(end: AttemptEnd, { ms, isTotal }: TryLimit, tries: number): CallEnd {
    const { entry, texts, running, limit } = this.#call;
    const { name, annotations, policy } = entry.tool;
    if (end.kind === 'done') {
      const result = readResult(end.result, { maxChars: policy?.maxResultChars, texts });
      if (result) return { ok: true, tries, result };
      const message = texts.noResult(name);
      return stopped({ code: 'tool_error', message, retry: false, isRepeatable: false }, tries);
    }
    const failure = describeFailure(end, {
      name,
      annotations,
      timeoutMs: isTotal ? limit.totalMs : ms,
      isTotal,
      signal: running.context.signal,
      texts,
      secrets: this.#environment.secrets,
    });
    return { ok: false, tries, failure, ended: end.kind === 'failed' ? undefined : end.ended };
  }

  /** Undefined = this was the last try. */
  #retryWait({ failure, tries }: FailedEnd): number | undefined {
    const { retryCount, random } = this.#environment;
    if (!failure.isRepeatable || tries > retryCount || this.#circuit.refusal()) return undefined;
    const waitMs = waitBeforeRetry(tries, failure.retryAfterMs, random);
    return waitMs < this.#call.limit.left() ? waitMs : undefined;
  }

  #failed(end: FailedEnd): CallEnd {
    const { texts, limit } = this.#call;
    const { failure, tries } = end;
    const message = tries === 1 ? failure.message : texts.tried(failure.message, tries);
    const rest = this.#circuit.refusal()?.retryAfterMs;
    const mayTry = failure.isRepeatable && tries <= this.#environment.retryCount;
    if (rest !== undefined && failure.code !== 'outcome_unknown') {
      return { ...end, failure: { ...failure, message, retry: false, retryAfterMs: rest } };
    }
    const told = mayTry ? texts.noTimeLeft(message, limit.totalMs) : message;
    return { ...end, failure: { ...failure, message: told } };
  }

  /** False when the time of the call was over first. A clock that cannot wait is none to wait for. */
  async #sleep(ms: number): Promise<boolean> {
    const { running, limit } = this.#call;
    const { signal } = running.context;
    const waited = await waitInCall<undefined>(running, limit.left(), (resolve) => {
      const over = (): void => {
        resolve(undefined);
      };
      this.#environment.clock.sleep(ms, signal).then(over, over);
    });
    return waited.is !== 'late';
  }

  /**
   * A body that ignores its signal keeps its slot until it ends: else a tool that may run once would run twice. Only its
   * share of the common limit comes back after a while, so that a handful of dead bodies cannot stop every tool for ever.
   */
  #giveBack(slot: Slot, end: AttemptEnd): void {
    const ended = end.kind === 'timeout' || end.kind === 'aborted' ? end.ended : undefined;
    if (!ended) {
      slot.release();
      return;
    }
    const { running } = this.#call;
    const timer = setTimeout(
      () => {
        slot.releaseShared();
      },
      Math.min(this.#environment.abandonedSlotMs, longestTimerMs),
    );
    timer.unref();
    void ended.then(() => {
      clearTimeout(timer);
      slot.release();
      running.emit({ type: 'ended_late' });
    });
  }
}

function withTries(failure: Failure, tries: number, texts: ManagerTexts): Failure {
  return tries === 1 ? failure : { ...failure, message: texts.tried(failure.message, tries) };
}
