import { describe, expect, test } from 'vitest';
import {
  eras,
  lines,
  modernMeta,
  openPeer,
  pause,
  structured,
  type Id,
  type Peer,
} from './stdio-peer.ts';

/** Ends with the report of a run, whichever call it came from. */
async function statusOf({ server, call, answer }: Peer, runId: string): Promise<unknown> {
  const id = `look at ${runId}`;
  const message = call(id, '');
  const params = message['params'] as Readonly<Record<string, unknown>>;
  server.send({ ...message, params: { ...params, arguments: { run_id: runId } } });
  return structured(await answer(id));
}

describe.each(eras)('ids of a %s client', { timeout: 60_000 }, (era) => {
  test('mcp-020: id 0, an empty string, strings and negative ids are answered and cancelled alike', async () => {
    const peer = await openPeer(era);
    const { server, call, cancelled, begun, answersTo } = peer;
    for (const id of [0, '', '0', 'x"\\y', -1, Number.MAX_SAFE_INTEGER, '计'] satisfies Id[]) {
      const token = `token of ${id}`;
      server.send(call(id, 'model sleep 60000', token));
      const runId = await begun(token);
      server.send(cancelled(id));
      expect(await statusOf(peer, runId), String(id)).toMatchObject({ status: 'cancelled' });
      expect(answersTo(id)).toEqual([]);
      server.send(call(id, 'answer again'));
      expect(structured(await peer.answer(id))).toMatchObject({ answer: 'again' });
    }
  });

  test('mcp-022: ids that differ only in type, and many calls at once, get their own answers', async () => {
    const { server, call, answer, answersTo } = await openPeer(era);
    const ids = [
      ...Array.from({ length: 30 }, (_, index) => 40 + index),
      '40',
      '41',
      '041',
      ' 41',
      '41.0',
    ];
    server.write(lines(...ids.map((id) => call(id, `answer ${typeof id}:${id}:`))));
    for (const id of ids) {
      expect(structured(await answer(id))).toMatchObject({ answer: `${typeof id}:${id}:` });
      expect(answersTo(id)).toHaveLength(1);
    }
  });

  test('mcp-022: three calls with one id in one write: two are refused, the first runs', async () => {
    const { server, call, list, answer, answersTo } = await openPeer(era);
    server.write(lines(call('d', 'sleep 300'), call('d', 'answer 2'), list('d')));
    server.send(list('other'));
    await answer('other');
    await server.waitForFrame(({ id, result }) => id === 'd' && result !== undefined);
    const answers = answersTo('d');
    expect(answers.map(({ error }) => error?.code)).toEqual([-32600, -32600, undefined]);
    expect(answers.map(structured)[2]).toMatchObject({ answer: 'sleep 300' });
  });

  test('an id that is none is refused without harm', async () => {
    const { server, call, list, answer } = await openPeer(era);
    for (const id of [null, 1.5, {}, [], true, 2 ** 53]) server.send({ ...call(1, 'answer'), id });
    server.send(list('after'));
    await answer('after');
    const refused = server.frames().filter(({ id }) => id === null);
    expect(refused.map(({ error }) => error?.code)).toEqual(Array(6).fill(-32600));
  });
});

describe.each(eras)('requests of a %s client', { timeout: 60_000 }, (era) => {
  test('unknown members are passed over, params that are null are absent', async () => {
    const { server, call, list, answer } = await openPeer(era);
    server.send({ ...call('extra', 'answer x'), padding: 'y', trace: { id: 1 } });
    expect(structured(await answer('extra'))).toMatchObject({ answer: 'x' });
    server.send({ ...list('null'), params: era === 'legacy' ? null : { _meta: modernMeta } });
    expect((await answer('null')).result).toBeDefined();
  });

  test.each([
    ['a progress token that is an object', { progressToken: {} }],
    ['a progress token that is a fraction', { progressToken: 1.5 }],
    ['a progress token that is null', { progressToken: null }],
    ['a related task that is none', { 'io.modelcontextprotocol/related-task': 5 }],
  ])('%s: the request is answered, not dropped', async (_name, meta) => {
    const { server, list, answer } = await openPeer(era);
    const own = era === 'modern' ? modernMeta : {};
    server.send({ ...list('m'), params: { _meta: { ...own, ...meta } } });
    const { result, error } = await answer('m');
    expect(result ?? error?.code).toBeDefined();
    server.send({ ...list('n'), params: { _meta: 5 } });
    expect((await answer('n')).error?.code).toBe(-32602);
  });
});

