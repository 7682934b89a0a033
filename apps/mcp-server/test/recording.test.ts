import { coreTools } from '@mini-agent/core-tools';
import type { ChatModel, ToolRunner } from '@mini-agent/foundation/chat';
import { secret } from '@mini-agent/foundation/secret';
import {
  createHttpModel,
  createRecorder,
  createReplay,
  createRouter,
  createScriptedModel,
  type Scenario,
  type ScriptedReply,
} from '@mini-agent/llm-router';
import { createAgent, type RunResult } from '@mini-agent/react-agent';
import { startModelServer } from '@mini-agent/testkit';
import { createToolManager } from '@mini-agent/tool-manager';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

const now = (): number => 1_750_000_000_000;

function runAgent(model: ChatModel, tools: ToolRunner, task: string): Promise<RunResult> {
  // Run ids and boundaries are new ones every time, as they are in a program.
  return createAgent({ model, tools, now, limits: { maxTurns: 4 } }).run(task);
}

/** What a run gave, without what is random in it: ids and the marks around tool results. */
function resultOf(result: RunResult): unknown {
  const { outcome, answer, partial, errorCode, state } = result;
  const { steps, usage, iterations, calls, fallbacks, last } = state;
  return { outcome, answer, partial, errorCode, steps, usage, iterations, calls, fallbacks, last };
}

const throughDisk = (scenario: Scenario): Scenario =>
  JSON.parse(JSON.stringify(scenario)) as Scenario;

const toolManager = (): ToolRunner => createToolManager({ tools: coreTools });

const call = fc.record({
  name: fc.constantFrom('calculator', 'text_stats', 'random_gen', 'unit_convert', 'no_such_tool'),
  arguments: fc.constantFrom(
    { expression: '2 + 3' },
    { expression: '1 / 0' },
    { text: 'Hello there.' },
    { type: 'uuid' },
    { value: 3, from: 'km', to: 'mile' },
    {},
    '{"expression": "2 +',
    'nonsense',
  ),
});

const reply: fc.Arbitrary<ScriptedReply> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        content: fc.constantFrom('', 'Let me see.', 'Final Answer: 5', '答案是 5'),
        reasoning: fc.constantFrom('I think.', ''),
        toolCalls: fc.array(call, { maxLength: 3 }),
        finish: fc.constantFrom('length' as const, 'content_filter' as const),
      },
      { requiredKeys: ['content', 'toolCalls'] },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('It is 5.', '') },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        error: fc.constantFrom(
          'auth' as const,
          'rate_limited' as const,
          'context' as const,
          'declined' as const,
          'content_filter' as const,
        ),
        message: fc.constantFrom('A failure.', ''),
        status: fc.constantFrom(401, 429),
      },
      { requiredKeys: ['error'] },
    ),
  },
);

describe('a recorded run of the agent', { timeout: 60_000 }, () => {
  test('is replayed offline with the same steps, outcome, answer and usage', async () => {
    const task = fc.constantFrom('What is 2 + 3?', '2 加 3 等于多少？');
    const script = fc.array(reply, { minLength: 1, maxLength: 8 });
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(task, script, async (text, replies) => {
        const recorder = createRecorder();
        const model = createScriptedModel(replies);
        const router = createRouter({
          models: [
            { mode: 'http', provider: 'first', model },
            { mode: 'http', provider: 'second', model },
          ],
        });
        const recorded = await runAgent(
          recorder.model(router),
          recorder.tools(toolManager()),
          text,
        );
        outcomes.add(recorded.outcome);
        const replay = createReplay(throughDisk(recorder.scenario()));
        const replayed = await runAgent(replay.model, replay.tools, text);
        expect(resultOf(replayed)).toEqual(resultOf(recorded));
      }),
      { numRuns: 150 },
    );
    // The random runs ended in every way that a script can bring about.
    expect([...outcomes]).toEqual(
      expect.arrayContaining(['completed', 'error', 'denied', 'content_filter', 'max_steps']),
    );
  });

  test('over HTTP is replayed without the server, and its key is nowhere', async () => {
    const key = 'sk-canary-9f8e7d6c5b4a3210';
    const server = await startModelServer([
      {
        reasoning_content: `My key is ${key}.`,
        tool_calls: [{ id: 'a', name: 'calculator', arguments: '{"expression":"6*7"}' }],
      },
      { content: 'It is 42.' },
    ]);
    onTestFinished(() => server.close().catch(() => undefined));
    const recorder = createRecorder({ secrets: [secret(key)] });
    const model = createHttpModel({ baseUrl: `${server.url}/v1`, apiKey: key, model: 'm' });
    const recorded = await runAgent(
      recorder.model(model),
      recorder.tools(toolManager()),
      'What is 6*7?',
    );
    await server.close();
    const scenario = throughDisk(recorder.scenario());
    expect(JSON.stringify(scenario)).not.toContain(key);
    const replay = createReplay(scenario);
    const replayed = await runAgent(replay.model, replay.tools, 'What is 6*7?');
    expect(replayed).toMatchObject({ outcome: 'completed', answer: 'It is 42.' });
    expect(resultOf(replayed)).toEqual(resultOf(recorded));
  });

  test('is played by a scripted model with the real tools', async () => {
    const recorder = createRecorder();
    const script = [
      { toolCalls: [{ name: 'calculator', arguments: { expression: '2 + 3' } }] },
      'It is 5.',
    ];
    const recorded = await runAgent(
      recorder.model(createScriptedModel(script)),
      toolManager(),
      'What is 2 + 3?',
    );
    const played = createScriptedModel(throughDisk(recorder.scenario()).replies);
    const again = await runAgent(played, toolManager(), 'What is 2 + 3?');
    const withoutTimes = (result: RunResult): unknown =>
      JSON.parse(JSON.stringify(resultOf(result)).replace(/"durationMs":\d+/g, '"durationMs":0'));
    expect(withoutTimes(again)).toEqual(withoutTimes(recorded));
  });

  test('refuses another task instead of answering it', async () => {
    const recorder = createRecorder();
    await runAgent(
      recorder.model(createScriptedModel(['It is 5.'])),
      recorder.tools(toolManager()),
      'What is 2 + 3?',
    );
    const replay = createReplay(recorder.scenario());
    const { outcome, errorCode, answer } = await runAgent(
      replay.model,
      replay.tools,
      'What is 2 + 4?',
    );
    expect([outcome, errorCode]).toEqual(['error', 'unavailable']);
    expect(answer).toContain('recorded "What is 2 + 3?", now "What is 2 + 4?"');
  });
});
