import { coreTools } from '@mini-agent/core-tools';
import type { ChatModel } from '@mini-agent/foundation/chat';
import type { Tool, ToolContext, ToolResult } from '@mini-agent/foundation/tool';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { createToolManager, type ToolManager } from '@mini-agent/tool-manager';
import { onTestFinished } from 'vitest';
import { createInternalTools, type ToolPorts } from '../../src/compose/internal-tools.ts';
import { createNestedRuns } from '../../src/compose/nested-runs.ts';
import { createRunTools } from '../../src/compose/run-tools.ts';
import { createStores } from '../../src/compose/stores.ts';
import { searchIsOff } from '../../src/errors.ts';
import { ruleHelp, ruleIntents } from '../../src/rules/index.ts';
import { temporaryFolder } from '../stdio-harness.ts';

export interface ToolWorld {
  readonly manager: ToolManager;
  readonly home: string;
  /** Calls a tool through the manager, as the run of this world does. */
  readonly call: (name: string, args?: unknown, context?: ToolContext) => Promise<ToolResult>;
  /** Calls a tool without the manager. */
  readonly direct: (name: string, args?: unknown, context?: ToolContext) => Promise<ToolResult>;
  readonly tools: readonly Tool[];
}

export interface WorldOptions extends Partial<Pick<ToolPorts, 'search' | 'read'>> {
  /** Default: rules. */
  readonly model?: ChatModel;
}

/** The internal tools as a run has them, in a temporary home, with a model of the test. */
export function toolWorld(options: WorldOptions = {}): ToolWorld {
  const home = temporaryFolder();
  const stores = createStores(() => Promise.resolve(home));
  const nested = createNestedRuns();
  const off = (): Promise<never> => Promise.reject(searchIsOff());
  const { search = off, read = off } = options;
  const tools = createInternalTools({ ...stores, nested, search, read });
  const manager = createToolManager({ tools: [...coreTools, ...tools] as readonly Tool[] });
  const rules = createRuleModel({ intents: ruleIntents, help: ruleHelp });
  const end = nested.begin('run', {
    model: options.model ?? rules,
    tools: createRunTools({ tools: manager }),
    usesModel: options.model !== undefined,
    maxTurns: 5,
  });
  onTestFinished(async () => {
    end();
    await stores.close();
  });
  return {
    manager,
    home,
    tools,
    call: (name, args = {}, context = {}) =>
      manager.execute(name, args, { runId: 'run', depth: 0, ...context }),
    direct: (name, args = {}, context = {}) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return tool.execute(args, { runId: 'run', depth: 0, ...context });
    },
  };
}

/** The observation as the program behind a model would parse it. */
export function parsed({ text }: ToolResult): unknown {
  return JSON.parse(text) as unknown;
}

/** Everyone who waits goes on as soon as `count` wait. */
export function barrier(count: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < count) return;
      for (const goOn of waiting) goOn();
      waiting = [];
    });
}
