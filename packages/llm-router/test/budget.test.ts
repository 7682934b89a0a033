import type { ChatModel, Usage } from '@mini-agent/foundation/chat';
import {
  ModelError,
  createBudget,
  createRouter,
  createScriptedModel,
  withBudget,
} from '@mini-agent/llm-router';
import type { BudgetLimits } from '@mini-agent/llm-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { held, responseOf, spending, usageOf } from './support/budget-models.ts';
import { neverAborted } from './support/endpoint.ts';
import { chatRequest } from './support/requests.ts';

const options = { signal: neverAborted };

afterEach(() => {
  vi.useRealTimers();
});

describe('a budget of a model', () => {
  interface Case {
    readonly of: string;
    readonly limits: BudgetLimits;
    readonly usage: Usage;
    readonly outcome: string;
  }
  const priced = usageOf(1, 1, { costUsd: 0.1 });
  const cases: readonly Case[] = [
    {
      of: 'input tokens',
      limits: { maxInputTokens: 100 },
      usage: usageOf(50, 1),
      outcome: 'budget_tokens',
    },
    {
      of: 'output tokens',
      limits: { maxOutputTokens: 4 },
      usage: usageOf(1, 2),
      outcome: 'budget_tokens',
    },
    { of: 'cost', limits: { maxCostUsd: 0.2 }, usage: priced, outcome: 'budget_cost' },
    { of: 'model calls', limits: { maxModelCalls: 2 }, usage: priced, outcome: 'max_steps' },
  ];

  it.each(cases)(
    'of $of ends with the second of two requests',
    async ({ limits, usage, outcome }) => {
      const budget = createBudget(limits);
      const inner = spending([usage, usage]);
      const model = withBudget(inner, budget);
      await model.complete(chatRequest(), options);
      expect(budget.exhausted()).toBeUndefined();
      await model.complete(chatRequest(), options);
      expect(budget.exhausted()).toBe(outcome);
      const error: unknown = await model.complete(chatRequest(), options).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ModelError);
      expect(error).toMatchObject({ code: 'budget', details: { outcome } });
      expect(inner.requests()).toBe(2);
    },
  );

  it('of time ends by the clock, and a limit of 0 lets nothing through', async () => {
    let now = 1_000;
    const budget = createBudget({ timeoutMs: 500 }, { now: () => now });
    expect(budget.remainingMs()).toBe(500);
    now = 1_499;
    expect(budget.exhausted()).toBeUndefined();
    now = 1_500;
    expect(budget.exhausted()).toBe('budget_time');
    expect(budget.remainingMs()).toBe(0);
    const inner = spending([]);
    const none = withBudget(inner, createBudget({ maxCostUsd: 0 }));
    await expect(none.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'budget' });
    expect(inner.requests()).toBe(0);
  });

  it('without limits has no end, and counts', async () => {
    const budget = createBudget({}, { now: () => 7 });
    const usage = usageOf(10, 2, { cachedInputTokens: 4, costUsd: 0.5 });
    const model = withBudget(spending([usage, usageOf(1, 1, { estimated: true })]), budget);
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest(), options);
    expect(budget.exhausted()).toBeUndefined();
    expect(budget.remainingMs()).toBe(Infinity);
    expect(budget.spent).toEqual({
      modelCalls: 2,
      toolCalls: {},
      inputTokens: 11,
      outputTokens: 3,
      totalTokens: 14,
      cachedInputTokens: 4,
      costUsd: 0.5,
      unpricedCalls: 1,
      estimated: true,
      startedAt: 7,
    });
  });

  it('is not passed by sums of binary fractions that fall short', () => {
    const budget = createBudget({ maxCostUsd: 1 });
    for (let count = 0; count < 10; count += 1) budget.record(usageOf(1, 1, { costUsd: 0.1 }));
    expect(budget.spent.costUsd).toBeLessThan(1);
    expect(budget.exhausted()).toBe('budget_cost');
  });

  it('of model calls holds for callers side by side; a failed request gives its place back', async () => {
    const budget = createBudget({ maxModelCalls: 2 });
    const inner = held();
    const model = withBudget(inner, budget);
    const first = model.complete(chatRequest(), options);
    const second = model.complete(chatRequest(), options);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'budget' });
    inner.settle[0]?.(new ModelError('transient', 'broken'));
    await expect(first).rejects.toMatchObject({ code: 'transient' });
    const third = model.complete(chatRequest(), options);
    for (const settle of inner.settle.slice(1)) settle(responseOf(usageOf(1, 1)));
    await Promise.all([second, third]);
    expect(budget.spent.modelCalls).toBe(2);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'budget' });
    expect(inner.settle).toHaveLength(3);
  });

  it('does not count replies of rules', async () => {
    const budget = createBudget({ maxModelCalls: 1 });
    const reply = responseOf(usageOf(0, 0), 'rule');
    const model = withBudget({ complete: () => Promise.resolve(reply) }, budget);
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest(), options);
    expect(budget.spent.modelCalls).toBe(0);
  });

  it('says so in the language of the task', async () => {
    const model = withBudget(spending([]), createBudget({ maxInputTokens: 0 }));
    const message = (language: 'en' | 'zh'): Promise<unknown> =>
      model.complete(chatRequest({ language }), options).catch((error: unknown) => String(error));
    expect(await message('en')).toMatch(/token budget .* is used up/);
    expect(await message('zh')).toMatch(/token 预算已用完/);
  });
});

