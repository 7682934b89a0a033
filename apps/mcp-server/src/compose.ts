import { join } from 'node:path';
import type { AnySearchClient } from '@mini-agent/anysearch-client';
import { coreTools } from '@mini-agent/core-tools';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import type { Tool } from '@mini-agent/foundation/tool';
import type { Hooks } from '@mini-agent/react-agent';
import { createToolManager, type ToolManager } from '@mini-agent/tool-manager';
import { createApprovals } from './compose/approvals.ts';
import { createDiscovery, type Discovery } from './compose/discovery.ts';
import { createInternalTools, type ToolPorts } from './compose/internal-tools.ts';
import { createModels, type Models } from './compose/models.ts';
import { createNestedRuns, type NestedRuns } from './compose/nested-runs.ts';
import { createRunner, type AgentRunner } from './compose/runner.ts';
import { createSkillHint } from './compose/skill-hint.ts';
import { createStores, type Stores } from './compose/stores.ts';
import { createLazyTelemetry } from './compose/telemetry.ts';
import { createTrivialCheck } from './compose/trivial-task.ts';
import { resolveHome } from './config/home.ts';
import type { Settings } from './config/settings.ts';
import type { Environment } from './config/variables.ts';
import { ruleFamilies } from './rules/families.ts';
import { ruleHelp } from './rules/help.ts';
import { searchIsOff } from './errors.ts';
import { createRunRegistry, type RunRegistry } from './runs/registry.ts';
import { createRunStore } from './runs/run-store.ts';

export interface ComposeOptions {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly workingDirectory: string;
  /** The client's first root on this machine; over HTTP there is none. */
  readonly clientRoot?: Promise<string | undefined> | undefined;
  readonly log: (line: string) => void;
  /** Hooks of every run; they may be added to later. */
  readonly hooks?: Hooks;
}

/** All packages put together: one for each process. Nothing is opened, asked or written before it is needed. */
export interface Composition {
  readonly settings: Settings;
  readonly registry: RunRegistry;
  readonly runner: AgentRunner;
  readonly models: Models;
  readonly tools: ToolManager;
  /** Pipelines, memory and skill tools. */
  readonly internalTools: readonly Tool[];
  readonly nested: NestedRuns;
  readonly stores: Stores;
  /** Forgets which AnySearch tools there are; the next run asks again. */
  resetAnySearch(): void;
  /** Ends what is open and writes what is to be kept. */
  close(): Promise<void>;
}

export function compose(options: ComposeOptions): Composition {
  const { settings, log } = options;
  const home = lazyHome(options);
  const store = createRunStore({ directory: async () => join(await home(), '.runs'), log });
  const stores = createStores(home);
  const nested = createNestedRuns();
  const anySearch = settings.anySearch.enabled ? lazyAnySearch(settings) : undefined;
  const internal = createInternalTools({ ...stores, nested, ...searchPorts(anySearch) });
  const models = createModels({
    settings,
    ruleModel: createRuleModel({ intents: ruleFamilies, help: ruleHelp }),
    isTrivial: createTrivialCheck({ intents: ruleFamilies, tools: coreTools }),
    log,
  });
  const { apiKey } = settings.anySearch;
  const secrets = [...models.secrets, ...(apiKey === undefined ? [] : [apiKey])];
  const tools = createToolManager({
    tools: [...coreTools, ...internal] as readonly Tool[],
    maxConcurrent: settings.toolMaxConcurrent,
    retryCount: settings.toolRetryCount,
    secrets,
  });
  const discovery = anySearch === undefined ? undefined : discoverTools(anySearch, tools, log);
  const runner = createRunner({
    settings,
    models,
    tools,
    discovery,
    nested,
    hint: createSkillHint({ openSkills: stores.openSkills, log }),
    hooks: options.hooks,
    telemetry: createLazyTelemetry(models.secrets),
    approvalsFor: createApprovals({ policy: settings.approvals, secrets }),
  });
  const registry = createRunRegistry({ runner, store });
  return {
    settings,
    registry,
    runner,
    models,
    tools,
    internalTools: internal,
    nested,
    stores,
    resetAnySearch: () =>
      void anySearch?.().then((client) => {
        client.reset();
      }),
    close: async () => {
      await Promise.all(registry.active().map((run) => run.finished));
      await Promise.all([registry.flush(), stores.close()]);
    },
  };
}

function lazyHome(options: ComposeOptions): () => Promise<string> {
  let home: Promise<string> | undefined;
  const find = async (): Promise<string> => {
    const { settings, workingDirectory, environment, clientRoot } = options;
    const root = await clientRoot;
    return resolveHome({
      configured: settings.home,
      clientRoot: root,
      workingDirectory,
      environment,
    });
  };
  return () => (home ??= find());
}

function lazyAnySearch({ anySearch }: Settings): () => Promise<AnySearchClient> {
  let client: Promise<AnySearchClient> | undefined;
  const load = async (): Promise<AnySearchClient> => {
    const { createAnySearchClient } = await import('@mini-agent/anysearch-client');
    const { baseUrl, apiKey, cacheTtlMs } = anySearch;
    return createAnySearchClient({
      cacheTtlMs,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
  };
  return () => (client ??= load());
}

function discoverTools(
  anySearch: () => Promise<AnySearchClient>,
  tools: ToolManager,
  log: (line: string) => void,
): Discovery {
  return createDiscovery({
    discover: async (options) => (await anySearch()).discover(options),
    register: (tool) => tools.register(tool),
    log,
  });
}

/** Search and page reading of the pipelines; without a service they say what to switch on. */
function searchPorts(
  anySearch: (() => Promise<AnySearchClient>) | undefined,
): Pick<ToolPorts, 'search' | 'read'> {
  if (anySearch === undefined) {
    const refuse = (): Promise<never> => Promise.reject(searchIsOff());
    return { search: refuse, read: refuse };
  }
  return {
    search: async (query, options) => (await anySearch()).search(query, options),
    read: async (url, options) => {
      const page = await (await anySearch()).extract(url, options);
      return { text: page.text, truncated: page.cutByService || page.range.end < page.totalChars };
    },
  };
}
