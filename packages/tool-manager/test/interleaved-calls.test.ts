import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Tool, ToolContext } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import { makeCall, makeTool } from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Planned {
  readonly tool: number;
  readonly startAt: number;
  readonly workMs: number;
  readonly isStubborn: boolean;
  readonly isFailing: boolean;
  readonly abortAt: number | undefined;
}

const planned: fc.Arbitrary<Planned> = fc.record({
  tool: fc.nat(3),
  startAt: fc.nat(200),
  workMs: fc.nat(300),
  isStubborn: fc.boolean(),
  isFailing: fc.boolean(),
  abortAt: fc.option(fc.integer({ min: 0, max: 400 }), { nil: undefined }),
});

const policies = [
  { timeoutMs: 100, maxConcurrent: 1 },
  { timeoutMs: 100, maxConcurrent: 2 },
  { timeoutMs: 100 },
  { timeoutMs: 100, occupiesSlot: false },
];

test('whatever calls do, bodies keep the limits, every call is answered in time, and every slot comes back', async () => {
  vi.useFakeTimers();
  await fc.assert(
    fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 25 }), async (plans) => {
      const running = policies.map(() => 0);
      const problems: string[] = [];
      const body =
        (tool: number) =>
        async (args: unknown, context?: ToolContext): Promise<unknown> => {
          const plan = plans[(args as { plan: number }).plan];
          running[tool] = (running[tool] ?? 0) + 1;
          if ((running[tool] ?? 0) > (policies[tool]?.maxConcurrent ?? Infinity))
            problems.push(`tool ${tool}`);
          const shared = running.slice(0, 3).reduce((sum, count) => sum + count, 0);
          if (shared > 3) problems.push('all');
          try {
            await new Promise<void>((resolve, reject) => {
              setTimeout(resolve, plan?.workMs);
              if (!plan?.isStubborn) {
                context?.signal?.addEventListener('abort', () => {
                  reject(new Error('stopped'));
                });
              }
            });
            if (plan?.isFailing) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
            return { text: 'ok' };
          } finally {
            running[tool] = (running[tool] ?? 0) - 1;
          }
        };
      const tools: Tool[] = policies.map((policy, tool) =>
        makeTool({
          name: `t${tool}`,
          policy,
          execute: body(tool),
          // Half of them may be retried.
          annotations: { idempotent: tool % 2 === 0 },
        }),
      );
      const manager = createToolManager({ tools, maxConcurrent: 3 });
      const answers = plans.map(async (plan, index) => {
        const controller = new AbortController();
        await new Promise((resolve) => setTimeout(resolve, plan.startAt));
        let abortedAt: number | undefined;
        if (plan.abortAt !== undefined) {
          setTimeout(() => {
            abortedAt = Date.now();
            controller.abort();
          }, plan.abortAt);
        }
        const outcome = await manager.call(
          makeCall(`t${plan.tool}`, { plan: index }, `c${index}`),
          {
            signal: controller.signal,
          },
        );
        if (abortedAt !== undefined && Date.now() - abortedAt > 50)
          problems.push(`late answer ${index}`);
        return outcome;
      });
      await vi.advanceTimersByTimeAsync(60_000);
      const outcomes = await Promise.all(answers);
      expect(problems).toEqual([]);
      expect(outcomes).toHaveLength(plans.length);
      expect(outcomes.every((outcome, index) => outcome.callId === `c${index}`)).toBe(true);
      expect(running).toEqual([0, 0, 0, 0]);
      expect(manager.stats()).toMatchObject({ running: 0, queued: 0, busy: [] });
      expect(manager.getHistory().filter((record) => record.stillRunning)).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 30_000);

test('a hundred parallel calls of a run that share its signal make Node warn about nothing', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const { signal } = new AbortController();
  const execute = async (_args: unknown, context?: ToolContext): Promise<unknown> => {
    for (let index = 0; index < 20; index += 1) {
      context?.signal?.addEventListener('abort', () => undefined);
    }
    await new Promise((resolve) => setImmediate(resolve));
    return { text: 'ok' };
  };
  const manager = createToolManager({ tools: [makeTool({ execute })], maxConcurrent: 30 });
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      manager.call(makeCall('probe', {}, `c${index}`), { signal }),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('nested calls of a pipeline get slots although all of them are taken by pipelines', async () => {
  const manager = createToolManager({ maxConcurrent: 1, tools: [makeTool({ name: 'leaf' })] });
  const pipeline = makeTool({
    name: 'pipeline',
    policy: { occupiesSlot: false },
    execute: async (_args, context) => manager.execute('leaf', {}, { ...context, depth: 1 }),
  });
  manager.register(pipeline);
  const all = Array.from({ length: 20 }, () => manager.execute('pipeline'));
  expect(await Promise.all(all)).toHaveLength(20);
});

test('a nested run neither sees nor calls pipelines', async () => {
  const manager = createToolManager({
    tools: [
      makeTool({ name: 'leaf' }),
      makeTool({ name: 'pipeline', policy: { occupiesSlot: false } }),
    ],
  });
  const { signal } = new AbortController();
  const names = async (depth: number): Promise<readonly string[]> =>
    (await manager.list({ signal, depth })).map(({ name }) => name);
  expect(await names(0)).toEqual(['leaf', 'pipeline']);
  expect(await names(1)).toEqual(['leaf']);
  expect(await manager.call(makeCall('pipeline'), { signal, depth: 1 })).toMatchObject({
    code: 'unknown_tool',
  });
  expect(await manager.call(makeCall('Pipeline'), { signal, depth: 2 })).toMatchObject({
    code: 'unknown_tool',
  });
  expect(await manager.call(makeCall('pipeline'), { signal, depth: 0 })).toMatchObject({
    ok: true,
  });
});