describe('the time of a budget', () => {
  const ignoring: ChatModel = { complete: () => new Promise(() => undefined) };

  it('gives a request up that is under way, also one that ignores its signal', async () => {
    vi.useFakeTimers();
    const budget = createBudget({ timeoutMs: 1_000 });
    await vi.advanceTimersByTimeAsync(400);
    const request = withBudget(ignoring, budget).complete(chatRequest(), options);
    const seen = expect(request).rejects.toMatchObject({
      code: 'budget',
      details: { outcome: 'budget_time' },
    });
    await vi.advanceTimersByTimeAsync(599);
    expect(budget.exhausted()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await seen;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves an abort an abort, and counts a reply that comes after it', async () => {
    const controller = new AbortController();
    const budget = createBudget({ timeoutMs: 60_000 });
    const inner = held();
    const request = withBudget(inner, budget).complete(chatRequest(), {
      signal: controller.signal,
    });
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'aborted' });
    inner.settle[0]?.(responseOf(usageOf(3, 4)));
    await vi.waitFor(() => {
      expect(budget.spent).toMatchObject({ inputTokens: 3, outputTokens: 4 });
    });
  });

  it('tells the model of an abort and of its end, with one listener and one timer, and takes both back', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const asked: ChatModel = {
      complete: (_request, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    };
    const model = withBudget(asked, createBudget({ timeoutMs: 1_000 }));
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const first = model.complete(chatRequest(), { signal: controller.signal });
    expect([added.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1]);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect([removed.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
    const late = model.complete(chatRequest(), { signal: controller.signal });
    await expect(late).rejects.toMatchObject({ code: 'aborted' });
    const slow = model.complete(chatRequest(), options);
    const ended = expect(slow).rejects.toMatchObject({ code: 'budget' });
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
    expect(signals.map((signal) => signal.reason as unknown)).toMatchObject([
      reason,
      reason,
      { name: 'TimeoutError' },
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with a model that throws instead of returning a promise', async () => {
    const throwing: ChatModel = {
      complete: () => {
        throw new ModelError('quota', 'none left');
      },
    };
    const budget = createBudget({ timeoutMs: 60_000, maxModelCalls: 1 });
    const model = withBudget(throwing, budget);
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'quota' });
    // The place was given back.
    expect(budget.exhausted()).toBeUndefined();
  });

  it('passes errors on as they are', async () => {
    const failing: ChatModel = {
      complete: () => Promise.reject(new ModelError('quota', 'none left')),
    };
    const model = withBudget(failing, createBudget({ timeoutMs: 60_000 }));
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ code: 'quota' });
  });
});

describe('a budget inside of a router', () => {
  it('is a stop: nobody else is asked, rules neither', async () => {
    const second = createScriptedModel(['never']);
    const rules = createScriptedModel(['by rules'], { mode: 'rule' });
    const budget = createBudget({ maxModelCalls: 1 });
    const router = createRouter({
      models: [
        { mode: 'http', provider: 'a', model: withBudget(spending([]), budget) },
        { mode: 'http', provider: 'b', model: second },
        { mode: 'rule', provider: '', model: rules },
      ],
    });
    await router.complete(chatRequest(), options);
    await expect(router.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'budget',
      details: { outcome: 'max_steps' },
    });
    expect(second.requests).toEqual([]);
    expect(rules.requests).toEqual([]);
  });

  it('of another copy of this package keeps its outcome', async () => {
    const foreign = Object.assign(new Error('used up'), {
      isMiniAgentError: true,
      code: 'budget',
      details: { outcome: 'budget_cost' },
    });
    const router = createRouter({
      models: [
        { mode: 'http', provider: 'a', model: { complete: () => Promise.reject(foreign) } },
        { mode: 'http', provider: 'b', model: createScriptedModel(['never']) },
      ],
    });
    await expect(router.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'budget',
      details: { outcome: 'budget_cost' },
    });
  });
});
