import type { ChatMessage } from '@mini-agent/foundation/chat';
import { createAgent, type RunState } from '@mini-agent/react-agent';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnLimit } from '../src/fence.ts';
import { divide } from '../src/share.ts';
import {
  ScriptedError,
  isPaired,
  oneTool,
  scriptedModel,
  scriptedTools,
  type Reply,
} from './scripted.ts';

/** One turn whose calls have these results; a negative size is an error message of that length. */
async function turnOf(sizes: readonly number[], character = 'x', maxTurns = 5) {
  const results = sizes.map((size, index) => {
    const common = { callId: `c${index + 1}`, durationMs: 0, tries: 1 };
    const text = character.repeat(Math.abs(size));
    return size < 0
      ? { ...common, ok: false, code: 'tool_error', message: text, retry: false }
      : { ...common, ok: true, trusted: true, text };
  });
  const tools = oneTool(({ id }) => results[Number(id.slice(1)) - 1]);
  const calls = sizes.map((_, n) => ['t', { n }] as const);
  const model = scriptedModel([{ calls }, { content: 'done' }]);
  const { state } = await createAgent({ model, tools, limits: { maxTurns } }).run('go');
  const sent = model.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
  return { state, sent: sent.map(({ content }) => content) };
}

describe('observations of one turn', () => {
  it('stay within the limit of the turn together, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -3_000, max: 40_000 }), { minLength: 2, maxLength: 64 }),
        fc.constantFrom('x', '"', '\u0001', '汉', '😀'),
        async (sizes, character) => {
          const { sent } = await turnOf(sizes, character);
          const total = sent.reduce((sum, content) => sum + content.length, 0);
          expect(sent).toHaveLength(sizes.length);
          expect(total).toBeLessThanOrEqual(turnLimit);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('short ones leave their room to a long one', async () => {
    const { sent } = await turnOf([...Array.from({ length: 20 }, () => 20), 100_000]);
    expect(sent.at(-1)?.length).toBeGreaterThan(15_000);
    expect(sent.slice(0, 20).every((content) => !content.includes('omitted'))).toBe(true);
  });

  it('two long ones have half each', async () => {
    const { sent } = await turnOf([100_000, 100_000]);
    expect(sent.every(({ length }) => length > 15_000 && length <= turnLimit / 2)).toBe(true);
  });

  it('are divided fairly', () => {
    expect(divide([10, 1_000, 1_000], 110)).toEqual([10, 50, 50]);
    expect(divide([], 10)).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (wanted, total) => {
        const shares = divide(wanted, total);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(total);
        shares.forEach((share, index) => {
          expect(share).toBeLessThanOrEqual(wanted[index] ?? 0);
        });
      }),
    );
  });
});

describe('the state', () => {
  const sizeOf = (state: RunState): number => JSON.stringify(state).length;

  it('does not carry the whole text of every tool along', async () => {
    const call = (n: number): Reply => ({ calls: [['t', { n }]] });
    const replies = [...Array.from({ length: 20 }, (_, n) => call(n)), { content: 'x' }];
    const text = 'x'.repeat(1_000_000);
    const tools = oneTool(() => ({ ok: true, trusted: true, text, data: { text } }));
    let largest = 0;
    const { state } = await createAgent({
      model: scriptedModel(replies),
      tools,
      limits: { maxTurns: 30 },
    }).run('go', {
      onState: (next) => {
        largest = Math.max(largest, sizeOf(next));
      },
    });
    expect(largest).toBeLessThan(4_000_000);
    expect(state.steps[0]?.observation?.length).toBeLessThan(16_200);
    const first = state.messages.find(({ role }) => role === 'tool');
    expect(first).toMatchObject({ outcome: { ok: true, truncated: true } });
  });

  it('keeps the results of the last turn whole, for rules to answer with', async () => {
    const text = 'y'.repeat(300_000);
    const model = scriptedModel([
      { mode: 'rule', calls: [['t', {}]] },
      { mode: 'rule', content: text },
    ]);
    const tools = scriptedTools({ t: { results: [text] } });
    const { answer, state } = await createAgent({ model, tools }).run('go');
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ outcome: { text } });
    expect(answer).toBe(text);
    expect(sizeOf(state)).toBeLessThan(1_000_000);
  });

  it('of 64 calls with a megabyte each stays below the limit', async () => {
    const { state } = await turnOf(Array.from({ length: 64 }, () => 1_000_000));
    expect(sizeOf(state)).toBeLessThan(4_500_000);
  });
});

