import { coreTools } from '@mini-agent/core-tools';
import { createRuleModel } from '@mini-agent/llm-router/rules';
import { startModelServer, type ModelServer } from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import { expect, onTestFinished, test } from 'vitest';
import { createModels } from '../src/compose/models.ts';
import { createNestedRuns } from '../src/compose/nested-runs.ts';
import { createRunner } from '../src/compose/runner.ts';
import { createTrivialCheck } from '../src/compose/trivial-task.ts';
import { ruleFamilies } from '../src/rules/families.ts';
import { ruleHelp } from '../src/rules/help.ts';
import type { CallRequest } from '../src/server/call-run-agent.ts';
import { callToolOf, type CallTool } from './call-tool.ts';
import { temporaryFolder } from './stdio-harness.ts';

interface World {
  readonly server: ModelServer;
  readonly hinted: readonly string[];
  readonly call: CallTool;
}

/** A server with the real rules and tools, and a model behind HTTP that always says the same. */
async function openWorld(fastPath: boolean): Promise<World> {
  const server = await startModelServer(Array(5).fill({ content: 'said by the model' }));
  onTestFinished(() => server.close());
  const environment = {
    LLM_API_KEY: 'sk-test-1234567890',
    LLM_BASE_URL: `${server.url}/v1`,
    LLM_MODEL: 'scripted',
  };
  const hinted: string[] = [];
  const runner = createRunner({
    settings: { maxTurns: 5, runTimeoutMs: 20_000 },
    models: createModels({
      settings: { fastPath, llmEnvironment: () => environment },
      ruleModel: createRuleModel({ intents: ruleFamilies, help: ruleHelp }),
      isTrivial: createTrivialCheck({ intents: ruleFamilies, tools: coreTools }),
      log: () => undefined,
    }),
    tools: createToolManager({ tools: coreTools }),
    discovery: undefined,
    nested: createNestedRuns(),
    hint: (task) => {
      hinted.push(task);
      return Promise.resolve(undefined);
    },
  });
  return {
    server,
    hinted,
    call: callToolOf(runner, temporaryFolder()),
  };
}

test.each([
  ['calculate 2+2', '4'],
  ['5公里是多少英里', '3.106'],
  ['convert 10 km to miles and generate a uuid', 'UUID'],
])('%s is answered by rules, and says so, without a request', async (task, part) => {
  const { server, call, hinted } = await openWorld(true);
  const { structuredContent, content } = await call({ task });
  expect(structuredContent).toMatchObject({ mode: 'rule', status: 'completed' });
  expect(structuredContent.answer).toContain(part);
  expect(content[0].text).toMatch(/^Mode: [^\n]*rule/im);
  expect(content[0].text).not.toContain('unavailable');
  expect(server.requests).toHaveLength(0);
  expect(hinted).toEqual([]);
});

test.each([
  'calculate 2+2 and explain why',
  'calculate 1/0',
  '计算 2+2，写出步骤',
  'write a haiku',
])('%s goes to the model as it is', async (task) => {
  const { server, call } = await openWorld(true);
  const { structuredContent } = await call({ task });
  expect(structuredContent).toMatchObject({ mode: 'http', answer: 'said by the model' });
  expect(structuredContent['tool_calls'] ?? []).toEqual([]);
  expect(server.requests).toHaveLength(1);
  expect(JSON.stringify(server.requests[0])).toContain(task);
});

test('switched off, everything goes to the model', async () => {
  const { server, call } = await openWorld(false);
  const { structuredContent } = await call({ task: 'calculate 2+2' });
  expect(structuredContent).toMatchObject({ mode: 'http', answer: 'said by the model' });
  expect(server.requests).toHaveLength(1);
});

test('a task that goes on with a conversation is for the model, however simple it looks', async () => {
  const { server, call } = await openWorld(true);
  const first = await call({ task: 'write a haiku' });
  const runId = first.structuredContent['run_id'];
  const { structuredContent } = await call({ task: 'calculate 2+2', run_id: runId });
  expect(structuredContent).toMatchObject({ mode: 'http', answer: 'said by the model' });
  expect(server.requests).toHaveLength(2);
});

test('a client with sampling is not asked either', async () => {
  const { server, call } = await openWorld(true);
  let asked = 0;
  const change: Partial<CallRequest> = {
    clientModel: { sampling: true, samplingTools: true, session: {} },
    sendSampling: () => {
      asked += 1;
      const content = [{ type: 'text', text: 'said by the client' }];
      return Promise.resolve({ role: 'assistant', model: 'm', stopReason: 'endTurn', content });
    },
  };
  const fast = await call({ task: 'time in Tokyo' }, change);
  expect(fast.structuredContent).toMatchObject({ mode: 'rule', status: 'completed' });
  expect(asked).toBe(0);
  const slow = await call({ task: 'what is the weather in Tokyo' }, change);
  expect(slow.structuredContent).toMatchObject({ mode: 'sampling', answer: 'said by the client' });
  expect([asked, server.requests.length]).toEqual([1, 0]);
});
