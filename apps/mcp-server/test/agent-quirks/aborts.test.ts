import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createHttpModel } from '@mini-agent/llm-router';
import { createAgent } from '@mini-agent/react-agent';
import { createToolManager } from '@mini-agent/tool-manager';
import type { ToolContext } from '@mini-agent/foundation/tool';
import { startModelServer } from '@mini-agent/testkit';
import type { ModelScript, ModelServer } from '@mini-agent/testkit';
import { apiKey, call, calls, createTools, play, refuse, say } from './harness.ts';
import type { Scenario } from './harness.ts';

interface Aborted {
  readonly result: Awaited<ReturnType<ReturnType<typeof createAgent>['run']>>;
  readonly server: ModelServer;
  /** From the abort to the end of the run. */
  readonly afterMs: number;
  readonly executed: readonly unknown[];
}

/** Runs with the system's clock, aborts when `ready` resolves, and looks at the server with `look` before it closes. */
async function abortWhen(
  replies: ModelScript,
  ready: (server: ModelServer) => Promise<unknown>,
  options: Pick<Scenario, 'tools' | 'model'> & {
    readonly look?: (server: ModelServer) => Promise<void>;
  } = {},
): Promise<Aborted> {
  const server = await startModelServer(replies);
  const executed: [string, unknown][] = [];
  const controller = new AbortController();
  const agent = createAgent({
    model: createHttpModel({ baseUrl: server.url, apiKey, model: 'm', ...options.model }),
    tools: createToolManager({ tools: [...createTools(options.tools ?? { t: 'fine' }, executed)] }),
  });
  const running = agent.run('x', { signal: controller.signal });
  await ready(server);
  const began = performance.now();
  controller.abort();
  const result = await running;
  const afterMs = performance.now() - began;
  await options.look?.(server);
  const sent = server.requests.length;
  await delay(30);
  expect(server.requests, 'nothing is sent after an abort').toHaveLength(sent);
  await server.close();
  expect(result.outcome).toBe('aborted');
  expect(afterMs).toBeLessThan(1_000);
  return { result, server, afterMs, executed };
}

const arrived = (server: ModelServer): Promise<unknown> => server.waitForRequest(0);
const hungUp = async (server: ModelServer): Promise<void> => {
  await server.requests[0]?.whenAborted();
};

