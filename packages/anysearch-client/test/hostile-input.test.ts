import { describe, expect, it } from 'vitest';
import { noSignal, runTool, setUp } from './client-setup.ts';

function textResult(text: string): { readonly result: unknown } {
  return { result: { content: [{ type: 'text', text }] } };
}

describe('arguments that no type would let pass', () => {
  it.each<[string, unknown]>([
    ['no text', 5],
    ['null', null],
    ['nothing', undefined],
    ['only blanks', ' \n '],
    ['too much', 'x'.repeat(2001)],
  ])(
    '%s as a query, an address or a list is refused before anything is sent',
    async (_name, odd) => {
      const { fake, client } = await setUp();
      const calls = [
        () => client.search(odd as string, { limit: 3, signal: noSignal }),
        () => client.batch([{ query: 'reeds' }, { query: odd as string }]),
        () => client.batch(odd as never),
        () => client.extract(odd as string),
        () => client.subDomains(odd as never),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({ code: 'validation_error' });
      }
      expect(fake.requests).toEqual([]);
    },
  );

  it.each([Number.NaN, undefined, 0, -3, 1e9, Infinity, 2.9])(
    'a limit of %s becomes one that the service knows',
    async (limit) => {
      const { fake, client } = await setUp();
      await client.search('reeds', { limit: limit as never, signal: noSignal });
      await client.batch([{ query: 'reeds', maxResults: limit as never }]);
      const wanted = JSON.stringify(fake.requests).match(/"max_results":[^,}]+/g) ?? [];
      expect(wanted.length).toBeGreaterThanOrEqual(2);
      for (const one of wanted) expect(one).toMatch(/^"max_results":(?:[1-9]|10)$/);
    },
  );
});

describe('texts made to be slow', () => {
  const header = '## Search Results (1 results, 1ms)\n\n';
  const lines = '\n'.repeat(300_000);

  it.each<[string, string]>([
    ['a section with many empty lines', `## Query 1: reeds\n\n${header}${lines}x`],
    ['many separators', `## Query 1: reeds\n${'\n---\n'.repeat(60_000)}`],
    ['many sections', '## Query 1: x\n'.repeat(100_000)],
  ])('%s, in a batch', async (_name, text) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'batch_search' }, [textResult(text)]);
    const started = performance.now();
    await client.batch([{ query: 'reeds' }]).catch(() => undefined);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each<[string, string]>([
    ['empty lines', `${header}${lines}`],
    ['rows of one number', `${header}${'### 1. T\n'.repeat(100_000)}`],
    [
      'addresses',
      `${header}### 1. T\n- **URL**: https://a.example/\n- ${'- **URL**: '.repeat(100_000)}`,
    ],
    ['blanks', ' '.repeat(1_000_000)],
  ])('%s, in a search', async (_name, text) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [textResult(text)]);
    const started = performance.now();
    await client.search('reeds', { limit: 3, signal: noSignal }).catch(() => undefined);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('empty lines and quotes, in a page', async () => {
    const { fake, client } = await setUp({ maxResultChars: 1_000_000 });
    fake.plan({ tool: 'extract' }, [
      textResult(`> **External page content\n## T\n${'>\n'.repeat(100_000)}${lines}`),
    ]);
    const started = performance.now();
    await runTool(client, 'anysearch_extract', { url: 'https://reeds.example/' });
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
