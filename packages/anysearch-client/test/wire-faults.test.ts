import { refusedOrigin } from '@mini-agent/testkit';
import type { AnySearchStep } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import { AnySearchError, createAnySearchClient } from '@mini-agent/anysearch-client';
import type { AnySearchClient } from '@mini-agent/anysearch-client';
import { noSignal, setUp, testClock } from './client-setup.ts';

function search(client: AnySearchClient, signal: AbortSignal = noSignal): Promise<unknown> {
  return client.search('reeds', { limit: 3, signal });
}

function textResult(text: string): AnySearchStep {
  return { result: { content: [{ type: 'text', text }] } };
}

function systemError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

describe('the network', () => {
  it('is tried once more when the connection is refused, and then reported', async () => {
    const origin = await refusedOrigin();
    let tries = 0;
    const client = createAnySearchClient({
      baseUrl: origin,
      clock: testClock(),
      fetch: (url, init) => {
        tries += 1;
        return fetch(url, init);
      },
    });
    await expect(search(client)).rejects.toMatchObject({
      code: 'unknown',
      cause: { code: 'ECONNREFUSED' },
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
    expect(tries).toBe(2);
  });

  it('recovers when the second try finds it back', async () => {
    const { fake } = await setUp();
    for (const code of ['EAI_AGAIN', 'ECONNREFUSED']) {
      let isFirst = true;
      const client = createAnySearchClient({
        baseUrl: fake.url,
        clock: testClock(),
        fetch: (url, init) => {
          if (!isFirst) return fetch(url, init);
          isFirst = false;
          return Promise.reject(systemError(code));
        },
      });
      expect(await search(client)).toMatchObject({ servedBy: 'anysearch' });
    }
  });

  it.each(['ENOTFOUND', 'ECONNRESET', 'UND_ERR_SOCKET', 'CERT_HAS_EXPIRED'])(
    'is not tried again after %s: something may have been sent',
    async (code) => {
      let tries = 0;
      const client = createAnySearchClient({
        fetch: () => {
          tries += 1;
          return Promise.reject(systemError(code));
        },
      });
      await expect(search(client)).rejects.toMatchObject({ code: 'unknown', cause: { code } });
      expect(tries).toBe(1);
    },
  );

  it.each([
    [{ kind: 'cut' }, 'unknown'],
    [{ kind: 'cut', reset: true }, 'unknown'],
    [{ kind: 'cut', afterBytes: 7 }, 'unknown'],
    [{ kind: 'empty' }, 'parse_error'],
    [{ kind: 'invalid-json' }, 'parse_error'],
    [{ kind: 'html' }, 'parse_error'],
    [{ kind: 'content-type', value: 'text/event-stream' }, 'parse_error'],
  ] as const)('%o ends in one typed error: %s', async (fault, code) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [{ fault }]);
    await expect(search(client)).rejects.toMatchObject({ code });
    expect(fake.requestsOf({ tool: 'search' })).toHaveLength(1);
    expect(await search(client)).toMatchObject({ servedBy: 'anysearch' });
  });

  it('reads bodies that arrive byte by byte', async () => {
    for (const answer of ['json', 'sse'] as const) {
      const { fake, client } = await setUp({}, { answer });
      fake.plan({ tool: 'search' }, [{ fault: { kind: 'split', at: 'every-byte' } }]);
      const response = await client.search('湿地', { limit: 1, signal: noSignal });
      expect(response.hits[0]?.title).toBe('湿地鸟类调查');
    }
  });

  it('gives up an answer over 8 MB while it arrives', async () => {
    const { fake, client } = await setUp();
    const chunk = ' '.repeat(1_000_000);
    fake.plan({ tool: 'search' }, [{ fault: { kind: 'endless', chunk } }]);
    await expect(search(client)).rejects.toMatchObject({
      code: 'parse_error',
      message: expect.stringContaining('8 MB') as string,
    });
    await fake.requestsOf({ tool: 'search' })[0]?.whenAborted();
  });
});

describe('time', () => {
  it.each([
    { kind: 'hang-before-headers' },
    { kind: 'hang-after-headers' },
    { kind: 'stall', afterBytes: 20 },
    { kind: 'endless' },
  ] as const)('%o meets the limit, and the connection is let go', async (fault) => {
    const { fake, client } = await setUp({ timeoutMs: 60 });
    fake.plan({ tool: 'search' }, [{ fault }]);
    await expect(search(client)).rejects.toMatchObject({
      code: 'timeout',
      message: 'AnySearch did not answer within 60 ms.',
    });
    await fake.requestsOf({ tool: 'search' })[0]?.whenAborted();
  });

  it('is the caller’s: a cancel gives its reason and reaches the wire', async () => {
    const { fake, client } = await setUp({}, { searchDelayMs: 60_000 });
    const controller = new AbortController();
    const reason = new Error('the user left');
    const pending = search(client, controller.signal);
    await expect.poll(() => fake.requests.length).toBe(1);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await fake.requests[0]?.whenAborted();
    await expect(search(client, controller.signal)).rejects.toBe(reason);
    expect(fake.requests).toHaveLength(1);
  });
});

