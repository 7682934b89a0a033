import type { ToolOutcome } from '@mini-agent/foundation/chat';
import { secret } from '@mini-agent/foundation/secret';
import { describe, expect, it } from 'vitest';
import { createRecorder } from '../../src/recording/recorder.ts';
import { createReplay } from '../../src/recording/replay.ts';
import { createScriptedModel } from '../../src/scripted-model.ts';
import { startEndpoint } from '../support/endpoint.ts';
import { tool } from '../support/requests.ts';
import { outcomeRunner, runToolLoop } from '../support/tool-loop.ts';

const known = 'plain words that are "secret"';
const key = 'sk-canary-9f8e7d6c5b4a3210';
const password = 'hunter-two';
const url = `https://user:${password}@host.example/path?key=${key}&token=${password}`;
const leak = `${known} ${encodeURIComponent(known)} ${key} ${url} Authorization: Bearer ${password}-token`;

const outcomes: readonly ToolOutcome[] = [
  {
    callId: '',
    durationMs: 1,
    tries: 1,
    ok: true,
    trusted: false,
    text: leak,
    origin: url,
    data: {
      password,
      nested: [{ api_key: password, authorization: `Basic ${password}`, pin: 1 }],
      [key]: leak,
    },
    next: { note: known },
  },
  {
    callId: '',
    durationMs: 1,
    tries: 1,
    ok: false,
    code: 'tool_error',
    message: leak,
    retry: false,
    expected: { description: leak, password },
  },
];

const script = [
  {
    content: leak,
    reasoning: leak,
    toolCalls: [
      { name: 'one', arguments: { text: leak, password, 'client-secret': password } },
      { name: 'one', arguments: `{"broken": "${leak}` },
    ],
  },
  { error: 'auth', message: leak, details: { providerCode: key, param: known } },
] as const;

function leaks(text: string): readonly string[] {
  const inJson = JSON.stringify(known).slice(1, -1);
  return [known, inJson, encodeURIComponent(known), key, password].filter((value) =>
    text.includes(value),
  );
}

describe('a scenario', () => {
  it('holds no secret, wherever it stood, and replays all the same', async () => {
    const recorder = createRecorder({ secrets: [secret(known)] });
    const options = { task: `My key is ${leak}`, runId: 'run-of-secrets' };
    await runToolLoop({
      ...options,
      model: recorder.model(createScriptedModel(script)),
      tools: recorder.tools(
        outcomeRunner([{ ...tool('one'), description: leak, title: key }], outcomes),
      ),
    });
    const scenario = recorder.scenario();
    expect(scenario.replies).toHaveLength(2);
    expect(scenario.tools.calls).toHaveLength(2);
    expect(leaks(JSON.stringify(scenario))).toEqual([]);
    expect(JSON.stringify(scenario)).not.toContain('run-of-secrets');
    const replay = createReplay(scenario, { secrets: [known] });
    const replayed = await runToolLoop({ ...options, ...replay });
    expect(replayed.end).toMatchObject({ code: 'auth' });
    expect(leaks(JSON.stringify(replayed))).toEqual([]);
  });

  it('keeps values whose key only sounds like a credential', async () => {
    const recorder = createRecorder();
    const given = { password: 'required', keyword: 'monkey', tokens: 1_234_567, text: 'plain' };
    await runToolLoop({
      model: recorder.model(
        createScriptedModel([{ toolCalls: [{ name: 'one', arguments: given }] }, 'done']),
      ),
      tools: recorder.tools(outcomeRunner([tool('one')], outcomes)),
    });
    expect(recorder.scenario().tools.calls[0]?.arguments).toEqual(given);
  });

  it('of an endpoint has neither headers, nor bodies, nor what is only echoed', async () => {
    const { model } = await startEndpoint(
      [
        {
          content: 'hello',
          reasoning_details: [{ signature: 'opaque-canary' }],
          note: 'body-canary',
        },
      ],
      { apiKey: key, headers: { 'x-extra': 'header-canary' } },
    );
    const recorder = createRecorder();
    await runToolLoop({
      model: recorder.model(model),
      tools: recorder.tools(outcomeRunner([], outcomes)),
    });
    const text = JSON.stringify(recorder.scenario());
    expect(text).toContain('hello');
    expect(text).not.toMatch(/canary/);
  });
});
