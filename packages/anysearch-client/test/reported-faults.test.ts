import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { AnySearchError, createAnySearchClient } from '@mini-agent/anysearch-client';
import { findTool, noSignal, runTool, setUp, toolNames } from './client-setup.ts';

/** Reduced from faults that users met with an earlier program; the ids name them. */
describe('reported faults', () => {
  it('D-099: a service that was down is asked again at the next run', async () => {
    const { fake, client } = await setUp();
    await fake.down();
    await expect(client.discover()).rejects.toBeInstanceOf(AnySearchError);
    await fake.up();
    expect(await toolNames(client)).toHaveLength(4);
  });

  it('D-099: a service that goes down later keeps its last list', async () => {
    const { fake, client, clock } = await setUp({ cacheTtlMs: 1000 });
    const before = await toolNames(client);
    await fake.down();
    clock.advance(1001);
    expect(await toolNames(client)).toEqual(before);
    expect(client.status().failure).toBeInstanceOf(AnySearchError);
    await fake.up();
    expect(await toolNames(client)).toEqual(before);
    expect(client.status().failure).toBeUndefined();
  });

  it('D-099: a list without any known tool is not cached either', async () => {
    const { fake, client } = await setUp({}, { epoch: 4 });
    expect(await client.discover()).toEqual([]);
    fake.set({ epoch: 1 });
    expect(await toolNames(client)).toHaveLength(4);
  });

  it('D-100: a host that accepts and never answers costs the discovery limit, not a minute', async () => {
    const { fake, client } = await setUp({ discoveryTimeoutMs: 80 });
    fake.plan({ method: 'tools/list' }, [{ fault: { kind: 'hang-before-headers' } }]);
    const start = performance.now();
    await expect(client.discover()).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('80 ms') as string,
    });
    expect(performance.now() - start).toBeLessThan(2000);
    await fake.requestsOf({ method: 'tools/list' })[0]?.whenAborted();
  });

  it('D-103: the words of the service reach the user, as a failure of the tool', async () => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [{ toolError: 'Quota exceeded: upgrade your plan' }]);
    await expect(runTool(client, 'anysearch_search', { query: 'reeds' })).rejects.toMatchObject({
      code: 'quota',
      message: expect.stringContaining('Quota exceeded: upgrade your plan') as string,
    });
  });

  it('D-104: with a time to live of 0 every run asks, and sees the list of now', async () => {
    const { fake, client } = await setUp({ cacheTtlMs: 0 });
    expect(await toolNames(client)).toContain('anysearch_get_sub_domains');
    fake.plan({ method: 'tools/list' }, [{ result: { tools: [{ name: 'search' }] } }]);
    expect(await toolNames(client)).toEqual(['anysearch_search']);
    expect(await toolNames(client)).toHaveLength(4);
    expect(fake.requestsOf({ method: 'tools/list' })).toHaveLength(3);
  });

  it('D-105: three searches at once are under way together', async () => {
    const { fake, client } = await setUp({}, { searchDelayMs: 400 });
    const tool = await findTool(client, 'anysearch_search');
    expect(tool.policy?.maxConcurrent).toBeUndefined();
    const queries = ['reeds', 'tides', 'otters'];
    const pending = Promise.all(queries.map((query) => tool.execute({ query })));
    await expect.poll(() => fake.requestsOf({ tool: 'search' }).length).toBe(3);
    expect(fake.requestsOf({ tool: 'search' }).some((request) => request.answered)).toBe(false);
    expect((await pending).map((result) => result.text.split('\n')[0])).toEqual([
      'Query: reeds',
      'Query: tides',
      'Query: otters',
    ]);
  });

  it('D-106: half a million characters are cut, with a note, and marked', async () => {
    const { client } = await setUp({}, { rowChars: 250_000 });
    const result = await runTool(client, 'anysearch_search', { query: 'reeds', max_results: 2 });
    expect(result.text.length).toBeLessThan(20_500);
    expect(result.text).toContain('Note: the texts were cut; 480000 characters are left out.');
    expect(result.truncated).toBe(true);
    const response = await client.search('reeds', { limit: 2, signal: noSignal });
    expect(response.hits.map((hit) => hit.text?.length)).toEqual([10_000, 10_000]);
  });

  it('D-107: creating a client asks nobody', async () => {
    const { fake } = await setUp();
    createAnySearchClient({ baseUrl: fake.url });
    expect(fake.requests).toHaveLength(0);
  });
});