describe.each(eras)('batches of a %s client', { timeout: 60_000 }, (era) => {
  test('mcp-023: one, a mixed one, one with equal ids and one inside another are told so', async () => {
    const { server, call, list, cancelled, answer, answersTo } = await openPeer(era);
    server.send(call('running', 'sleep 300'));
    server.write(lines([call('one', 'answer')]));
    server.write(lines([list('a'), cancelled('running'), 7, call('a', 'x'), { id: 'no method' }]));
    server.write(lines([[list('inner')]]));
    server.write(lines([cancelled('running')]));
    server.write(lines([list('running'), list('b')]));
    expect(structured(await answer('running'))).toMatchObject({ answer: 'sleep 300' });
    for (const id of ['one', 'a', 'b']) {
      expect(answersTo(id)).toMatchObject([
        { error: { code: -32600, message: expect.stringMatching(/not supported/) as string } },
      ]);
    }
    expect(answersTo('running')).toHaveLength(1);
    expect(server.frames().filter(({ id }) => id === null)).toHaveLength(2);
  });
});

describe.each(eras)('cancels of a %s client', { timeout: 60_000 }, (era) => {
  test('in the same write as its call, and before it: no answer, no run, the session goes on', async () => {
    const { server, call, list, cancelled, answer, answersTo } = await openPeer(era);
    server.write(lines(cancelled('late'), call('late', 'answer late')));
    server.write(lines(call('c', 'model sleep 60000', 'p'), cancelled('c'), cancelled('c')));
    server.write(lines(call('c', 'answer second'), list('l')));
    expect((await answer('l')).result).toBeDefined();
    expect(structured(await answer('c'))).toMatchObject({ answer: 'second' });
    expect(structured(await answer('late'))).toMatchObject({ answer: 'late' });
    await pause(300);
    expect(answersTo('c')).toHaveLength(1);
  });

  test('after the answer, with a reason, and for a call of many: nothing else is touched', async () => {
    const { server, call, cancelled, answer, answersTo } = await openPeer(era);
    server.send(call(5, 'answer five'));
    await answer(5);
    server.send(cancelled(5));
    server.write(lines(call(6, 'sleep 400'), call(7, 'model sleep 60000'), call(8, 'sleep 400')));
    const message = cancelled(7);
    const params = message['params'] as Readonly<Record<string, unknown>>;
    server.send({ ...message, params: { ...params, reason: 'the user said stop' } });
    expect(structured(await answer(6))).toMatchObject({ status: 'completed' });
    expect(structured(await answer(8))).toMatchObject({ status: 'completed' });
    expect([answersTo(5).length, answersTo(7).length]).toEqual([1, 0]);
  });

  test.each([
    ['the other type', ['2', '2.0', [2], { id: 2 }, true]],
    ['none', [null, undefined]],
    ['unknown', [3, -2, 2.5, '', 'x'.repeat(100_000)]],
  ])('mcp-048: a request id that is %s is ignored', async (_name, ids) => {
    const { server, call, cancelled, answer } = await openPeer(era);
    server.send(call(2, 'sleep 300'));
    for (const id of ids) server.send(cancelled(id));
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: [2] });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: 'x' });
    expect(structured(await answer(2))).toMatchObject({ status: 'completed' });
  });

  test('a cancelled call whose id serves again is not cancelled a second time by the end', async () => {
    const { server, call, cancelled, begun, answersTo } = await openPeer(era);
    server.send(call(9, 'model sleep 60000', 'first'));
    await begun('first');
    server.write(lines(cancelled(9), call(9, 'sleep 300', 'second')));
    await begun('second');
    server.endInput();
    expect((await server.waitForExit()).code).toBe(0);
    expect(answersTo(9).map(structured)).toMatchObject([{ answer: 'sleep 300' }]);
  });
});

test('both eras at once: a client that asks what the server can do, then shakes hands', async () => {
  const { server, list, answer } = await openPeer('legacy');
  const again = await server.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'again', version: '1' },
  });
  expect(again.result ?? again.error).toBeDefined();
  server.send(list('after'));
  expect((await answer('after')).result).toBeDefined();
  const probing = await openPeer('modern');
  await probing.server.request('server/discover', { _meta: modernMeta });
  expect((await probing.server.request('tools/list', { _meta: modernMeta })).result).toBeDefined();
});
