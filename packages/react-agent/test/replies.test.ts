import type { ChatMessage } from '@mini-agent/foundation/chat';
import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import {
  ScriptedError,
  scriptedModel,
  scriptedTools,
  type Reply,
  type ScriptedTool,
} from './scripted.ts';

async function run(replies: readonly Reply[], tools: Record<string, ScriptedTool> = { t: {} }) {
  const model = scriptedModel(replies);
  const runner = scriptedTools(tools);
  const result = await createAgent({ model, tools: runner }).run('go');
  return { result, model, made: runner.made };
}

describe('empty replies', () => {
  it('ab-008: an empty turn is asked again with tools, is not kept, and is not the answer', async () => {
    const { result, model } = await run([
      { calls: [['t', {}]] },
      { content: '' },
      { calls: [['t', { n: 2 }]] },
      { content: 'ok' },
    ]);
    expect(result).toMatchObject({ outcome: 'completed', answer: 'ok' });
    expect(model.requests[2]?.toolChoice).toBe('auto');
    const kept = model.requests[3]?.messages.filter(({ role }) => role === 'assistant');
    expect(kept).toHaveLength(2);
  });

  it('ab-010: reasoning alone is no answer; a visible one is asked for once', async () => {
    const { result, model } = await run([{ reasoning: 'the answer is 4' }, { content: '4' }], {});
    expect(result.answer).toBe('4');
    // In the system message: rules that may take over read the user's message word for word.
    expect(model.requests[1]?.messages).toMatchObject([
      { role: 'system', content: expect.stringContaining('visible') as string },
      { role: 'user', content: 'go' },
    ]);
  });

  it('ab-011: text beside an earlier call does not count as the answer', async () => {
    const { result, model } = await run([
      { content: 'Checking...', calls: [['t', {}]] },
      { content: ' ' },
      { content: 'found' },
    ]);
    expect(result.answer).toBe('found');
    expect(model.requests).toHaveLength(3);
  });

  it('gives up after three empty replies with what was found', async () => {
    const { result, model } = await run([{ calls: [['t', {}]] }, {}, {}, {}, { content: 'late' }]);
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'malformed' });
    expect(result.answer).toMatch(/t: done/);
    expect(model.requests).toHaveLength(4);
  });
});

describe('finish reasons', () => {
  it('ab-012: calls decide, not the finish reason', async () => {
    const { result, made } = await run([{ calls: [['t', {}]], finish: 'stop' }, { content: '4' }]);
    expect([result.answer, made.length]).toEqual(['4', 1]);
  });

  it('ab-014: a call in a reply that was cut is never run, and the model is told', async () => {
    const { made, model } = await run([
      { calls: [['t', { text: 'hel' }]], finish: 'length' },
      { calls: [['t', { text: 'hello' }]] },
      { content: 'ok' },
    ]);
    expect(made.map((call) => call.arguments)).toEqual([{ ok: true, value: { text: 'hello' } }]);
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/invalid_arguments.*cut off/);
  });

  it('ab-015: no calls with text is the answer, whatever the finish reason', async () => {
    const { result, model } = await run([{ content: 'The answer is 4.', finish: 'tool_calls' }]);
    expect(result.answer).toBe('The answer is 4.');
    expect(model.requests).toHaveLength(1);
  });

  it('ends with content_filter, and runs nothing of the filtered reply', async () => {
    const { result, made } = await run([{ calls: [['t', {}]], finish: 'content_filter' }]);
    expect(result.outcome).toBe('content_filter');
    expect(made).toEqual([]);
  });
});

describe('arguments', () => {
  it('ab-041: a call that cannot be read is answered with an error, never dropped', async () => {
    const { made, model } = await run([
      { calls: [['t', '\u0000{"x":1}']] },
      { calls: [['t', { x: 1 }]] },
      { content: 'ok' },
    ]);
    expect(made).toHaveLength(1);
    const told = JSON.parse(model.requests[1]?.messages.at(-1)?.content ?? '') as object;
    expect(told).toEqual({
      ok: false,
      kind: 'invalid_arguments',
      message: 'not JSON',
      expected: { type: 'object' },
      retry: true,
    });
  });

  it('ab-042: names of inherited properties are unknown tools', async () => {
    const { result, model } = await run([
      { calls: [['constructor', {}]] },
      { calls: [['__proto__', {}]] },
      { content: 'ok' },
    ]);
    expect(result.answer).toBe('ok');
    for (const request of model.requests.slice(1)) {
      expect(request.messages.at(-1)?.content).toMatch(/unknown_tool/);
    }
  });

  it('forces an answer after four turns of invalid calls', async () => {
    const bad = (n: number): Reply => ({ calls: [['t', `{bad${n}`]] });
    const model = scriptedModel([bad(1), bad(2), bad(3), bad(4), { content: 'sorry' }]);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }), limits: { maxTurns: 20 } });
    expect(await agent.run('go')).toMatchObject({ outcome: 'invalid_tool_calls', answer: 'sorry' });
  });
});

describe('history', () => {
  it('ab-026, ab-028: own ids, unique in the run, on the call and on its result', async () => {
    const { model } = await run([
      { calls: [['t', { n: 1 }]] },
      { calls: [['t', { n: 2 }]] },
      { content: 'x' },
    ]);
    const ids = (role: string): unknown[] =>
      (model.requests[2]?.messages ?? []).flatMap((message) => {
        if (message.role !== role) return [];
        return message.role === 'assistant'
          ? message.toolCalls.map(({ id }) => id)
          : message.role === 'tool'
            ? [message.callId]
            : [];
      });
    expect(ids('assistant')).toEqual(['c1', 'c2']);
    expect(ids('tool')).toEqual(['c1', 'c2']);
  });

  it('ab-031: a result without its call is left out, and a call without its result', async () => {
    const outcome = {
      callId: 'gone',
      ok: true,
      trusted: true,
      text: '1',
      durationMs: 0,
      tries: 1,
    } as const;
    const history: ChatMessage[] = [
      { role: 'user', content: 'x' },
      { role: 'tool', callId: 'gone', name: 't', content: '1', outcome },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'open', name: 't', arguments: { ok: true, value: {} } }],
      },
    ];
    const model = scriptedModel([{ content: 'ok' }]);
    await createAgent({ model, tools: scriptedTools({}) }).run('go', { history });
    expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  });

  it('ab-032: compacts once when the context is full, and every history sent is paired', async () => {
    const big = (n: number): Reply => ({ calls: [['t', { n }]] });
    const full = new ScriptedError('context', 'maximum context length');
    const { result, model } = await run(
      [big(1), big(2), big(3), { error: full }, { content: 'ok' }],
      {
        t: { results: ['x'.repeat(9_000)] },
      },
    );
    expect(result.answer).toBe('ok');
    const [before, after] = [model.requests[3], model.requests[4]];
    const size = (request = before): number =>
      (request?.messages ?? []).reduce((sum, { content }) => sum + content.length, 0);
    expect(size(after)).toBeLessThan(size(before) / 2);
    for (const { messages } of model.requests) {
      const calls = messages.flatMap((m) =>
        m.role === 'assistant' ? m.toolCalls.map(({ id }) => id) : [],
      );
      const results = messages.flatMap((m) => (m.role === 'tool' ? [m.callId] : []));
      expect(results).toEqual(calls);
    }
  });

  it('a context that stays full ends the run', async () => {
    const full = (): Reply => ({ error: new ScriptedError('context', 'maximum context length') });
    const { result } = await run([full(), full(), full()]);
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'context' });
  });
});
