import type { ToolContext } from '@mini-agent/foundation/tool';

/** By this the tool manager tells whether a call was aborted; it makes the signal itself when that is read, which costs more. */
const source = Symbol.for('@mini-agent/signal-source');

interface Sourced {
  readonly [source]?: { readonly isAborted: boolean };
}

/** Throws the reason of the context's signal where that is aborted. */
export function throwIfAborted(context: ToolContext): void {
  // What only inherits from a context may have a signal of its own.
  const isSourced = Object.hasOwn(context, source);
  if (isSourced && (context as Sourced)[source]?.isAborted === false) return;
  context.signal?.throwIfAborted();
}
