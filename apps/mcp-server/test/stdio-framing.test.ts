import { describe, expect, test } from 'vitest';
import { rawServer } from './stdio-harness.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};

function call(id: number | string, args: unknown): Record<string, unknown> {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'run_agent', arguments: args },
  };
}

describe('framing on stdio', { timeout: 30_000 }, () => {
  test('mcp-011, mcp-016, mcp-017: a byte order mark, a bad line, blank lines and CRLF lose no request', async () => {
    const server = await rawServer();
    server.write(Buffer.from([0xef, 0xbb, 0xbf]));
    server.write(`${JSON.stringify(initialize)}\r\n`);
    const first = await server.waitForFrame((frame) => frame.id === 'first', 20_000);
    expect(first.result?.['protocolVersion']).toBe('2025-11-25');
    server.write('\n\r\n   \n{not json\n');
    const list = await server.request('tools/list');
    expect(list.result?.['tools']).toHaveLength(1);
    await server.waitForStderr(/not JSON/);
    expect(server.stderr().trim().split('\n')).toHaveLength(1);
    expect(server.strayLines()).toEqual([]);
  });

  test('UTF-8 that is split between writes, U+2028 and a last line without newline arrive whole', async () => {
    const server = await rawServer();
    await server.initialize();
    const bytes = Buffer.from(`${JSON.stringify(call(7, { task: 'answer 计算\u2028✓' }))}\n`);
    const middle = bytes.indexOf(Buffer.from('算')) + 1;
    server.write(bytes.subarray(0, middle));
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.write(bytes.subarray(middle));
    const frame = await server.waitForFrame(({ id }) => id === 7);
    expect(frame.result?.['structuredContent']).toMatchObject({ answer: '计算\u2028✓' });
    server.write(JSON.stringify(call(8, { task: 'answer last' })));
    server.endInput();
    await server.waitForExit();
    expect(server.frames().find(({ id }) => id === 8)?.result?.['isError']).toBeUndefined();
  });

  test('a 12 MB line is read and answered, a line above the limit is refused by its id', async () => {
    const server = await rawServer();
    await server.initialize();
    server.send(call(101, { task: 'x'.repeat(12_000_000) }));
    const big = await server.waitForFrame(({ id }) => id === 101, 15_000);
    expect(big.result).toMatchObject({
      isError: true,
      structuredContent: { status: 'failed', error_code: 'invalid_arguments' },
    });
    expect(JSON.stringify(big).length).toBeLessThan(2_000);
    server.send(call(9, { task: 'y'.repeat(70_000_000) }));
    const huge = await server.waitForFrame(({ id }) => id === 9, 15_000);
    expect(huge.error?.code).toBe(-32600);
    expect((await server.request('tools/list')).result).toBeDefined();
  });

  test('mcp-023: each request of a batch is told that batches are not supported', async () => {
    const server = await rawServer();
    await server.initialize();
    server.send([call(22, { task: 'a' }), call(23, { task: 'b' })]);
    for (const wanted of [22, 23]) {
      const frame = await server.waitForFrame(({ id }) => id === wanted);
      expect(frame.error?.code).toBe(-32600);
      expect(frame.error?.message).toMatch(/Batches are not supported/);
    }
    server.send([]);
    expect((await server.waitForFrame(({ id }) => id === null)).error?.code).toBe(-32600);
  });

  test('mcp-022: an id that is still open is refused, and its first answer stays its own', async () => {
    const server = await rawServer();
    await server.initialize();
    server.send(call(2, { task: 'sleep 400' }));
    server.send(call(2, { task: 'answer fast' }));
    const refused = await server.waitForFrame(({ id, error }) => id === 2 && error !== undefined);
    expect(refused.error?.code).toBe(-32600);
    const answer = await server.waitForFrame(({ id, result }) => id === 2 && result !== undefined);
    expect(answer.result?.['structuredContent']).toMatchObject({ answer: 'sleep 400' });
    expect(server.frames().filter(({ id }) => id === 2)).toHaveLength(2);
  });
});

