import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';

import { createFetchTransport } from '../src/http/fetch-transport.ts';
import { createNodeTransport } from '../src/http/node-transport.ts';
import type { Transport, TransportAnswer } from '../src/http/transport.ts';
import { createOpenAiTransport } from '../src/openai.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1/chat/completions`, server };
}

async function textOf({ body }: TransportAnswer): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

const transports: readonly (readonly [string, () => Transport])[] = [
  ['node', createNodeTransport],
  ['fetch', createFetchTransport],
  ['openai', createOpenAiTransport],
];

const headers = { 'content-type': 'application/json', authorization: 'Bearer example-key' };

describe.each(transports)('the %s transport', (_name, create) => {
  const send = (
    url: string,
    options: { readonly signal?: AbortSignal; readonly body?: string } = {},
  ): Promise<TransportAnswer> => {
    const { signal = new AbortController().signal, body = '{"a":"é世"}' } = options;
    return create().send({ url, headers, body, signal });
  };

  it('posts the body and the headers, and gives status, headers and body back', async () => {
    let seen: unknown;
    const { url } = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        seen = { method: request.method, authorization: request.headers.authorization, body };
        response.writeHead(429, { 'Retry-After': '7', 'content-type': 'text/plain' });
        response.end('später 世界');
      });
    });
    const answer = await send(url);
    expect(answer.status).toBe(429);
    expect(answer.header('retry-after')).toBe('7');
    expect(answer.header('x-none')).toBeUndefined();
    expect(await textOf(answer)).toBe('später 世界');
    expect(seen).toEqual({
      method: 'POST',
      authorization: 'Bearer example-key',
      body: '{"a":"é世"}',
    });
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const { url } = await serve((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const answer = await send(url);
    answer.cancel();
    expect(answer.status).toBe(307);
    expect(requests).toBe(1);
  });

  it('reads a body that comes compressed', async () => {
    const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, compress] of Object.entries(encodings)) {
      const { url } = await serve((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"ok":true}'));
      });
      expect(await textOf(await send(url)), encoding).toBe('{"ok":true}');
    }
  });

  it('rejects with the system code where nobody listens', async () => {
    const { url, server } = await serve(() => undefined);
    server.close();
    await once(server, 'close');
    const failure = await send(url).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(JSON.stringify(failure, ['code', 'cause']) + String((failure as Error).stack)).toContain(
      'ECONNREFUSED',
    );
  });

  it('ends at once when it is aborted before the headers, and the server sees it', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    const { url } = await serve((request) => {
      closed = once(request.socket, 'close');
      controller.abort(new Error('enough'));
    });
    await expect(send(url, { signal: controller.signal })).rejects.toThrow();
    await closed;
    expect(closed).toBeDefined();
  });

  it('ends a body that is being read when it is aborted', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    const { url } = await serve((request, response) => {
      closed = once(request.socket, 'close');
      response.writeHead(200).write('first');
    });
    const answer = await send(url, { signal: controller.signal });
    const reading = textOf(answer);
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow();
    await closed;
    expect(answer.status).toBe(200);
  });

  it('rejects a body whose connection breaks', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.socket?.destroy());
    });
    await expect(textOf(await send(url))).rejects.toThrow();
  });

  it('uses a connection again after an answer that was read, and after one that was let go at its end', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200).end('done');
    });
    for (let call = 0; call < 4; call += 1) {
      const answer = await send(url);
      if (call % 2 === 0) await textOf(answer);
      else answer.cancel();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(ports.size).toBe(1);
  });

  it('closes the connection of an answer without end that is let go', async () => {
    let closed: Promise<unknown> | undefined;
    const { url } = await serve((request, response) => {
      closed = once(request.socket, 'close');
      response.writeHead(200).write('on and on');
    });
    const answer = await send(url);
    answer.cancel();
    await closed;
    expect(answer.status).toBe(200);
  });
});
