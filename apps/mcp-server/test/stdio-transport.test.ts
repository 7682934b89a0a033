import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createStdioTransport, type StdioTransport } from '../src/server/stdio-transport.ts';

function setUp(output: Writable): { transport: StdioTransport; input: PassThrough } {
  const input = new PassThrough();
  const transport = createStdioTransport({
    input,
    output,
    log: () => undefined,
    onInputEnd: () => undefined,
    onOutputGone: () => undefined,
  });
  return { transport, input };
}

test('half a surrogate pair goes out as U+FFFD, an escaped backslash before "ud800" stays', async () => {
  const output = new PassThrough();
  const { transport } = setUp(output);
  const text = 'a\uD800b 😀 \\ud800 \uDC00';
  await transport.send({ jsonrpc: '2.0', id: 1, result: { text } });
  const line = String(output.read());
  expect(line).not.toMatch(/(?<!\\)\\u[dD]/);
  expect(JSON.parse(line)).toMatchObject({ result: { text: 'a\uFFFDb 😀 \\ud800 \uFFFD' } });
});

test('the end of the input is noticed behind what a client sent that does not read', async () => {
  const input = new PassThrough();
  let isOver = false;
  const transport = createStdioTransport({
    input,
    output: new Writable({ write: () => undefined }),
    log: () => undefined,
    onInputEnd: () => (isOver = true),
    onOutputGone: () => undefined,
  });
  await transport.start();
  void transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(10_000_000) } });
  input.write('\n'.repeat(5_000_000));
  input.end();
  await expect.poll(() => isOver).toBe(true);
});

test('nothing more is read from a client that does not read, until it has caught up', async () => {
  const blocked: (() => void)[] = [];
  const output = new Writable({ write: (_chunk, _encoding, done) => void blocked.push(done) });
  const { transport, input } = setUp(output);
  const received: unknown[] = [];
  transport.onmessage = (message) => {
    received.push(message);
    void transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(5_000_000) } });
  };
  await transport.start();
  const ping = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;
  for (let count = 0; count < 10; count += 1) {
    input.write(ping);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(received).toHaveLength(2);
  await expect
    .poll(() => {
      blocked.shift()?.();
      return received.length;
    })
    .toBe(10);
});