describe('aborts', () => {
  test('before anything: no request, no tool', async () => {
    const { requests, result, executed } = await play({
      replies: [calls(call('t'))],
      run: { signal: AbortSignal.abort() },
    });
    expect(result.outcome).toBe('aborted');
    expect(requests).toHaveLength(0);
    expect(executed).toEqual([]);
  });

  test.each([
    ['before the headers', { content: 'x', fault: { kind: 'hang-before-headers' } }, {}],
    ['behind the headers', { content: 'x', fault: { kind: 'hang-after-headers' } }, {}],
    ['in the body', { content: 'x', fault: { kind: 'stall', afterBytes: 10 } }, {}],
    ['in a stream', { content: 'x', fault: { kind: 'stall', afterEvents: 1 } }, { stream: true }],
    ['in a body without end', { content: 'x', fault: { kind: 'endless' } }, {}],
  ] as const)(
    'while the model answers, %s: the connection is closed',
    async (_id, reply, model) => {
      await abortWhen([reply], arrived, { model, look: hungUp });
    },
  );

  test('in a wait before the next try', async () => {
    const { server } = await abortWhen(
      [refuse(429, {}, { 'retry-after': '5' }), say('late')],
      async (running) => {
        await running.waitForRequest(0);
        await delay(30);
      },
    );
    expect(server.requests).toHaveLength(1);
  });

  /** A tool that tells when it began. */
  function signalled(body: (context: ToolContext) => Promise<unknown>): {
    readonly tool: (args: unknown, context: ToolContext) => Promise<unknown>;
    readonly began: Promise<void>;
  } {
    let begin = (): void => undefined;
    const began = new Promise<void>((resolve) => {
      begin = resolve;
    });
    return {
      began,
      tool: (_args, context) => {
        begin();
        return body(context);
      },
    };
  }
  const never = (): Promise<never> => new Promise<never>(() => undefined);

  test('ab-068, ab-033: a tool gets the signal, and is recorded as interrupted', async () => {
    let seenAt = Infinity;
    const { tool, began } = signalled(({ signal }) => {
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          seenAt = performance.now();
          reject(new Error('stopped'));
        });
      });
    });
    const startedAt = performance.now();
    const { result, server } = await abortWhen([calls(call('slow'))], () => began, {
      tools: { slow: tool },
    });
    expect(seenAt).toBeGreaterThan(startedAt);
    expect(seenAt).toBeLessThan(Infinity);
    expect(server.requests).toHaveLength(1);
    const [message] = result.state.messages.filter(({ role }) => role === 'tool');
    expect(message).toMatchObject({ outcome: { ok: false, code: 'interrupted' } });
    expect(message?.content).toContain('"ok":false');
  });

  test('a tool that answers the abort with a part of its result has not succeeded', async () => {
    const { tool, began } = signalled(({ signal }) => {
      return new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          resolve('half of it');
        });
      });
    });
    const { result } = await abortWhen([calls(call('slow'))], () => began, {
      tools: { slow: tool },
    });
    const [message] = result.state.messages.filter(({ role }) => role === 'tool');
    expect(message).toMatchObject({ outcome: { ok: false } });
  });

  test('ab-069: of a tool that ignores the signal the outcome is unknown', async () => {
    const { tool, began } = signalled(never);
    const { result } = await abortWhen([calls(call('stubborn'))], () => began, {
      tools: { stubborn: tool },
    });
    const [message] = result.state.messages.filter(({ role }) => role === 'tool');
    expect(message).toMatchObject({ outcome: { ok: false, code: 'outcome_unknown' } });
    expect(JSON.stringify(message)).toMatch(/still running|not known|unknown/);
    expect(JSON.stringify(message)).not.toMatch(/nothing was done/);
  });

  test('of several calls each gets its own record', async () => {
    const { tool, began } = signalled(never);
    const { result } = await abortWhen(
      [calls(call('quick'), call('stubborn', '{}', 'c2'), call('queued', '{}', 'c3'))],
      async () => {
        await began;
        await delay(20);
      },
      {
        tools: {
          quick: 'done',
          stubborn: tool,
          queued: (_args: unknown, context: ToolContext) =>
            new Promise((_resolve, reject) => {
              context.signal?.addEventListener('abort', () => {
                reject(new Error('stopped'));
              });
            }),
        },
      },
    );
    const outcomes = result.state.messages.flatMap((message) =>
      message.role === 'tool' ? [message.outcome.ok ? 'ok' : message.outcome.code] : [],
    );
    expect(outcomes).toEqual(['ok', 'outcome_unknown', 'interrupted']);
  });

  test('the reason of the abort does not matter', async () => {
    for (const reason of ['text', undefined, new Error('mine'), { odd: true }]) {
      const controller = new AbortController();
      controller.abort(reason);
      const { result } = await play({ replies: [], run: { signal: controller.signal } });
      expect(result.outcome).toBe('aborted');
    }
  });
});

describe.concurrent('limits of time', () => {
  test.each([
    ['no headers', { content: 'x', fault: { kind: 'hang-before-headers' } }, { firstByteMs: 60 }],
    [
      'headers and silence',
      { content: 'x', fault: { kind: 'hang-after-headers' } },
      { idleMs: 60 },
    ],
    ['half a body', { content: 'x', fault: { kind: 'stall', afterBytes: 10 } }, { idleMs: 60 }],
    ['a body without end', { content: 'x', fault: { kind: 'endless' } }, { totalMs: 120 }],
    [
      'an error without end',
      { status: 500, body: {}, fault: { kind: 'stall', afterBytes: 1 } },
      { idleMs: 60 },
    ],
  ] as const)('%s', async (_id, reply, timeouts) => {
    const { result, elapsedMs } = await play({ replies: [reply], model: { timeouts } });
    expect(result).toMatchObject({ outcome: 'error', errorCode: 'timeout' });
    expect(elapsedMs).toBeLessThan(1_500);
  });

  test('a slow body that goes on is waited for', async () => {
    const { result } = await play({
      model: { timeouts: { idleMs: 2_000 } },
      replies: [{ content: 'slow but whole', fault: { kind: 'split', at: 'every-byte' } }],
    });
    expect(result.answer).toBe('slow but whole');
  });

  test('a delayed answer is waited for', async () => {
    const { result } = await play({ replies: [{ content: 'ok', delayMs: 60 }] });
    expect(result.answer).toBe('ok');
  });

  test('the limit of a run ends it with what was found', async () => {
    const { result } = await play({
      tools: { t: 'found this' },
      run: { limits: { timeoutMs: 200 } },
      replies: [calls(call('t')), { content: 'x', fault: { kind: 'hang-before-headers' } }],
    });
    expect(result).toMatchObject({ outcome: 'budget_time', partial: true });
    expect(result.answer).toContain('found this');
  });
});
