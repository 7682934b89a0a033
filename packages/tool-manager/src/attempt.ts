import { setMaxListeners } from 'node:events';
import { startDeadline } from '@mini-agent/foundation/time';
import type { Tool, ToolContext } from '@mini-agent/foundation/tool';

/** How long a body may take to end after it was told to stop before it counts as still running. */
const graceMs = 20;

export interface AttemptRequest {
  readonly tool: Tool;
  readonly args: unknown;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
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

type BodyEnd =
  { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly error: unknown };

/**
 * Runs the body once. Answers when it ends, or shortly after its time is over or the signal is aborted, whatever the
 * body does. A result that arrives after the body was told to stop is no result: many tools then resolve with a part.
 */
export async function runAttempt(request: AttemptRequest): Promise<AttemptEnd> {
  const deadline = startDeadline(request.timeoutMs, request.signal);
  // Tools and nested runs add listeners by the dozen; Node would print a warning for the eleventh.
  setMaxListeners(0, deadline.signal);
  const stop = onceAborted(deadline.signal);
  try {
    const body = runBody(request, deadline.signal);
    const first = await Promise.race([body, stop.promise]);
    if (first) {
      return first.ok
        ? { kind: 'done', result: first.result }
        : { kind: 'failed', error: first.error };
    }
    const kind = deadline.expired() ? 'timeout' : 'aborted';
    const end = await endedInTime(body);
    if (!end) return { kind, ended: body.then(() => undefined) };
    return { kind, ended: undefined, ...(end.ok ? {} : { error: end.error }) };
  } finally {
    stop.forget();
    deadline.clear();
  }
}

async function runBody(request: AttemptRequest, signal: AbortSignal): Promise<BodyEnd> {
  const { tool, args, context } = request;
  try {
    const result: unknown = await tool.execute(args, { ...context, signal });
    return { ok: true, result };
  } catch (error) {
    return { ok: false, error };
  }
}

function onceAborted(signal: AbortSignal): {
  readonly promise: Promise<undefined>;
  readonly forget: () => void;
} {
  let onAbort = (): void => undefined;
  const promise = new Promise<undefined>((resolve) => {
    onAbort = () => {
      resolve(undefined);
    };
  });
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return {
    promise,
    forget: () => {
      signal.removeEventListener('abort', onAbort);
    },
  };
}

async function endedInTime(body: Promise<BodyEnd>): Promise<BodyEnd | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const grace = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, graceMs);
  });
  try {
    return await Promise.race([body, grace]);
  } finally {
    clearTimeout(timer);
  }
}
