import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fakeServerCommand, rawServer } from './stdio-harness.ts';
import { eras, lines, openPeer, peerOf, structured } from './stdio-peer.ts';

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

describe.each(eras)('bytes of a %s client', { timeout: 60_000 }, (era) => {
  test.each([
    ['three byte order marks', Buffer.concat([mark, mark, mark])],
    ['a byte order mark behind a blank line', Buffer.concat([Buffer.from('\r\n'), mark])],
    ['a byte order mark and blanks', Buffer.concat([mark, Buffer.from(' \t')])],
  ])('mcp-011: %s before the first line lose nothing', async (_name, start) => {
    const server = await rawServer(fakeServerCommand());
    const peer = peerOf(server, era);
    server.write(start);
    server.write(lines(peer.list(0)));
    expect((await peer.answer(0, 20_000)).result?.['tools']).toHaveLength(1);
    expect(server.stderr()).toBe('');
  });

  test('mcp-011: a byte order mark before a later line, cut within it, loses nothing', async () => {
    const { server, list, answer } = await openPeer(era);
    server.write(mark.subarray(0, 1));
    await soon();
    server.write(Buffer.concat([mark.subarray(1), Buffer.from(lines(list('bom')))]));
    expect((await answer('bom')).result).toBeDefined();
  });

  test.each([
    ['half an object', '{"jsonrpc":"2.0","id":7,'],
    ['NUL bytes', '\0\0\0'],
    ['a message behind NUL bytes', `\0${JSON.stringify({ jsonrpc: '2.0', id: 8 })}`],
    ['text of a shell profile', 'Welcome back! \u001b[32mnvm\u001b[0m loaded'],
    ['two messages between lone carriage returns', '{"a":1}\r{"b":2}'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x9f, 0xc3])],
    ['30 MB that are no JSON', 'x'.repeat(30_000_000)],
  ])('mcp-016: %s: the line is logged in one line, the next is answered', async (_name, bad) => {
    const { server, list, answer } = await openPeer(era);
    server.write(bad);
    server.write(`\n${lines(list(1))}`);
    expect((await answer(1)).result).toBeDefined();
    await server.waitForStderr(/not JSON/);
    expect(server.stderr().trim().split('\n')).toHaveLength(1);
    expect(server.stderr().length).toBeLessThan(200);
    expect(server.strayLines()).toEqual([]);
  });

  test('mcp-017: blank lines of every kind, before, between and after, say nothing', async () => {
    const { server, list, answer } = await openPeer(era);
    server.write('\n\r\n\r\r\n \t \n\uFEFF\n\u2028\n');
    server.write(lines(list('a')));
    server.write('\n'.repeat(100_000));
    server.write(lines(list('b')).replace('\n', '\r\r\n'));
    expect((await answer('a')).result).toBeDefined();
    expect((await answer('b')).result).toBeDefined();
    expect(server.stderr()).toBe('');
  });

  test('bytes one by one, and thousands of lines in one write, are all answered in order', async () => {
    const { server, list, call, answer, answersTo } = await openPeer(era);
    for (const byte of Buffer.from(lines(call('slow', 'answer 计算 😀')))) {
      server.write(Uint8Array.of(byte));
      await soon();
    }
    expect(structured(await answer('slow'))).toMatchObject({ answer: '计算 😀' });
    const ids = Array.from({ length: 3_000 }, (_, index) => index);
    server.write(lines(...ids.map((id) => list(id))));
    await answer(2_999, 30_000);
    const order = server.frames().flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
    expect(order.filter((id) => id > 10)).toEqual(ids.filter((id) => id > 10));
    expect(answersTo(1_234)).toHaveLength(1);
  });

  test('lines of 12 MB and 30 MB are answered, whatever they hold, and calls meanwhile too', async () => {
    const { server, list, call, answer } = await openPeer(era);
    server.write(lines(call(12, 'y'.repeat(12_000_000)), call('between', 'answer x')));
    expect(structured(await answer(12))).toMatchObject({ error_code: 'invalid_arguments' });
    expect(structured(await answer('between'))).toMatchObject({ answer: 'x' });
    server.write(lines({ ...list(30), padding: '计'.repeat(10_000_000) }));
    expect((await answer(30, 20_000)).result ?? (await answer(30)).error).toBeDefined();
    server.write(lines([call(1, 'z'.repeat(12_000_000)), list(2)]));
    expect((await answer(1)).error?.code).toBe(-32600);
    expect((await answer(2)).error?.code).toBe(-32600);
  });

  test('text with bytes that are no UTF-8 is read with U+FFFD in their place', async () => {
    const { server, call, answer } = await openPeer(era);
    const text = lines(call('bad', 'answer a#b'));
    server.write(Buffer.from(text).map((byte) => (byte === 0x23 ? 0xff : byte)));
    expect(structured(await answer('bad'))).toMatchObject({ answer: 'a\uFFFDb' });
  });

  test('at the end of the input a whole last line counts, half a one is only logged', async () => {
    const whole = await openPeer(era);
    whole.server.write(lines(whole.list('first')) + JSON.stringify(whole.call('last', 'answer l')));
    whole.server.endInput();
    expect(await whole.server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(whole.answersTo('first')).toHaveLength(1);
    expect(whole.answersTo('last').map(structured)).toMatchObject([{ answer: 'l' }]);
    const half = await openPeer(era);
    half.server.write(JSON.stringify(half.call('half', 'answer l')).slice(0, -9));
    half.server.endInput();
    expect(await half.server.waitForExit()).toEqual({ code: 0, signal: null });
    expect(half.answersTo('half')).toEqual([]);
    expect(half.server.stderr()).toMatch(/not JSON/);
  });
});
