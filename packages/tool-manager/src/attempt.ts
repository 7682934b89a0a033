import { setMaxListeners } from 'node:events';
import { abortReason } from '@mini-agent/foundation/time';
import type { PreparedCall } from './prepared-call.ts';
import { longestTimerMs } from './time-limit.ts';
import type { SignalSource } from './try-context.ts';

/** How long a body may take to end after it was told to stop before it counts as still running. */
const graceMs = 20;

export type AttemptEnd =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** `ended` is undefined where the body has ended, else it resolves when that happens. */
  | {
      readonly kind: 'timeout' | 'aborted';
      readonly ended: Promise<void> | undefined;
      /** What the body threw on its way out. */
      readonly error?: unknown;
    };

/** Is told once how the try ended, maybe before `runAttempt` returns. */
export interface AttemptOwner {
  attemptEnded(end: AttemptEnd): void;
}

/**
 * Runs the body once. It ends when the body does, or shortly after its time is over or the call is aborted, whatever the body
 * does. A result that arrives after the body was told to stop is no result: many tools then resolve with a part.
 */
export function runAttempt(call: PreparedCall, timeoutMs: number, owner: AttemptOwner): void {
  new Attempt(call, timeoutMs, owner).begin();
}

/** Every call makes one of these, so it makes one timer, no signal that nobody asks for, and follows the call's own through the call. */
class Attempt implements SignalSource {
  readonly #call: PreparedCall;
  readonly #timeoutMs: number;
  readonly #owner: AttemptOwner;
  #controller: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped: 'timeout' | 'aborted' | undefined;
  #reason: Error | undefined;
  #isOver = false;
  #onLateEnd: (() => void) | undefined;

  constructor(call: PreparedCall, timeoutMs: number, owner: AttemptOwner) {
    this.#call = call;
    this.#timeoutMs = timeoutMs;
    this.#owner = owner;
  }

  /** What the tool gets as its signal; made when it is asked for, which costs more than all the rest of a call. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      // Tools and nested runs add listeners by the dozen; Node would print a warning for the eleventh.
      setMaxListeners(0, this.#controller.signal);
      if (this.#stopped !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#stopped !== undefined;
  }

  begin(): void {
    const { entry, args, running } = this.#call;
    const ms = this.#timeoutMs;
    if (ms < Infinity) this.#timer = setTimeout(onTimeout, Math.min(ms, longestTimerMs), this);
    running.follow(this);
    try {
      const context = running.tryContext(this);
      Promise.resolve<unknown>(entry.tool.execute(args, context)).then(
        (result) => {
          this.#bodyEnded(true, result);
        },
        (error: unknown) => {
          this.#bodyEnded(false, error);
        },
      );
    } catch (error) {
      this.#bodyEnded(false, error);
    }
  }

  onAbort(): void {
    this.#stop('aborted', abortReason(this.#call.running.context.signal));
  }

  onTimeout(): void {
    const message = `Timed out after ${this.#timeoutMs} ms`;
    this.#stop('timeout', new DOMException(message, 'TimeoutError'));
  }

  onGraceOver(): void {
    const ended = new Promise<void>((resolve) => {
      this.#onLateEnd = resolve;
    });
    this.#finish({ kind: this.#stopped ?? 'aborted', ended });
  }

  #stop(kind: 'timeout' | 'aborted', reason: Error): void {
    if (this.#isOver || this.#stopped !== undefined) return;
    this.#stopped = kind;
    this.#reason = reason;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onGraceOver, graceMs, this);
    this.#controller?.abort(reason);
  }

  #bodyEnded(isResult: boolean, value: unknown): void {
    if (this.#isOver) {
      this.#onLateEnd?.();
    } else if (this.#stopped !== undefined) {
      const error = isResult ? {} : { error: value };
      this.#finish({ kind: this.#stopped, ended: undefined, ...error });
    } else {
      this.#finish(isResult ? { kind: 'done', result: value } : { kind: 'failed', error: value });
    }
  }

  #finish(end: AttemptEnd): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#call.running.endTry();
    this.#owner.attemptEnded(end);
  }
}

function onTimeout(attempt: Attempt): void {
  attempt.onTimeout();
}

function onGraceOver(attempt: Attempt): void {
  attempt.onGraceOver();
}
