import type { ToolCall, ToolOutcome } from '@mini-agent/foundation/chat';
import { createBudget, withToolBudget } from '@mini-agent/llm-router';
import type { BudgetLimits } from '@mini-agent/llm-router';
import { describe, expect, it } from 'vitest';
import { neverAborted } from './support/endpoint.ts';

describe('a budget of tools', () => {
  const call = (name: string): ToolCall => ({
    id: 'c1',
    name,
    arguments: { ok: true, value: {} },
  });
  const context = { signal: neverAborted };

  const messageOf = (outcome: ToolOutcome): string => (outcome.ok ? '' : outcome.message);

  function tools(limits: BudgetLimits): {
    readonly made: string[];
    readonly runner: ReturnType<typeof withToolBudget>;
    readonly budget: ReturnType<typeof createBudget>;
  } {
    const made: string[] = [];
    const budget = createBudget(limits);
    const runner = withToolBudget(
      {
        list: () => Promise.resolve([]),
        call: ({ id, name }) => {
          made.push(name);
          const outcome = { callId: id, ok: true, trusted: true, text: 'done' } as const;
          return Promise.resolve({ ...outcome, durationMs: 1, tries: 1 });
        },
      },
      budget,
    );
    return { made, runner, budget };
  }

  it('refuses what is over the limit, counts nothing for it, and says what to do', async () => {
    const { made, runner, budget } = tools({ maxToolCalls: { look: 2, none: 0 } });
    for (const name of ['look', 'look', 'other', 'other', 'other']) {
      expect(await runner.call(call(name), context)).toMatchObject({ ok: true });
    }
    const refused = await runner.call(call('look'), context);
    expect(refused).toMatchObject({
      callId: 'c1',
      ok: false,
      code: 'denied',
      retry: false,
      tries: 0,
    });
    expect(messageOf(refused)).toMatch(/look .* 2 times.*answer/);
    const chinese = await runner.call(call('none'), { ...context, language: 'zh' });
    expect(messageOf(chinese)).toContain('已达上限');
    expect(made).toEqual(['look', 'look', 'other', 'other', 'other']);
    expect(budget.spent.toolCalls).toEqual({ look: 2, other: 3 });
  });

  it('takes one number for every tool, whatever its name', async () => {
    const { made, runner } = tools({ maxToolCalls: 1 });
    for (const name of ['__proto__', 'constructor', '__proto__', 'constructor']) {
      await runner.call(call(name), context);
    }
    expect(made).toEqual(['__proto__', 'constructor']);
  });

  it('limits by name do not reach what every object has', async () => {
    const { made, runner } = tools({ maxToolCalls: {} });
    await runner.call(call('constructor'), context);
    expect(made).toEqual(['constructor']);
  });
});