describe('a conversation that is too long', () => {
  const full = (): Reply => ({ error: new ScriptedError('context', 'maximum context length') });
  const outcome = { ok: true, trusted: true, durationMs: 0, tries: 1 } as const;
  const exchange = (n: number): ChatMessage[] => [
    { role: 'user', content: `question ${n} ${'q'.repeat(5_000)}` },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: `h${n}`, name: 't', arguments: { ok: true, value: {} } }],
    },
    {
      role: 'tool',
      callId: `h${n}`,
      name: 't',
      content: 'T',
      outcome: { ...outcome, callId: `h${n}`, text: 'T' },
    },
    { role: 'assistant', content: `answer ${n}`, toolCalls: [] },
  ];

  it('ab-032: loses its oldest exchanges, and never half a pair', async () => {
    const history = Array.from({ length: 20 }, (_, n) => exchange(n)).flat();
    const model = scriptedModel([full(), full(), full(), { content: 'ok' }]);
    const result = await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('now', {
      history,
    });
    expect(result.answer).toBe('ok');
    const lengths = model.requests.map(({ messages }) => messages.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(lengths[3]).toBeLessThan((lengths[0] ?? 0) / 3);
    for (const { messages } of model.requests) {
      expect(isPaired(messages)).toBe(true);
      expect(messages[0]?.role).toBe('system');
      expect(messages.at(-1)).toMatchObject({ role: 'user', content: 'now' });
    }
  });

  it('ab-032: is made shorter again later in the run; ids are not given again', async () => {
    const big = (n: number): Reply => ({ calls: [['t', { n }]] });
    const replies = [
      big(1),
      big(2),
      full(),
      full(),
      big(3),
      full(),
      full(),
      big(4),
      full(),
      { content: 'ok' },
    ];
    const model = scriptedModel(replies);
    const keys: unknown[] = [];
    const tools = oneTool((_, { idempotencyKey }) => {
      keys.push(idempotencyKey);
      return { ok: true, trusted: true, text: 'x'.repeat(9_000) };
    });
    const agent = createAgent({ model, tools, limits: { maxTurns: 20 } });
    const result = await agent.run('go', { runId: 'r' });
    expect(result.answer).toBe('ok');
    expect(keys).toEqual(['r:c1', 'r:c2', 'r:c3', 'r:c4']);
    expect(model.requests.every(({ messages }) => isPaired(messages))).toBe(true);
    expect(result.state.steps).toHaveLength(5);
  });

  it('keeps the marks of tool text that is cut', async () => {
    const calls: Reply = { calls: [['t', {}]] };
    const model = scriptedModel([calls, full(), { content: 'ok' }]);
    const tools = scriptedTools({ t: { results: [`${'x'.repeat(9_000)}END`], trusted: false } });
    await createAgent({ model, tools }).run('go');
    expect(model.requests[2]?.messages.at(-1)?.content).toMatch(
      /^\[data (\w{12}) t untrusted\]\nx+\n… \d+ of 9003 characters omitted.*\nx+END\n\[end \1\]$/,
    );
  });

  it('of a thousand turns is read fast enough', async () => {
    const history = Array.from({ length: 1_000 }, (_, n) => exchange(n)).flat();
    const model = scriptedModel([{ calls: [['t', {}]] }, { content: 'ok' }]);
    const began = performance.now();
    await createAgent({ model, tools: scriptedTools({ t: {} }) }).run('now', { history });
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
