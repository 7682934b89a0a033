import { setMaxListeners } from 'node:events';
import { abortReason } from '@mini-agent/foundation/time';
import type { Tool } from '@mini-agent/foundation/tool';
import type { RunningCall } from './running-call.ts';
import { longestTimerMs } from './time-limit.ts';

/** How long a body may take to end after it was told to stop before it counts as still running. */
const graceMs = 20;

export interface AttemptRequest {
  readonly tool: Tool;
  readonly args: unknown;
  readonly running: RunningCall;
  readonly timeoutMs: number;
}

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

/**
 * Runs the body once. Answers when it ends, or shortly after its time is over or the call is aborted, whatever the body
 * does. A result that arrives after the body was told to stop is no result: many tools then resolve with a part.
 */
export function runAttempt(request: AttemptRequest): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    new Attempt(request, resolve).begin();
  });
}

/** Every call makes one of these, so it makes one controller and one timer, and follows the call's signal through the call. */
class Attempt {
  readonly #request: AttemptRequest;
  readonly #resolve: (end: AttemptEnd) => void;
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped: 'timeout' | 'aborted' | undefined;
  #isOver = false;
  #onLateEnd: (() => void) | undefined;

  constructor(request: AttemptRequest, resolve: (end: AttemptEnd) => void) {
    this.#request = request;
    this.#resolve = resolve;
  }

  begin(): void {
    const { tool, args, running, timeoutMs } = this.#request;
    const { signal } = this.#controller;
    // Tools and nested runs add listeners by the dozen; Node would print a warning for the eleventh.
    setMaxListeners(0, signal);
    if (timeoutMs < Infinity) {
      this.#timer = setTimeout(onTimeout, Math.min(timeoutMs, longestTimerMs), this);
    }
    running.follow(this);
    try {
      const work = Promise.resolve<unknown>(tool.execute(args, running.toolContext(signal)));
      work.then(
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
    this.#stop('aborted', abortReason(this.#request.running.context.signal));
  }

  onTimeout(): void {
    const message = `Timed out after ${this.#request.timeoutMs} ms`;
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
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onGraceOver, graceMs, this);
    this.#controller.abort(reason);
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
    this.#request.running.endTry();
    this.#resolve(end);
  }
}

function onTimeout(attempt: Attempt): void {
  attempt.onTimeout();
}

function onGraceOver(attempt: Attempt): void {
  attempt.onGraceOver();
}
