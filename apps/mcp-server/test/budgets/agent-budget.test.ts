import { coreTools } from '@mini-agent/core-tools';
import type { Tool, ToolContext } from '@mini-agent/foundation/tool';
import {
  createBudget,
  createHttpModel,
  createRouter,
  withBudget,
  withPrice,
  withToolBudget,
  type Budget,
  type BudgetLimits,
} from '@mini-agent/llm-router';
import { createAgent, type Agent } from '@mini-agent/react-agent';
import { startModelServer, type ModelServer, type ScriptedReply } from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import { describe, expect, onTestFinished, test } from 'vitest';
import { calls, replyCost, says, taskOf, usage } from './budget-world.ts';

async function serve(script: Parameters<typeof startModelServer>[0]): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** A tool that has parts of a task done by agents of their own, which share model and tools with the one that calls it. */
function delegate(nested: () => Agent): Tool<{ readonly parts: readonly string[] }> {
  return {
    name: 'delegate',
    title: 'Delegate',
    description: 'Has parts done side by side.',
    inputSchema: { jsonSchema: { type: 'object', properties: { parts: { type: 'array' } } } },
    annotations: {
      readOnly: true,
      idempotent: true,
      openWorld: false,
      destructive: false,
      untrustedOutput: false,
    },
    policy: { occupiesSlot: false },
    execute: async ({ parts }, context?: ToolContext) => {
      const { signal } = context ?? {};
      const results = await Promise.all(
        parts.map((part) => nested().run(part, { depth: 1, ...(signal && { signal }) })),
      );
      return { text: results.map(({ outcome, answer }) => `${outcome}: ${answer}`).join('\n') };
    },
  };
}

function build(server: ModelServer, limits: BudgetLimits): { agent: Agent; budget: Budget } {
  const budget = createBudget(limits);
  const http = createHttpModel({ baseUrl: server.url, model: 'm', provider: 'acme' });
  const model = withBudget(withPrice(http, { input: 1, output: 1 }), budget);
  const manager = createToolManager({ tools: coreTools });
  const tools = withToolBudget(manager, budget);
  const nested = (): Agent => createAgent({ model, tools });
  manager.register(delegate(nested));
  return { agent: createAgent({ model, tools }), budget };
}

const parts = calls('delegate', { parts: ['part 1', 'part 2', 'part 3'] });
const isPart = (task: string): boolean => task.startsWith('part');

describe('agents that share a budget', { timeout: 20_000 }, () => {
  test('stop together; what was found is the answer', async () => {
    const server = await serve((request) => (isPart(taskOf(request)) ? says('found') : parts));
    const { agent, budget } = build(server, { maxCostUsd: 4 * replyCost });
    const result = await agent.run('do it');
    expect(result).toMatchObject({ outcome: 'budget_cost', partial: true });
    expect(result.answer).toMatch(/budget .* used up[\s\S]*found/);
    expect(server.requests).toHaveLength(4);
    expect(budget.spent).toMatchObject({
      modelCalls: 4,
      toolCalls: { delegate: 1 },
      inputTokens: 4 * usage.prompt_tokens,
      outputTokens: 4 * usage.completion_tokens,
      unpricedCalls: 0,
    });
    expect(budget.spent.costUsd).toBeCloseTo(4 * replyCost, 9);
  });

  test('a nested run that finds it used up has the same outcome, and an answer', async () => {
    const server = await serve((request) => (isPart(taskOf(request)) ? says('found') : parts));
    const { agent } = build(server, { maxModelCalls: 3 });
    const result = await agent.run('do it');
    expect(result.outcome).toBe('max_steps');
    const observed = result.state.steps[0]?.observation ?? '';
    expect(observed.match(/completed: found/g)).toHaveLength(2);
    expect(observed).toMatch(/max_steps: \S/);
    expect(server.requests).toHaveLength(3);
  });

  test('only requests that were under way are still made after the limit', async () => {
    let open = 0;
    let waiting: (() => void)[] = [];
    const everybody = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length < 3) return;
        for (const goOn of waiting) goOn();
        waiting = [];
      });
    const server = await serve(async (request): Promise<ScriptedReply> => {
      if (!isPart(taskOf(request))) return parts;
      open += 1;
      await everybody();
      return calls('calculator', { expression: '6*7' });
    });
    const { agent, budget } = build(server, { maxInputTokens: 2 * usage.prompt_tokens });
    const result = await agent.run('do it');
    expect(result.outcome).toBe('budget_tokens');
    expect(open).toBe(3);
    expect(server.requests).toHaveLength(4);
    expect(budget.spent.inputTokens).toBe(4 * usage.prompt_tokens);
  });

  test('count cached input at its own price', async () => {
    const cached = { ...usage, prompt_tokens_details: { cached_tokens: 60_000 } };
    const server = await serve([{ content: 'x', usage: cached }]);
    const budget = createBudget({});
    const http = createHttpModel({ baseUrl: server.url, model: 'm' });
    const priced = withPrice(http, { input: 10, cachedInput: 1, output: 20 });
    const tools = createToolManager({ tools: coreTools });
    const { state } = await createAgent({ model: withBudget(priced, budget), tools }).run('x');
    expect(budget.spent).toMatchObject({ cachedInputTokens: 60_000, unpricedCalls: 0 });
    expect(budget.spent.costUsd).toBeCloseTo(0.4 + 0.06 + 0.2, 9);
    expect(state.usage).toMatchObject({ cachedInputTokens: 60_000, costUsd: budget.spent.costUsd });
  });

  test('a fall to another provider in the middle repeats no call, and both are counted', async () => {
    const broken: ScriptedReply = { status: 401, body: { error: { message: 'no' } } };
    const first = await serve([calls('calculator', { expression: '6*7' }), broken]);
    const second = await serve([calls('calculator', { expression: '42+1' }), says('43')]);
    const budget = createBudget({ maxModelCalls: 3 });
    const entry = (provider: string, { url: baseUrl }: ModelServer) => ({
      mode: 'http' as const,
      provider,
      model: withBudget(createHttpModel({ baseUrl, model: 'm', provider, retries: 0 }), budget),
    });
    const model = createRouter({ models: [entry('a', first), entry('b', second)] });
    const tools = withToolBudget(createToolManager({ tools: coreTools }), budget);
    const { outcome, answer, state } = await createAgent({ model, tools }).run('what is 6*7+1');
    expect({ outcome, answer }).toEqual({ outcome: 'completed', answer: '43' });
    expect(state.steps.map(({ input }) => input?.['expression'])).toEqual([
      '6*7',
      '42+1',
      undefined,
    ]);
    expect(budget.spent).toMatchObject({ modelCalls: 3, toolCalls: { calculator: 2 } });
  });
});
