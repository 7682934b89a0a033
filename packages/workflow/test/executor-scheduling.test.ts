import { describe, expect, test } from 'vitest';
import { createLocalExecutor } from '../src/index.ts';
import { deferredSteps, settled } from './deferred-steps.ts';
import { step } from './workflow-fixtures.ts';

describe('scheduling', () => {
  test('D-071: a chain does not wait for a slow step beside it', async () => {
    const steps = deferredSteps();
    const executor = createLocalExecutor({ runStep: steps.runStep });
    const run = executor.run([step('slow'), step('f1'), step('f2', 'f1'), step('f3', 'f2')]);
    await settled();
    expect(steps.started).toEqual(['slow', 'f1']);
    await steps.finish('f1');
    expect(steps.started).toEqual(['slow', 'f1', 'f2']);
    await steps.finish('f2');
    expect(steps.started).toEqual(['slow', 'f1', 'f2', 'f3']);
    await steps.finish('f3');
    await steps.finish('slow');
    expect((await run).success).toBe(true);
  });

  test('D-072: twenty independent steps all give their answer', async () => {
    let most = 0;
    let running = 0;
    const executor = createLocalExecutor({
      runStep: async (task) => {
        running += 1;
        most = Math.max(most, running);
        await settled();
        running -= 1;
        return { answer: task };
      },
    });
    const result = await executor.run(Array.from({ length: 20 }, (_, n) => step(`s${n}`)));
    expect(result.success).toBe(true);
    expect(result.steps.map((entry) => entry.result?.answer)).toEqual(
      Array.from({ length: 20 }, (_, n) => `task of s${n}`),
    );
    expect(most).toBe(10);
  });

  test('D-077: runs do not wait for each other', async () => {
    const steps = [deferredSteps(), deferredSteps(), deferredSteps()];
    const executor = createLocalExecutor({
      concurrency: 1,
      runStep: (task, context) => {
        const index = Number(context.runId.slice(-1));
        const deferred = steps[index];
        if (deferred === undefined) throw new Error('no such run');
        return deferred.runStep(task, context);
      },
    });
    const runs = steps.map((_, index) => executor.run([step('a')], { runId: `run-${index}` }));
    await settled();
    expect(steps.map((deferred) => deferred.started)).toEqual([['a'], ['a'], ['a']]);
    await Promise.all(steps.map((deferred) => deferred.finish('a')));
    expect((await Promise.all(runs)).every((result) => result.success)).toBe(true);
  });

  test('wf-006: the shared inputs of a diamond run once and both branches get their answers', async () => {
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep }).run([
      step('a'),
      step('b'),
      step('c', 'a', 'b'),
      step('d', 'a', 'b'),
    ]);
    await settled();
    await steps.finish('a', 'A');
    expect(steps.started).toEqual(['a', 'b']);
    await steps.finish('b', 'B');
    expect(steps.started).toEqual(['a', 'b', 'c', 'd']);
    expect(steps.task('c')).toBe('task of c\n\n--- a ---\nA\n\n--- b ---\nB');
    expect(steps.task('d')).toBe('task of d\n\n--- a ---\nA\n\n--- b ---\nB');
    await steps.finish('c');
    await steps.finish('d');
    expect((await run).success).toBe(true);
  });

  test('wf-024: a join waits for its slowest branch and gets every answer', async () => {
    const steps = deferredSteps();
    const branches = ['a', 'b', 'c', 'd', 'e'];
    const run = createLocalExecutor({ runStep: steps.runStep }).run([
      ...branches.map((id) => step(id)),
      step('join', ...branches),
    ]);
    await settled();
    for (const id of ['e', 'a', 'd', 'b']) await steps.finish(id);
    expect(steps.started).not.toContain('join');
    await steps.finish('c', 'slow answer');
    expect(steps.started).toContain('join');
    for (const id of branches) {
      expect(steps.task('join')).toContain(id === 'c' ? 'slow answer' : `answer of ${id}`);
    }
    await steps.finish('join');
    await run;
  });

  test('keeps to the cap, and starts the next step as soon as one ends', async () => {
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep }).run(
      ['a', 'b', 'c', 'd'].map((id) => step(id)),
      { concurrency: 2 },
    );
    await settled();
    expect(steps.started).toEqual(['a', 'b']);
    await steps.finish('b');
    expect(steps.started).toEqual(['a', 'b', 'c']);
    await steps.finish('a');
    await steps.finish('c');
    await steps.finish('d');
    expect((await run).success).toBe(true);
  });

  test('gives steps their ids and a key that is stable', async () => {
    const steps = deferredSteps();
    const run = createLocalExecutor({ runStep: steps.runStep }).run([step('a')], { runId: 'r-1' });
    await settled();
    expect(steps.context('a')).toMatchObject({
      runId: 'r-1',
      stepId: 'a',
      idempotencyKey: 'r-1:a',
    });
    await steps.finish('a');
    expect(await run).toMatchObject({ runId: 'r-1', success: true });
  });

  test('a chain of a thousand steps and a thousand steps beside each other end', async () => {
    const executor = createLocalExecutor({ runStep: () => Promise.resolve({ answer: 'x' }) });
    const ids = Array.from({ length: 1000 }, (_, n) => `s${n}`);
    const chain = ids.map((id, n) => (n === 0 ? step(id) : step(id, `s${n - 1}`)));
    expect((await executor.run(chain)).success).toBe(true);
    expect((await executor.run(ids.map((id) => step(id)))).success).toBe(true);
  });
});
