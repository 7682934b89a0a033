import { describe, expect, test } from 'vitest';
import { createLocalExecutor } from '../src/index.ts';
import type { WorkflowEvent, WorkflowResult } from '../src/index.ts';
import { deferredSteps, settled } from './deferred-steps.ts';
import { testClock } from './test-clock.ts';
import { report, states, step } from './workflow-fixtures.ts';

describe('failures', () => {
  test('steps behind a failed one are blocked, the others go on', async () => {
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep }).run([
      step('a'),
      step('b', 'a'),
      step('c', 'b', 'x'),
      step('x'),
      step('y', 'x'),
    ]);
    await settled();
    await steps.fail('a', 'no tea');
    await steps.finish('x');
    await steps.finish('y');
    const result = await run;
    expect(result.success).toBe(false);
    expect(states(result)).toEqual({
      a: 'failed',
      b: 'blocked',
      c: 'blocked',
      x: 'done',
      y: 'done',
    });
    expect(report(result, 'a')).toMatchObject({ error: 'no tea', result: null });
    expect(report(result, 'b')).toEqual({
      id: 'b',
      label: 'b',
      state: 'blocked',
      result: null,
      error: 'blocked by a',
      durationMs: 0,
    });
    expect(report(result, 'c')?.error).toBe('blocked by a');
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'throws at once',
      () => {
        throw new Error('at once');
      },
      /at once/,
    ],

    ['gives nothing', () => Promise.resolve(undefined), /no answer text/],
    ['gives a number', () => Promise.resolve({ answer: 5 }), /no answer text/],
  ])('a step that %s is failed', async (_name, body, message) => {
    const executor = createLocalExecutor({ runStep: body as never });
    const result = await executor.run([step('a')]);
    expect(result.steps).toMatchObject([{ state: 'failed', result: null }]);
    expect(result.steps[0]?.error).toMatch(message);
  });

  test('wf-012: an answer that is too large fails once, with a message that names step and size', async () => {
    let tries = 0;
    const executor = createLocalExecutor({
      runStep: () => {
        tries += 1;
        return Promise.resolve({ answer: 'x'.repeat(4_000_000) });
      },
    });
    const result = await executor.run([step('large'), step('next', 'large')]);
    expect(tries).toBe(1);
    expect(states(result)).toEqual({ large: 'failed', next: 'blocked' });
    expect(result.steps[0]?.error).toMatch(/result_too_large.*"large".*4000000.*262144/);
  });

  test('a listener that throws does not matter', async () => {
    const executor = createLocalExecutor({ runStep: () => Promise.resolve({ answer: 'x' }) });
    const result = await executor.run([step('a')], {
      onEvent: () => {
        throw new Error('listener');
      },
    });
    expect(result.success).toBe(true);
  });
});

describe('timeouts', () => {
  test('wf-029: a step is timed out after 60 s by default, its signal aborted, its dependants blocked', async () => {
    const clock = testClock();
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep, clock }).run([
      step('a'),
      step('b', 'a'),
    ]);
    await clock.pass(59_999);
    expect(steps.context('a').signal.aborted).toBe(false);
    await clock.pass(1);
    expect(steps.context('a').signal.aborted).toBe(true);
    const result = await run;
    expect(states(result)).toEqual({ a: 'timed-out', b: 'blocked' });
    expect(report(result, 'a')).toMatchObject({
      error: 'timed out after 60 s',
      durationMs: 60_000,
    });
    expect(result.totalDurationMs).toBe(60_000);
  });

  test('wf-036: the limit that is set is the one that applies, also a longer one', async () => {
    const clock = testClock();
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep, clock }).run([
      { ...step('long'), timeout: 300 },
      { ...step('short'), timeout: 0.5 },
    ]);
    await clock.pass(500);
    expect(steps.context('short').signal.aborted).toBe(true);
    await clock.pass(299_000);
    expect(steps.context('long').signal.aborted).toBe(false);
    await steps.finish('long');
    expect(states(await run)).toEqual({ long: 'done', short: 'timed-out' });
  });

  test('wf-030: the run ends at its limit even if a step ignores the abort; what comes later is not used', async () => {
    const clock = testClock();
    const steps = deferredSteps();
    const events: WorkflowEvent[] = [];
    const run = createLocalExecutor({ runStep: steps.runStep, clock, timeoutSeconds: 3600 }).run(
      [step('a'), step('b', 'a'), step('c')],
      { timeoutMs: 300_000, concurrency: 1, onEvent: (event) => events.push(event) },
    );
    await clock.pass(300_000);
    const result = await run;
    expect(states(result)).toEqual({ a: 'timed-out', b: 'blocked', c: 'cancelled' });
    expect(report(result, 'a')?.error).toBe('the run timed out after 300 s');
    expect(result.totalDurationMs).toBe(300_000);
    const before = events.length;
    steps.context('a').onProgress('still here');
    await steps.finish('a', 'too late');
    expect(events).toHaveLength(before);
    expect(report(result, 'a')?.result).toBeNull();
  });
});

