import { createAgent, type CreateHook, type HookContext } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const replies: readonly Reply[] = [{ reasoning: 'r', calls: [['t', {}]] }, { content: 'done' }];

function setUp(script = replies) {
  const model = scriptedModel(script);
  const tools = scriptedTools({ t: { results: ['T'] } });
  return { model, tools, agent: createAgent({ model, tools }) };
}

describe('create hooks', () => {
  it('D-005: the same array with a message pushed is what the model gets', async () => {
    const { agent, model } = setUp();
    agent.addCreateHook((_, messages) => {
      if (messages.length === 2) messages.push({ role: 'user', content: 'be brief' });
      return messages;
    });
    await agent.run('go');
    const first = model.requests[0]?.messages.map(({ role, content }) => [role, content]);
    expect(first).toEqual([
      ['system', expect.any(String)],
      ['user', 'go'],
      ['user', 'be brief'],
    ]);
  });

  it('keeps what OpenAI messages have no place for, in messages a hook did not change', async () => {
    const { agent, model } = setUp();
    agent.addCreateHook((_, messages) => [...messages]);
    await agent.run('go');
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      outcome: { text: 'T' },
    });
    expect(model.requests[1]?.messages.at(-2)).toMatchObject({ reasoning: 'r' });
  });

  it('sees calls and results in OpenAI form, and may change them', async () => {
    const { agent, model } = setUp();
    const seen: unknown[] = [];
    agent.addCreateHook((_, messages) => {
      seen.push(...messages.slice(2));
      return messages.map((message) =>
        message.role === 'tool' ? { ...message, content: 'changed' } : message,
      );
    });
    await agent.run('go');
    expect(seen).toMatchObject([
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 't', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1' },
    ]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'changed' });
  });

  it('undefined changes nothing; contexts count from 0', async () => {
    const { agent } = setUp();
    const contexts: HookContext[] = [];
    const hook: CreateHook = (context) => {
      contexts.push(context);
      return undefined;
    };
    agent.addCreateHook(hook);
    expect((await agent.run('go')).answer).toBe('done');
    expect(contexts).toEqual([
      { task: 'go', step: 0, maxSteps: 5 },
      { task: 'go', step: 1, maxSteps: 5 },
    ]);
  });

  it('D-006: null cancels the run: no model call, no tool', async () => {
    const { agent, model, tools } = setUp();
    agent.addCreateHook(() => Promise.resolve(null));
    const result = await agent.run('generate a password');
    expect(result.outcome).toBe('denied');
    expect(result.answer).not.toBe('');
    expect([model.requests.length, tools.made.length]).toEqual([0, 0]);
  });

  it('one that throws ends the run with its message', async () => {
    const { agent, model } = setUp();
    agent.addCreateHook(() => {
      throw new Error('quota service is down');
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'hook_failed' });
    expect(result.answer).toMatch(/quota service is down/);
    expect(model.requests).toHaveLength(0);
  });
});

describe('next hooks', () => {
  it('D-007: "stop" is denied, and the calls of the reply are not executed', async () => {
    const { agent, tools } = setUp();
    agent.addNextHook((_, response) => (response.tool_calls ? 'stop' : 'continue'));
    expect((await agent.run('go')).outcome).toBe('denied');
    expect(tools.made).toHaveLength(0);
  });

  it('go on with "continue" and null, and can be cleared', async () => {
    const { agent } = setUp([...replies, { content: 'again' }]);
    agent.addNextHook(() => 'continue');
    agent.addNextHook(() => null);
    expect((await agent.run('go')).answer).toBe('done');
    agent.addNextHook(() => 'stop');
    agent.clearHooks();
    expect((await agent.run('go')).answer).toBe('again');
  });

  it('come with the options too', async () => {
    const model = scriptedModel(replies);
    const agent = createAgent({ model, tools: scriptedTools({}), hooks: { next: [() => 'stop'] } });
    expect((await agent.run('go')).outcome).toBe('denied');
  });
});
