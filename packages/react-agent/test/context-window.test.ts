import type { ChatMessage, ChatRequest, Usage } from '@mini-agent/foundation/chat';
import { createAgent } from '@mini-agent/react-agent';
import { describe, expect, it } from 'vitest';
import { call, exchanges, noCount, say, sizeOf, systemOf } from './long-conversation.ts';
import { isPaired, oneTool, scriptedModel, scriptedTools, toResponse } from './scripted.ts';

interface LongRun {
  readonly turns: number;
  readonly text: string;
  readonly contextTokens: number;
  readonly task?: string;
  readonly history?: readonly ChatMessage[];
  readonly count?: (request: ChatRequest) => Usage;
}

async function longRun({ turns, text, contextTokens, task = 'go', history, count }: LongRun) {
  const requests: ChatRequest[] = [];
  const model = {
    complete: (request: ChatRequest) => {
      requests.push(request);
      const usage = count?.(request) ?? noCount;
      return Promise.resolve(
        toResponse({ ...(request.step < turns ? call(request.step) : say('done')), usage }),
      );
    },
  };
  const tools = oneTool(() => ({ ok: true, trusted: true, text }), {
    annotations: { openWorld: true },
  });
  const agent = createAgent({ model, tools, contextTokens, limits: { maxTurns: turns + 2 } });
  const result = await agent.run(task, {
    ...(history && { history }),
    hint: 'The hint.',
  });
  return { requests, result };
}

