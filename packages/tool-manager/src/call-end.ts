import type { ToolResult } from '@mini-agent/foundation/tool';
import type { Failure } from './failure.ts';
import type { ManagerTexts } from './texts/manager-texts.ts';

/** How a call ended, before it is told as an outcome. */
export type CallEnd = { readonly tries: number } & (
  | { readonly ok: true; readonly result: ToolResult }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** Resolves when a body ends that was still running. */
      readonly ended?: Promise<void> | undefined;
    }
);

/** Who waits for the end of a call: one of the two is called, once, maybe before the call's start returns. */
export interface CallWaiter {
  ended(end: CallEnd): void;
  /** Something that must not throw did: a clock, or a getter of a tool. */
  broke(error: unknown): void;
}

export type FailedEnd = Extract<CallEnd, { readonly ok: false }>;

export function stopped(failure: Failure, tries = 0): FailedEnd {
  return { ok: false, tries, failure };
}

export function cancelledFailure(name: string, texts: ManagerTexts, tries: number): Failure {
  const message = tries === 0 ? texts.notStarted(name) : texts.interrupted(name);
  return { code: 'interrupted', message, retry: false, isRepeatable: false };
}

/** A call that cannot be made as it is. */
export function refusedFailure(message: string, retry: boolean): Failure {
  return { code: 'invalid_arguments', message, retry, isRepeatable: false };
}
