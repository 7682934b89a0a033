import { ModelError, createBudget, withBudget } from '@mini-agent/llm-router';
import type { BudgetLimits, BudgetSpent } from '@mini-agent/llm-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { held, responseOf, spending, usageOf } from './support/budget-models.ts';
import { neverAborted } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const options = { signal: neverAborted };

describe('what was spent', () => {
  it('goes on in another process', () => {
    const before = createBudget({}, { now: () => 5 });
    before.record(usageOf(7, 3, { costUsd: 0.25 }));
    before.takeToolCall('look');
    const saved = JSON.parse(JSON.stringify(before.spent)) as BudgetSpent;
    const limits = { maxModelCalls: 2, maxToolCalls: { look: 1 }, timeoutMs: 10 };
    const after = createBudget(limits, { spent: saved, now: () => 9 });
    expect(after.spent).toEqual(before.spent);
    expect(after.takeToolCall('look')).toBe(false);
    expect(after.remainingMs()).toBe(6);
    after.record(usageOf(1, 1, { costUsd: 0.25 }));
    expect(after.exhausted()).toBe('max_steps');
    expect(after.spent).toMatchObject({ modelCalls: 2, inputTokens: 8, costUsd: 0.5 });
  });

  it('tells each reply that was recorded; listeners that throw change nothing', () => {
    const told: number[] = [];
    const budget = createBudget(
      { maxCostUsd: 1 },
      {
        onRecord: () => {
          told.push(budget.spent.modelCalls);
          throw new Error('listener');
        },
        onWarning: () => {
          throw new Error('listener');
        },
      },
    );
    budget.record(usageOf(1, 1));
    budget.record(usageOf(1, 1));
    expect(told).toEqual([1, 2]);
  });

  it('warns once for each model without a price, where there is a cost limit', async () => {
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    const budget = createBudget({ maxCostUsd: 1 }, { onWarning });
    const model = withBudget(spending([]), budget);
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest(), options);
    budget.record(usageOf(0, 0), { provider: 'free', model: 'none' });
    budget.record(usageOf(1, 0), { provider: 'other', model: 'small' });
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/acme\/large: its price is not known/);
    expect(warnings[1]).toContain('other/small');
    expect(budget.spent).toMatchObject({ unpricedCalls: 3, costUsd: 0 });
    const noLimit = createBudget({ maxInputTokens: 9 }, { onWarning });
    noLimit.record(usageOf(1, 1));
    expect(warnings).toHaveLength(2);
  });

  it.each<[string, () => unknown]>([
    ['maxCostUsd', () => createBudget({ maxCostUsd: NaN })],
    ['maxModelCalls', () => createBudget({ maxModelCalls: -1 })],
    ['maxToolCalls of look', () => createBudget({ maxToolCalls: { look: -1 } })],
    ['timeoutMs', () => createBudget({ timeoutMs: '5' } as unknown as BudgetLimits)],
    [
      'spent.costUsd',
      () => createBudget({}, { spent: { ...createBudget({}).spent, costUsd: Infinity } }),
    ],
  ])('refuses a %s that is no number from 0', (name, make) => {
    expect(make).toThrow(ModelError);
    expect(make).toThrow(`${name} must be a number from 0`);
  });
});

describe('under any order of parallel callers', () => {
  const usage = fc.record({
    inputTokens: fc.nat(50),
    outputTokens: fc.nat(50),
    cost: fc.option(fc.nat(1_000)),
  });
  interface Call {
    readonly usage: { inputTokens: number; outputTokens: number; cost: number | null };
    readonly fails: boolean;
    /** How many further requests begin before this one is answered. */
    readonly overlap: number;
  }
  const calls: fc.Arbitrary<Call[]> = fc.array(
    fc.record({ usage, fails: fc.boolean(), overlap: fc.nat(3) }),
    { maxLength: 30 },
  );
  const limits = fc.record(
    {
      maxModelCalls: fc.nat(20),
      maxInputTokens: fc.nat(400),
      maxOutputTokens: fc.nat(400),
      maxCostUsd: fc.nat(5_000),
    },
    { requiredKeys: [] },
  );

  it('the sum of spent is the sum of the replies, and nothing begins after exhaustion', async () => {
    await fc.assert(
      fc.asyncProperty(calls, limits, async (plan, given) => {
        const budget = createBudget(given);
        const inner = held();
        const model = withBudget(inner, budget);
        const open: {
          readonly call: Call;
          readonly at: number;
          readonly work: Promise<unknown>;
        }[] = [];
        const sum = {
          modelCalls: 0,
          inputTokens: 0,
          outputTokens: 0,
          costUsd: 0,
          unpricedCalls: 0,
        };
        const answer = async (): Promise<void> => {
          const next = open.shift();
          if (next === undefined) return;
          const { call, at, work } = next;
          const { inputTokens, outputTokens, cost } = call.usage;
          const reply = usageOf(inputTokens, outputTokens, cost === null ? {} : { costUsd: cost });
          inner.settle[at]?.(call.fails ? new ModelError('transient', 'x') : responseOf(reply));
          await work;
          if (call.fails) return;
          sum.modelCalls += 1;
          sum.inputTokens += inputTokens;
          sum.outputTokens += outputTokens;
          sum.costUsd += cost ?? 0;
          sum.unpricedCalls += cost === null && inputTokens + outputTokens > 0 ? 1 : 0;
        };
        for (const call of plan) {
          const mayBegin = budget.exhausted() === undefined;
          const before = inner.settle.length;
          const work = model.complete(chatRequest(), options).catch((error: unknown) => error);
          expect(inner.settle.length - before).toBe(mayBegin ? 1 : 0);
          if (mayBegin) open.push({ call, at: before, work });
          else expect(await work).toMatchObject({ code: 'budget' });
          if (open.length > call.overlap) await answer();
        }
        while (open.length > 0) await answer();
        expect(budget.spent).toMatchObject(sum);
        expect(sum.modelCalls).toBeLessThanOrEqual(given.maxModelCalls ?? Infinity);
      }),
    );
  });
});
