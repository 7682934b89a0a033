import { coreTools } from '@mini-agent/core-tools';
import type { Mode } from '@mini-agent/foundation/chat';
import { createScriptedModel } from '@mini-agent/llm-router';
import { createToolManager } from '@mini-agent/tool-manager';
import { startModelServer, type ModelServer, type ScriptedReply } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createModels, type ModelsOptions } from '../src/compose/models.ts';
import { createNestedRuns } from '../src/compose/nested-runs.ts';
import { createRunner } from '../src/compose/runner.ts';
import type { RunJob } from '../src/runs/runner.ts';
import { callToolOf, noClient, type CallTool } from './call-tool.ts';
import { temporaryFolder } from './stdio-harness.ts';

const order: readonly Mode[] = ['sampling', 'http', 'rule'];

async function modelServer(replies: readonly ScriptedReply[]): Promise<ModelServer> {
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  return server;
}

function httpEnvironment(server: ModelServer): Readonly<Record<string, string>> {
  return {
    LLM_API_KEY: 'sk-test-1234567890',
    LLM_BASE_URL: `${server.url}/v1`,
    LLM_MODEL: 'scripted',
  };
}

interface SetUp {
  readonly environment?: Readonly<Record<string, string>>;
  readonly modeOrder?: readonly Mode[];
  readonly ruleAnswer?: string;
  readonly fastPath?: boolean;
  readonly runTimeoutMs?: number;
}

function setUp(options: SetUp = {}): {
  call: CallTool;
  models: ReturnType<typeof createModels>;
  logged: string[];
} {
  const { environment, modeOrder = order } = options;
  const logged: string[] = [];
  const modelsOptions: ModelsOptions = {
    settings: {
      fastPath: options.fastPath ?? false,
      llmEnvironment: () => ({ ...environment, LLM_MODE_ORDER: String(modeOrder) }),
    },
    ruleModel: createScriptedModel(Array(20).fill(options.ruleAnswer ?? 'by rules'), {
      mode: 'rule',
    }),
    isTrivial: (task) => Promise.resolve(task.startsWith('easy')),
    log: (line) => logged.push(line),
  };
  const models = createModels(modelsOptions);
  const runner = createRunner({
    settings: { maxTurns: 5, runTimeoutMs: options.runTimeoutMs ?? 20_000 },
    models,
    tools: createToolManager({ tools: coreTools }),
    discovery: undefined,
    nested: createNestedRuns(),
  });
  return {
    models,
    logged,
    call: callToolOf(runner, temporaryFolder()),
  };
}

