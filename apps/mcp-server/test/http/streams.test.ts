import { describe, expect, test, vi } from 'vitest';
import { followStream } from './event-stream.ts';
import {
  frames,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
  type Served,
} from './http-harness.ts';

const soon = { timeout: 5_000, interval: 5 };

interface CallExtras {
  readonly token?: number;
  readonly signal?: AbortSignal;
}

/** The same call in both kinds of clients. */
const eras = {
  legacy: async (server: Served) => {
    const headers = await openSession(server);
    return {
      call: (id: number, args: object, { token, ...init }: CallExtras = {}) =>
        post(server, toolCall(id, { ...args }, token), { headers, ...init }),
    };
  },
  modern: (server: Served) =>
    Promise.resolve({
      call: (id: number, args: object, { token, ...init }: CallExtras = {}) =>
        post(server, modernCall(id, { ...args }, token), { headers: modernHeaders, ...init }),
    }),
};

describe.each(['legacy', 'modern'] as const)('a stream of a %s client', (era) => {
  test('mcp-041: headers and a comment come at once, then comments as long as nothing else happens', async () => {
    const server = await serve({}, { keepAliveMs: 150 });
    const { call } = await eras[era](server);
    const begun = performance.now();
    const response = await call(1, { task: 'sleep 1200' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const stream = followStream(response);
    await vi.waitUntil(() => stream.text().startsWith(':'), soon);
    expect(performance.now() - begun).toBeLessThan(900);
    expect(stream.frames()).toEqual([]);
    await stream.ended;
    expect(stream.comments().length).toBeGreaterThan(4);
    expect(stream.frames()).toHaveLength(1);
  });

  test('closing it stops the run at once', async () => {
    const server = await serve();
    const { call } = await eras[era](server);
    const controller = new AbortController();
    const response = await call(1, { task: 'model sleep 20000' }, { signal: controller.signal });
    const stream = followStream(response);
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    const begun = performance.now();
    controller.abort();
    await stream.ended;
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  test('progress comes on it, in order, and nothing after the answer', async () => {
    const server = await serve();
    const { call } = await eras[era](server);
    const all = await frames(await call(5, { task: 'steps 3 every 300' }, { token: 0 }));
    const progress = all.slice(0, -1);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.every(({ method }) => method === 'notifications/progress')).toBe(true);
    expect(progress.map(({ params }) => params?.['progressToken'])).toEqual(progress.map(() => 0));
    const values = progress.map(({ params }) => Number(params?.['progress']));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
    expect(all.at(-1)).toMatchObject({ id: 5, result: { structuredContent: { steps: {} } } });
  });
});

test('the comments of the shipped server come in less than 15 s', async () => {
  const server = await serve();
  const { call } = await eras.modern(server);
  const stream = followStream(await call(1, { task: 'sleep 12500' }));
  await stream.ended;
  const [first = Infinity, second = Infinity] = stream.comments();
  expect(first).toBeLessThan(1_000);
  expect(second).toBeLessThan(15_000);
}, 30_000);

describe('notifications/cancelled of a session', () => {
  test.each([0, 'a string'])('for the id %j: the run stops and its stream ends', async (id) => {
    const server = await serve();
    const headers = await openSession(server);
    const stream = followStream(
      await post(server, toolCall(id, { task: 'model sleep 20000' }), { headers }),
    );
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    const begun = performance.now();
    const cancelled = await post(
      server,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
      { headers },
    );
    expect(cancelled.status).toBe(202);
    await stream.ended;
    await vi.waitUntil(() => server.registry.active().length === 0, soon);
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(stream.frames()).toEqual([]);
    const [next] = await frames(
      await post(server, toolCall(id, { task: 'answer on' }), { headers }),
    );
    expect(next).toMatchObject({ id, result: { structuredContent: { answer: 'on' } } });
  });

  test('another session cannot cancel it', async () => {
    const server = await serve();
    const mine = await openSession(server);
    const yours = await openSession(server);
    const answered = post(server, toolCall(1, { task: 'model sleep 400' }), { headers: mine });
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    await post(
      server,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { headers: yours },
    );
    const [frame] = await frames(await answered);
    expect(frame?.result?.structuredContent).toMatchObject({ status: 'completed' });
  });
});

describe('mcp-070: two clients with equal ids and tokens, at the same time', () => {
  test.each([
    ['legacy', 'legacy'],
    ['modern', 'modern'],
    ['legacy', 'modern'],
  ] as const)('%s and %s: each gets its own progress and result', async (one, two) => {
    const server = await serve();
    const clients = await Promise.all([eras[one](server), eras[two](server)]);
    const answers = await Promise.all(
      clients.flatMap(({ call }, client) =>
        [1, 2, 3].map(async (id) => {
          const steps = client * 3 + id;
          const all = await frames(
            await call(id, { task: `steps ${steps} every 60` }, { token: 9 }),
          );
          return { id, steps, all };
        }),
      ),
    );
    for (const { id, steps, all } of answers) {
      const results = all.filter(({ result }) => result !== undefined);
      expect(results).toHaveLength(1);
      expect(results[0]?.id).toBe(id);
      const { task, steps: seen } = results[0]?.result?.structuredContent as {
        readonly task?: string;
        readonly steps: readonly { readonly action?: string }[];
      };
      expect(task ?? '').not.toContain('other');
      expect(seen.filter(({ action }) => action === 'wait')).toHaveLength(steps);
      const runs = all.flatMap(({ params }) => {
        const message = params?.['message'];
        return typeof message === 'string' ? [...(/run_\w+/.exec(message) ?? [])] : [];
      });
      expect(new Set(runs).size).toBe(1);
      expect(runs[0]).toBe(results[0]?.result?.structuredContent?.['run_id']);
    }
  });

  test('a run is found only by its session', async () => {
    const server = await serve();
    const mine = await openSession(server);
    const yours = await openSession(server);
    const [started] = await frames(
      await post(server, toolCall(1, { task: 'model sleep 400', wait_seconds: 0 }), {
        headers: mine,
      }),
    );
    const runId = started?.result?.structuredContent?.['run_id'];
    expect(started?.result?.structuredContent).toMatchObject({ status: 'running' });
    const ask = async (headers: Record<string, string>): Promise<unknown> => {
      const [frame] = await frames(await post(server, toolCall(2, { run_id: runId }), { headers }));
      return frame?.result?.structuredContent;
    };
    expect(await ask(yours)).toMatchObject({ status: 'failed', error_code: 'not_found' });
    expect(await ask(mine)).toMatchObject({ status: 'completed', run_id: runId });
  });

  test('modern clients of one token find its runs, others do not', async () => {
    const one = 'a-token-of-more-than-sixteen-letters';
    const two = 'another-token-of-some-length';
    const server = await serve({ MINI_AGENT_HTTP_TOKEN: `${one},${two}` });
    const ask = async (token: string, args: object): Promise<Record<string, unknown>> => {
      const headers = { ...modernHeaders, authorization: `Bearer ${token}` };
      const [frame] = await frames(await post(server, modernCall(1, { ...args }), { headers }));
      return { ...frame?.result?.structuredContent };
    };
    const { run_id: runId } = await ask(one, { task: 'answer x' });
    expect(await ask(two, { run_id: runId })).toMatchObject({ error_code: 'not_found' });
    expect(await ask(one, { run_id: runId })).toMatchObject({ answer: 'x' });
  });
});
