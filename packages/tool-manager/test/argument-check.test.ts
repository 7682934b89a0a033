import { afterEach, expect, test, vi } from 'vitest';
import type { SchemaIssue, Tool } from '@mini-agent/foundation/tool';
import { createToolManager } from '../src/index.ts';
import { makeCall, makeTool, openContext } from './make-tool.ts';

afterEach(() => {
  vi.useRealTimers();
});

type Answer = { readonly value: unknown } | { readonly issues: readonly SchemaIssue[] };

function standardTool(
  validate: (value: unknown) => Answer | Promise<Answer>,
  execute = vi.fn(() => ({ text: 'ok' })),
): Tool {
  return {
    ...makeTool({ execute, policy: { timeoutMs: 100 } }),
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate,
        jsonSchema: { input: () => ({ $schema: 'x', type: 'object', required: ['n'] }) },
      },
    },
  };
}

test('the tool gets what the schema made of the arguments', async () => {
  const execute = vi.fn(() => ({ text: 'ok' }));
  const tool = standardTool((value) => ({ value: { ...(value as object), limit: 5 } }), execute);
  await createToolManager({ tools: [tool] }).execute('probe', { n: 1 });
  expect(execute).toHaveBeenCalledWith({ n: 1, limit: 5 }, expect.anything());
});

test('every issue is told with its path', async () => {
  const tool = standardTool(() => ({
    issues: [
      { message: 'Required', path: ['n'] },
      { message: 'Too\n  small', path: [{ key: 'steps' }, 0, { key: 'a b' }] },
      { message: 'Unrecognized key: "x"' },
    ],
  }));
  expect(
    await createToolManager({ tools: [tool] }).call(makeCall('probe'), openContext()),
  ).toMatchObject({
    code: 'invalid_arguments',
    message:
      'Invalid arguments: n: Required; steps[0]["a b"]: Too small; arguments: Unrecognized key: "x"',
    expected: { type: 'object', required: ['n'] },
  });
});

test('a hundred issues make a short message that tells how many are left', async () => {
  const issues = Array.from({ length: 100 }, (_, index) => ({
    message: 'wrong '.repeat(50),
    path: [index],
  }));
  const outcome = await createToolManager({ tools: [standardTool(() => ({ issues }))] }).call(
    makeCall('probe'),
    openContext(),
  );
  const { message } = outcome as unknown as { message: string };
  expect(message.length).toBeLessThanOrEqual(1_000);
  expect(message).toMatch(/and 9\d more$/);
});

test('a check may take its time, but not for ever', async () => {
  vi.useFakeTimers();
  const late = standardTool(
    () =>
      new Promise((resolve) =>
        setTimeout(() => {
          resolve({ value: {} });
        }, 50),
      ),
  );
  const running = createToolManager({ tools: [late] }).call(makeCall('probe'), openContext());
  await vi.advanceTimersByTimeAsync(50);
  expect(await running).toMatchObject({ ok: true });

  const never = standardTool(() => new Promise(() => undefined));
  const stuck = createToolManager({ tools: [never] }).call(makeCall('probe'), openContext());
  await vi.advanceTimersByTimeAsync(100);
  expect(await stuck).toMatchObject({ ok: false, code: 'timeout', tries: 0 });
});

test('a check follows the abort', async () => {
  const controller = new AbortController();
  const tool = standardTool(() => new Promise(() => undefined));
  const running = createToolManager({ tools: [tool] }).call(makeCall('probe'), {
    signal: controller.signal,
  });
  controller.abort();
  expect(await running).toMatchObject({ ok: false, code: 'interrupted', tries: 0 });
});

test('a check that throws is a failure of the tool, which was not started', async () => {
  const execute = vi.fn(() => ({ text: 'ok' }));
  const tool = standardTool(() => {
    throw new TypeError('bug in the schema');
  }, execute);
  expect(
    await createToolManager({ tools: [tool] }).call(makeCall('probe'), openContext()),
  ).toMatchObject({
    ok: false,
    code: 'tool_error',
    message: 'probe failed: bug in the schema',
    tries: 0,
  });
  expect(execute).not.toHaveBeenCalled();
});
