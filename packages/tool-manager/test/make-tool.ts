import type { ToolCall } from '@mini-agent/foundation/chat';
import { MiniAgentError } from '@mini-agent/foundation/errors';
import type { ErrorDetails } from '@mini-agent/foundation/errors';
import type { Clock } from '@mini-agent/foundation/time';
import type {
  JsonObject,
  JsonSchema,
  Tool,
  ToolAnnotations,
  ToolContext,
  ToolPolicy,
  ToolResult,
} from '@mini-agent/foundation/tool';

export interface ToolParts {
  readonly name?: string;
  readonly execute?: (args: unknown, context?: ToolContext) => unknown;
  readonly jsonSchema?: JsonSchema;
  readonly policy?: ToolPolicy;
  readonly annotations?: Partial<ToolAnnotations>;
}

/** A tool with effects that must not be repeated, unless the annotations say otherwise. */
export function makeTool(parts: ToolParts = {}): Tool {
  const { name = 'probe', execute = () => ({ text: 'done' }) } = parts;
  return {
    name,
    title: name,
    description: `Test tool ${name}`,
    inputSchema: { jsonSchema: parts.jsonSchema ?? { type: 'object' } },
    annotations: {
      readOnly: false,
      idempotent: false,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
      ...parts.annotations,
    },
    ...(parts.policy === undefined ? {} : { policy: parts.policy }),
    execute: (args, context) => Promise.resolve(execute(args, context) as ToolResult),
  };
}

export const idempotent: Partial<ToolAnnotations> = { idempotent: true };
export const readOnly: Partial<ToolAnnotations> = { readOnly: true, idempotent: true };

export function makeCall(name: string, value: JsonObject = {}, id = 'c1'): ToolCall {
  return { id, name, arguments: { ok: true, value } };
}

/** A signal that nobody aborts. */
export function openContext(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}

/** A body that never ends and never listens. */
export function stubborn(): Promise<never> {
  return new Promise<never>(() => undefined);
}

/** A body that ends as soon as it is told to. */
export function obedient(_args: unknown, context?: ToolContext): Promise<never> {
  return new Promise<never>((_resolve, reject) => {
    context?.signal?.addEventListener('abort', () => {
      reject(context.signal?.reason as Error);
    });
  });
}

/** A promise and how to settle it. */
export function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

/** Waits for nothing, and remembers for how long it was asked to. */
export function recordingClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
}

/** An error of another mini-agent package. */
export class ForeignError extends MiniAgentError {
  constructor(code: string, message: string = code, options: ErrorDetails = {}) {
    super(code, message, options);
  }
}

/** An error as Node throws it. */
export function systemError(code: string, message: string = code, more: object = {}): Error {
  return Object.assign(new Error(message), { code, ...more });
}

/** What undici throws: a TypeError that only says "fetch failed", with the reason as its cause. */
export function fetchFailed(code: string): Error {
  return new TypeError('fetch failed', { cause: systemError(code) });
}
