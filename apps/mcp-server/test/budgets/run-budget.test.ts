import type { RunState } from '@mini-agent/react-agent';
import { describe, expect, test } from 'vitest';
import { noClient } from '../call-tool.ts';
import { budgetWorld, calls, replyCost, says, taskOf, usage } from './budget-world.ts';

const plan =
  '```\n- What makes the tides rise and fall?\n- How high are the tides of the bay?\n```';
const draft = '## Executive Summary\n\nThe moon [1].\n\n## Key Findings\n\n- The moon [1].\n';
const research = calls('deep_research', { question: 'What makes the tides?' });

const twoSteps = calls('run_workflow', {
  steps: [
    { id: 'a', task: 'first part' },
    { id: 'b', task: 'second part' },
    { id: 'c', task: 'third part', dependsOn: ['a', 'b'] },
  ],
});

describe('the budget of a run', { timeout: 30_000 }, () => {
  test('stops nested research at a cost limit: partial answer, no further request', async () => {
    const { call, server } = await budgetWorld({
      script: [research, says(plan), says(draft), says('never')],
      budget: { maxCostUsd: 0.2 },
    });
    const { structuredContent, isError, content } = await call({ task: 'What makes the tides?' });
    expect(structuredContent).toMatchObject({
      status: 'budget_exceeded',
      outcome: 'budget_cost',
      iterations: 1,
      usage: { inputTokens: 200_000, outputTokens: 20_000, totalTokens: 220_000 },
    });
    expect(structuredContent).toHaveProperty('usage.costUsd', 2 * replyCost);
    expect(structuredContent.answer).toMatch(/budget .* used up[\s\S]*deep_research/);
    expect(isError).toBeUndefined();
    expect(content[0].text).toContain('--- Final Answer ---');
    expect(server.requests).toHaveLength(2);
    expect(server.unused).toBe(2);
  });

  test.each([
    ['the plan', 0.1, 1],
    ['the report', 0.3, 3],
  ])('may end in any call of the research: after %s', async (_name, maxCostUsd, requests) => {
    const { call, server } = await budgetWorld({
      script: [research, says(plan), says(draft), says('never')],
      budget: { maxCostUsd },
    });
    const { structuredContent } = await call({ task: 'What makes the tides?' });
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'budget_cost' });
    expect(structuredContent.answer.trim()).not.toBe('');
    expect(server.requests).toHaveLength(requests);
  });

  test('is one for all steps of a workflow, also side by side', async () => {
    const { call, server } = await budgetWorld({
      script: (request) => (taskOf(request).includes('part') ? says('part done') : twoSteps),
      budget: { maxModelCalls: 3 },
    });
    const { structuredContent } = await call({ task: 'do it all' });
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'max_steps' });
    expect(structuredContent.answer).toContain('part done');
    expect(server.requests).toHaveLength(3);
  });

  test('counts the calls of a tool in nested runs too, and tells the model what to do', async () => {
    const calculate = calls('calculator', { expression: '6*7' });
    const step = calls('run_workflow', { steps: [{ id: 'a', task: 'nested part' }] });
    const { call, server } = await budgetWorld({
      script: [calculate, step, calls('calculator', { expression: '1+1' }), says('x'), says('42')],
      budget: { maxToolCalls: { calculator: 1 } },
    });
    const { structuredContent } = await call({ task: 'compute' });
    expect(structuredContent).toMatchObject({ status: 'completed', answer: '42' });
    const nested = JSON.stringify(server.requests[3]?.body.messages.at(-1));
    expect(nested).toMatch(/denied.*calculator may be called 1 times.*answer with what you have/);
  });

  test('reports the usage of the whole run, and begins anew with the next one', async () => {
    const { call, server } = await budgetWorld({
      script: (_request, index) =>
        [research, says(plan), says(draft), says('the moon')][index % 4] ?? says('x'),
      budget: { maxCostUsd: 0.5 },
    });
    for (const task of ['tides', 'tides again']) {
      const { structuredContent } = await call({ task });
      expect(structuredContent).toMatchObject({
        status: 'completed',
        answer: 'the moon',
        iterations: 2,
        usage: { inputTokens: 400_000, totalTokens: 440_000, estimated: false },
      });
      const { costUsd } = structuredContent['usage'] as { costUsd: number };
      expect(costUsd).toBeCloseTo(4 * replyCost, 9);
    }
    expect(server.requests).toHaveLength(8);
  });

  test('without a price tells no cost, and warns once that the cost limit cannot hold', async () => {
    const { call, logged } = await budgetWorld({
      script: () => says('done'),
      budget: { maxCostUsd: 0.01 },
      isPriced: false,
    });
    for (const task of ['one', 'two']) {
      const { structuredContent } = await call({ task });
      expect(structuredContent).toMatchObject({ status: 'completed' });
      expect(structuredContent['usage']).toEqual({
        inputTokens: usage.prompt_tokens,
        outputTokens: usage.completion_tokens,
        totalTokens: usage.total_tokens,
        estimated: false,
      });
    }
    expect(logged.filter((line) => line.includes('price is not known'))).toHaveLength(1);
    expect(logged.join('\n')).toContain('acme/large');
  });

  test('ends a model call that takes longer than its time', async () => {
    const { call, server } = await budgetWorld({
      script: [{ content: 'late', delayMs: 15_000 }],
      budget: { timeoutMs: 200 },
    });
    const { structuredContent } = await call({ task: 'slow' });
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'budget_time' });
    expect(structuredContent.answer.trim()).not.toBe('');
    expect(await server.requests[0]?.whenAborted()).toBeUndefined();
  });

  test('ends a tool that takes longer than its time', async () => {
    let seen: AbortSignal | undefined;
    const { call, server } = await budgetWorld({
      script: [research, says(plan), says('never')],
      budget: { timeoutMs: 3_000 },
      search: (_query, { signal }) => {
        seen = signal;
        return new Promise(() => undefined);
      },
    });
    const { structuredContent } = await call({ task: 'tides' });
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'budget_time' });
    expect(seen?.aborted).toBe(true);
    // The run's own limit is 20 s.
    expect(structuredContent['duration_ms']).toBeLessThan(15_000);
    expect(server.requests).toHaveLength(2);
  });

  test('is not passed by a fall to rules', async () => {
    const { call, server } = await budgetWorld({
      script: () => calls('calculator', { expression: '6*7' }),
      budget: { maxInputTokens: 1 },
    });
    const { structuredContent } = await call({ task: 'what is 6*7' });
    expect(structuredContent).toMatchObject({
      status: 'budget_exceeded',
      outcome: 'budget_tokens',
      mode: 'http',
    });
    expect(structuredContent.answer).toContain('42');
    expect(server.requests).toHaveLength(1);
  });

  test('does not hold rules, which use no model', async () => {
    const { call, server } = await budgetWorld({ script: [], budget: { maxModelCalls: 0 } });
    const { structuredContent } = await call({ task: '6 * 7', mode: 'rule' });
    expect(structuredContent).toMatchObject({ status: 'completed', mode: 'rule' });
    expect(structuredContent['usage']).toMatchObject({ totalTokens: 0, estimated: false });
    expect(server.requests).toHaveLength(0);
  });

  test('counts the client’s own model', async () => {
    const { call, server } = await budgetWorld({ script: [], budget: { maxModelCalls: 1 } });
    let asked = 0;
    const { structuredContent } = await call(
      { task: 'compute' },
      {
        clientModel: { ...noClient, sampling: true, samplingTools: true },
        sendSampling: () => {
          asked += 1;
          const input = { expression: '6*7' };
          const content = [{ type: 'tool_use', id: 't1', name: 'calculator', input }];
          return Promise.resolve({
            role: 'assistant',
            model: 'client',
            stopReason: 'toolUse',
            content,
          });
        },
      },
    );
    expect(structuredContent).toMatchObject({ status: 'budget_exceeded', outcome: 'max_steps' });
    expect(structuredContent.answer).toContain('42');
    expect(structuredContent['usage']).toMatchObject({ estimated: true });
    expect(asked).toBe(1);
    expect(server.requests).toHaveLength(0);
  });
});

