import type { ModelEvent, ToolOutcome } from '@mini-agent/foundation/chat';
import type { JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/recording/recorder.ts';
import { createReplay } from '../../src/recording/replay.ts';
import type { Scenario } from '../../src/recording/scenario.ts';
import { createRouter } from '../../src/router.ts';
import { createScriptedModel } from '../../src/scripted-model.ts';
import type { ScriptedReply } from '../../src/scripted-model.ts';
import { tool } from '../support/requests.ts';
import { outcomeRunner, runToolLoop } from '../support/tool-loop.ts';

/** Without the signs by which a text could look like a credential, which a recording takes out. */
const plain = (text: string): string => text.replace(/[@:=]/g, '#');
const plainText = fc.string().map(plain);
const plainKey = fc.string({ maxLength: 8 }).map(plain);
const plainValue = fc.oneof(plainText, fc.integer(), fc.boolean(), fc.constant(null));

const jsonArguments: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    plainKey,
    fc.oneof(plainValue, fc.array(plainValue), fc.dictionary(plainKey, plainValue)),
    { maxKeys: 3 },
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);

const call = fc.record(
  {
    name: fc.constantFrom('one', 'two', 'no_such_tool', ''),
    arguments: fc.oneof(
      jsonArguments,
      fc.constantFrom('{"x": ', 'nonsense', '[1]', '""', '{"x":1}}'),
    ),
    id: fc.constantFrom('', 'a', 'call_1'),
    cut: fc.boolean(),
  },
  { requiredKeys: ['name', 'arguments'] },
);

const usage = fc.nat({ max: 100_000 }).map((tokens) => ({
  inputTokens: tokens,
  cachedInputTokens: Math.floor(tokens / 2),
  outputTokens: 7,
  totalTokens: tokens + 7,
  estimated: false,
  costUsd: tokens / 1_000_000,
}));

const message = fc.record(
  {
    content: plainText,
    reasoning: plainText,
    toolCalls: fc.array(call, { maxLength: 3 }),
    finish: fc.constantFrom('stop' as const, 'tool_calls' as const, 'length' as const),
    usage,
    errorCode: fc.constantFrom('rule_abstained' as const, 'part_failed' as const),
    streamed: fc.boolean(),
    events: fc.constantFrom([{ type: 'retry', waitMs: 5, code: 'transient' } as const]),
  },
  { requiredKeys: [] },
);

const failure = fc.record(
  {
    error: fc.constantFrom(
      'auth' as const,
      'quota' as const,
      'timeout' as const,
      'context' as const,
    ),
    message: plainText,
    status: fc.constantFrom(401, 429, 500),
    retryAfterMs: fc.nat(),
    details: fc.constantFrom({ providerCode: 'x', param: 'temperature' }),
  },
  { requiredKeys: ['error'] },
);

const outcome: fc.Arbitrary<ToolOutcome> = fc.oneof(
  fc.record({
    callId: fc.constant(''),
    durationMs: fc.nat(),
    tries: fc.nat({ max: 3 }),
    ok: fc.constant(true as const),
    trusted: fc.boolean(),
    text: plainText,
    data: jsonArguments,
  }),
  fc.record({
    callId: fc.constant(''),
    durationMs: fc.nat(),
    tries: fc.nat({ max: 3 }),
    ok: fc.constant(false as const),
    code: fc.constantFrom('timeout' as const, 'tool_error' as const, 'invalid_arguments' as const),
    message: plainText,
    retry: fc.boolean(),
  }),
);

const replies = fc.array(fc.oneof({ weight: 4, arbitrary: message }, failure), {
  minLength: 1,
  maxLength: 6,
});

/** Two models behind a router, so that failures of the first are fallbacks. */
function routerOf(script: readonly ScriptedReply[]): ReturnType<typeof createRouter> {
  const model = createScriptedModel(script);
  return createRouter({
    models: [
      { mode: 'http', provider: 'first', model },
      { mode: 'http', provider: 'second', model },
    ],
  });
}

const throughDisk = (scenario: Scenario): Scenario =>
  JSON.parse(JSON.stringify(scenario)) as Scenario;

