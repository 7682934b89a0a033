import { listModels } from '../src/http/list-models.ts';
import { startLoopbackServer, startModelServer, deliver } from '@mini-agent/testkit';
import type { PlannedAnswer, DeliveryOptions } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';

const key = 'sk-canary-example-0123456789';

interface Server {
  readonly origin: string;
  readonly paths: string[];
  readonly keys: (string | undefined)[];
}

async function serve(answer: Partial<PlannedAnswer>, how: DeliveryOptions = {}): Promise<Server> {
  const paths: string[] = [];
  const keys: (string | undefined)[] = [];
  const server = await startLoopbackServer((exchange) => {
    paths.push(`${exchange.request.method} ${exchange.request.path}`);
    keys.push(exchange.request.headers['authorization']);
    const headers = { 'content-type': 'application/json' };
    return deliver(exchange, { status: 200, headers, body: '{}', ...answer }, how);
  });
  onTestFinished(() => server.close());
  return { origin: server.origin, paths, keys };
}

describe('rule 15: the list of models', () => {
  it('is asked for beside the chat endpoint, with the key', async () => {
    const server = await startModelServer([], { models: ['a', 'b/c:free'] });
    onTestFinished(() => server.close());
    expect(await listModels({ baseUrl: server.url, apiKey: key })).toEqual(['a', 'b/c:free']);
    expect(server.otherRequests[0]).toMatchObject({ method: 'GET', path: '/v1/models' });
    expect(server.otherRequests[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  });

  it.each<[string, unknown, readonly string[] | undefined]>([
    ['data of ids', { data: [{ id: 'a' }, { id: 'b' }] }, ['a', 'b']],
    ['models of names', { models: [{ name: 'llama3.2:1b', model: 'x' }] }, ['llama3.2:1b']],
    ['a bare array', [{ id: 'a' }, 'b', { name: 'c' }], ['a', 'b', 'c']],
    ['no models', { data: [] }, []],
    ['entries that are none', { data: [null, {}, { id: 7 }, { id: 'a' }, { id: 'a' }] }, ['a']],
    ['names that are texts of another kind', { data: [{ id: 'a\nb' }, { id: '<b>' }] }, []],
    ['another object', { object: 'list' }, undefined],
    ['null', null, undefined],
  ])('shape: %s', async (_name, body, models) => {
    const { origin } = await serve({ body: JSON.stringify(body) });
    expect(await listModels({ baseUrl: `${origin}/v1` })).toEqual(models);
  });

  it.each([404, 401, 403, 405, 500, 302])(
    'HTTP %i is "not offered", no failure',
    async (status) => {
      const { origin } = await serve({ status, headers: { location: 'http://127.0.0.1:1/' } });
      expect(await listModels({ baseUrl: `${origin}/v1`, apiKey: key })).toBeUndefined();
    },
  );

  it.each<[string, Partial<PlannedAnswer>, DeliveryOptions]>([
    ['a page', { body: '<html></html>' }, {}],
    ['a cut body', { body: '{"data": [{"id": "a"}]}' }, { fault: { kind: 'cut', afterBytes: 9 } }],
    ['silence', {}, { fault: { kind: 'hang-before-headers' } }],
    ['a stalled body', { body: '{"data": []}' }, { fault: { kind: 'stall', afterBytes: 3 } }],
    ['a body without end', { body: '{"data": []}' }, { fault: { kind: 'endless' } }],
  ])('%s is "not offered" within the deadline', async (_name, answer, how) => {
    const { origin } = await serve(answer, how);
    const started = performance.now();
    expect(await listModels({ baseUrl: `${origin}/v1`, timeoutMs: 100 })).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('ends at once on an abort, and says so', async () => {
    const { origin } = await serve({}, { fault: { kind: 'hang-after-headers' } });
    const controller = new AbortController();
    const work = listModels({ baseUrl: `${origin}/v1`, signal: controller.signal });
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    await expect(
      listModels({ baseUrl: origin, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([
    ['https://api.longcat.chat/openai/v1', 'https://api.longcat.chat/v1/models'],
    ['https://api.z.ai', 'https://api.z.ai/api/paas/v4/models'],
    ['https://h.example', 'https://h.example/v1/models'],
    ['https://h.example/v1beta/openai/', 'https://h.example/v1beta/openai/models'],
    ['https://h.example/v1/chat/completions?x=1', 'https://h.example/v1/models?x=1'],
  ])('of %s stands at %s', async (baseUrl, url) => {
    const asked: unknown[] = [];
    const models = await listModels({
      baseUrl,
      fetch: (input) => {
        asked.push(input);
        return Promise.resolve(Response.json({ data: [{ id: 'm' }] }));
      },
    });
    expect(models).toEqual(['m']);
    expect(asked).toEqual([url]);
  });

  it('sends no key that HTTP does not allow', async () => {
    const { origin, paths } = await serve({});
    expect(await listModels({ baseUrl: origin, apiKey: `${key}\nx` })).toBeUndefined();
    expect(paths).toEqual([]);
  });
});