describe('cancelling', () => {
  test('wf-020, wf-022: cancel ends a looping step and the run it started, at once', async () => {
    let rounds = 0;
    const child = createLocalExecutor({
      runStep: async (_task, { signal }) => {
        while (!signal.aborted) {
          rounds += 1;
          await settled();
        }
        return { answer: 'never used' };
      },
    });
    let childResult: Promise<WorkflowResult> | undefined;
    const parent = createLocalExecutor({
      runStep: async (_task, { signal }) => {
        childResult = child.run([step('inner'), step('after', 'inner')], { signal });
        return { answer: (await childResult).runId };
      },
    });
    const run = parent.run([step('outer'), step('next', 'outer')], { runId: 'p' });
    await expect.poll(() => rounds).toBeGreaterThan(1);
    expect(await parent.cancel('p')).toBe(true);
    const result = await run;
    expect(states(result)).toEqual({ outer: 'cancelled', next: 'cancelled' });
    expect(result.success).toBe(false);
    expect(states(await childResult)).toEqual({
      inner: 'cancelled',
      after: 'cancelled',
    });
    const after = rounds;
    await settled();
    expect(rounds).toBeLessThanOrEqual(after + 1);
    expect(await parent.cancel('p')).toBe(false);
    expect(await parent.list()).toMatchObject([{ runId: 'p', state: 'cancelled' }]);
  });

  test('the caller’s signal cancels too, before the start and in the middle', async () => {
    const steps = deferredSteps();
    const executor = createLocalExecutor({ runStep: steps.runStep });
    const early = await executor.run([step('a')], { signal: AbortSignal.abort() });
    expect(states(early)).toEqual({ a: 'cancelled' });
    expect(steps.started).toEqual([]);
    const controller = new AbortController();
    const run = executor.run([step('a'), step('b', 'a')], { signal: controller.signal });
    await settled();
    controller.abort();
    expect(states(await run)).toEqual({ a: 'cancelled', b: 'cancelled' });
    expect(steps.context('a').signal.aborted).toBe(true);
  });

  test('close cancels what is running and waits for it', async () => {
    const steps = deferredSteps();
    const executor = createLocalExecutor({ runStep: steps.runStep });
    const run = executor.run([step('a')]);
    await settled();
    await executor.close();
    expect(states(await run)).toEqual({ a: 'cancelled' });
  });
});

describe('watching', () => {
  test('events tell each change of a step, and its progress', async () => {
    const events: string[] = [];
    const executor = createLocalExecutor({
      runStep: (_task, context) => {
        context.onProgress('half');
        return Promise.resolve({ answer: 'x' });
      },
    });
    await executor.run([{ ...step('a'), label: 'First' }], {
      onEvent: (event) =>
        events.push(`${event.step.label} ${event.step.state} ${event.message ?? ''}`),
    });
    expect(events).toEqual(['First running ', 'First running half', 'First done ']);
  });

  test('show and list know running, ended and unknown runs', async () => {
    const steps = deferredSteps();
    const executor = createLocalExecutor({ runStep: steps.runStep });
    const run = executor.run([step('a'), step('b', 'a')], { runId: 'r' });
    await settled();
    expect(states(await executor.show('r'))).toEqual({
      a: 'running',
      b: 'pending',
    });
    expect(await executor.list()).toMatchObject([{ runId: 'r', state: 'running' }]);
    await steps.finish('a');
    await steps.finish('b');
    const result = await run;
    expect(await executor.show('r')).toEqual(result);
    expect(await executor.list()).toMatchObject([{ runId: 'r', state: 'done' }]);
    expect(await executor.show('unknown')).toBeUndefined();
    expect(await executor.show('../r')).toBeUndefined();
    expect(await executor.cancel('unknown')).toBe(false);
  });

  test('wrong steps, a wrong or taken run id and an unknown run are refused', async () => {
    const executor = createLocalExecutor({ runStep: () => Promise.resolve({ answer: 'x' }) });
    await expect(executor.run([step('a', 'a')])).rejects.toMatchObject({ code: 'cycle' });
    await expect(executor.run([step('a')], { runId: '../x' })).rejects.toMatchObject({
      code: 'invalid_steps',
    });
    await executor.run([step('a')], { runId: 'r' });
    await expect(executor.run([step('a')], { runId: 'r' })).rejects.toMatchObject({
      code: 'duplicate_id',
    });
    await expect(executor.resume('nope')).rejects.toMatchObject({ code: 'not_found' });
  });
});
