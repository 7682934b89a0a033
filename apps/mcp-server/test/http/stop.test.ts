import { startHttpServer, startModelServer, type HttpServerProcess } from '@mini-agent/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand, temporaryFolder } from '../stdio-harness.ts';
import { followStream } from './event-stream.ts';
import {
  frames,
  initialize,
  modernCall,
  modernHeaders,
  openSession,
  post,
  serve,
  toolCall,
} from './http-harness.ts';

const soon = { timeout: 5_000, interval: 5 };

describe('a stop', () => {
  test('refuses new calls with 503 and lets a call without a model finish', async () => {
    const limits = { modelMs: 0, callsMs: 5_000, flushMs: 1_000 };
    const server = await serve({}, { stopLimits: limits });
    const headers = await openSession(server);
    const listening = await fetch(server.url, {
      headers: { ...headers, accept: 'text/event-stream' },
    });
    const stream = followStream(listening);
    const running = post(server, toolCall(1, { task: 'sleep 800' }), { headers });
    await vi.waitUntil(() => server.registry.active().length === 1, soon);
    const stopped = server.close();
    const refused = await post(server, toolCall(2, { task: 'answer x' }), { headers });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ jsonrpc: '2.0', id: 2, error: { code: -32000 } });
    expect((await post(server, initialize())).status).toBe(503);
    const modern = modernCall(3, { task: 'answer x' });
    expect((await post(server, modern, { headers: modernHeaders })).status).toBe(503);
    const health = await fetch(new URL('/healthz', server.url));
    expect(health.status).toBe(503);
    expect(await health.json()).toEqual({ status: 'stopping', version: '1.2.3' });
    const [answer] = await frames(await running);
    expect(answer?.result?.structuredContent).toMatchObject({ status: 'completed' });
    await Promise.all([stopped, stream.ended]);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  test('hands back a run of a model, and the next process goes on with it', async () => {
    const home = temporaryFolder();
    const token = 'a-token-of-more-than-sixteen-letters';
    const environment = { MINI_AGENT_HOME: home, MINI_AGENT_HTTP_TOKEN: token };
    const headers = { ...modernHeaders, authorization: `Bearer ${token}` };
    const first = await serve(environment);
    const running = post(first, modernCall(1, { task: 'model steps 3 every 200' }), { headers });
    await vi.waitUntil(() => first.registry.active()[0]?.report().steps.length === 1, soon);
    await first.close();
    const [handed] = await frames(await running);
    expect(handed?.result?.structuredContent).toMatchObject({ status: 'running' });
    const runId = handed?.result?.structuredContent?.['run_id'];

    const second = await serve(environment);
    const answer = await post(second, modernCall(2, { run_id: runId }), { headers });
    const [finished] = await frames(answer);
    expect(finished?.result?.structuredContent).toMatchObject({
      status: 'completed',
      run_id: runId,
      answer: 'steps 3 every 200',
    });
  });

  test('a call that does not come to its end does not hold it up', async () => {
    const server = await serve({}, { stopLimits: { modelMs: 0, callsMs: 200, flushMs: 200 } });
    const headers = await openSession(server);
    const stream = followStream(
      await post(server, toolCall(1, { task: 'sleep 60000' }), { headers }),
    );
    const begun = performance.now();
    await server.close();
    expect(performance.now() - begun).toBeLessThan(3_000);
    await stream.ended;
  });
});

describe('signals', { timeout: 30_000 }, () => {
  async function busyServer(): Promise<HttpServerProcess> {
    const model = await startModelServer([{ content: 'late', delayMs: 60_000 }]);
    onTestFinished(() => model.close());
    const server = await startHttpServer(
      cliCommand([], { LLM_MODEL: 'scripted', LLM_BASE_URL: `${model.url}/v1` }),
    );
    const headers = await openSession(server);
    // Its answer is not of interest here.
    void post(server, toolCall(1, { task: 'think' }), { headers }).catch(() => undefined);
    await vi.waitUntil(() => model.requests.length > 0, { timeout: 10_000, interval: 10 });
    return server;
  }

  test('SIGTERM ends it in order within 10 s, and stdout stays empty', async () => {
    const server = await busyServer();
    const begun = performance.now();
    server.kill('SIGTERM');
    expect(await server.waitForExit(12_000)).toEqual({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(server.stdoutLines()).toEqual([]);
    expect(await server.processes()).toEqual([]);
  });

  test('SIGTERM under load: every call that got in is answered, none is cut off', async () => {
    const server = await startHttpServer(cliCommand([]));
    const session = await openSession(server);
    await (await post(server, toolCall('first', { task: '1+1' }), { headers: session })).text();
    const seen = { answered: 0, refused: 0, late: 0, cut: [] as unknown[] };
    let isStopped = false;
    const client = async (number: number): Promise<void> => {
      for (let id = 0; !isStopped; id += 1) {
        const isModern = number % 2 === 1;
        const args = { task: `${number}+${id}`, mode: 'rule' };
        const name = `${number}-${id}`;
        const message = isModern
          ? modernCall(number * 100_000 + id, args)
          : { ...toolCall(name, args) };
        const headers = isModern ? modernHeaders : session;
        let response: Response;
        try {
          response = await post(server, message, { headers });
        } catch {
          seen.late += 1;
          return;
        }
        const last = (await frames(response).catch((error: unknown) => [{ error }])).at(-1);
        if (response.status === 503) seen.refused += 1;
        else if (last !== undefined && 'result' in last) seen.answered += 1;
        else seen.cut.push([response.status, last]);
        if (response.status !== 200) return;
      }
    };
    const clients = Array.from({ length: 30 }, (_entry, number) => client(number));
    await vi.waitUntil(() => seen.answered > 100, { timeout: 15_000, interval: 5 });
    server.kill('SIGTERM');
    const exit = await server.waitForExit(12_000);
    isStopped = true;
    await Promise.all(clients);
    expect(exit).toEqual({ code: 0, signal: null });
    expect(seen.cut).toEqual([]);
    expect(seen.answered).toBeGreaterThan(100);
    expect(seen.refused + seen.late).toBe(30);
  });

  test('a second signal ends it at once', async () => {
    const server = await busyServer();
    server.kill('SIGINT');
    await server.waitForStderr(/Stopping/);
    const begun = performance.now();
    server.kill('SIGINT');
    expect(await server.waitForExit()).toEqual({ code: 130, signal: null });
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});

test('a request that is on its way when the stop begins gets its 503, not a reset connection', async () => {
  const server = await serve();
  const arriving = Array.from({ length: 20 }, (_, id) =>
    post(server, modernCall(id, { task: 'answer x' }), { headers: modernHeaders }),
  );
  const stopped = server.close();
  const answers = await Promise.all(arriving);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
  await stopped;
});
