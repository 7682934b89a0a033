import type { ToolContext } from '@mini-agent/foundation/tool';

/** Makes its signal when it is asked for. */
export interface SignalSource {
  readonly signal: AbortSignal;
  /** Whether the signal is aborted, or would be. */
  readonly isAborted: boolean;
}

/** Registered, so that a tool which only asks whether it was aborted can do so without a signal; `core-tools` does. */
const source = Symbol.for('@mini-agent/signal-source');

interface Sourced {
  readonly [source]: SignalSource;
}

/**
 * One accessor for all contexts: an own one for each would give each its own hidden class, which outlives its call. It finds its
 * source by a property, so that objects that inherit from the context, and proxies of it, find it as well.
 */
const lazySignal: PropertyDescriptor & ThisType<Sourced> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[source].signal;
  },
  set(value: unknown) {
    const plain = { writable: true, enumerable: true, configurable: true };
    Object.defineProperty(this, 'signal', { value, ...plain });
    // It tells of the signal that was there before.
    Reflect.deleteProperty(this, source);
  },
};

/** The context with another signal, which is there as soon as somebody reads it; most tools never do. */
export function withLazySignal(
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- left out: an accessor in the place of a plain property makes a slow object
  { signal: replaced, ...context }: ToolContext,
  from: SignalSource,
): ToolContext {
  Object.defineProperty(context, source, { value: from, configurable: true });
  return Object.defineProperty(context, 'signal', lazySignal);
}
