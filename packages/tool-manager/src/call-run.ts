import { runAttempt } from './attempt.ts';
import type { AttemptEnd, AttemptOwner } from './attempt.ts';
import { waitBeforeRetry } from './backoff.ts';
import { cancelledFailure, stopped } from './call-end.ts';
import type { CallEnd, CallWaiter, FailedEnd } from './call-end.ts';
import { waitInCall } from './call-wait.ts';
import { CallCircuit } from './call-circuit.ts';
import type { Slot, SlotRequest } from './fair-slots.ts';
import { describeFailure } from './failure.ts';
import type { Failure } from './failure.ts';
import { timeoutOf } from './prepared-call.ts';
import type { CallEnvironment, PreparedCall } from './prepared-call.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';
import { longestTimerMs } from './time-limit.ts';
import { readResult } from './tool-result.ts';

/** Waits for a slot, runs the tool, and again while the failure allows it. */
export function runCall(
  call: PreparedCall,
  environment: CallEnvironment,
  waiter: CallWaiter,
): void {
  new CallRun(call, environment, waiter).nextTry();
}

/**
 * Goes from step to step by calls, not by `await`: most calls have one try and wait for nothing but the body, and would otherwise
 * pay for a dozen promises.
 */
class CallRun implements AttemptOwner {
  readonly #call: PreparedCall;
  readonly #environment: CallEnvironment;
  readonly #waiter: CallWaiter;
  #known: CallCircuit | undefined;
  #tries = 0;
  #slot: Slot | undefined;
  /** Of this try; what is left of the whole call where `#isTotal`. */
  #limitMs = 0;
  #isTotal = false;
  /** The failure of the last try; what keeps a further try from starting is not what the caller wants to know. */
  #last: Failure | undefined;

  constructor(call: PreparedCall, environment: CallEnvironment, waiter: CallWaiter) {
    this.#call = call;
    this.#environment = environment;
    this.#waiter = waiter;
  }

  nextTry(): void {
    this.#tries += 1;
    const slot = this.#freeSlot();
    if (slot) this.#start(slot);
    else
      this.#after(this.#waitForSlot(), (granted) => {
        this.#start(granted);
      });
  }

  attemptEnded(end: AttemptEnd): void {
    try {
      this.#afterTry(end);
    } catch (error) {
      this.#waiter.broke(error);
    }
  }

  #start(slot: Slot | Failure): void {
    const tries = this.#tries;
    if (!('release' in slot)) {
      this.#waiter.ended(this.#notStarted(slot, tries - 1));
      return;
    }
    const refusal = this.#enter(tries);
    if (refusal) {
      slot.release();
      this.#waiter.ended(this.#notStarted(refusal, tries - 1));
      return;
    }
    this.#slot = slot;
    this.#setLimit();
    runAttempt(this.#call, this.#limitMs, this);
  }

  #afterTry(end: AttemptEnd): void {
    if (this.#slot) this.#giveBack(this.#slot, end);
    const result = this.#read(end, this.#tries);
    this.#leaveCircuit(result);
    if (result.ok) {
      this.#waiter.ended(result);
      return;
    }
    const waitMs = this.#retryWait(result);
    if (waitMs === undefined) {
      this.#waiter.ended(this.#failed(result));
      return;
    }
    const { running } = this.#call;
    running.emit({ type: 'retry', attempt: this.#tries, waitMs, code: result.failure.code });
    this.#after(this.#sleep(waitMs), (isInTime) => {
      this.#afterWait(result, isInTime);
    });
  }

  #afterWait(result: FailedEnd, isInTime: boolean): void {
    if (this.#call.running.isAborted()) this.#waiter.ended(this.#cancelled(this.#tries));
    else if (!isInTime) this.#waiter.ended(this.#failed(result));
    else {
      this.#last = result.failure;
      this.nextTry();
    }
  }

  #after<Value>(work: Promise<Value>, next: (value: Value) => void): void {
    work.then(next).catch((error: unknown) => {
      this.#waiter.broke(error);
    });
  }

  #freeSlot(): Slot | Failure | undefined {
    const refusal = this.#circuit()?.refusal();
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

  /** Undefined while nothing is known against the tool. */
  #circuit(): CallCircuit | undefined {
    const { circuit } = this.#call.entry;
    if (!this.#known && (!circuit || circuit.isQuiet)) return undefined;
    return (this.#known ??= new CallCircuit(this.#call, this.#environment));
  }

  #leaveCircuit(end: CallEnd): void {
    if (!end.ok) this.#known ??= new CallCircuit(this.#call, this.#environment);
    this.#circuit()?.leave(end);
  }

  /** The last look before the body starts; much may have happened while the call waited. */
  #enter(tries: number): Failure | undefined {
    const { running, texts } = this.#call;
    const refusal = this.#circuit()?.refusal();
    if (refusal) return refusal;
    if (running.isAborted()) return cancelledFailure(running.name, texts, tries - 1);
    this.#circuit()?.enter();
    running.emit({ type: 'started', attempt: tries });
    if (!running.isAborted()) return undefined;
    this.#known?.leave(undefined);
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

  #setLimit(): void {
    const { entry, limit } = this.#call;
    const tryMs = timeoutOf(entry.tool);
    // A timer of 0 ms would be one of 1 ms anyway.
    const left = Math.max(1, Math.ceil(limit.left()));
    this.#isTotal = left < tryMs;
    this.#limitMs = this.#isTotal ? left : tryMs;
  }

  #read(end: AttemptEnd, tries: number): CallEnd {
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
      timeoutMs: this.#isTotal ? limit.totalMs : this.#limitMs,
      isTotal: this.#isTotal,
      signal: running.context.signal,
      texts,
      secrets: this.#environment.secrets,
    });
    return { ok: false, tries, failure, ended: end.kind === 'failed' ? undefined : end.ended };
  }

  /** Undefined = this was the last try. */
  #retryWait({ failure, tries }: FailedEnd): number | undefined {
    const { retryCount, random } = this.#environment;
    if (!failure.isRepeatable || tries > retryCount || this.#circuit()?.refusal()) return undefined;
    const waitMs = waitBeforeRetry(tries, failure.retryAfterMs, random);
    return waitMs < this.#call.limit.left() ? waitMs : undefined;
  }

  #failed(end: FailedEnd): CallEnd {
    const { texts, limit } = this.#call;
    const { failure, tries } = end;
    const message = tries === 1 ? failure.message : texts.tried(failure.message, tries);
    const rest = this.#circuit()?.refusal()?.retryAfterMs;
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
