import { secret } from '@mini-agent/foundation/secret';
import { describe, expect, it } from 'vitest';
import { createAnySearchClient } from '@mini-agent/anysearch-client';
import { resolveApiKey } from '../src/api-key.ts';
import { resolveEndpoint } from '../src/endpoint.ts';
import { noSignal } from './client-setup.ts';

describe('the base URL', () => {
  it.each([
    ['https://api.anysearch.com', 'https://api.anysearch.com/mcp'],
    ['https://api.anysearch.com/', 'https://api.anysearch.com/mcp'],
    ['https://api.anysearch.com/mcp', 'https://api.anysearch.com/mcp'],
    ['https://api.anysearch.com/mcp/', 'https://api.anysearch.com/mcp'],
    [' https://api.anysearch.com/v1/search ', 'https://api.anysearch.com/mcp'],
    ['https://gateway.example/anysearch/v1', 'https://gateway.example/anysearch/mcp'],
    ['http://127.0.0.1:8000/x#y', 'http://127.0.0.1:8000/x/mcp'],
  ])('%s means %s', (given, expected) => {
    expect(resolveEndpoint(given).href).toBe(expected);
  });

  it.each(['', 'api.anysearch.com', 'ftp://a.example', 'https://user:pw@a.example/mcp'])(
    '%s is refused before anything is sent',
    async (baseUrl) => {
      let isCalled = false;
      const client = createAnySearchClient({
        baseUrl,
        fetch: () => {
          isCalled = true;
          return Promise.reject(new Error('no'));
        },
      });
      const error = await client.discover().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'validation_error' });
      expect((error as Error).message).not.toContain('pw');
      expect(isCalled).toBe(false);
    },
  );

  it('without encryption takes no key, except on this machine', async () => {
    const sent: string[] = [];
    const ask = (baseUrl: string): Promise<unknown> =>
      createAnySearchClient({
        baseUrl,
        apiKey: 'as_sk_abc123',
        fetch: (url) => {
          sent.push(url);
          return Promise.reject(new Error('no'));
        },
      })
        .search('x', { limit: 1, signal: noSignal })
        .catch((reason: unknown) => (reason as { code: string }).code);
    expect(await ask('http://search.example')).toBe('validation_error');
    expect(await ask('http://localhost:1/')).toBe('unknown');
    expect(await ask('http://[::1]:1/')).toBe('unknown');
    expect(sent).toEqual(['http://localhost:1/mcp', 'http://[::1]:1/mcp']);
  });
});

describe('the API key', () => {
  it.each([
    'as_sk_your_key',
    'ANYSEARCH_API_KEY',
    'YOUR_API_KEY',
    'your-key-here',
    '${ANYSEARCH_API_KEY}',
    '<your key>',
    '<!-- key -->',
    'xxxx',
    'as_sk_xxxxxxxx',
    '***',
    '"as_sk_your_key"',
    '%ANYSEARCH_API_KEY%',
  ])('%s is a placeholder', (key) => {
    expect(() => resolveApiKey(key)).toThrow(/placeholder/);
  });

  it.each(['as_sk_ab\ncd', 'as_sk_ａｂｃ', 'as_sk_a b', 'as_sk_a\u200Bb'])(
    '%j is refused',
    (key) => {
      expect(() => resolveApiKey(key)).toThrow(/characters that no key has/);
      expect(() => resolveApiKey(key)).not.toThrow(/as_sk/);
    },
  );

  it.each([
    ['as_sk_0123abcd', 'as_sk_0123abcd'],
    ['\uFEFF as_sk_0123abcd\r\n', 'as_sk_0123abcd'],
    ['"as_sk_0123abcd"', 'as_sk_0123abcd'],
    ['', undefined],
    [' \t', undefined],
    ['""', undefined],
    [undefined, undefined],
  ])('%j is read as %s', (given, expected) => {
    expect(resolveApiKey(given)?.reveal()).toBe(expected);
    if (given !== undefined) expect(resolveApiKey(secret(given))?.reveal()).toBe(expected);
  });
});
