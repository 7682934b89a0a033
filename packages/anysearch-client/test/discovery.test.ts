import { describe, expect, it } from 'vitest';
import { runTool, setUp, toolNames } from './client-setup.ts';

const allFour = [
  'anysearch_search',
  'anysearch_batch_search',
  'anysearch_extract',
  'anysearch_get_sub_domains',
];

describe('discovery', () => {
  it('lists our four tools in our order and in our words, whatever the server says about its own', async () => {
    const { fake, client } = await setUp({ cacheTtlMs: 0 });
    const texts = new Set<string>();
    for (const epoch of [1, 5, 3, 6] as const) {
      fake.set({ epoch });
      const tools = await client.discover();
      expect(tools.map((tool) => tool.name)).toEqual(allFour);
      texts.add(JSON.stringify(tools));
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).not.toMatch(/CANARY|IGNORE|Invented/);
  });

  it('marks the tools as read-only, repeatable and untrusted', async () => {
    const { client } = await setUp();
    for (const tool of await client.discover()) {
      expect(tool.annotations).toEqual({
        readOnly: true,
        idempotent: true,
        openWorld: true,
        destructive: false,
        untrustedOutput: true,
      });
      expect(tool.policy?.timeoutMs).toBe(31_000);
      expect(tool.inputSchema).toMatchObject({ jsonSchema: { additionalProperties: false } });
    }
  });

  it('keeps a list for its time to live', async () => {
    const { fake, client, clock } = await setUp({ cacheTtlMs: 1000 });
    await client.discover();
    clock.advance(999);
    await client.discover();
    expect(fake.requests).toHaveLength(1);
    clock.advance(1);
    await client.discover();
    expect(fake.requests).toHaveLength(2);
  });

  it('shares one request among concurrent callers', async () => {
    const { fake, client } = await setUp({ cacheTtlMs: 0 });
    const lists = await Promise.all(Array.from({ length: 10 }, () => toolNames(client)));
    expect(lists).toEqual(Array.from({ length: 10 }, () => allFour));
    expect(fake.requests).toHaveLength(1);
  });

  it('lets one caller leave without taking the list from the others', async () => {
    const { fake, client } = await setUp();
    fake.plan({ method: 'tools/list' }, [{ delayMs: 100 }]);
    const controller = new AbortController();
    const leaving = client.discover({ signal: controller.signal });
    const staying = toolNames(client);
    controller.abort(new Error('no time'));
    await expect(leaving).rejects.toThrow('no time');
    expect(await staying).toEqual(allFour);
    expect(fake.requests).toHaveLength(1);
  });

  it('ends the request when the last caller leaves, and asks anew', async () => {
    const { fake, client } = await setUp();
    fake.plan({ method: 'tools/list' }, [{ fault: { kind: 'hang-before-headers' } }]);
    const controller = new AbortController();
    const leaving = client.discover({ signal: controller.signal });
    await expect.poll(() => fake.requests.length).toBe(1);
    controller.abort(new Error('no time'));
    await expect(leaving).rejects.toThrow('no time');
    await fake.requests[0]?.whenAborted();
    expect(await toolNames(client)).toEqual(allFour);
  });

  it('forgets the list at a reset, also one that is on its way', async () => {
    const { fake, client } = await setUp();
    await client.discover();
    client.reset();
    expect(client.status()).toEqual({ names: [] });
    fake.plan({ method: 'tools/list' }, [{ delayMs: 300 }]);
    const onItsWay = client.discover();
    await expect.poll(() => fake.requests.length).toBe(2);
    client.reset();
    fake.set({ epoch: 4 });
    await onItsWay;
    expect(client.status().names).toEqual([]);
    expect(await client.discover()).toEqual([]);
  });

  it('keeps the last good list behind an empty one, but not for ever', async () => {
    const { fake, client, clock } = await setUp({ cacheTtlMs: 0 });
    await client.discover();
    fake.set({ epoch: 4 });
    expect(await toolNames(client)).toEqual(allFour);
    expect(client.status().failure).toMatchObject({ code: 'layout_changed' });
    clock.advance(86_400_001);
    expect(await toolNames(client)).toEqual([]);
  });

  it('reads all pages and stops at a cursor that repeats', async () => {
    const { fake, client } = await setUp();
    const page = (name: string): object => ({
      result: { tools: [{ name }, null, { title: 'no name' }], nextCursor: 'again' },
    });
    fake.plan({ method: 'tools/list' }, [page('search'), page('extract'), page('batch_search')]);
    expect(await toolNames(client)).toEqual(['anysearch_search', 'anysearch_extract']);
    expect(fake.requests).toHaveLength(2);
  });

  it('does not take another answer for a list', async () => {
    const { fake, client } = await setUp();
    fake.plan({ method: 'tools/list' }, [{ result: { tools: 'none' } }]);
    await expect(client.discover()).rejects.toMatchObject({ code: 'parse_error' });
  });

  it('asks again after the service refused a tool that it once had', async () => {
    const { fake, client } = await setUp();
    await client.discover();
    fake.plan({ tool: 'extract' }, [
      { error: { code: -32602, message: "tool 'extract' not found" } },
    ]);
    await expect(client.extract('https://reeds.example/')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining("tool 'extract' not found") as string,
    });
    await client.discover();
    expect(fake.requestsOf({ method: 'tools/list' })).toHaveLength(2);
  });

  it('calls the catalogue of an older server by its older name', async () => {
    const { fake, client } = await setUp({}, { epoch: 2 });
    expect(await toolNames(client)).toEqual(allFour);
    await runTool(client, 'anysearch_get_sub_domains', { domains: ['finance'] }).catch(
      () => undefined,
    );
    expect(fake.requestsOf({ tool: 'list_domains' })).toHaveLength(1);
  });
});
