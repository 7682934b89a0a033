import { anySearchKeys } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { findTool, noSignal, runTool, setUp } from './client-setup.ts';

describe('anysearch_search', () => {
  it('gives the rows to a model as text and to programs as data', async () => {
    const { client } = await setUp();
    const result = await runTool(client, 'anysearch_search', {
      query: ' bird count ',
      max_results: 2,
    });
    expect(result.text).toBe(
      [
        'Query: bird count',
        'Results: 2',
        '',
        '1. Delta bird census',
        'URL: https://birds.example/delta',
        'Counts of wading birds rose by a tenth.',
        '',
        '2. How the bird count is done',
        'URL: https://method.example/how?x=1',
        'Volunteers walk fixed lines.',
      ].join('\n'),
    );
    expect(result).toMatchObject({
      origin: 'anysearch',
      truncated: false,
      data: { query: 'bird count', results: [{ url: 'https://birds.example/delta' }, {}] },
    });
  });

  it('asks a specialised source', async () => {
    const { fake, client } = await setUp();
    const result = await runTool(client, 'anysearch_search', {
      query: 'ZZTX',
      sub_domain: 'finance.quote',
      params: { type: 'stock' },
    });
    expect(result.text).toContain('Tag: finance.quote | Query: ZZTX | Value: 12.34');
    expect(fake.requests.at(-1)?.body.params?.arguments).toEqual({
      query: 'ZZTX',
      max_results: 5,
      sub_domain: 'finance.quote',
      sub_domain_params: { type: 'stock' },
    });
  });

  it('passes on what the service finds wrong, so that the model can mend its call', async () => {
    const { client } = await setUp();
    const ask = (sub: string): Promise<unknown> =>
      runTool(client, 'anysearch_search', { query: 'x', sub_domain: sub });
    await expect(ask('finance.xyz')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('Invalid tag: finance.xyz.') as string,
    });
    await expect(ask('finance.fundamental')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining("'finance.fundamental': type, symbol, cn_code.") as string,
    });
  });

  it.each([
    [undefined, 'the arguments must be an object'],
    [{}, 'query must be a string'],
    [{ query: '  ' }, 'query must not be empty'],
    [{ query: 'x'.repeat(2001) }, 'query is over 2000 characters'],
    [{ query: 'x', max_results: 11 }, 'max_results must be a whole number from 1 to 10'],
    [{ query: 'x', max_results: 2.5 }, 'max_results must be a whole number'],
    [{ query: 'x', max_results: '3' }, 'max_results must be a whole number'],
    [{ query: 'x', limit: 3 }, 'limit is unknown; known are query, max_results'],
    [{ query: 'x', sub_domain: 'finance' }, 'sub_domain must look like finance.quote'],
    [{ query: 'x', params: {} }, 'params needs a sub_domain'],
    [{ query: 'x', sub_domain: 'a.b', params: { n: 1 } }, 'params.n must be a string'],
  ])('refuses %j without a request', async (args, problem) => {
    const { fake, client } = await setUp();
    const tool = await findTool(client, 'anysearch_search');
    await expect(tool.execute(args)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining(problem) as string,
    });
    expect(fake.requestsOf({ tool: 'search' })).toHaveLength(0);
  });

  it('stops with its signal', async () => {
    const { fake, client } = await setUp({}, { searchDelayMs: 60_000 });
    const tool = await findTool(client, 'anysearch_search');
    const controller = new AbortController();
    const pending = tool.execute({ query: 'x' }, { signal: controller.signal });
    await expect.poll(() => fake.requestsOf({ tool: 'search' }).length).toBe(1);
    controller.abort(new Error('stop'));
    await expect(pending).rejects.toThrow('stop');
    await fake.requestsOf({ tool: 'search' })[0]?.whenAborted();
  });
});