describe('arguments and names', { timeout: 30_000 }, () => {
  test('mcp-050, mcp-051: arguments that are no object are -32602 and the session lives on', async () => {
    const server = await rawServer();
    await server.initialize();
    server.send(call(101, null));
    server.send(call(102, '{"task":"x"}'));
    server.send(call(103, [1]));
    const none = await server.waitForFrame(({ id }) => id === 101);
    expect(none.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/arguments/) as string,
    });
    const text = await server.waitForFrame(({ id }) => id === 102);
    expect(text.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/object.*not a string.*send the object itself/) as string,
    });
    expect((await server.waitForFrame(({ id }) => id === 103)).error?.code).toBe(-32602);
    server.send(call(104, { task: 'answer fine' }));
    expect((await server.waitForFrame(({ id }) => id === 104)).result).toBeDefined();
  });

  test('a call of any other tool, and of internal tools, is -32602', async () => {
    const server = await rawServer();
    await server.initialize();
    for (const name of ['calculator', 'deep_research', 'RUN_AGENT', '']) {
      const frame = await server.request('tools/call', { name, arguments: {} });
      expect(frame.error?.code, name).toBe(-32602);
    }
  });

  test('mcp-052, mcp-053, D-035: unknown keys are an error result that names them and the allowed ones', async () => {
    const server = await rawServer();
    await server.initialize();
    const cases = [
      { given: { task: 'x', max_step: 5 }, key: 'max_step', near: undefined },
      { given: { task: 'x', max_turn: 5 }, key: 'max_turn', near: 'max_turns' },
      { given: { task: 'calculate 1+1', extra: 1 }, key: 'extra', near: undefined },
      { given: { task: 'x', limits: '{"max_steps":5}' }, key: 'limits', near: undefined },
    ];
    for (const { given, key, near } of cases) {
      const frame = await server.request('tools/call', { name: 'run_agent', arguments: given });
      const content = frame.result?.['content'] as [{ text: string }];
      expect(frame.result).toMatchObject({
        isError: true,
        structuredContent: { status: 'failed', error_code: 'invalid_arguments' },
      });
      expect(content[0].text).toContain(`"${key}"`);
      expect(content[0].text).toContain('task, mode, run_id');
      if (near !== undefined) expect(content[0].text).toContain(`Did you mean ${near}?`);
    }
  });

  test('D-066: a task of 1 MB is refused without being echoed', async () => {
    const server = await rawServer();
    await server.initialize();
    const task = 'z'.repeat(1_000_000);
    const frame = await server.request('tools/call', { name: 'run_agent', arguments: { task } });
    expect(frame.result?.['isError']).toBe(true);
    expect(JSON.stringify(frame)).toContain('1,000,000 characters');
    expect(JSON.stringify(frame).length).toBeLessThan(2_000);
  });
});

describe('negotiation', { timeout: 30_000 }, () => {
  test('mcp-026: an old revision is answered with itself', async () => {
    for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18']) {
      const server = await rawServer();
      const frame = await server.initialize({ protocolVersion });
      expect(frame.result?.['protocolVersion']).toBe(protocolVersion);
    }
  });

  test('mcp-027: an unknown revision is answered with the newest of the handshake', async () => {
    const server = await rawServer();
    const frame = await server.initialize({ protocolVersion: '2099-01-01' });
    expect(frame.result?.['protocolVersion']).toBe('2025-11-25');
  });

  test('mcp-031: a request for a future revision is -32022 with the supported ones', async () => {
    const key = 'io.modelcontextprotocol/protocolVersion';
    const server = await rawServer();
    const fresh = await server.request(
      'tools/list',
      { _meta: { [key]: '2027-01-01' } },
      { timeoutMs: 20_000 },
    );
    expect(fresh.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } });
    await server.initialize();
    const later = await server.request('tools/list', { _meta: { [key]: '2027-01-01' } });
    expect(later.error?.code).toBe(-32022);
  });

  test('server/discover and a request of 2026-07-28 are served without a handshake', async () => {
    const server = await rawServer();
    const prefix = 'io.modelcontextprotocol';
    const meta = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientCapabilities`]: {},
    };
    const found = await server.request('server/discover', { _meta: meta }, { timeoutMs: 20_000 });
    expect(found.result?.['supportedVersions']).toEqual(['2026-07-28']);
    const answer = await server.request('tools/call', {
      _meta: meta,
      name: 'run_agent',
      arguments: { task: 'answer modern' },
    });
    expect(answer.result?.['structuredContent']).toMatchObject({ answer: 'modern' });
  });

  test('there are no prompts and no resources', async () => {
    const server = await rawServer();
    const frame = await server.initialize();
    expect(frame.result?.['capabilities']).toEqual({ tools: {} });
    for (const method of ['prompts/list', 'resources/list', 'resources/templates/list']) {
      expect((await server.request(method)).error?.code, method).toBe(-32601);
    }
  });
});