describe('HTTP', { timeout: 20_000 }, () => {
  test('the documented sample is reproduced character for character', async () => {
    const server = await modelServer([
      {
        content: null,
        reasoning_content: '...',
        tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"sqrt(15) + 8"}' }],
      },
      { content: '11.87', reasoning_content: '...' },
    ]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    const { content, structuredContent } = await call({ task: '计算 sqrt(15) + 8' });
    expect(content[0].text).toBe(
      `Task: 计算 sqrt(15) + 8
Mode: LLM-powered (HTTP)
Steps: 2

--- Reasoning Trace ---
[Step 1]
  Thought: ...
  Action: calculator
  Observation: Expression: sqrt(15) + 8
Result: 11.872983346207416
[Step 2]
  Thought: ...
  Final Answer: 11.87

--- Final Answer ---
11.87`,
    );
    expect(structuredContent).toMatchObject({
      status: 'completed',
      outcome: 'completed',
      mode: 'http',
      provider: 'default',
      iterations: 2,
      tool_calls: [{ tool: 'calculator', input: { expression: 'sqrt(15) + 8' } }],
    });
  });

  test('D-021, mcp-063: a wrong key falls to rules and says so, once, without the key', async () => {
    const refused = { status: 401, body: { error: { message: 'bad key sk-test-1234567890' } } };
    const server = await modelServer([refused, refused, refused]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    const result = await call({ task: 'write a haiku' });
    expect(result.content[0].text).toMatch(
      /\n\nLLM unavailable: [^\n]*401[^\n]*; answered in rule mode\n\n--- Final Answer ---/,
    );
    expect(JSON.stringify(result)).not.toContain('sk-test');
    expect(result.structuredContent).toMatchObject({ mode: 'rule', status: 'completed' });
  });

  test('mcp-063: where no mode is left the result is an error that says what to do', async () => {
    const server = await modelServer([{ status: 401, body: { error: { message: 'no' } } }]);
    const { call } = setUp({ environment: httpEnvironment(server), modeOrder: ['http'] });
    const { isError, structuredContent, content } = await call({ task: 'write a haiku' });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ status: 'failed', error_code: 'model_unavailable' });
    expect(content[0].text).toMatch(/LLM_API_KEY/);
    expect(content[0].text).not.toMatch(/sk-test|at .*\.ts/);
  });

  test('mcp-063: a provider that times out is an error that says what to do', async () => {
    const late = { status: 504, body: { error: { message: 'upstream sk-test-1234567890' } } };
    const server = await modelServer(Array(10).fill(late));
    const { call } = setUp({ environment: httpEnvironment(server), modeOrder: ['http'] });
    const { isError, structuredContent, content } = await call({ task: 'write a haiku' });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ status: 'failed', error_code: 'model_unavailable' });
    expect(content[0].text).toMatch(/HTTP 504[\s\S]*LLM_BASE_URL/);
    expect(JSON.stringify(structuredContent)).not.toContain('sk-test');
  });

  test('mcp-063: a reached time limit is no error and has what was found so far', async () => {
    const server = await modelServer([
      { tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"6*7"}' }] },
      { content: 'late', delayMs: 60_000 },
    ]);
    const { call } = setUp({ environment: httpEnvironment(server), runTimeoutMs: 1_500 });
    const { isError, structuredContent, content } = await call({ task: 'think hard' });
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'budget_time' });
    expect(structuredContent.answer).toMatch(/time limit[\s\S]*Result: 42/);
    expect(content[0].text.endsWith(structuredContent.answer)).toBe(true);
  });

  test('mcp-063: a reached step limit is no error and has the partial answer', async () => {
    const again = { tool_calls: [{ id: 'c', name: 'random_gen', arguments: '{"type":"uuid"}' }] };
    const server = await modelServer([again, { content: 'so far' }]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    const { isError, structuredContent } = await call({ task: 'many', max_turns: 2 });
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({
      status: 'budget_exceeded',
      outcome: 'max_steps',
      answer: 'so far',
    });
  });

  test('a fall in the middle keeps what was done and repeats no call', async () => {
    const first = await modelServer([
      { tool_calls: [{ id: 'c', name: 'calculator', arguments: '{"expression":"6*7"}' }] },
      { status: 400, body: { error: { message: 'broken' } } },
    ]);
    const second = await modelServer([{ content: '42 it is' }]);
    const file = `${temporaryFolder()}/providers.json`;
    const { writeFileSync } = await import('node:fs');
    const entry = ({ url }: ModelServer): object => ({
      apiKey: 'k-123456',
      baseUrl: `${url}/v1`,
      model: 'm',
    });
    const text = JSON.stringify({ providers: { one: entry(first), two: entry(second) } });
    writeFileSync(file, text, { mode: 0o600 });
    const { call } = setUp({ environment: { LLM_PROVIDERS_PATH: file, LLM_PROVIDER: 'one,two' } });
    const { structuredContent, content } = await call({ task: 'what is 6*7' });
    expect(structuredContent).toMatchObject({ answer: '42 it is', provider: 'two' });
    expect(structuredContent['tool_calls']).toHaveLength(1);
    expect(content[0].text).toMatch(/LLM unavailable: one: [^\n]*; continued with two\n/);
    expect(JSON.stringify(second.requests)).toContain('42');
  });

  test('a cancel reaches the model call within 100 ms', async () => {
    const server = await modelServer([{ content: 'late', delayMs: 20_000 }]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    const controller = new AbortController();
    const result = call({ task: 'slow' }, { signal: controller.signal });
    await vi.waitUntil(() => server.requests.length > 0, 10_000);
    const begun = performance.now();
    controller.abort();
    const { structuredContent } = await result;
    expect(structuredContent).toMatchObject({ status: 'running' });
    await vi.waitUntil(() => server.requests[0]?.aborted === true, { timeout: 5_000, interval: 5 });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe('the order of modes', () => {
  const job = (change: Partial<RunJob> = {}): RunJob => ({
    task: 'x',
    mode: 'auto',
    maxTurns: undefined,
    agent: undefined,
    clientModel: noClient,
    ...change,
  });
  const http = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm' };
  const sampling = { clientModel: { ...noClient, sampling: true } };
  const samplingTools = { clientModel: { ...noClient, sampling: true, samplingTools: true } };

  interface Row {
    readonly name: string;
    readonly options: SetUp;
    readonly given: RunJob;
    readonly modes: readonly Mode[];
  }
  const withHttp: SetUp = { environment: http };
  const fast: SetUp = { environment: http, fastPath: true };
  const easy = job({ task: 'easy' });
  const ruleFirst: SetUp = { environment: http, modeOrder: ['rule', 'http'] };
  const forced = job({ ...samplingTools, mode: 'rule' });
  const row = (
    name: string,
    modes: readonly Mode[],
    { options = {}, given = job() }: Partial<Row>,
  ): Row => ({
    name,
    modes,
    options,
    given,
  });

  test.each([
    row('nothing configured', ['rule'], {}),
    row('HTTP', ['http', 'rule'], { options: withHttp }),
    row('sampling with tools', ['sampling', 'http', 'rule'], {
      options: withHttp,
      given: job(samplingTools),
    }),
    row('sampling without tools', ['http', 'sampling', 'rule'], {
      options: withHttp,
      given: job(sampling),
    }),
    row('sampling without tools and HTTP', ['sampling', 'rule'], { given: job(sampling) }),
    row('rule is forced', ['rule'], { options: withHttp, given: forced }),
    row('another order', ['rule', 'http'], { options: ruleFirst }),
    row('nothing left', ['http'], { options: { modeOrder: ['http'] } }),
    row('the fast path is off', ['http', 'rule'], { options: withHttp, given: easy }),
    row('the fast path', ['rule'], { options: fast, given: easy }),
  ])('$name', async ({ options, given, modes }) => {
    const { models } = setUp(options);
    await models.prepare(given);
    expect(models.modes(given)).toEqual(modes);
  });

  test('an HTTP that is switched off by a mistake is told on stderr and in the result, never guessed around', async () => {
    const environment = {
      LLM_PROVIDER: 'nowhere',
      LLM_API_KEY: 'sk-secret-abcdef',
      LLM_BASE_URL: 'https://api.example.com/v1',
      LLM_MODEL: 'm',
    };
    const { call, logged } = setUp({ environment });
    expect(logged.join('\n')).toMatch(/LLM_PROVIDER/);
    const { content, structuredContent } = await call({ task: 'x' });
    expect(content[0].text).toMatch(/LLM unavailable: LLM_PROVIDER [^\n]*; answered in rule mode/);
    expect(structuredContent).toMatchObject({ mode: 'rule' });
    const byRule = await call({ task: 'x', mode: 'rule' });
    expect(byRule.content[0].text).not.toContain('LLM unavailable');
  });
});

describe('sampling', () => {
  const clientModel = { sampling: true, samplingTools: true, session: {} };

  test('a declined request is a stop: nothing else is asked', async () => {
    const server = await modelServer([{ content: 'must not be asked' }]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    const declined = Object.assign(new Error('User rejected sampling request'), { code: -1 });
    const { structuredContent, isError } = await call(
      { task: 'private' },
      { clientModel, sendSampling: () => Promise.reject(declined) },
    );
    expect(structuredContent).toMatchObject({ status: 'cancelled', outcome: 'denied' });
    expect(isError).toBeUndefined();
    expect(server.requests).toHaveLength(0);
  });

  test('a client that cannot do it after all is asked once in its session', async () => {
    const server = await modelServer([{ content: 'one' }, { content: 'two' }]);
    const { call } = setUp({ environment: httpEnvironment(server) });
    let asked = 0;
    const change = {
      clientModel,
      sendSampling: () => {
        asked += 1;
        return Promise.reject(Object.assign(new Error('Method not found'), { code: -32601 }));
      },
    };
    for (const answer of ['one', 'two']) {
      const { structuredContent, content } = await call({ task: answer }, change);
      expect(structuredContent).toMatchObject({ answer, mode: 'http' });
      expect(content[0].text).toMatch(/LLM unavailable: [^\n]*; continued with HTTP/);
    }
    expect(asked).toBe(1);
  });
});
