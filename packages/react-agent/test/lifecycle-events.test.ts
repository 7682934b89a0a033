import type { ChatModel } from '@mini-agent/foundation/chat';
import { createAgent, type AgentEvent, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { oneTool, scriptedModel, scriptedTools, toResponse } from './scripted.ts';

const usage = { inputTokens: 10, outputTokens: 2, totalTokens: 12, estimated: false };

describe('the events of a run', () => {
  it('tell of the run, its model calls, fallbacks, tool calls and steps, with times and usage', async () => {
    let now = 1_000;
    const fallback = {
      from: 'sampling',
      to: 'http',
      provider: 'p',
      code: 'transient',
      reason: 'gone',
    } as const;
    const model: ChatModel = {
      complete: ({ step }, { onEvent }) => {
        now += 100;
        if (step === 0) onEvent?.({ type: 'fallback', ...fallback });
        const reply = step === 0 ? { calls: [['t', {}] as const] } : { content: 'done' };
        return Promise.resolve(toResponse(reply));
      },
    };
    const tools = oneTool(({ id }, { onProgress }) => {
      onProgress?.({ message: 'half' });
      now += 30;
      return { callId: id, ok: true, trusted: true, text: 'T', durationMs: 30, tries: 1 };
    });
    const events: AgentEvent[] = [];
    const agent = createAgent({ model, tools, now: () => now, random: () => 'run-1' });
    const { durationMs } = await agent.run('go', { onEvent: (event) => void events.push(event) });
    expect(events.map(({ seq, at, runId, ...event }) => [seq, at, runId, event])).toEqual([
      [1, 1_000, 'run-1', { type: 'run_started', task: 'go' }],
      [2, 1_000, 'run-1', { type: 'model_started', turn: 1 }],
      [3, 1_100, 'run-1', { type: 'model_event', event: { type: 'fallback', ...fallback } }],
      [4, 1_100, 'run-1', { type: 'model_finished', turn: 1, usage, durationMs: 100 }],
      [
        5,
        1_100,
        'run-1',
        { type: 'tool_started', call: expect.objectContaining({ id: 'c1' }) as object },
      ],
      [6, 1_100, 'run-1', { type: 'tool_progress', callId: 'c1', message: 'half' }],
      [
        7,
        1_130,
        'run-1',
        { type: 'tool_finished', outcome: expect.objectContaining({ durationMs: 30 }) as object },
      ],
      [
        8,
        1_130,
        'run-1',
        { type: 'step', step: expect.objectContaining({ durationMs: 30 }) as object },
      ],
      [9, 1_130, 'run-1', { type: 'model_started', turn: 2 }],
      [10, 1_230, 'run-1', { type: 'model_finished', turn: 2, usage, durationMs: 100 }],
      [
        11,
        1_230,
        'run-1',
        { type: 'step', step: expect.objectContaining({ durationMs: 100 }) as object },
      ],
      [
        12,
        1_230,
        'run-1',
        {
          type: 'run_finished',
          outcome: 'completed',
          usage: { inputTokens: 20, outputTokens: 4, totalTokens: 24, estimated: false },
          durationMs: 230,
        },
      ],
    ]);
    expect(durationMs).toBe(230);
  });

  it('end with run_finished also where the run fails, with what it used', async () => {
    const events: AgentEvent[] = [];
    const model = scriptedModel([{ calls: [['t', {}]] }]);
    await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go', {
      onEvent: (event) => void events.push(event),
    });
    expect(events.at(-1)).toMatchObject({ type: 'run_finished', outcome: 'error', usage });
  });

  it('count on without a gap in a run that goes on', async () => {
    const controller = new AbortController();
    const events: AgentEvent[] = [];
    const replies = [{ calls: [['t', {}] as const] }, { content: 'done' }];
    const first = createAgent({ model: scriptedModel(replies), tools: scriptedTools({ t: {} }) });
    const { state } = await first.run('go', {
      suspend: controller.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.type === 'tool_finished') controller.abort();
      },
    });
    const saved = JSON.parse(JSON.stringify(state)) as RunState;
    const next = createAgent({
      model: scriptedModel(replies.slice(1)),
      tools: scriptedTools({ t: {} }),
    });
    await next.resume(saved, { onEvent: (event) => void events.push(event) });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ type }) => type)).toEqual([
      'run_started',
      'model_started',
      'model_finished',
      'tool_started',
      'tool_finished',
      'step',
      'run_suspended',
      'model_started',
      'model_finished',
      'step',
      'run_finished',
    ]);
  });
});
