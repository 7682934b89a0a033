import type { ChatMessage } from '@mini-agent/foundation/chat';
import { AgentError, createAgent, type AgentEvent, type RunState } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { ScriptedError, scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const call = (n: number): Reply => ({ calls: [['t', { n }]] });

function contentOf(
  messages: readonly ChatMessage[] | undefined,
  role: ChatMessage['role'],
): string[] {
  return (messages ?? []).filter((message) => message.role === role).map(({ content }) => content);
}

describe('a run', () => {
  it('answers a question without tools in one call', async () => {
    const model = scriptedModel([{ content: 'Paris' }]);
    const result = await createAgent({ model, tools: scriptedTools({}) }).run('Capital of France?');
    expect(result).toMatchObject({ outcome: 'completed', answer: 'Paris', partial: false });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({
      toolChoice: 'auto',
      purpose: 'step',
      language: 'en',
    });
    expect(result.state.steps).toEqual([
      {
        index: 1,
        turn: 1,
        thought: '',
        finalAnswer: 'Paris',
        durationMs: expect.any(Number) as number,
      },
    ]);
  });

  it('runs the calls of one turn side by side, in order, each as a step', async () => {
    let started = 0;
    let bothStarted = (): void => undefined;
    const gate = new Promise<void>((resolve) => (bothStarted = resolve));
    const tools = scriptedTools({
      a: { results: ['A'], until: gate },
      b: { results: ['B'], until: gate },
    });
    const model = scriptedModel([
      {
        content: 'both',
        calls: [
          ['a', { x: 1 }],
          ['b', {}],
        ],
      },
      { content: 'done' },
    ]);
    const result = await createAgent({ model, tools }).run('do both', {
      onEvent: (event) => {
        if (event.type === 'tool_started') started += 1;
        if (started === 2) bothStarted();
      },
    });
    expect(result.state.steps).toMatchObject([
      { index: 1, turn: 1, thought: 'both', action: 'a', input: { x: 1 }, observation: 'A' },
      { index: 2, turn: 1, thought: '', action: 'b', observation: 'B' },
      { index: 3, turn: 2, finalAnswer: 'done' },
    ]);
    const sent = model.requests[1]?.messages.filter(({ role }) => role === 'tool');
    expect(sent).toMatchObject([
      { callId: 'c1', name: 'a' },
      { callId: 'c2', name: 'b' },
    ]);
  });

  it('D-017: keeps the text and the reasoning beside a call in the conversation and the trace', async () => {
    const model = scriptedModel([
      { content: 'let me see', reasoning: 'deep', calls: [['t', {}]] },
      { content: 'ok', reasoning: 'sure' },
    ]);
    const result = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go');
    expect(model.requests[1]?.messages).toContainEqual(
      expect.objectContaining({ role: 'assistant', content: 'let me see', reasoning: 'deep' }),
    );
    expect(result.state.steps.map(({ thought }) => thought)).toEqual(['deep', 'sure']);
  });

  it.each(['Final Answer: 4', '**Final Answer:** 4', '最终答案：4', 'final answer：\n4'])(
    'D-081: strips the marker of %j',
    async (content) => {
      const agent = createAgent({ model: scriptedModel([{ content }]), tools: scriptedTools({}) });
      expect((await agent.run('2+2')).answer).toBe('4');
    },
  );

  it('sums usage and says who answered', async () => {
    const usage = {
      inputTokens: 5,
      outputTokens: 1,
      totalTokens: 6,
      estimated: true,
      costUsd: 0.5,
    };
    const model = scriptedModel([call(1), { content: 'x', usage }]);
    const { state } = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go');
    expect(state.usage).toEqual({
      inputTokens: 15,
      outputTokens: 3,
      totalTokens: 18,
      estimated: true,
      costUsd: 0.5,
    });
    expect(state).toMatchObject({ iterations: 2, last: { mode: 'http', provider: 'scripted' } });
  });

  it('refuses an empty task before it starts', async () => {
    const agent = createAgent({ model: scriptedModel([]), tools: scriptedTools({}) });
    await expect(agent.run('  ')).rejects.toThrow(AgentError);
  });

  it('continues a conversation, whose system message it replaces', async () => {
    const first = scriptedModel([{ content: 'Hello Ann' }]);
    const { state } = await createAgent({ model: first, tools: scriptedTools({}) }).run('I am Ann');
    const model = scriptedModel([{ content: 'Ann' }]);
    await createAgent({ model, tools: scriptedTools({}) }).run('who am I?', {
      history: state.messages,
    });
    expect(contentOf(model.requests[0]?.messages, 'user')).toEqual(['I am Ann', 'who am I?']);
    expect(contentOf(model.requests[0]?.messages, 'assistant')).toEqual(['Hello Ann']);
    expect(contentOf(model.requests[0]?.messages, 'system')).toHaveLength(1);
  });

  it('numbers its events without a gap, and survives a listener that throws', async () => {
    const events: AgentEvent[] = [];
    const model = scriptedModel([call(1), { content: 'x' }]);
    const result = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go', {
      onEvent: (event) => {
        events.push(event);
        throw new Error('listener');
      },
    });
    expect(result.outcome).toBe('completed');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ type }) => type)).toEqual([
      'run_started',
      'model_started',
      'model_finished',
      'tool_started',
      'tool_finished',
      'step',
      'model_started',
      'model_finished',
      'step',
      'run_finished',
    ]);
  });

  it('says in the language of the task why a model failed, and gives what was found', async () => {
    const model = scriptedModel([
      call(1),
      { error: new ScriptedError('auth', 'the key is refused') },
    ]);
    const tools = scriptedTools({ t: { results: ['42'] } });
    const result = await createAgent({ model, tools }).run('请计算一下答案');
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'auth', partial: true });
    expect(result.answer).toMatch(/模型无法回答：the key is refused[\s\S]*t: 42/);
  });

  it.each([
    ['declined', 'denied'],
    ['content_filter', 'content_filter'],
    ['unavailable', 'error'],
  ])('turns the model error %s into the outcome %s', async (code, outcome) => {
    const model = scriptedModel([{ error: new ScriptedError(code, 'no') }]);
    const result = await createAgent({ model, tools: scriptedTools({}) }).run('go');
    expect(result.outcome).toBe(outcome);
    expect(result.answer).not.toBe('');
  });

  it('reports rule mode that abstained or failed in a part', async () => {
    const model = scriptedModel([
      { content: 'I can do sums.', mode: 'rule', errorCode: 'rule_abstained' },
    ]);
    const result = await createAgent({ model, tools: scriptedTools({}) }).run('write a poem');
    expect(result).toMatchObject({
      outcome: 'error',
      errorCode: 'rule_abstained',
      answer: 'I can do sums.',
    });
  });

  it('lets a rule-mode plan run whatever the step limit', async () => {
    const model = scriptedModel([
      { mode: 'rule', calls: [['t', {}]] },
      { mode: 'rule', content: '4' },
    ]);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }), limits: { maxTurns: 1 } });
    expect(await agent.run('2+2')).toMatchObject({ outcome: 'completed', answer: '4' });
  });

  it('gives a state that survives JSON', async () => {
    const states: RunState[] = [];
    const model = scriptedModel([call(1), { content: 'x' }]);
    await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('go', {
      onState: (state) => {
        states.push(state);
      },
    });
    expect(states.length).toBeGreaterThan(3);
    for (const state of states) expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});
