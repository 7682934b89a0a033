import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToolAnnotations, ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import { idempotent, makeCall, makeTool, systemError } from './make-tool.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Body = (args: unknown, context?: ToolContext) => unknown;

const kinds: readonly (readonly [string, Partial<ToolAnnotations>])[] = [
  ['read-only', { readOnly: true }],
  ['idempotent', idempotent],
  ['with effects', {}],
];

interface Planned {
  readonly startAt: number;
  readonly workMs: number;
  readonly body: 'ends' | 'obeys' | 'ignores' | 'resets';
  readonly abortAt: number | undefined;
  readonly key: number | undefined;
  readonly tool: number;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  startAt: fc.nat(60),
  workMs: fc.nat(90),
  body: fc.constantFrom('ends' as const, 'obeys' as const, 'ignores' as const, 'resets' as const),
  abortAt: fc.option(fc.nat(120), { nil: undefined }),
  key: fc.option(fc.nat(2), { nil: undefined }),
  tool: fc.nat(2),
});

test('any interleaving: a call with effects starts at most once, every answer is in time and tells the truth, nothing stays behind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 14 }), async (plans) => {
      const starts = plans.map(() => 0);
      const ends = plans.map(() => 0);
      let open = 0;
      const run: Body = async (args, context) => {
        const { plan: index } = args as { plan: number };
        const plan = plans[index];
        starts[index] = (starts[index] ?? 0) + 1;
        open += 1;
        try {
          await new Promise<void>((resolve, reject) => {
            setTimeout(resolve, plan?.workMs);
            if (plan?.body === 'ignores') return;
            context?.signal?.addEventListener('abort', () => {
              reject(new Error('stopped'));
            });
          });
          if (plan?.body === 'resets') throw systemError('ECONNRESET');
          ends[index] = (ends[index] ?? 0) + 1;
          return { text: `done ${index}` };
        } finally {
          open -= 1;
        }
      };
      const tools = kinds.map(([, annotations], tool) =>
        makeTool({
          name: `t${tool}`,
          execute: run,
          annotations,
          policy: { timeoutMs: 60, totalTimeoutMs: 200, maxConcurrent: 2 },
        }),
      );
      const manager = createToolManager({
        tools,
        maxConcurrent: 3,
        retryCount: 2,
        circuit: { failures: 4, coolDownMs: 50 },
      });
      const signals: AbortSignal[] = [];
      // Calls with the same key are the same call.
      const target = (index: number): number => {
        const { key, tool } = plans[index] ?? {};
        return key === undefined
          ? index
          : plans.findIndex((plan) => plan.key === key && plan.tool === tool);
      };
      const answers = plans.map(async (plan, index) => {
        await new Promise((resolve) => setTimeout(resolve, plan.startAt));
        const controller = new AbortController();
        signals.push(controller.signal);
        const startedAt = Date.now();
        if (plan.abortAt !== undefined)
          setTimeout(() => {
            controller.abort();
          }, plan.abortAt);
        const outcome = await manager.call(
          makeCall(`t${plan.tool}`, { plan: target(index) }, `c${index}`),
          {
            signal: controller.signal,
            ...(plan.key === undefined ? {} : { idempotencyKey: `k${plan.key}` }),
          },
        );
        return { outcome, ms: Date.now() - startedAt };
      });
      await vi.advanceTimersByTimeAsync(5_000);
      const all = await Promise.all(answers);
      all.forEach(({ outcome, ms }, index) => {
        const plan = plans[index];
        expect(ms).toBeLessThanOrEqual(250);
        if (plan?.abortAt !== undefined) expect(ms).toBeLessThanOrEqual(plan.abortAt + 50);
        const begun = starts[target(index)] ?? 0;
        if (plan?.tool === 2) expect(begun).toBeLessThanOrEqual(1);
        if (plan?.tool === 0 && plan.key === undefined) expect(begun).toBeLessThanOrEqual(1);
        if (outcome.ok) {
          expect(outcome.text).toBe(`done ${target(index)}`);
          expect(ends[target(index)] ?? 0).toBeGreaterThanOrEqual(1);
          return;
        }
        if (plan?.key !== undefined) return;
        if (outcome.tries === 0) expect(begun).toBe(0);
        if (plan?.tool !== 2) return;
        if (outcome.code === 'timeout' || outcome.retry) expect(begun).toBe(0);
      });
      expect(open).toBe(0);
      expect(manager.stats()).toMatchObject({ running: 0, queued: 0, busy: [] });
      for (const signal of signals) expect(getEventListeners(signal, 'abort')).toEqual([]);
      await vi.advanceTimersByTimeAsync(120_000);
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 150 },
  );
}, 60_000);