describe('cases of search in general', () => {
  it('SB-015, SB-016: nothing found is a success with a hint, a blocked search is a failure', async () => {
    const { fake, client } = await setUp();
    for (const zero of ['header', 'sentence'] as const) {
      fake.set({ zero });
      const options = { limit: 3, signal: noSignal };
      expect(await client.search('qqqq', options)).toEqual({
        query: 'qqqq',
        hits: [],
        servedBy: 'anysearch',
        failures: [],
      });
      expect((await runTool(client, 'anysearch_search', { query: 'qqqq' })).text).toBe(
        'Query: qqqq\nResults: 0\nNote: nothing was found; try fewer or other words.',
      );
    }
    fake.plan({ tool: 'search' }, [{ toolError: 'service_unavailable\nTry later.' }]);
    await expect(client.search('qqqq', { limit: 3, signal: noSignal })).rejects.toMatchObject({
      code: 'upstream_5xx',
    });
  });

  it('SB-019: addresses that differ by trackers are one page; others stay', async () => {
    const { fake, client } = await setUp();
    const rows = ['p?id=7&utm_campaign=x&fbclid=y', 'p?id=7', 'p?id=8', 'p?ref=a', 'p?source=b'];
    const blocks = rows.map(
      (row, at) => `### ${at + 1}. T\n- **URL**: https://example.com/${row}\n- x\n`,
    );
    const text = [`## Search Results (5 results, 1ms)\n`, ...blocks].join('\n');
    fake.plan({ tool: 'search' }, [{ result: { content: [{ type: 'text', text }] } }]);
    const { hits } = await client.search('x', { limit: 10, signal: noSignal });
    expect(hits.map((hit) => hit.url.split('/p?')[1])).toEqual([
      'id=7&utm_campaign=x&fbclid=y',
      'id=8',
      'ref=a',
      'source=b',
    ]);
  });

  it('SB-022: the key travels in a header only', async () => {
    const key = `as_sk_${'0123456789abcdef'.repeat(2)}`;
    const { fake, client } = await setUp({ apiKey: key });
    await expect(client.search('reeds', { limit: 1, signal: noSignal })).rejects.toMatchObject({
      code: 'access_denied',
      message: expect.not.stringContaining(key) as string,
    });
    const [request] = fake.requests;
    expect(request?.headers['authorization']).toBe(`Bearer ${key}`);
    expect(`${request?.url ?? ''} ${request?.text ?? ''}`).not.toContain(key);
  });

  it('SB-023: a search sends one request, to the service, and nothing else', async () => {
    const { fake, client } = await setUp();
    await client.search('reeds', { limit: 1, signal: noSignal });
    expect(fake.requests.map((request) => request.body.params?.arguments)).toEqual([
      { query: 'reeds', max_results: 1 },
    ]);
  });

  it('SB-026: the parts of a long page join without gap or overlap', async () => {
    const { client } = await setUp({ maxResultChars: 7001 });
    const url = 'https://pages.example/surrogate';
    let text = '';
    for (let offset = 0; ;) {
      const part = await client.extract(url, { offset });
      expect(part.range.start).toBe(text.length);
      text += part.text;
      offset = part.range.end;
      if (offset === part.totalChars) break;
    }
    expect(text).toBe('s'.repeat(49_999));
    const first = await runTool(client, 'anysearch_extract', { url });
    expect(first.text).toContain(
      'Characters: 0-7001 of 49999\nNote: more of it with "offset": 7001.',
    );
    expect(first.next).toEqual({ url, offset: 7001 });
  });

  it.each([
    ['SB-036', 'http://127.0.0.1:9'],
    ['SB-036', 'http://2130706433/'],
    ['SB-036', 'http://[::]/'],
    ['SB-036', 'http://localhost./'],
    ['SB-036', 'http://x.localhost/'],
    ['SB-036', 'http://[::ffff:7f00:1]/'],
    ['SB-036', 'http://[64:ff9b::7f00:1]/'],
    ['SB-036', 'http://100.64.0.1/'],
    ['private', 'http://10.1.2.3/'],
    ['private', 'http://172.16.0.1/'],
    ['private', 'http://192.168.0.1/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['hex', 'http://0x7f.1/'],
    ['unique local', 'http://[fd00::1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['intranet name', 'http://wiki/'],
    ['mDNS name', 'http://printer.local/'],
    ['credentials', 'https://user:pw@example.com/'],
    ['file', 'file:///etc/passwd'],
  ])('%s: %s is not handed on', async (_id, url) => {
    const { fake, client } = await setUp();
    await expect(client.extract(url)).rejects.toMatchObject({ code: 'permission_denied' });
    expect(fake.requests).toHaveLength(0);
  });

  it('SB-040: titles cannot forge structure', async () => {
    const { fake, client } = await setUp();
    const title = 'A\u202Eb\u{E0041}\u200B\u001B[31m c';
    const text = `## Search Results (1 results, 1ms)\n\n### 1. ${title}\n- **URL**: https://a.example/\n- x\u0000y \uD83D\n`;
    fake.plan({ tool: 'search' }, [{ result: { content: [{ type: 'text', text }] } }]);
    const { hits } = await client.search('x', { limit: 1, signal: noSignal });
    expect(hits).toMatchObject([{ title: 'Ab c', text: 'xy \uFFFD' }]);
  });
});
