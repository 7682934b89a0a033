import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const call = (n: number, content = ''): Reply => ({ content, calls: [['t', { n }]] });

function run(replies: readonly Reply[], maxTurns: number) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: { results: ['r1', 'r2', 'r3'] } });
  const agent = createAgent({ model, tools, limits: { maxTurns } });
  return agent.run('go').then((result) => ({ result, model, tools }));
}

describe('the step limit', () => {
  it('ab-005: ends with one more tool-free request where the forced turn gave no text', async () => {
    const { result, model, tools } = await run(
      [call(1), call(2), call(3), { content: 'best effort answer' }],
      3,
    );
    expect(result).toMatchObject({
      outcome: 'max_steps',
      partial: true,
      answer: 'best effort answer',
    });
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([
      'auto',
      'auto',
      'none',
      'none',
    ]);
    expect(model.requests[3]?.tools).toHaveLength(1);
    expect(tools.made).toHaveLength(2);
  });

  it('ab-006: does not run a call of the forced turn, and takes its text', async () => {
    const { result, model, tools } = await run([call(1), call(2), call(3, 'still going')], 3);
    expect(result).toMatchObject({ outcome: 'max_steps', answer: 'still going' });
    expect(model.requests).toHaveLength(3);
    expect(tools.made).toHaveLength(2);
  });

  it('ab-006: answers with what was found where there is no text at all', async () => {
    const { result } = await run([call(1), call(2), call(3), call(4)], 3);
    expect(result.outcome).toBe('max_steps');
    expect(result.answer).toMatch(/step limit[\s\S]*t: r1[\s\S]*t: r2/);
  });

  it('ab-007: the last model call asks for no tools, with the tools kept', async () => {
    const { result, model } = await run([call(1), { content: 'final' }], 2);
    expect(model.requests[1]).toMatchObject({ toolChoice: 'none', purpose: 'final' });
    expect(result).toMatchObject({ outcome: 'max_steps', answer: 'final' });
  });

  it('tells the model when two steps are left, inside the tool text', async () => {
    const { model } = await run([call(1), call(2), { content: 'x' }], 4);
    const last = model.requests[2]?.messages.at(-1);
    expect(last?.role).toBe('tool');
    expect(last?.content).toMatch(/2 steps left/);
    expect(model.requests[1]?.messages.at(-1)?.content).not.toMatch(/steps left/);
  });

  it('ends at a token budget without another request', async () => {
    const model = scriptedModel([call(1), call(2)]);
    const agent = createAgent({
      model,
      tools: scriptedTools({ t: { results: ['42'] } }),
      limits: { maxOutputTokens: 2 },
    });
    const result = await agent.run('go');
    expect(result.outcome).toBe('budget_tokens');
    expect(result.answer).toMatch(/budget[\s\S]*t: 42/);
    expect(model.requests).toHaveLength(1);
  });

  it('ends at a cost budget', async () => {
    const usage = {
      inputTokens: 1,
      outputTokens: 1,
      totalTokens: 2,
      estimated: false,
      costUsd: 0.3,
    };
    const model = scriptedModel([{ ...call(1), usage }]);
    const agent = createAgent({
      model,
      tools: scriptedTools({ t: {} }),
      limits: { maxCostUsd: 0.2 },
    });
    expect((await agent.run('go')).outcome).toBe('budget_cost');
  });

  it('does not make more calls of one tool than allowed, and says so', async () => {
    const model = scriptedModel([call(1), call(2), { content: 'x' }]);
    const tools = scriptedTools({ t: {} });
    await createAgent({ model, tools, limits: { maxToolCalls: 1 } }).run('go');
    expect(tools.made).toHaveLength(1);
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(
      /"kind":"denied".*limit of calls of t/,
    );
  });
});
