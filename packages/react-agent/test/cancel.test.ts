import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools } from './scripted.ts';

/** Ten times the promised 50 ms, and never less than a second: the machine may be busy. */
const patienceMs = 1_000;

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  const value = await work;
  return { value, ms: performance.now() - began };
}

describe('cancelling', () => {
  it.each(['obeys', 'ignores'] as const)(
    'ends at once while a model that %s the signal is asked',
    async (hangs) => {
      const controller = new AbortController();
      const model = scriptedModel([{ hangs }]);
      const agent = createAgent({ model, tools: scriptedTools({}) });
      const running = agent.run('go', {
        signal: controller.signal,
        onEvent: ({ type }) => {
          if (type === 'model_started')
            setImmediate(() => {
              controller.abort();
            });
        },
      });
      const { value, ms } = await timed(running);
      expect(value.outcome).toBe('aborted');
      expect(value.answer).toMatch(/cancelled/);
      expect(ms).toBeLessThan(patienceMs);
    },
  );

  it('ab-033, ab-068, ab-069: reaches the tool; one that goes on is recorded as unknown, and no further model call starts', async () => {
    const controller = new AbortController();
    const tools = scriptedTools({ stubborn: { until: new Promise(() => undefined) } });
    const model = scriptedModel([{ calls: [['stubborn', {}]] }, { content: 'never' }]);
    const running = createAgent({ model, tools }).run('go', {
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type === 'tool_started')
          setImmediate(() => {
            controller.abort();
          });
      },
    });
    const { value, ms } = await timed(running);
    expect(value.outcome).toBe('aborted');
    expect(tools.signals[0]?.aborted).toBe(true);
    expect(value.state.steps[0]).toMatchObject({ action: 'stubborn', error: 'outcome_unknown' });
    expect(model.requests).toHaveLength(1);
    expect(ms).toBeLessThan(patienceMs);
  });

  it('starts nothing when it was cancelled before', async () => {
    const model = scriptedModel([{ content: 'x' }]);
    const agent = createAgent({ model, tools: scriptedTools({}) });
    const result = await agent.run('go', { signal: AbortSignal.abort() });
    expect(result.outcome).toBe('aborted');
    expect(model.requests).toHaveLength(0);
  });

  it('ends with budget_time at its own time limit, with what was found', async () => {
    const tools = scriptedTools({ t: { results: ['42'] } });
    const model = scriptedModel([{ calls: [['t', {}]] }, { hangs: 'ignores' }]);
    const agent = createAgent({ model, tools, limits: { timeoutMs: 60 } });
    const result = await agent.run('go');
    expect(result.outcome).toBe('budget_time');
    expect(result.answer).toMatch(/time limit[\s\S]*t: 42/);
  });
});
