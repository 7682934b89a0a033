import { once } from 'node:events';
import { globalAgent } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { createHttpModel } from '@mini-agent/llm-router';
import type { HttpModelOptions } from '@mini-agent/llm-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNodeTransport } from '../src/http/node-transport.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { chatRequest } from './support/requests.ts';
import { neverAborted } from './support/endpoint.ts';

type Answer = (socket: Socket, request: number) => void;

interface RawServer {
  readonly url: string;
  readonly requests: () => number;
  readonly connections: () => number;
}

/** A server of bytes, for what no HTTP library would send. */
async function serveBytes(answer: Answer): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.setEncoding('latin1').on('error', () => undefined);
    socket.on('data', (part: string) => {
      text += part;
      for (let size = wholeRequest(text); size > 0; size = wholeRequest(text)) {
        text = text.slice(size);
        answer(socket, requests);
        requests += 1;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return { url, requests: () => requests, connections: () => sockets.size };
}

/** Size of the first request in the text, 0 while it is not whole. */
function wholeRequest(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  const size = end + 4 + Number(length ?? 0);
  return end >= 0 && text.length >= size ? size : 0;
}

function completion(content: string): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] });
}

function reply(body: string | Buffer, headers = ''): Buffer {
  const start = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}content-length: `;
  return Buffer.concat([
    Buffer.from(`${start}${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
}

function stream(body: string): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n${body}`;
}

async function ask(url: string, options: Partial<HttpModelOptions> = {}): Promise<string> {
  const model = createHttpModel({ baseUrl: url, model: 'm', clock: createFakeClock(), ...options });
  const { message } = await model.complete(chatRequest(), { signal: neverAborted });
  return message.content;
}

describe('a kept connection', () => {
  it('that its server closed is replaced without a retry', async () => {
    let first: Socket | undefined;
    const { url, requests } = await serveBytes((socket, request) => {
      first ??= socket;
      if (socket === first && request > 0) socket.destroy();
      else socket.write(reply(completion(`reply ${request}`)));
    });
    expect(await ask(url, { retries: 0 })).toBe('reply 0');
    expect(await ask(url, { retries: 0 })).toBe('reply 2');
    expect(requests()).toBe(3);
  });

  it('that breaks within an answer is a failure, and the request is not sent twice', async () => {
    const { url, requests } = await serveBytes((socket, request) => {
      if (request === 0) socket.write(reply(completion('first')));
      else socket.end('HTTP/1.1 200 OK\r\ncontent-le');
    });
    await ask(url);
    await expect(ask(url, { retries: 0 })).rejects.toMatchObject({ code: 'transient' });
    expect(requests()).toBe(2);
  });

  it('a new one that is closed without an answer is not asked again outside the retries', async () => {
    const { url, requests } = await serveBytes((socket) => socket.destroy());
    await expect(ask(url, { retries: 0 })).rejects.toMatchObject({ code: 'transient' });
    expect(requests()).toBe(1);
  });

  it('never gives bytes that nobody asked for to the next call', async () => {
    const { url } = await serveBytes((socket, request) => {
      const surplus = request === 0 ? reply(completion('poison')) : Buffer.alloc(0);
      socket.write(Buffer.concat([reply(completion(`reply ${request}`)), surplus]));
    });
    expect(await ask(url)).toBe('reply 0');
    expect(await ask(url)).toBe('reply 1');
  });

  it('is used again after a stream that was read to its end mark', async () => {
    const event = 'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n';
    const body = `${event}data: [DONE]\n\n`;
    const ports = new Set<number | undefined>();
    const { url } = await serveBytes((socket) => {
      ports.add(socket.remotePort);
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n';
      const size = body.length.toString(16);
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n${size}\r\n${body}\r\n`);
      setImmediate(() => socket.write('0\r\n\r\n'));
    });
    for (let call = 0; call < 3; call += 1) {
      expect(await ask(url, { stream: true })).toBe('a');
      await vi.waitFor(() => {
        const kept = Object.keys(globalAgent.freeSockets).join(' ');
        expect(kept).toContain(new URL(url).port);
      });
    }
    expect(ports.size).toBe(1);
  });
});

describe('the head of an answer', () => {
  it('that changes the protocol is a failure at once', async () => {
    const { url } = await serveBytes((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });
    await expect(ask(url)).rejects.toMatchObject({ code: 'transient' });
  });

  it('may have 60 kB, and informational answers before it', async () => {
    const { url } = await serveBytes((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n');
      socket.write(reply(completion('fine'), `x-trace: ${'a'.repeat(60_000)}\r\n`));
    });
    expect(await ask(url)).toBe('fine');
  });

  it.each([
    'SSH-2.0-x\r\n',
    'HTTP/1.1 abc\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
  ])('that is none is a passing failure: %j', async (text) => {
    const { url, requests } = await serveBytes((socket, request) => {
      socket.write(request === 0 ? text : reply(completion('second')));
    });
    expect(await ask(url)).toBe('second');
    expect(requests()).toBe(2);
  });

  it('is not waited for when the connection itself is not made', async () => {
    // TLS towards a server that says nothing: connected, and never secure.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const transport = createNodeTransport({ connectTimeoutMs: 20 });
    const url = `https://127.0.0.1:${port}/v1`;
    await expect(ask(url, { transport })).rejects.toMatchObject({
      code: 'transient',
      message: expect.stringContaining('ETIMEDOUT') as unknown,
    });
  });
});

describe('a body', () => {
  const text = completion('packed 世界');
  const packed: readonly (readonly [string, Buffer])[] = [
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['GZIP, identity', gzipSync(text)],
  ];
  it.each(packed)('packed as %s is read', async (coding, body) => {
    const { url, requests } = await serveBytes((socket) => {
      socket.write(reply(body, `content-encoding: ${coding}\r\n`));
    });
    expect(await ask(url)).toBe('packed 世界');
    expect(requests()).toBe(1);
  });

  const broken: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(text).subarray(0, 60)],
    ['gzip', Buffer.from(text)],
    ['deflate', deflateRawSync(text).subarray(0, 40)],
    ['deflate', Buffer.alloc(0)],
    ['br', brotliCompressSync(text).subarray(0, 40)],
  ];
  it.each(broken)('that is no whole %s is asked for again', async (coding, body) => {
    const { url, requests } = await serveBytes((socket, request) => {
      if (request > 0) socket.write(reply(completion('second')));
      else socket.write(reply(body, `content-encoding: ${coding}\r\n`));
    });
    expect(await ask(url)).toBe('second');
    expect(requests()).toBe(2);
  });

  it.each([false, true])(
    'of JSON under the type of a stream is read (stream: %s)',
    async (asked) => {
      const { url, requests } = await serveBytes((socket) =>
        socket.end(stream(completion('plain'))),
      );
      expect(await ask(url, { stream: asked })).toBe('plain');
      expect(requests()).toBe(1);
    },
  );

  it('of an error under the type of a stream is that error', async () => {
    const { url, requests } = await serveBytes((socket) => {
      socket.end(stream('\n{"error":{"message":"wrong key","code":401}}'));
    });
    await expect(ask(url, { stream: true })).rejects.toMatchObject({ code: 'auth' });
    expect(requests()).toBe(1);
  });

  it('of one event without end is given up in linear time', async () => {
    const part = Buffer.alloc(65_536, 'a');
    const { url } = await serveBytes((socket) => {
      socket.write(stream('data: '));
      const more = (): void => {
        while (!socket.destroyed && socket.write(part));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
    const began = process.cpuUsage().user;
    await expect(ask(url, { stream: true })).rejects.toMatchObject({ code: 'malformed' });
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(2_500);
  });
});
