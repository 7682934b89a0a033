import { readFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createAuthenticator,
  type Authenticator,
} from '../../src/server/http/auth/authenticator.ts';
import { readAuthorization } from '../../src/server/http/auth/authorization-header.ts';
import { httpSettings } from './settings.ts';

const first = 'canary-first-0123456789abcdef';
const second = 'canary-second+/~._0123456789==';
const logged: string[] = [];

function authenticator(environment: Record<string, string>): Authenticator {
  return createAuthenticator(httpSettings(environment).http, { log: (line) => logged.push(line) });
}

const guarded = authenticator({ MINI_AGENT_HTTP_TOKEN: `${first},${second}` });

function ask(authorization: string | undefined): ReturnType<Authenticator['authenticate']> {
  return guarded.authenticate({ authorization, address: '127.0.0.1' });
}

describe('static tokens', () => {
  it('let in each of them, in any spelling of the scheme, under a name of its own that is stable', async () => {
    const names = new Map<string, string>();
    for (const token of [first, second]) {
      const one = await ask(`Bearer ${token}`);
      const other = await ask(`bearer  ${token}`);
      if (!one.ok || !other.ok) throw new Error('refused');
      expect(one.principal).toMatch(/^[0-9a-f]{32}$/);
      expect(other.principal).toBe(one.principal);
      expect(one.info).toEqual({ token: '[secret]', clientId: 'token', scopes: [] });
      names.set(token, one.principal ?? '');
    }
    expect(new Set(names.values()).size).toBe(2);
    const later = await authenticator({ MINI_AGENT_HTTP_TOKEN: second }).authenticate({
      authorization: `Bearer ${second}`,
      address: '10.0.0.9',
    });
    expect(later).toMatchObject({ ok: true, principal: names.get(second) });
  });

  it('without a header: 401 with a challenge and no error code', async () => {
    for (const none of [undefined, '']) {
      const refusal = await ask(none);
      expect(refusal).toMatchObject({
        ok: false,
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="mini-agent"', 'cache-control': 'no-store' },
      });
    }
  });

  it.each([
    ['a wrong token', `Bearer ${first.replace('f', 'e')}`],
    ['the beginning of one', `Bearer ${first.slice(0, -1)}`],
    ['one and more', `Bearer ${first}x`],
    ['one in other letters', `Bearer ${first.toUpperCase()}`],
    ['both at once', `Bearer ${first},${second}`],
    ['no token', 'Bearer '],
    ['no scheme', first],
    ['another scheme', `Basic ${Buffer.from(`a:${first}`).toString('base64')}`],
    ['a token in quotes', `Bearer "${first}"`],
    ['two headers', `Bearer ${first}, Bearer ${first}`],
    ['a header of 100 kB', `Bearer ${'a'.repeat(100_000)}`],
    ['100 kB of blanks', `Bearer ${' '.repeat(100_000)}${first}`],
    ['control characters', `Bearer ${first}\r\nx: y`],
    ['a null', `Bearer ${first}\0`],
    ['Chinese', 'Bearer 密码密码密码密码密码密码密码密码'],
    ['__proto__', 'Bearer __proto__'],
  ])('refuse %s without repeating it', async (_, header) => {
    const refusal = await ask(header);
    expect(refusal).toMatchObject({ ok: false, status: 401 });
    if (refusal.ok) return;
    expect(refusal.headers['www-authenticate']).toBe(
      'Bearer realm="mini-agent", error="invalid_token"',
    );
    expect(JSON.parse(refusal.body)).toEqual({
      error: 'invalid_token',
      error_description: expect.stringMatching(/\w/) as string,
    });
    expect(JSON.stringify(refusal).toLowerCase()).not.toContain('canary');
  });

  it('have no metadata, and nobody sees them in what is printed', () => {
    expect(guarded.metadata()).toBeUndefined();
    expect(inspect(guarded, { depth: 9, showHidden: true })).not.toContain('canary');
    expect(logged).toEqual([]);
  });

  it('are compared as digests only, in constant time, every one of them', () => {
    const file = new URL('../../src/server/http/auth/bearer-tokens.ts', import.meta.url);
    const source = readFileSync(file, 'utf8');
    expect(source).toContain('timingSafeEqual(entry.digest, digest)');
    const find = source.slice(source.indexOf('find: (token) =>'), source.indexOf('return found'));
    // No other comparison, no early way out.
    expect(
      find.match(/===|!==|\breturn\b|\bbreak\b|includes|startsWith|\.get\(|\.has\(/g),
    ).toBeNull();
  });
});

describe('without authentication', () => {
  it('everybody is let in without a name, whatever they send', async () => {
    const open = authenticator({});
    for (const authorization of [undefined, `Bearer ${first}`, 'nonsense']) {
      expect(await open.authenticate({ authorization, address: '127.0.0.1' })).toEqual({
        ok: true,
        principal: undefined,
      });
    }
  });
});

describe('readAuthorization', () => {
  function request(...rawHeaders: string[]): IncomingMessage {
    const message = new IncomingMessage(new Socket());
    message.rawHeaders = rawHeaders;
    return message;
  }

  it('joins several headers, so that none of them counts', async () => {
    const good = `Bearer ${first}`;
    expect(readAuthorization(request())).toBeUndefined();
    expect(readAuthorization(request('Authorization', good))).toBe(good);
    const two = readAuthorization(request('authorization', good, 'AUTHORIZATION', 'Bearer other'));
    expect(await ask(two)).toMatchObject({ ok: false, status: 401 });
  });
});
