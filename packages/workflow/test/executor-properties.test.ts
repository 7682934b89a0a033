import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createLocalExecutor } from '../src/index.ts';
import type { WorkflowStep } from '../src/index.ts';

// Many cases are slow on a machine that is busy with other things.
vi.setConfig({ testTimeout: 60_000 });

interface Plan {
  readonly steps: readonly WorkflowStep[];
  readonly failing: ReadonlySet<string>;
  readonly waits: readonly number[];
  readonly concurrency: number;
}

/** Any graph without cycles: each step depends on some of those before it, and the list is then shuffled. */
const plan: fc.Arbitrary<Plan> = fc.integer({ min: 1, max: 20 }).chain((count) => {
  const ids = Array.from({ length: count }, (_, n) => `s${n}`);
  return fc
    .record({
      edges: fc.tuple(...ids.map((_, n) => fc.subarray(ids.slice(Math.max(0, n - 6), n)))),
      order: fc.shuffledSubarray(ids, { minLength: count, maxLength: count }),
      failing: fc.subarray(ids, { maxLength: Math.min(2, count) }),
      waits: fc.array(fc.nat(4), { minLength: count, maxLength: count }),
      concurrency: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ edges, order, failing, waits, concurrency }) => ({
      steps: order.map((id) => ({ id, task: id, dependsOn: edges[ids.indexOf(id)] ?? [] })),
      failing: new Set(failing),
      waits,
      concurrency,
    }));
});

test('any graph: every step at most once, after its dependencies, within the cap, and blocked exactly behind a failure', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, failing, waits, concurrency }) => {
      const ended = new Set<string>();
      const started: string[] = [];
      let running = 0;
      let most = 0;
      const executor = createLocalExecutor({
        runStep: async (_task, { stepId }) => {
          started.push(stepId);
          running += 1;
          most = Math.max(most, running);
          const dependsOn = steps.find((step) => step.id === stepId)?.dependsOn ?? [];
          expect(dependsOn.every((id) => ended.has(id))).toBe(true);
          for (let n = waits[Number(stepId.slice(1))] ?? 0; n > 0; n -= 1) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          running -= 1;
          if (failing.has(stepId)) throw new Error('failing');
          ended.add(stepId);
          return { answer: stepId };
        },
      });
      const result = await executor.run(steps, { concurrency });
      expect(new Set(started).size).toBe(started.length);
      expect(most).toBeLessThanOrEqual(concurrency);

      const byId = new Map(steps.map((step) => [step.id, step]));
      const isBehindFailure = (id: string): boolean =>
        (byId.get(id)?.dependsOn ?? []).some(
          (other) => failing.has(other) || isBehindFailure(other),
        );
      for (const report of result.steps) {
        const expected = isBehindFailure(report.id)
          ? 'blocked'
          : failing.has(report.id)
            ? 'failed'
            : 'done';
        expect(report.state).toBe(expected);
        if (report.state === 'blocked') {
          const [, blocker = ''] = /^blocked by (.*)$/.exec(report.error ?? '') ?? [];
          expect(failing.has(blocker)).toBe(true);
        }
      }
      expect(result.steps.map((report) => report.id)).toEqual(steps.map((step) => step.id));
    }),
    { numRuns: 200 },
  );
});
