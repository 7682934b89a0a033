import type { Tool } from '@mini-agent/foundation/tool';

export interface DiscoveryOptions {
  readonly discover: (options: { readonly signal: AbortSignal }) => Promise<readonly Tool[]>;
  readonly register: (tool: Tool) => () => void;
  readonly log: (line: string) => void;
}

/** Tools of a remote service that join the others when it has answered. */
export interface Discovery {
  /** Starts or renews the discovery and waits for it, at most 2 s; it goes on behind a run that cannot wait. */
  ensure(signal: AbortSignal): Promise<void>;
}

const longestWaitMs = 2_000;

/** The service's own limit; a discovery that nobody waits for must end too. */
const discoveryTimeoutMs = 30_000;

export function createDiscovery({ discover, register, log }: DiscoveryOptions): Discovery {
  let running: Promise<void> | undefined;
  let registered = new Map<Tool, () => void>();
  let hasComplained = false;

  const replace = (tools: readonly Tool[]): void => {
    const kept = new Map<Tool, () => void>();
    for (const [tool, unregister] of registered) {
      if (tools.includes(tool)) kept.set(tool, unregister);
      else unregister();
    }
    for (const tool of tools) if (!kept.has(tool)) kept.set(tool, register(tool));
    registered = kept;
  };
  const start = async (): Promise<void> => {
    try {
      replace(await discover({ signal: AbortSignal.timeout(discoveryTimeoutMs) }));
      hasComplained = false;
    } catch (error) {
      // The tools of the last discovery stay.
      if (!hasComplained) log(`AnySearch was not discovered: ${describe(error)}`);
      hasComplained = true;
    }
  };
  return {
    ensure: async (signal) => {
      running ??= start().finally(() => {
        running = undefined;
      });
      await atMost(running, signal);
    },
  };
}

function atMost(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, longestWaitMs);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    void work.then(end);
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}
