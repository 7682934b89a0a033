import type { Usage } from '@mini-agent/foundation/chat';
import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { wordingFor } from '../src/wording.ts';
import { scriptedModel, scriptedTools, type Reply } from './scripted.ts';

const call = (n: number): Reply => ({ calls: [['t', { n }]] });

function run(task: string, replies: readonly Reply[], maxTurns = 3) {
  const model = scriptedModel(replies);
  const tools = scriptedTools({ t: { results: ['42'.repeat(10_000)] } });
  return createAgent({ model, tools, limits: { maxTurns } })
    .run(task)
    .then((result) => ({ result, model }));
}

const tasks = {
  en: 'Find the answer',
  zh: '请找出答案',
  ja: '答えを見つけてください',
  ko: '답을 찾아 주세요',
};

describe('the language of a task', () => {
  it.each([
    ['en', 'Answer in English.'],
    ['zh', '请用中文回答。'],
    ['ja', '日本語で答えてください。'],
    ['ko', '한국어로 답하세요.'],
  ] as const)('%s is told to the model in itself', async (language, told) => {
    const { model } = await run(tasks[language], [{ content: 'x' }]);
    expect(model.requests[0]).toMatchObject({ language });
    expect(model.requests[0]?.messages[0]?.content).toContain(told);
  });

  it('zh: notices, marks and the digest have no English sentence', async () => {
    const { result, model } = await run(tasks.zh, [call(1), call(2), call(3), call(4)]);
    const last = model.requests[3]?.messages.at(-1)?.content ?? '';
    expect(last).toMatch(/…… 省略了 \d+ 个字符（共 20000 个）/);
    expect(last).toMatch(/（?\(不能再调用工具了。/);
    expect(result.answer).toMatch(
      /^已达到步数上限，还没有得出最终答案。\n\n目前已得到的结果：\n- t: 42/,
    );
    expect(result.answer).not.toMatch(/[A-Za-z]{2,}/);
  });

  it('zh: a call that cannot be read is answered in Chinese, with what is wrong', async () => {
    const unread: Reply = { calls: [['t', 'not json']] };
    const told = async (task: string) => {
      const { model } = await run(task, [unread, { content: 'x' }]);
      return model.requests[1]?.messages.at(-1)?.content ?? '';
    };
    expect(await told(tasks.zh)).toMatch(/"message":"参数不是完整的 JSON 对象，[^"]*not JSON/);
    expect(await told(tasks.en)).toMatch(/"message":"not JSON"/);
  });

  it.each(['ja', 'ko'] as const)('%s: what the run says itself is English', async (language) => {
    const { result } = await run(tasks[language], [{}, {}, {}], 9);
    expect(result.answer).toBe(
      'The model could not answer: its replies were empty.\n\nNothing was found so far.',
    );
  });

  it('every sentence exists in Chinese', () => {
    const [english, chinese] = [wordingFor('en'), wordingFor('zh')];
    const render = (value: unknown): unknown =>
      typeof value === 'function' ? (value as (...args: unknown[]) => unknown)('1', ['2']) : value;
    const flat = (wording: object): [string, unknown][] =>
      Object.entries(wording).flatMap(([key, value]) =>
        typeof value === 'object' ? flat(value as object) : [[key, render(value)]],
      );
    expect(flat(chinese).map(([key]) => key)).toEqual(flat(english).map(([key]) => key));
    for (const [key, text] of flat(chinese))
      expect([key, text]).toEqual([key, expect.stringMatching(/\p{Script=Han}/u)]);
    for (const [key, text] of flat(english))
      expect([key, text]).toEqual([key, expect.not.stringMatching(/\p{Script=Han}/u)]);
  });
});

describe('the request', () => {
  it('has the task alone in its message, whatever hint and notice go with it', async () => {
    const task = 'Convert 100 cm to inches';
    const model = scriptedModel([{}, { content: 'x' }]);
    const agent = createAgent({ model, tools: scriptedTools({}), instructions: 'Be kind.' });
    const { state } = await agent.run(task, { hint: '(A stored skill may fit.)' });
    for (const { messages } of model.requests) {
      expect(messages.at(-1)).toEqual({ role: 'user', content: task });
      expect(messages[0]?.content).toMatch(/Be kind\.[\s\S]*\(A stored skill may fit\.\)/);
    }
    expect(state.messages.filter(({ role }) => role === 'system')).toHaveLength(1);
  });

  it('passes the depth of a nested run to the tools and to their list', async () => {
    const seen: unknown[] = [];
    const tools = scriptedTools({ t: {} });
    await createAgent({
      model: scriptedModel([call(1), { content: 'x' }]),
      tools: {
        list: (options) => {
          seen.push(options.depth);
          return tools.list(options);
        },
        call: (made, context) => {
          seen.push(context.depth);
          return tools.call(made, context);
        },
      },
    }).run('go', { depth: 3 });
    expect(seen).toEqual([3, 3, 3]);
  });

  it('a plan of rules that takes over after a model made calls ends as completed', async () => {
    const { result, model } = await run(
      'go',
      [call(1), { mode: 'rule', calls: [['t', { n: 2 }]] }, { mode: 'rule', content: 'both' }],
      2,
    );
    expect(model.requests[1]?.toolChoice).toBe('none');
    expect(result).toMatchObject({ outcome: 'completed', answer: 'both' });
    expect(result.state.last?.mode).toBe('rule');
  });

  it('rules that plan for ever are ended all the same', async () => {
    const replies = Array.from({ length: 30 }, (_, n) => ({ ...call(n), mode: 'rule' as const }));
    const { result, model } = await run('go', replies, 2);
    expect(result.outcome).toBe('max_steps');
    expect(model.requests.length).toBeLessThanOrEqual(8);
  });
});

describe('budgets', () => {
  const usage = (inputTokens: number, outputTokens: number, costUsd: number): Usage => ({
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    estimated: false,
    costUsd,
  });
  const budgetRun = (limits: object, replies: readonly Reply[]) => {
    const model = scriptedModel(replies);
    const agent = createAgent({ model, tools: scriptedTools({ t: {} }), limits });
    return agent.run('go').then(({ outcome }) => [outcome, model.requests.length]);
  };

  it.each([
    [{ maxInputTokens: 0 }, 'budget_tokens', 0],
    [{ maxCostUsd: 0 }, 'budget_cost', 0],
    [{ timeoutMs: 0 }, 'budget_time', 0],
    [{ maxInputTokens: 10 }, 'budget_tokens', 1],
    [{ maxInputTokens: 11 }, 'budget_tokens', 2],
    [{ maxOutputTokens: 5 }, 'budget_tokens', 1],
    [{ maxCostUsd: 0.5 }, 'budget_cost', 1],
    [{ maxCostUsd: 0.51 }, 'budget_cost', 2],
  ])('%j ends with %s after %i requests', async (limits, outcome, requests) => {
    const replies = [1, 2, 3].map((n) => ({ ...call(n), usage: usage(10, 5, 0.5) }));
    expect(await budgetRun(limits, replies)).toEqual([outcome, requests]);
  });

  it('an answer that goes over the budget is still the answer', async () => {
    const reply = { content: 'x', usage: usage(1_000, 1_000, 9) };
    expect(await budgetRun({ maxInputTokens: 10 }, [reply])).toEqual(['completed', 1]);
  });

  it('one turn is the forced one, and its text is the answer', async () => {
    expect(await budgetRun({ maxTurns: 1 }, [{ content: 'x' }])).toEqual(['max_steps', 1]);
    expect(await budgetRun({ maxTurns: 1 }, [call(1), call(2)])).toEqual(['max_steps', 2]);
  });
});
