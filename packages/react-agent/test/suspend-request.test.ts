import { getEventListeners } from 'node:events';
import { createAgent, type AgentOptions, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it, vi } from 'vitest';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const script: readonly Reply[] = [{ calls: [['t', {}]] }, { content: 'done' }];

function setUp(options: Partial<AgentOptions> = {}, replies = script) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: { results: ['T'] } });
  const controller = new AbortController();
  const agent = createAgent({ model, tools, ...options });
  return { model, tools, agent, controller, suspend: controller.signal };
}

function asJson(state: RunState): RunState {
  return JSON.parse(JSON.stringify(state)) as RunState;
}

describe('the request to put a run aside', () => {
  it('that was made before it began starts nothing', async () => {
    const { agent, model, controller, suspend } = setUp();
    controller.abort();
    const result = await agent.run('go', { suspend });
    expect(result.suspended?.reason).toBe('requested');
    expect(model.requests).toEqual([]);
    expect(await agent.resume(asJson(result.state))).toMatchObject({ answer: 'done' });
  });

  it('that comes with the answer changes nothing', async () => {
    const { agent, controller, suspend } = setUp({}, [{ content: 'done' }]);
    agent.addNextHook(() => {
      controller.abort();
      return null;
    });
    const result = await agent.run('go', { suspend });
    expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
    expect(result.suspended).toBeUndefined();
  });

  it('does not hide that the run was cancelled, or that a hook failed', async () => {
    const { agent, controller, suspend } = setUp();
    const stop = new AbortController();
    stop.abort();
    controller.abort();
    expect((await agent.run('go', { suspend, signal: stop.signal })).suspended).toBeUndefined();
    const hooked = setUp();
    hooked.agent.addNextHook(() => {
      hooked.controller.abort();
      throw new Error('no');
    });
    const failed = await hooked.agent.run('go', { suspend: hooked.suspend });
    expect(failed).toMatchObject({ outcome: 'error', errorCode: 'hook_failed' });
  });

  it('gives the result of a finished run again', async () => {
    const { agent, controller, suspend } = setUp();
    const { state } = await agent.run('go');
    controller.abort();
    expect(await agent.resume(state, { suspend })).toMatchObject({
      outcome: 'completed',
      answer: 'done',
    });
  });

  it('leaves no listener, and many runs may share one', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const { controller, suspend } = setUp();
    const stop = new AbortController();
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        setUp().agent.run('go', { suspend, ...(index === 0 && { signal: stop.signal }) }),
      ),
    );
    expect(results.every(({ outcome }) => outcome === 'completed')).toBe(true);
    expect(getEventListeners(suspend, 'abort')).toEqual([]);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    controller.abort();
    expect((await setUp().agent.run('go', { suspend })).suspended).toBeDefined();
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
