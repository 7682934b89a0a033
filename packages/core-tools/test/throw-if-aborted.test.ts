import { describe, expect, it, vi } from 'vitest';
import { calculator } from '@mini-agent/core-tools';
import type { ToolContext } from '@mini-agent/foundation/tool';

const source = Symbol.for('@mini-agent/signal-source');
const args = { expression: '2 + 2' };
const reason = new Error('enough');

/** As the tool manager makes it. */
function lazyContext(isAborted: boolean) {
  const read = vi.fn(() => (isAborted ? AbortSignal.abort(reason) : new AbortController().signal));
  const context = Object.defineProperties(
    {},
    {
      [source]: { value: { isAborted } },
      signal: { get: read, enumerable: true, configurable: true },
    },
  ) as ToolContext;
  return { read, context };
}

describe('a context that makes its signal when it is read', () => {
  it('is not asked for it while nothing was aborted', async () => {
    const { read, context } = lazyContext(false);
    expect(await calculator.execute(args, context)).toMatchObject({ data: { result: '4' } });
    expect(read).not.toHaveBeenCalled();
  });

  it('gives the reason of an abort', async () => {
    const { context } = lazyContext(true);
    await expect(calculator.execute(args, context)).rejects.toBe(reason);
  });

  it.each<[string, (context: ToolContext) => ToolContext]>([
    ['copied', (context) => ({ ...context, signal: AbortSignal.abort(reason) })],
    [
      'inherited',
      (context) =>
        Object.create(context, { signal: { value: AbortSignal.abort(reason) } }) as ToolContext,
    ],
  ])('does not hide another signal of one that is %s from it', async (_, change) => {
    const { context } = lazyContext(false);
    await expect(calculator.execute(args, change(context))).rejects.toBe(reason);
  });
});