describe('a recorded run', () => {
  it('is replayed with the same replies, outcomes, usage, events and end', async () => {
    await fc.assert(
      fc.asyncProperty(
        replies,
        fc.array(outcome, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (script, outcomes, isRouted) => {
          const recorder = createRecorder();
          const model = isRouted ? routerOf(script) : createScriptedModel(script);
          const tools = outcomeRunner([tool('one'), tool('two')], outcomes);
          const recordedEvents: ModelEvent[] = [];
          const recorded = await runToolLoop({
            model: recorder.model(model),
            tools: recorder.tools(tools),
            runId: 'run-recorded',
            onEvent: (event) => recordedEvents.push(event),
          });
          const scenario = throughDisk(recorder.scenario());
          expect(scenario).toEqual(recorder.scenario());
          const events: ModelEvent[] = [];
          const replayed = await runToolLoop({
            ...createReplay(scenario),
            runId: 'run-replayed',
            onEvent: (event) => events.push(event),
          });
          expect(replayed).toEqual(recorded);
          expect(events).toEqual(recordedEvents);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is played by a scripted model too', async () => {
    await fc.assert(
      fc.asyncProperty(replies, fc.array(outcome, { minLength: 1 }), async (script, outcomes) => {
        const recorder = createRecorder();
        const descriptors = [tool('one'), tool('two')];
        const recorded = await runToolLoop({
          model: recorder.model(createScriptedModel(script)),
          tools: outcomeRunner(descriptors, outcomes),
        });
        const played = await runToolLoop({
          model: createScriptedModel(throughDisk(recorder.scenario()).replies),
          tools: outcomeRunner(descriptors, outcomes),
        });
        expect(played).toEqual(recorded);
      }),
      { numRuns: 100 },
    );
  });

  it('gives each of two parallel runs its own answers, whichever asks first', async () => {
    const recorder = createRecorder();
    const echo = createScriptedModel(
      Array.from(
        { length: 4 },
        () =>
          ({ messages, step }) =>
            step === 0
              ? { toolCalls: [{ name: 'one', arguments: { of: messages[0]?.content ?? '' } }] }
              : `done ${messages[0]?.content ?? ''}`,
      ),
    );
    const runner = {
      ...outcomeRunner([tool('one')], []),
      call: (given: { id: string; arguments: unknown }): Promise<ToolOutcome> =>
        Promise.resolve({
          callId: given.id,
          durationMs: 1,
          tries: 1,
          ok: true,
          trusted: true,
          text: JSON.stringify(given.arguments),
        }),
    };
    const model = recorder.model(echo);
    const tools = recorder.tools(runner);
    const recorded = await Promise.all(
      ['first', 'second'].map((task) => runToolLoop({ model, tools, task, runId: task })),
    );
    const replay = createReplay(recorder.scenario());
    const [second, first] = await Promise.all(
      ['second', 'first'].map((task) => runToolLoop({ ...replay, task, runId: `other-${task}` })),
    );
    expect([first, second]).toEqual(recorded);
  });

  it('keeps what each request adds, once', async () => {
    const recorder = createRecorder();
    const descriptors = [tool('one')];
    const text = 'a long observation '.repeat(50);
    const found: ToolOutcome = {
      callId: '',
      durationMs: 1,
      tries: 1,
      ok: true,
      trusted: true,
      text,
    };
    await runToolLoop({
      model: recorder.model(
        createScriptedModel([
          { toolCalls: [{ name: 'one', arguments: {} }] },
          { toolCalls: [{ name: 'one', arguments: { more: true } }] },
          'done',
        ]),
      ),
      tools: recorder.tools(outcomeRunner(descriptors, [found])),
    });
    const { requests, tools } = recorder.scenario();
    expect(requests.map(({ kept, messages }) => [kept, messages.length])).toEqual([
      [0, 1],
      [1, 2],
      [3, 2],
    ]);
    expect(requests.map(({ offered }) => offered)).toEqual([[0], undefined, undefined]);
    expect(tools.descriptors).toEqual(descriptors);
    expect(tools.lists).toEqual([{ depth: 0, times: 3, tools: [0] }]);
  });

  it('leaves out a call that is still under way', () => {
    const recorder = createRecorder();
    const model = recorder.model({ complete: () => new Promise(() => undefined) });
    void runToolLoop({ model, tools: recorder.tools(outcomeRunner([], [])) });
    expect(recorder.scenario()).toMatchObject({ replies: [], requests: [] });
  });

  it('records a model that gives nonsense as malformed, and lets it through', async () => {
    const recorder = createRecorder();
    const nonsense = { complete: () => Promise.resolve({} as never) };
    const options = { signal: new AbortController().signal };
    const request = { messages: null } as never;
    expect(await recorder.model(nonsense).complete(request, options)).toEqual({});
    await recorder.model(nonsense).complete(
      {
        messages: [],
        tools: [],
        toolChoice: 'auto',
        language: 'en',
        purpose: 'step',
        runId: 'r',
        step: 0,
      },
      options,
    );
    expect(recorder.scenario().replies).toEqual([{ error: 'malformed' }]);
  });
});
