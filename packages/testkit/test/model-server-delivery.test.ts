import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../src/index.ts';
import type { ScriptedReply } from '../src/index.ts';
import { ask, eventsOf, messageOf, start } from './model-client.ts';

describe('streams', () => {
  it('turns a reply into events that join to the same message', async () => {
    const server = await start([
      {
        content: 'hallo',
        tool_calls: [{ id: 'c1', name: 'calc', arguments: '{"a":1}' }],
        reasoning_content: 'R',
      },
    ]);
    const response = await ask(server, { stream: true, stream_options: { include_usage: true } });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const text = await response.text();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(eventsOf(text)).toMatchObject([
      { choices: [{ delta: { role: 'assistant', reasoning_content: 'R' } }] },
      { choices: [{ delta: { content: 'hal' } }] },
      { choices: [{ delta: { content: 'lo' } }] },
      {
        choices: [
          {
            delta: {
              tool_calls: [{ index: 0, id: 'c1', function: { name: 'calc', arguments: '' } }],
            },
          },
        ],
      },
      { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] } }] },
      { choices: [{ finish_reason: 'tool_calls' }] },
      { choices: [], usage: { total_tokens: 30 } },
    ]);
  });

  it('plays scripted chunks as they are, with errors inside', async () => {
    const server = await start([
      {
        chunks: [
          { role: '', content: 'par' },
          { finish_reason: 'stop' },
          { error: { code: 502 } },
          { raw: ': ping\n\n' },
        ],
        done: false,
      },
    ]);
    const text = await (await ask(server, { stream: true })).text();
    expect(eventsOf(text)).toMatchObject([
      { choices: [{ delta: { role: '', content: 'par' }, finish_reason: null }] },
      { choices: [{ delta: {}, finish_reason: 'stop' }] },
      { error: { code: 502 } },
    ]);
    expect(text.endsWith(': ping\n\n')).toBe(true);
  });

  it('refuses to play chunks to a request that asked for no stream', async () => {
    const server = await start([{ chunks: [{ content: 'x' }] }]);
    expect((await ask(server)).status).toBe(400);
  });

  it('cuts the bytes of a stream anywhere, also inside a character', async () => {
    const server = await start([
      { content: '字数数👍🏽好', fault: { kind: 'split', at: 'every-byte' } },
    ]);
    const response = await ask(server, { stream: true });
    const parts: Uint8Array[] = [];
    for await (const part of response.body ?? []) {
      parts.push(part as Uint8Array);
    }
    expect(parts.map((part) => Buffer.from(part).toString('utf8')).join('')).toContain('\uFFFD');
    expect(Buffer.concat(parts).toString('utf8')).toContain('👍🏽好');
  });
});

describe('faults', () => {
  const whole: ScriptedReply = { content: 'a text of some length' };

  it.each(['hang-before-headers', 'hang-after-headers'] as const)(
    'notices an abort during %s',
    async (kind) => {
      const server = await start([{ ...whole, fault: { kind } }]);
      const controller = new AbortController();
      const pending = ask(server, {}, controller.signal).then((response) => response.text());
      const request = await server.waitForRequest(0);
      expect(request.aborted).toBe(false);
      controller.abort();
      await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
      await request.whenAborted();
      expect(request.aborted).toBe(true);
    },
  );

  it('stalls in the middle of a stream', async () => {
    const server = await start([{ ...whole, fault: { kind: 'stall', afterEvents: 2 } }]);
    const controller = new AbortController();
    const response = await ask(server, { stream: true }, controller.signal);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(eventsOf(Buffer.from(first?.value ?? []).toString())).toHaveLength(2);
    controller.abort();
    await server.requests[0]?.whenAborted();
  });

  it.each([
    { kind: 'cut' },
    { kind: 'cut', reset: true },
    { kind: 'cut', afterBytes: 10 },
  ] as const)('cuts the connection by itself: %o', async (fault) => {
    const server = await start([{ ...whole, fault }]);
    await expect(ask(server).then((response) => response.text())).rejects.toThrow();
    await setImmediate();
    expect(server.requests[0]?.aborted).toBe(false);
  });

  it('sends a body that never ends until the client has enough', async () => {
    const server = await start([{ ...whole, fault: { kind: 'endless', chunk: 'xxxx' } }]);
    const controller = new AbortController();
    const response = await ask(server, {}, controller.signal);
    let received = 0;
    await expect(async () => {
      for await (const part of response.body ?? []) {
        received += (part as Uint8Array).length;
        if (received > 500) controller.abort();
      }
    }).rejects.toMatchObject({ name: 'AbortError' });
    await server.requests[0]?.whenAborted();
  });

  it('spoils bodies', async () => {
    const server = await start([
      { ...whole, fault: { kind: 'invalid-json' } },
      { ...whole, fault: { kind: 'html' } },
      { ...whole, fault: { kind: 'empty' } },
      { ...whole, fault: { kind: 'content-type', value: 'text/plain' } },
    ]);
    await expect((await ask(server)).json()).rejects.toThrow(SyntaxError);
    const html = await ask(server);
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await (await ask(server)).text()).toBe('');
    const plain = await ask(server);
    expect(plain.headers.get('content-type')).toBe('text/plain');
    expect(await messageOf(plain)).toMatchObject({ content: 'a text of some length' });
  });

  it('waits before it answers, and stops waiting when the client leaves', async () => {
    const server = await start([
      { ...whole, delayMs: 40 },
      { ...whole, delayMs: 600_000 },
    ]);
    const before = performance.now();
    await ask(server);
    expect(performance.now() - before).toBeGreaterThanOrEqual(39);
    const controller = new AbortController();
    const pending = ask(server, {}, controller.signal);
    const request = await server.waitForRequest(1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await request.whenAborted();
  });

  it('goes down and comes up at the same address', async () => {
    const server = await start([{ content: 'back' }]);
    await server.down();
    await expect(ask(server)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await server.up();
    expect(await messageOf(await ask(server))).toMatchObject({ content: 'back' });
  });

  it('reports a handler that throws when it is closed', async () => {
    const server = await startModelServer(() => {
      throw new Error('a mistake in the test');
    });
    expect((await ask(server)).status).toBe(500);
    await expect(server.close()).rejects.toMatchObject({
      cause: { message: 'a mistake in the test' },
    });
  });
});