describe('before the window is full', () => {
  it.each([
    ['English', 'word and more words '.repeat(800), 'go'],
    ['Chinese', '这是一段很长的中文结果，'.repeat(1_300), '请总结一下'],
  ])(
    '%s results shrink and go, but never the task, the hint, or half a pair',
    async (_, text, task) => {
      const { requests, result } = await longRun({ turns: 30, text, task, contextTokens: 16_000 });
      expect(result).toMatchObject({ outcome: 'completed', answer: 'done' });
      expect(requests).toHaveLength(31);
      for (const request of requests) {
        expect(sizeOf(request)).toBeLessThanOrEqual(16_000 - 4_000);
        expect(isPaired(request.messages)).toBe(true);
        expect(systemOf(request)).toContain('The hint.');
        expect(request.messages.filter(({ content }) => content === task)).toHaveLength(1);
      }
      // The newest result is still whole where it fits, and the oldest calls are named.
      expect(requests[2]?.messages.at(-1)?.content.length).toBeGreaterThan(10_000);
      expect(systemOf(requests.at(-1))).toMatch(
        task === 'go' ? /t \{"n":0\} → done/ : /t \{"n":0\} → 已完成/,
      );
    },
  );

  it('the conversation is not made shorter each turn: caches of providers would be useless', async () => {
    const { requests } = await longRun({
      turns: 40,
      text: 'x'.repeat(4_000),
      contextTokens: 16_000,
    });
    const rewritten = requests.filter((request, index) => {
      const before = requests[index - 1]?.messages ?? [];
      return before.some(({ content }, at) => content !== request.messages[at]?.content);
    });
    expect(rewritten.length).toBeLessThan(20);
  });

  it('long exchanges of a history go first; calls in them that changed something stay named as done', async () => {
    const history = exchanges(40, '历史对话内容'.repeat(80));
    const { requests } = await longRun({ turns: 0, text: '', contextTokens: 8_000, history });
    const [request] = requests;
    expect(sizeOf(request)).toBeLessThan(6_000);
    expect(systemOf(request)).toMatch(/\d+ exchanges of this conversation/);
    expect(systemOf(request)).toContain('They have taken effect');
    expect(systemOf(request)).toContain('pay {"n":0} → done');
    expect(request?.messages.at(-1)).toEqual({ role: 'user', content: 'go' });
    expect(request?.messages.at(-2)?.content).toMatch(/^answer 39/);
    expect(isPaired(request?.messages ?? [])).toBe(true);
  });

  it('a single result that is bigger than the window is cut to it, and can be read on', async () => {
    const { requests } = await longRun({
      turns: 1,
      text: '汉'.repeat(100_000),
      contextTokens: 4_000,
    });
    expect(sizeOf(requests[1])).toBeLessThanOrEqual(3_000);
    const told = requests[1]?.messages.at(-1)?.content ?? '';
    expect(told).toMatch(
      /^\[data \w+ t trusted\]\n汉+\n… \d+ of 100000 .* read_result \{"handle":"r1","offset":\d+\} …\n汉+\n\[end/,
    );
    const [, next] = /"offset":(\d+)/.exec(told) ?? [];
    expect(told.indexOf('…') - told.indexOf('汉') - 1).toBe(Number(next));
  });

  it('results that were whole are kept when they shrink', async () => {
    const { requests, result } = await longRun({
      turns: 3,
      text: 'y'.repeat(9_000),
      contextTokens: 8_000,
    });
    const told = requests.at(-1)?.messages.find(({ role }) => role === 'tool')?.content ?? '';
    expect(told).toMatch(
      /of 9000 characters omitted; ask for a range: read_result \{"handle":"r1"/,
    );
    expect(result.state.kept?.[0]?.text).toBe('y'.repeat(9_000));
    expect(requests.at(-1)?.tools.map(({ name }) => name)).toEqual(['t', 'read_result']);
  });

  it('tool schemas and the system message count', async () => {
    const history = exchanges(10, 'x'.repeat(1_000));
    const run = async (schema: number, instructions: number) => {
      const model = scriptedModel([say('ok')]);
      const runner = scriptedTools({ t: {} });
      const [tool] = await runner.list({ signal: AbortSignal.timeout(1_000), depth: 0 });
      const inputSchema = { type: 'object', description: 's'.repeat(schema) };
      const tools = {
        ...runner,
        list: () => Promise.resolve(tool ? [{ ...tool, inputSchema }] : []),
      };
      const agent = createAgent({
        model,
        tools,
        contextTokens: 10_000,
        instructions: 'i'.repeat(instructions),
      });
      await agent.run('go', { history });
      return model.requests[0]?.messages.length;
    };
    const whole = await run(10, 10);
    expect(whole).toBe(42);
    expect(await run(8_000, 10)).toBeLessThan(42);
    expect(await run(10, 8_000)).toBeLessThan(42);
  });

  it('what replies counted corrects the estimate, in both directions', async () => {
    const most = async (factor: number) => {
      const count = (request: ChatRequest): Usage => {
        const inputTokens = Math.round(sizeOf(request) * factor);
        return { inputTokens, outputTokens: 1, totalTokens: inputTokens + 1, estimated: false };
      };
      const { requests } = await longRun({
        turns: 25,
        text: 'z'.repeat(3_000),
        contextTokens: 16_000,
        count,
      });
      // The first requests are too short to learn from.
      return Math.max(...requests.slice(3).map((request) => sizeOf(request) * factor));
    };
    for (const factor of [0.6, 1, 2.5]) {
      const tokens = await most(factor);
      expect(tokens).toBeLessThanOrEqual(12_000 * 1.02);
      expect(tokens).toBeGreaterThan(7_000);
    }
  });

  it('a count that cannot be one is not believed', async () => {
    const count = (): Usage => ({
      inputTokens: 3,
      outputTokens: 1,
      totalTokens: 4,
      estimated: false,
    });
    const { requests } = await longRun({
      turns: 25,
      text: 'z'.repeat(3_000),
      contextTokens: 16_000,
      count,
    });
    expect(Math.max(...requests.map(sizeOf))).toBeLessThanOrEqual(12_000);
  });

  it('the next task of the conversation is told as well, between its own marks', async () => {
    const history = exchanges(40, 'x'.repeat(600));
    const { result } = await longRun({ turns: 0, text: '', contextTokens: 8_000, history });
    const model = scriptedModel([say('ok')]);
    const agent = createAgent({ model, tools: scriptedTools({}), random: () => 'nextboundary' });
    await agent.run('on', { history: result.state.messages, earlier: result.state });
    const system = systemOf(model.requests[0]);
    expect(system).toMatch(/\[data nextboundary earlier_calls untrusted\]\npay \{"n":0\} → done/);
    expect(system.match(/\[data/g)).toHaveLength(2);
  });

  it('rules have no window', async () => {
    const history = exchanges(40, 'x'.repeat(1_000));
    const model = scriptedModel([
      { ...call(1), mode: 'rule' },
      { ...say('ok'), mode: 'rule' },
    ]);
    const tools = scriptedTools({ t: { results: ['y'.repeat(100_000)] } });
    await createAgent({ model, tools, contextTokens: 8_000 }).run('go', { history });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      outcome: { text: 'y'.repeat(100_000) },
    });
  });

  it.each([0, -1, NaN, 'many'])('a window of %s tokens is refused', async (contextTokens) => {
    const agent = createAgent({
      model: scriptedModel([]),
      tools: scriptedTools({}),
      contextTokens: contextTokens as number,
    });
    await expect(agent.run('go')).rejects.toThrow(/contextTokens must be a number from 1/);
  });
});
