import type { ToolRunner } from '@mini-agent/foundation/chat';
import type { ToolAnnotations } from '@mini-agent/foundation/tool';
import type { Discovery } from './discovery.ts';

export interface RunToolsOptions {
  readonly tools: ToolRunner;
  /** Absent in rule mode, which never asks the network what tools there are. */
  readonly discovery?: Discovery | undefined;
  /** Brings the run's state to the disk; resolves when it is there or cannot be. Absent where the run is not kept. */
  readonly secure?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/**
 * The tools as one run sees them. A call that must not be made twice waits until the state that holds it is on the disk: a process that
 * dies during the call is followed by one that knows of it. All other calls wait for nothing.
 */
export function createRunTools({ tools, discovery, secure }: RunToolsOptions): ToolRunner {
  if (discovery === undefined && secure === undefined) return tools;
  const known = new Map<string, ToolAnnotations>();
  const mayBeRepeated = (name: string): boolean => {
    const { readOnly = false, idempotent = false } = known.get(name) ?? {};
    return readOnly || idempotent;
  };
  return {
    list: async (options) => {
      await discovery?.ensure(options.signal);
      const all = await tools.list(options);
      for (const { name, annotations } of all) known.set(name, annotations);
      return all;
    },
    call: async (call, context) => {
      // A nested run is not resumed; the call that it belongs to is in the state of the outer one.
      const isOwn = (context.depth ?? 0) === 0;
      if (isOwn && secure !== undefined && !mayBeRepeated(call.name)) await secure(context.signal);
      return tools.call(call, context);
    },
  };
}