describe('what a run has spent', { timeout: 30_000 }, () => {
  test('stands in its states while a nested run works, and goes on after a restart', async () => {
    const states: RunState[] = [];
    const { run, server } = await budgetWorld({
      script: [research, says(plan), says(draft), says('the moon'), says('never')],
      budget: { maxCostUsd: 0.35 },
    });
    await run({ task: 'tides' }, (state) => void states.push(state));
    const costs = states.map(({ spent }) => Number(spent?.['costUsd']));
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    // Only the nested calls are made while the outer tool call has no outcome.
    const meanwhile = states.filter(({ pending }) => pending[0]?.state === 'started');
    expect(meanwhile.at(-1)?.spent).toMatchObject({ modelCalls: 3 });
    expect(states.at(-1)).toMatchObject({ outcome: 'completed', spent: { modelCalls: 4 } });

    const cut = states.findLast(({ outcome }) => outcome === undefined);
    if (cut === undefined) throw new Error('no state');
    const saved = JSON.parse(JSON.stringify(cut)) as RunState;
    const asked = server.requests.length;
    const result = await run({
      task: 'tides',
      resumeFrom: { ...saved, startedAt: Date.now(), spent: { ...saved.spent, costUsd: 0.36 } },
    });
    expect(result.outcome).toBe('budget_cost');
    expect(result.state.spent).toMatchObject({
      costUsd: 0.36,
      modelCalls: saved.spent?.['modelCalls'],
    });
    expect(server.requests).toHaveLength(asked);
  });

  test('leaves a resumed run the whole time again', async () => {
    const states: RunState[] = [];
    const { run } = await budgetWorld({
      script: () => says('done'),
      budget: { timeoutMs: 60_000 },
    });
    await run({}, (state) => void states.push(state));
    const [first] = states;
    if (first === undefined) throw new Error('no state');
    const spent = { ...first.spent, startedAt: first.startedAt - 3_600_000 };
    const result = await run({ resumeFrom: { ...first, startedAt: Date.now(), spent } });
    expect(result.outcome).toBe('completed');
  });

  test('begins anew where the saved numbers were edited into nonsense', async () => {
    const states: RunState[] = [];
    const { run } = await budgetWorld({ script: () => says('done'), budget: { maxModelCalls: 2 } });
    await run({}, (state) => void states.push(state));
    const [first] = states;
    if (first === undefined) throw new Error('no state');
    for (const spent of [
      {},
      { ...first.spent, costUsd: 'x' },
      { ...first.spent, toolCalls: null },
    ]) {
      const result = await run({ resumeFrom: { ...first, spent } });
      expect(result).toMatchObject({ outcome: 'completed', state: { spent: { modelCalls: 1 } } });
    }
  });
});
