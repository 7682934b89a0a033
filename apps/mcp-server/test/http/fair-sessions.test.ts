import { McpServer } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownerOf } from '../../src/server/http/call-identity.ts';
import { createLegacySessions } from '../../src/server/http/legacy-sessions.ts';
import { findRoom, type Place } from '../../src/server/http/session-places.ts';
import { frames, initialize, jsonHeaders, openSession, post, serve } from './http-harness.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let serial = 0;
function place(owner: string, fields: Partial<Place> = {}): Place & { readonly name: number } {
  serial += 1;
  const usual = { lastUsed: serial, exchanges: 3, messages: 0, streams: 0 };
  return { owner, name: serial, ...usual, ...fields };
}

describe('room for a session', () => {
  test('is there while places are free', () => {
    expect(findRoom([place('a')], 'a', 10)).toEqual({ isThere: true });
  });

  test('is made by the owner with the most, by its oldest', () => {
    const flood = Array.from({ length: 7 }, () => place('flood', { lastUsed: 1_000 + serial }));
    const others = [place('a', { lastUsed: 1 }), place('b', { lastUsed: 2 }), place('b')];
    for (const owner of ['new', 'a', 'flood']) {
      expect(findRoom([...others, ...flood], owner, 10).cleared).toBe(flood[0]);
    }
  });

  test('is made by who wants it where two have as many', () => {
    const both = [place('a'), place('a'), place('b'), place('b')];
    expect(findRoom(both, 'b', 4).cleared).toBe(both[2]);
    expect(findRoom(both, 'c', 4).cleared).toBe(both[0]);
  });

  test('is made by a session that was never used first, by one whose client listens last', () => {
    const listening = place('a', { streams: 1, exchanges: 2, lastUsed: 1 });
    const used = place('a', { lastUsed: 2 });
    const fresh = place('a', { exchanges: 1, lastUsed: 9_000 });
    const all = [listening, used, fresh];
    expect(findRoom(all, 'b', 3).cleared).toBe(fresh);
    expect(findRoom(all.slice(0, 2), 'b', 2).cleared).toBe(used);
    expect(findRoom(all.slice(0, 1), 'b', 1).cleared).toBe(listening);
  });

  test('a session at work makes none; an owner cannot take every place by keeping its own at work', () => {
    const busy = Array.from({ length: 9 }, () => place('flood', { messages: 1 }));
    expect(findRoom(busy, 'flood', 10)).toEqual({ isThere: false });
    expect(findRoom(busy, 'other', 10)).toEqual({ isThere: true });
    const idle = place('other');
    expect(findRoom([...busy, idle], 'flood', 10)).toEqual({ isThere: false });
    expect(findRoom([...busy, idle], 'third', 10).cleared).toBe(idle);
  });

  test('whatever a flood does, an owner with few sessions keeps them', () => {
    const step = fc.record({ owner: fc.constantFrom('flood', 'a', 'b'), busy: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const most = 12;
        let places: (Place & { readonly name: number })[] = [place('quiet'), place('quiet')];
        for (const { owner, busy } of steps) {
          const { isThere, cleared } = findRoom(places, owner, most);
          places = places.filter((each) => each !== cleared);
          // At most half is at work at any time.
          const working = places.filter(({ messages }) => messages > 0).length;
          const messages = busy && working < most / 2 ? 1 : 0;
          if (isThere) places.push(place(owner, { messages }));
          expect(places.length).toBeLessThanOrEqual(most);
        }
        // Four owners for twelve places: three are a fair share, and two are less.
        const busyOf = (owner: string): number =>
          places.filter((each) => each.owner === owner && each.messages > 0).length;
        if (['flood', 'a', 'b'].every((owner) => busyOf(owner) <= 3)) {
          expect(places.filter(({ owner }) => owner === 'quiet')).toHaveLength(2);
        }
      }),
    );
  });
});

test.each([
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['2001:db8:0:1::5', '2001:db8:0:1:ffff:1:2:3', true],
  ['2001:db8:0:1::5', '2001:db8:0:2::5', false],
  ['2001:db8::5', '2001:db8:0:0:1::', true],
  ['::1', '::2', true],
  ['fe80::1%eth0', 'fe80::2%eth1', true],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::', true],
])('sessions from %s and %s have one owner: %j', (one, other, isOne) => {
  const owners = [one, other].map((address) => ownerOf({ principal: undefined, address }));
  expect(owners[0] === owners[1]).toBe(isOne);
});

test('a token answers for its sessions, wherever they come from', () => {
  const from = (principal: string, address: string): string => ownerOf({ principal, address });
  expect(from('a', '10.0.0.1')).toBe(from('a', '10.0.0.2'));
  expect(from('a', '10.0.0.1')).not.toBe(from('b', '10.0.0.1'));
});

describe('a flood of initialize', () => {
  const [alice, mallory] = ['token-of-alice-0123456789', 'token-of-mallory-01234567'];
  const tokens = { MINI_AGENT_HTTP_TOKEN: `${alice},${mallory}` };
  const as = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

  test('of one caller ends none of another one', async () => {
    const server = await serve(tokens, { sessions: { most: 10 } });
    const session = await openSession(server, as(alice));
    for (let wave = 0; wave < 3; wave += 1) {
      const flood = Array.from({ length: 20 }, () =>
        post(server, initialize(), { headers: as(mallory) }).then((answer) => answer.text()),
      );
      await Promise.all(flood);
    }
    const [answer] = await frames(await post(server, list, { headers: session }));
    expect(answer?.result?.['tools']).toHaveLength(1);
    expect((await post(server, initialize(), { headers: as(alice) })).status).toBe(200);
  });

  test('that comes all at once leaves no more sessions than there may be', async () => {
    const sessions = createLegacySessions({
      createServer: () => new McpServer({ name: 'x', version: '1' }),
      keepAliveMs: 0,
      most: 10,
    });
    const headers = jsonHeaders;
    const identity = { principal: undefined, address: '10.0.0.1', info: undefined };
    const open = async (): Promise<void> => {
      const session = await sessions.open(identity);
      const request = new Request('http://localhost/mcp', { method: 'POST', headers });
      await session?.transport.handleRequest(request, { parsedBody: initialize() });
    };
    await Promise.all(Array.from({ length: 50 }, open));
    expect(sessions.count()).toBe(9);
  });

  test('from the same address, without tokens, ends no session that was used', async () => {
    const server = await serve({}, { sessions: { most: 10 } });
    const session = await openSession(server);
    await (await post(server, list, { headers: session })).text();
    for (let count = 0; count < 40; count += 1) {
      await (await post(server, initialize())).text();
    }
    expect((await post(server, list, { headers: session })).status).toBe(200);
  });
});
