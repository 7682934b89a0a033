import { describe, expect, test } from 'vitest';
import {
  frames,
  framesOf,
  initialize,
  jsonHeaders,
  modernCall,
  modernHeaders,
  openSession,
  post,
  rawRequest,
  serve,
  toolCall,
  type Frame,
} from './http-harness.ts';

const longText = 'x'.repeat(5 * 1024 * 1024);

describe('bodies', () => {
  test('mcp-019: a body of 5 MB gets 413, announced or not; other requests are unaffected', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const other = post(server, toolCall(1, { task: 'sleep 300' }), { headers });
    const announced = await post(server, toolCall(2, { task: longText }), { headers });
    expect(announced.status).toBe(413);
    expect(await announced.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32000 } });
    const chunked = await rawRequest(server, {
      headers: { ...jsonHeaders, ...headers, 'transfer-encoding': 'chunked' },
      body: JSON.stringify(toolCall(3, { task: longText })),
    });
    expect(chunked.status).toBe(413);
    const [answer] = await frames(await other);
    expect(answer?.result?.structuredContent).toMatchObject({ status: 'completed' });
  });

  test('a body that is announced as too long is refused before it is sent', async () => {
    const server = await serve();
    const headers = { ...jsonHeaders, 'content-length': String(5_000_000), expect: '100-continue' };
    const refused = await rawRequest(server, { headers, withoutBody: true });
    expect(refused.status).toBe(413);
  });

  test('a body below the limit is read whole', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const text = 'y'.repeat(150_000);
    const [answer] = await frames(
      await post(server, toolCall(1, { task: `answer ${text}` }), { headers }),
    );
    expect(answer?.result?.structuredContent).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['not JSON', '{"jsonrpc":"2.0",'],
    ['nothing', ''],
    ['two messages', '{}\n{}'],
  ])('%s is 400 with -32700', async (_name, body) => {
    const server = await serve();
    const response = await post(server, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
  });

  test('bytes that are no UTF-8 are 400 with -32700; a byte order mark does no harm', async () => {
    const server = await serve();
    const broken = await fetch(server.url, {
      method: 'POST',
      headers: jsonHeaders,
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect(broken.status).toBe(400);
    const marked = await post(server, `\uFEFF${JSON.stringify(initialize())}`);
    expect(marked.status).toBe(200);
  });

  test.each([
    ['null', 'null'],
    ['a number', '5'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['another protocol', '{"id":1,"method":"tools/list"}'],
  ])('JSON that is no message (%s) is 400 with -32600', async (_name, body) => {
    const server = await serve();
    const headers = await openSession(server);
    const response = await post(server, body, { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
  });

  test('text/plain, a compressed body and a client that cannot read streams are told so', async () => {
    const server = await serve();
    const ask = async (headers: Record<string, string>): Promise<number> =>
      (await post(server, initialize(), { headers })).status;
    expect(await ask({ 'content-type': 'text/plain' })).toBe(415);
    expect(await ask({ 'content-encoding': 'gzip' })).toBe(415);
    expect(await ask({ accept: 'application/json' })).toBe(406);
    expect(await ask({ 'content-type': 'application/json; charset=utf-8' })).toBe(200);
  });

  test.each(['*/*', 'application/*, text/*;q=0.5', 'Application/JSON, Text/Event-Stream'])(
    'a client that accepts %s can read both',
    async (accept) => {
      const server = await serve();
      expect((await post(server, initialize(), { headers: { accept } })).status).toBe(200);
    },
  );

  test('other methods are 405, other paths 404', async () => {
    const server = await serve();
    const put = await fetch(server.url, { method: 'PUT' });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('GET, POST, DELETE');
    expect((await fetch(new URL('/other', server.url))).status).toBe(404);
    expect((await fetch(new URL('/sse', server.url))).status).toBe(404);
  });
});

describe('requests that are wrong in themselves', () => {
  test('arguments that are no object, and an unknown tool, are errors of the request', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const ask = async (params: object): Promise<unknown> => {
      const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params };
      const [frame] = await frames(await post(server, request, { headers }));
      return frame;
    };
    expect(await ask({ name: 'run_agent', arguments: 'x' })).toMatchObject({
      id: 7,
      error: { code: -32602 },
    });
    expect(await ask({ name: 'calculator', arguments: {} })).toMatchObject({
      id: 7,
      error: { code: -32602 },
    });
    expect(await ask({ name: 'run_agent', arguments: { tusk: 'x' } })).toMatchObject({
      id: 7,
      result: { isError: true, structuredContent: { error_code: 'invalid_arguments' } },
    });
  });

  test.each([
    ['null', null, /arguments must be a JSON object.*null was given/],
    ['a string', '{"task":"x"}', /not a string; send the object itself/],
    ['a list', [1], /an array was given/],
  ])(
    'mcp-050, mcp-051: arguments that are %s are told so in both eras, and the next call is served',
    async (_name, given, text) => {
      const server = await serve();
      const headers = await openSession(server);
      const { params } = modernCall(7, {}) as { readonly params: object };
      const wrong = { jsonrpc: '2.0', id: 7, method: 'tools/call' };
      const asked = [
        [{ ...wrong, params: { ...params, arguments: given } }, modernHeaders],
        [{ ...wrong, params: { name: 'run_agent', arguments: given } }, headers],
      ] as const;
      for (const [message, own] of asked) {
        const [refused] = await frames(await post(server, message, { headers: own }));
        const error = { code: -32602, message: expect.stringMatching(text) as string };
        expect(refused).toMatchObject({ id: 7, error });
      }
      const [legacy] = await frames(
        await post(server, toolCall(8, { task: 'answer on' }), { headers }),
      );
      const [modern] = await frames(
        await post(server, modernCall(8, { task: 'answer on' }), { headers: modernHeaders }),
      );
      for (const { result } of [legacy, modern] as readonly Frame[]) {
        expect(result?.structuredContent).toMatchObject({ answer: 'on' });
      }
    },
  );

  test('mcp-031: a revision of the future is -32022 with the supported ones, whatever else is missing', async () => {
    const server = await serve();
    const version = '2027-01-01';
    const own = { 'io.modelcontextprotocol/protocolVersion': version };
    const list = { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { _meta: own } };
    const named = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' };
    for (const headers of [{}, named, await openSession(server)]) {
      const refused = await post(server, list, { headers });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({
        id: 3,
        error: { code: -32022, data: { supported: ['2026-07-28'], requested: version } },
      });
    }
  });

  test('a batch is refused as a whole', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const response = await post(server, [toolCall(1, { task: 'x' })], { headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  test('an id that is still in use is refused; ids 0 and "0" are two', async () => {
    const server = await serve();
    const headers = await openSession(server);
    const first = await post(server, toolCall(0, { task: 'sleep 400' }), { headers });
    const second = await post(server, toolCall(0, { task: 'answer no' }), { headers });
    expect(second.status).toBe(400);
    const third = await post(server, toolCall('0', { task: 'answer other' }), { headers });
    const [other] = await frames(third);
    expect(other).toMatchObject({ id: '0', result: { structuredContent: { answer: 'other' } } });
    const [answer] = await frames(first);
    expect(answer).toMatchObject({ id: 0, result: { structuredContent: { status: 'completed' } } });
  });

  test('2026-07-28: a header that disagrees, an unknown revision and an unknown method have their status', async () => {
    const server = await serve();
    const mismatch = await post(server, modernCall(1, { task: 'x' }), {
      headers: { ...modernHeaders, 'mcp-method': 'tools/list' },
    });
    expect(mismatch.status).toBe(400);
    expect(await mismatch.json()).toMatchObject({ error: { code: -32020 } });
    const call = JSON.stringify(modernCall(1, { task: 'x' })).replaceAll(
      '2026-07-28',
      '2027-01-01',
    );
    const future = await post(server, call, {
      headers: { ...modernHeaders, 'mcp-protocol-version': '2027-01-01' },
    });
    expect(future.status).toBe(400);
    expect(await future.json()).toMatchObject({ error: { code: -32022 } });
    const unknown = JSON.stringify(modernCall(1, {})).replaceAll('tools/call', 'tools/none');
    const missing = await post(server, unknown, {
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/none' },
    });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { code: -32601 } });
  });
});

describe('what strict clients and odd requests need', () => {
  test('half a surrogate pair goes out as U+FFFD, an escaped backslash before "ud800" stays, in both eras', async () => {
    const server = await serve();
    const task = 'answer a\uD800b 😀 \\ud800 \uDC00';
    const session = await openSession(server);
    const answers = [
      await post(server, toolCall(1, { task }), { headers: session }),
      await post(server, modernCall(1, { task }), { headers: modernHeaders }),
    ];
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toMatch(/(?<!\\)\\u[dD]/);
      const [frame] = framesOf(text);
      expect(frame?.result?.structuredContent).toMatchObject({
        answer: 'a\uFFFDb 😀 \\ud800 \uFFFD',
      });
    }
  });

  test('a request line with a user and a password is served, and the log does not repeat them', async () => {
    const server = await serve();
    const answer = await rawRequest(server, {
      path: 'http://user:hunter2@localhost/mcp',
      headers: { ...jsonHeaders, host: 'localhost' },
      body: JSON.stringify(initialize()),
    });
    expect(answer.status).toBe(200);
    expect(server.logged.join('\n')).not.toContain('hunter2');
  });
});