describe('search for programs', () => {
  it('leaves out rows that nothing could cite, and shows each page once', async () => {
    const { client } = await setUp();
    const response = await client.search('awkward row twice heron', {
      limit: 10,
      signal: noSignal,
    });
    expect(response.hits.map((hit) => hit.url)).toEqual([
      'https://www.heron.example/page/',
      'https://otter.example/a',
    ]);
    expect(response.hits[0]).toEqual({
      title: 'Heron twice',
      url: 'https://www.heron.example/page/',
      snippet: 'The grey heron stands still.',
      text: 'The grey heron stands still.',
      sources: ['anysearch'],
    });
  });

  it('asks for 1 to 10 results whatever the limit', async () => {
    const { fake, client } = await setUp();
    for (const limit of [0, -3, 2.7, 50]) await client.search('reeds', { limit, signal: noSignal });
    expect(fake.requests.map((request) => request.body.params?.arguments?.['max_results'])).toEqual(
      [1, 1, 2, 10],
    );
    await expect(client.search(' ', { limit: 1, signal: noSignal })).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});

describe('anysearch_batch_search', () => {
  it('keeps the order, and an error in its place', async () => {
    const { fake, client } = await setUp();
    const queries = [{ query: 'reeds' }, { query: 'x', sub_domain: 'no.such' }, { query: 'tides' }];
    const result = await runTool(client, 'anysearch_batch_search', { queries });
    expect(result.data).toMatchObject({
      queries: [
        { query: 'reeds', results: [{ title: 'Reed beds' }, { title: 'Reed cutting by hand' }] },
        { query: 'x', error: { code: 'validation_error' } },
        { query: 'tides', results: [{ title: 'Tides explained' }] },
      ],
    });
    expect(result.text).toContain(
      'Query: x\nError: AnySearch did not accept the arguments: Invalid tag: no.such.',
    );
    expect(fake.requestsOf({ tool: 'batch_search' })).toHaveLength(1);
  });

  it('fails when every query failed', async () => {
    const { client } = await setUp();
    const queries = [{ query: 'x', sub_domain: 'no.such' }];
    await expect(runTool(client, 'anysearch_batch_search', { queries })).rejects.toMatchObject({
      code: 'validation_error',
    });
  });

  it('shifts nothing when sections are missing, out of order or imitated', async () => {
    const { fake, client } = await setUp();
    const section = (number: number, title: string): string =>
      `## Query ${number}: q\n\n## Search Results (1 results, 1ms)\n\n### 1. ${title}\n- **URL**: https://a.example/${number}\n- text`;
    const text = [
      section(3, 'three'),
      section(1, 'one'),
      section(4, 'four'),
      section(4, 'forged'),
    ].join('\n\n---\n\n');
    fake.plan({ tool: 'batch_search' }, [{ result: { content: [{ type: 'text', text }] } }]);
    const items = await client.batch(['a', 'b', 'c', 'd'].map((query) => ({ query })));
    expect(
      items.map((item) => ('error' in item ? item.error.code : item.response.hits[0]?.title)),
    ).toEqual(['one', 'layout_changed', 'three', 'layout_changed']);
  });

  it.each([[[]], [Array.from({ length: 6 }, () => ({ query: 'x' }))], ['x'], [['x']]])(
    'refuses %j',
    async (queries) => {
      const { client } = await setUp();
      await expect(runTool(client, 'anysearch_batch_search', { queries })).rejects.toMatchObject({
        code: 'validation_error',
      });
    },
  );
});

describe('anysearch_extract', () => {
  it('gives the text of a page with its address', async () => {
    const { client } = await setUp();
    const result = await runTool(client, 'anysearch_extract', { url: 'https://reeds.example/' });
    expect(result.text).toBe(
      'Title: Reed beds\nURL: https://reeds.example/\nCharacters: 0-48 of 48\nContent:\n# Reed beds\n\nReeds stand in shallow fresh water.',
    );
    expect(result.truncated).toBe(false);
  });

  it.each([
    [49_999, false],
    [50_000, false],
    [50_001, true],
    [120_000, true],
  ])('says whether the service cut a page of %i characters', async (size, isCut) => {
    const { client } = await setUp({ maxResultChars: 60_000 });
    const page = await client.extract(`https://pages.example/size/${size}`);
    expect(page.text).toHaveLength(Math.min(size, 50_000));
    expect(page.cutByService).toBe(isCut);
  });

  it('closes a code block that the cut left open', async () => {
    const { client } = await setUp();
    const result = await runTool(client, 'anysearch_extract', {
      url: 'https://pages.example/fence',
    });
    expect(result.text.endsWith('f\n```')).toBe(true);
  });

  it.each([
    ['https://pages.example/a.pdf', 'upstream_4xx'],
    ['https://nowhere.example/', 'upstream_5xx'],
    ['not an address', 'validation_error'],
  ])('tells why %s cannot be read', async (url, code) => {
    const { client } = await setUp();
    await expect(runTool(client, 'anysearch_extract', { url })).rejects.toMatchObject({ code });
  });
});

describe('anysearch_get_sub_domains', () => {
  it('lists what a domain offers', async () => {
    const { client } = await setUp();
    const result = await runTool(client, 'anysearch_get_sub_domains', { domains: ['finance'] });
    expect(result.text).toMatch(
      /^Domains: finance\n## finance Domain Capabilities \(6 available\)/,
    );
    expect(await client.subDomains(['nowhere'])).toContain('No capabilities found');
  });
});

describe('the key', () => {
  it('is sent as it should be, and not at all when there is none', async () => {
    const { fake, client } = await setUp({ apiKey: () => ` ${anySearchKeys.valid}\n` });
    await client.search('reeds', { limit: 1, signal: noSignal });
    expect(fake.requests[0]?.auth).toBe('valid');
    const anonymous = await setUp({ apiKey: '  ' });
    await anonymous.client.search('reeds', { limit: 1, signal: noSignal });
    expect(anonymous.fake.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('that is bad is told by the first call, and is never dropped in silence', async () => {
    for (const switches of [{}, { badKey: 'http401' }] as const) {
      const { fake, client } = await setUp({ apiKey: 'as_sk_somebody_else' }, switches);
      expect(await client.discover()).toHaveLength(4);
      await expect(client.search('reeds', { limit: 1, signal: noSignal })).rejects.toMatchObject({
        code: 'access_denied',
        message: expect.stringContaining('ANYSEARCH_API_KEY') as string,
      });
      expect(fake.requests.map((request) => request.auth)).toEqual(['bad', 'bad']);
    }
  });

  it('may change between calls', async () => {
    const keys = ['as_sk_old_one', anySearchKeys.valid];
    const { client } = await setUp({ apiKey: () => keys[0] });
    await expect(client.search('x', { limit: 1, signal: noSignal })).rejects.toThrow();
    keys.shift();
    expect(await client.search('x', { limit: 1, signal: noSignal })).toMatchObject({ hits: [] });
  });
});
