import { describe, expect, it, onTestFinished } from 'vitest';
import { anySearchKeys, refusedOrigin, startAnySearch } from '../src/index.ts';
import type { FakeAnySearch } from '../src/index.ts';

interface RpcAnswer {
  readonly id: unknown;
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly tools?: readonly { readonly name: string }[];
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

async function start(...options: Parameters<typeof startAnySearch>): Promise<FakeAnySearch> {
  const fake = await startAnySearch(...options);
  onTestFinished(() => fake.close());
  return fake;
}

function post(fake: FakeAnySearch, body: unknown, key?: string): Promise<Response> {
  return fetch(fake.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function rpc(
  fake: FakeAnySearch,
  method: string,
  { params, key }: { readonly params?: object; readonly key?: string } = {},
): Promise<RpcAnswer> {
  const response = await post(fake, { jsonrpc: '2.0', id: 7, method, params }, key);
  return (await response.json()) as RpcAnswer;
}

async function call(
  fake: FakeAnySearch,
  ...[name, args, key]: readonly [name: string, args: object, key?: string]
): Promise<{ text: string; isError: boolean; meta: Readonly<Record<string, unknown>> }> {
  const params = { name, arguments: args };
  const { result } = await rpc(
    fake,
    'tools/call',
    key === undefined ? { params } : { params, key },
  );
  return {
    text: result?.content?.[0]?.text ?? '',
    isError: result?.isError === true,
    meta: result?._meta ?? {},
  };
}

async function toolNames(fake: FakeAnySearch): Promise<readonly string[]> {
  return ((await rpc(fake, 'tools/list')).result?.tools ?? []).map((tool) => tool.name);
}

describe('the recorded service', () => {
  it('serves calls without a handshake, and handshakes', async () => {
    const fake = await start();
    expect(await rpc(fake, 'initialize')).toMatchObject({
      id: 7,
      result: { serverInfo: { name: 'anysearch-mcp-server', version: '1.0.0' } },
    });
    const accepted = await post(fake, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    expect(await toolNames(fake)).toEqual(['batch_search', 'extract', 'get_sub_domains', 'search']);
  });

  it('answers a search in the recorded frame', async () => {
    const fake = await start();
    const found = await call(fake, 'search', { query: 'bird count', max_results: 2 });
    expect(found.text).toBe(
      [
        '## Search Results (2 results, 12ms)',
        '',
        '### 1. Delta bird census',
        '- **URL**: https://birds.example/delta',
        '- Counts of wading birds rose by a tenth.',
        '',
        '### 2. How the bird count is done',
        '- **URL**: https://method.example/how?x=1',
        '- Volunteers walk fixed lines.',
        '',
      ].join('\n'),
    );
    expect(found.meta).toHaveProperty('request_id');
  });

  it('caps results at ten, and tells zero in two ways', async () => {
    const fake = await start();
    const many = await call(fake, 'search', { query: 'the a row with of', max_results: 50 });
    expect(many.text.match(/^### /gm)).toHaveLength(10);
    expect((await call(fake, 'search', { query: 'qqqq' })).text).toContain('(0 results');
    fake.set({ zero: 'sentence' });
    const none = await call(fake, 'search', { query: 'qqqq' });
    expect(none).toMatchObject({ text: 'No relevant results found.', isError: false });
  });

  it('routes sub-domains and tells what is missing', async () => {
    const fake = await start();
    const search = (args: object): ReturnType<typeof call> =>
      call(fake, 'search', { query: 'x', ...args });
    expect((await search({ sub_domain: 'finance.xyz' })).text).toBe('Invalid tag: finance.xyz.');
    expect(await search({ domain: 'finance', sub_domain: 'fundamental' })).toMatchObject({
      isError: true,
      text: "Missing required params for tag 'finance.fundamental': type, symbol, cn_code.",
    });
    const params = { sub_domain_params: { type: 'stock' } };
    expect((await search({ sub_domain: 'finance.quote', ...params })).text).toContain(' | ');
    expect((await search({ domain: 'nowhere' })).isError).toBe(false);
    const one = await call(fake, 'get_sub_domains', { domain: 'finance' });
    const two = await call(fake, 'get_sub_domains', { domain: 'finance' });
    expect(one.text).toContain('## finance Domain Capabilities (6 available)');
    expect(two.text).not.toBe(one.text);
    expect(two.text.split('\n').toSorted()).toEqual(one.text.split('\n').toSorted());
  });

  it('answers batches section by section, failed items included', async () => {
    const fake = await start();
    const batch = await call(fake, 'batch_search', {
      queries: [{ query: 'reeds' }, { query: ' ' }, { query: 'tides', max_results: 1 }],
    });
    expect(batch.isError).toBe(false);
    expect(batch.text.split('\n\n---\n\n').map((section) => section.split('\n')[0])).toEqual([
      '## Query 1: reeds',
      '## Query 2:  ',
      '## Query 3: tides',
    ]);
    expect(batch.text).toContain('invalid_request');
    expect(batch.meta['request_ids']).toHaveLength(3);
    expect((await call(fake, 'batch_search', { queries: [] })).isError).toBe(true);
  });

  it('cuts extracts at 50000 characters and says so', async () => {
    const fake = await start();
    for (const [size, returned, truncated] of [
      [49_999, 49_999, false],
      [50_000, 50_000, false],
      [50_001, 50_000, true],
    ]) {
      const page = await call(fake, 'extract', {
        url: `https://pages.example/size/${String(size)}`,
      });
      expect(page.meta).toMatchObject({ returned_characters: returned, truncated });
    }
    for (const [url, symbol] of [
      ['http://127.0.0.1/x', 'extract_target_blocked'],
      ['file:///etc/passwd', 'extract_target_blocked'],
      ['https://pages.example/a.pdf', 'extract_unsupported_content'],
      ['https://nowhere.example/', 'extract_fetch_failed'],
      ['no address', 'invalid_extract_url'],
    ]) {
      const refused = await call(fake, 'extract', { url });
      expect([refused.isError, refused.text.split('\n')[0]]).toEqual([true, symbol]);
    }
  });

  it('takes any key for a handshake and refuses a bad one only in a call', async () => {
    const fake = await start();
    expect((await rpc(fake, 'initialize', { key: 'as_sk_other' })).error).toBeUndefined();
    expect(await call(fake, 'search', { query: 'x' }, 'as_sk_other')).toMatchObject({
      isError: true,
      text: 'invalid_api_key\nInvalid API key.',
    });
    expect((await call(fake, 'search', { query: 'reeds' }, anySearchKeys.valid)).isError).toBe(
      false,
    );
    expect(fake.requests.map((request) => request.auth)).toEqual(['bad', 'bad', 'valid']);
  });

  it('speaks JSON-RPC errors, 404 and 405', async () => {
    const fake = await start();
    expect((await rpc(fake, 'nothing')).error?.code).toBe(-32601);
    expect((await rpc(fake, 'tools/call', { params: { name: 'gone' } })).error).toEqual({
      code: -32602,
      message: "tool 'gone' not found",
    });
    expect((await post(fake, '{')).status).toBe(400);
    expect((await fetch(fake.url)).status).toBe(405);
    expect(await (await fetch(fake.origin)).text()).toBe('404 page not found');
    await fetch(`${fake.origin}/v1/auth/email/register`, { method: 'POST' });
    expect(fake.violations).toEqual(['a client tried to make an account']);
  });
});

describe('what can go wrong', () => {
  it('uses up the quota of callers without a key, with planted credentials', async () => {
    const fake = await start({ anonymousCalls: 1, quotaText: 'account' });
    expect((await call(fake, 'search', { query: 'reeds' })).isError).toBe(false);
    const gone = await call(fake, 'search', { query: 'reeds' });
    expect(gone.isError).toBe(true);
    expect(gone.text).toContain('password=CANARY_pw');
    fake.set({ quotaIsError: false, quotaText: 'symbol' });
    expect(await call(fake, 'search', { query: 'reeds' })).toMatchObject({
      isError: false,
      text: expect.stringContaining('daily_free_quota_exhausted') as string,
    });
  });

  it('changes its tool list', async () => {
    const fake = await start();
    fake.set({ epoch: 2 });
    expect(await toolNames(fake)).toEqual(['batch_search', 'extract', 'list_domains', 'search']);
    expect(
      (await rpc(fake, 'tools/call', { params: { name: 'get_sub_domains' } })).error?.code,
    ).toBe(-32602);
    fake.set({ epoch: 3 });
    expect(await toolNames(fake)).toContain('image_search');
    fake.set({ epoch: 4 });
    expect(await toolNames(fake)).toEqual([]);
  });

  it('plays planned steps once, then behaves again', async () => {
    const fake = await start();
    fake.plan({ tool: 'search' }, [
      { toolError: 'Quota exceeded: upgrade your plan' },
      { status: 502, body: '<html>bad gateway</html>' },
      { error: { code: -32603 } },
    ]);
    expect(await toolNames(fake)).toHaveLength(4);
    expect((await call(fake, 'search', { query: 'reeds' })).text).toContain('Quota exceeded');
    const params = { name: 'search', arguments: { query: 'reeds' } };
    expect((await post(fake, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).status).toBe(
      502,
    );
    expect((await rpc(fake, 'tools/call', { params })).error?.code).toBe(-32603);
    expect((await call(fake, 'search', { query: 'reeds' })).isError).toBe(false);
    expect(fake.requestsOf({ tool: 'search' })).toHaveLength(4);
  });

  it('answers slowly, hugely and as events, or accepts and never answers', async () => {
    const fake = await start({ rowChars: 100_000, answer: 'mixed', searchDelayMs: 30 });
    const before = performance.now();
    const huge = await call(fake, 'search', { query: 'reeds' });
    expect(performance.now() - before).toBeGreaterThanOrEqual(29);
    expect(huge.text.length).toBeGreaterThan(200_000);
    const events = await post(fake, { jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(events.headers.get('content-type')).toBe('text/event-stream');
    expect(await events.text()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
    );
    fake.plan({ method: 'tools/list' }, [{ fault: { kind: 'hang-before-headers' } }]);
    const controller = new AbortController();
    const silent = fetch(fake.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      signal: controller.signal,
    });
    await expect.poll(() => fake.requestsOf({ method: 'tools/list' }).length).toBe(1);
    controller.abort();
    await expect(silent).rejects.toThrow();
    await fake.requestsOf({ method: 'tools/list' })[0]?.whenAborted();
  });

  it('refuses connections and comes back', async () => {
    const fake = await start();
    expect(await toolNames(fake)).toHaveLength(4);
    await fake.down();
    await expect(toolNames(fake)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await fake.up();
    expect(await toolNames(fake)).toHaveLength(4);
    await expect(fetch(await refusedOrigin())).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    });
  });
});
