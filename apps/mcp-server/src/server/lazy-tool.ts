import { fileURLToPath } from 'node:url';
import type { Composition } from '../compose.ts';
import type { Settings } from '../config/settings.ts';
import type { Environment } from '../config/variables.ts';
import type { RunRegistry } from '../runs/registry.ts';
import type { RunAgentTool } from './call-run-agent.ts';
import type { ClientSession } from './session.ts';

export interface LazyToolOptions {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly isNested: boolean;
  readonly log: (line: string) => void;
  /** Gives the tool a registry of its own to work with, such as one that counts. */
  readonly wrapRegistry?: (registry: RunRegistry) => RunRegistry;
}

/** The agent behind the public tool, put together when the first call comes. */
export interface ToolHost {
  readonly load: (session: ClientSession) => Promise<RunAgentTool>;
  /** Stops every run in which a model may be asked; one that no call waits for is finished by a later process. */
  readonly stopModelRuns: () => void;
  /** Writes what is still to be kept. */
  readonly flush: () => Promise<void>;
}

interface Loaded {
  readonly tool: RunAgentTool;
  readonly composition: Composition;
}

export function createLazyTool(options: LazyToolOptions): ToolHost {
  let loading: Promise<Loaded> | undefined;
  let loaded: Loaded | undefined;
  const load = async (session: ClientSession): Promise<Loaded> => {
    const [{ compose }, { createRunAgentTool }] = await Promise.all([
      import('../compose.ts'),
      import('./call-run-agent.ts'),
    ]);
    const root = options.settings.home === undefined ? clientRoot(session) : undefined;
    const composition = compose({ ...options, clientRoot: root });
    const { settings, isNested, wrapRegistry } = options;
    const registry = wrapRegistry?.(composition.registry) ?? composition.registry;
    const tool = createRunAgentTool(registry, {
      trace: settings.traceEnabled,
      waitSeconds: settings.waitSeconds,
      agentNames: [],
      isNested,
    });
    loaded = { tool, composition };
    return loaded;
  };
  return {
    load: async (session) => {
      loading ??= load(session);
      return (await loading).tool;
    },
    stopModelRuns: () => {
      for (const run of loaded?.composition.registry.active() ?? []) if (run.usesModel) run.leave();
    },
    flush: async () => {
      await loaded?.composition.close();
    },
  };
}

/** The first root of the client as a path; asked for once, by the session of the first call. */
async function clientRoot(session: ClientSession): Promise<string | undefined> {
  const [uri] = await session.listRoots();
  try {
    return uri === undefined ? undefined : fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
