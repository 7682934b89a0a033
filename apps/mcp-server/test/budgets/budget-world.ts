import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreTools } from '@mini-agent/core-tools';
import type { Search } from '@mini-agent/foundation/search';
import type { Tool } from '@mini-agent/foundation/tool';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import type { RunResult, RunState } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import {
  startModelServer,
  type ModelRequest,
  type ModelServer,
  type ScriptedReply,
} from '@mini-agent/testkit';
import { onTestFinished } from 'vitest';
import { createInternalTools } from '../../src/compose/internal-tools.ts';
import { createModels } from '../../src/compose/models.ts';
import { createNestedRuns } from '../../src/compose/nested-runs.ts';
import { createRunner } from '../../src/compose/runner.ts';
import { createStores } from '../../src/compose/stores.ts';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import type { RunJob } from '../../src/runs/runner.ts';
import { createClientBroker } from '../../src/runs/client-broker.ts';
import { callToolOf, noClient, type CallTool } from '../call-tool.ts';
import { temporaryFolder } from '../stdio-harness.ts';

/** What every scripted reply uses; at a dollar for a million tokens of either kind it costs 0.11. */
export const usage = { prompt_tokens: 100_000, completion_tokens: 10_000, total_tokens: 110_000 };
export const replyCost = 0.11;

export function says(content: string): ScriptedReply {
  return { content, usage };
}

export function calls(name: string, args: object): ScriptedReply {
  return { tool_calls: [{ id: 'p1', name, arguments: JSON.stringify(args) }], usage };
}

/** The last user message: what a plain question or a nested run was asked. */
export function taskOf(request: ModelRequest): string {
  return String(request.body.messages.find(({ role }) => role === 'user')?.content);
}

const foundOne: Search = (query) =>
  Promise.resolve({
    query,
    hits: [{ title: 'Tides', url: 'https://example.com/tides', snippet: 'The moon.', sources: [] }],
    servedBy: 'web_search',
    failures: [],
  });

export interface WorldOptions {
  readonly script: Parameters<typeof startModelServer>[0];
  readonly budget?: object;
  /** False: the provider has no price. */
  readonly isPriced?: boolean;
  readonly search?: Search;
}

export interface BudgetWorld {
  readonly server: ModelServer;
  readonly logged: readonly string[];
  readonly call: CallTool;
  /** Runs a job without the server around it. */
  readonly run: (job: Partial<RunJob>, onState?: (state: RunState) => void) => Promise<RunResult>;
}

/** The app with a scripted endpoint, a providers file with prices and a budget, and a search that needs no network. */
export async function budgetWorld(options: WorldOptions): Promise<BudgetWorld> {
  const { budget, isPriced = true, search = foundOne } = options;
  const server = await startModelServer(options.script);
  onTestFinished(() => server.close());
  const home = temporaryFolder();
  const file = join(home, 'providers.json');
  const price = isPriced ? { price: { input: 1, output: 1 } } : {};
  const entry = { apiKey: 'k-123456', baseUrl: server.url, model: 'large', ...price };
  writeFileSync(file, JSON.stringify({ providers: { acme: entry }, budget }), { mode: 0o600 });
  const environment = { LLM_PROVIDERS_PATH: file, LLM_PROVIDER: 'acme' };
  const logged: string[] = [];
  const nested = createNestedRuns();
  const stores = createStores(() => Promise.resolve(home));
  onTestFinished(() => stores.close());
  const internal = createInternalTools({
    ...stores,
    nested,
    search,
    read: () => Promise.resolve({ text: 'The moon makes the tides.', truncated: false }),
  });
  const runner = createRunner({
    settings: { maxTurns: 8, runTimeoutMs: 20_000 },
    models: createModels({
      settings: { fastPath: false, llmEnvironment: () => environment },
      ruleModel: createRuleModel({ intents: ruleIntents, help: ruleHelp }),
      isTrivial: () => false,
      log: (line) => logged.push(line),
    }),
    tools: createToolManager({ tools: [...coreTools, ...internal] as readonly Tool[] }),
    discovery: undefined,
    nested,
  });
  return {
    server,
    logged,
    call: callToolOf(runner, join(home, '.runs')),
    run: (job, onState = () => undefined) =>
      runner.run(
        {
          task: 'go',
          mode: 'auto',
          maxTurns: undefined,
          agent: undefined,
          clientModel: noClient,
          ...job,
        },
        {
          runId: 'run',
          signal: new AbortController().signal,
          sampling: createClientBroker(),
          onEvent: () => undefined,
          onState,
        },
      ),
  };
}