describe('HTTP answers', () => {
  it.each<[string, AnySearchStep, object]>([
    [
      '401',
      { status: 401, body: { code: -1, error_code: 'invalid_api_key' } },
      { code: 'access_denied' },
    ],
    ['402', { status: 402, body: { code: -1, symbol: 'quota_exhausted' } }, { code: 'quota' }],
    ['403', { status: 403, body: '<html>Forbidden</html>' }, { code: 'permission_denied' }],
    [
      '403 expired',
      { status: 403, body: { error_code: 'expired_api_key' } },
      { code: 'access_denied' },
    ],
    ['404', { status: 404, body: '404 page not found' }, { code: 'upstream_4xx', status: 404 }],
    ['500', { status: 500, body: {} }, { code: 'upstream_5xx', status: 500 }],
    [
      '502 page',
      { status: 502, body: `<html><style>a{}</style><h1>Bad</h1>${'x'.repeat(40_000)}</html>` },
      { code: 'upstream_5xx' },
    ],
    ['504', { status: 504, body: { error_code: 'extract_timeout' } }, { code: 'timeout' }],
    [
      'rpc in 400',
      { status: 400, body: { jsonrpc: '2.0', error: { code: -32600, message: 'bad' } } },
      { code: 'validation_error' },
    ],
    [
      '200 with code -1',
      { status: 200, body: { code: -1, error_code: 'rate_limit_exceeded', message: 'slow' } },
      { code: 'rate_limited' },
    ],
    ['another service', { status: 200, body: { hello: 'world' } }, { code: 'parse_error' }],
    ['a list', { status: 200, body: [] }, { code: 'parse_error' }],
    ['204', { status: 204, body: '' }, { code: 'parse_error' }],
    [
      'redirect',
      { status: 307, headers: { location: 'https://other.example/x?q=secret' } },
      { code: 'parse_error' },
    ],
  ])('%s', async (_name, step, expected) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [step]);
    const error = await search(client).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AnySearchError);
    expect(error).toMatchObject(expected);
    expect((error as Error).message.length).toBeLessThan(700);
    expect((error as Error).message).not.toMatch(/<h1>|q=secret/);
  });

  it.each([
    ['2', undefined, 2000],
    ['5', 9, 9000],
    ['9', 5, 9000],
    ['Thu, 24 Sep 2026 00:00:30 GMT', undefined, 30_000],
    ['Thu, 24 Sep 2020 00:00:30 GMT', undefined, undefined],
    ['0', undefined, 0],
    ['-1', undefined, undefined],
    ['abc', 3, 3000],
    ['86400000', undefined, 86_400_000],
    [undefined, 1.5, 1500],
    [undefined, undefined, undefined],
  ])(
    '429 with Retry-After %s and %s in the body asks for %s ms',
    async (header, body, expected) => {
      const { fake, client } = await setUp();
      fake.plan({ tool: 'search' }, [
        {
          status: 429,
          headers: header === undefined ? {} : { 'retry-after': header },
          body: { code: -1, error_code: 'rate_limit_exceeded', data: { retry_after: body } },
        },
      ]);
      const error = await search(client).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: expected });
    },
  );
});

describe('JSON-RPC answers', () => {
  it.each<[string, AnySearchStep, string]>([
    ['an error without a message', { error: { code: -32603 } }, 'upstream_5xx'],
    ['invalid parameters', { error: { code: -32602, message: 'no' } }, 'validation_error'],
    ['another id', { status: 200, body: { jsonrpc: '2.0', id: 99, result: {} } }, 'parse_error'],
    [
      'an id as text',
      { status: 200, body: { jsonrpc: '2.0', id: '1', result: {} } },
      'parse_error',
    ],
    ['a result that is none', { result: 'x' }, 'parse_error'],
    ['no content', { result: {} }, 'layout_changed'],
    ['empty text', textResult(''), 'layout_changed'],
    ['an image', { result: { content: [{ type: 'image', data: '' }] } }, 'layout_changed'],
    ['input_required', { result: { resultType: 'input_required' } }, 'layout_changed'],
    ['some prose', textResult('Here you are: nothing.'), 'layout_changed'],
  ])('%s', async (_name, step, code) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [step]);
    await expect(search(client)).rejects.toMatchObject({ code });
  });

  it.each([
    [
      'other messages first',
      'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n: ping\n\nevent: other\ndata: x\n\nDATA',
      true,
    ],
    ['CRLF and a BOM', '\uFEFFretry: 5\r\ndata: DATA\r\n\r\n', true],
    ['data in several lines', 'data: {"jsonrpc":"2.0",\ndata: REST\n\n', true],
    ['no final blank line', 'data: DATA\n', false],
    ['nothing', ': ping\n\n', false],
    ['broken JSON', 'data: {\n\n', false],
  ])('as events with %s', async (_name, frame, isFine) => {
    const { client, fake } = await setUp();
    const text = '## Search Results (0 results, 1ms)\n';
    const message = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } };
    const body = frame
      .replace(/^DATA$/m, `data: ${JSON.stringify(message)}\n\n`)
      .replace('DATA', JSON.stringify(message))
      .replace('REST', JSON.stringify(message).slice('{"jsonrpc":"2.0",'.length));
    const headers = { 'content-type': 'Text/Event-Stream; charset=utf-8' };
    fake.plan({ tool: 'search' }, [{ status: 200, headers, body }]);
    if (isFine) expect(await search(client)).toMatchObject({ hits: [] });
    else await expect(search(client)).rejects.toMatchObject({ code: 'parse_error' });
  });

  it('as an event stream that stays open is settled by the answer', async () => {
    const { client, fake } = await setUp({}, { answer: 'sse' });
    fake.plan({ tool: 'search' }, [{ fault: { kind: 'endless', chunk: ': ping\n\n' } }]);
    expect(await search(client)).toMatchObject({ servedBy: 'anysearch' });
    await fake.requestsOf({ tool: 'search' })[0]?.whenAborted();
  });
});
