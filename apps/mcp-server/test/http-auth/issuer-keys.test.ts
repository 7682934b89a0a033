import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createAuthenticator,
  type Authenticated,
  type Authenticator,
} from '../../src/server/http/auth/authenticator.ts';
import type { Refusal } from '../../src/server/http/auth/refusal.ts';
import { audience, makeKey, startIssuer, type Issuer, type SigningKey } from './issuer.ts';
import { httpSettings } from './settings.ts';

let issuer: Issuer;
let key: SigningKey;
let logged: string[];

beforeEach(async () => {
  // Only the time of day: the network needs real timers.
  vi.useFakeTimers({ toFake: ['Date'] });
  issuer = await startIssuer('/realms/a');
  key = await makeKey('ES256', 'key-1');
  issuer.published = [key.publicJwk];
  logged = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer.down();
});

function create(extra: Record<string, string> = {}, timings = {}): Authenticator {
  const environment = {
    MINI_AGENT_HTTP_ISSUER: issuer.url,
    MINI_AGENT_HTTP_AUDIENCE: audience,
    ...extra,
  };
  return createAuthenticator(httpSettings(environment).http, {
    log: (line) => logged.push(line),
    timings,
  });
}

async function send(authenticator: Authenticator, token: string): Promise<Authenticated | Refusal> {
  return await authenticator.authenticate({ authorization: `Bearer ${token}`, address: '' });
}

async function status(authenticator: Authenticator, token: string): Promise<number> {
  const answer = await send(authenticator, token);
  return answer.ok ? 200 : answer.status;
}

function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

const keyRequests = (): number => issuer.requests.filter((path) => path === '/keys').length;

describe('the keys of the issuer', () => {
  it('are fetched once for many tokens at the same time', async () => {
    const authenticator = create();
    const token = await issuer.sign(key);
    const all = await Promise.all(Array.from({ length: 50 }, () => status(authenticator, token)));
    expect(new Set(all)).toEqual(new Set([200]));
    expect(issuer.requests).toEqual(['/.well-known/oauth-authorization-server/realms/a', '/keys']);
  });

  it('are not asked for before a token needs them, and never for one that cannot count', async () => {
    const authenticator = create();
    await authenticator.authenticate({ authorization: undefined, address: '' });
    await status(authenticator, 'garbage');
    await status(authenticator, 'eyJhbGciOiJub25lIn0.e30.');
    expect(keyRequests()).toBe(0);
  });

  it('are taken straight from the JWKS URL where one is set', async () => {
    const authenticator = create({
      MINI_AGENT_HTTP_JWKS_URL: new URL('/keys', issuer.url).href,
    });
    expect(await status(authenticator, await issuer.sign(key))).toBe(200);
    expect(issuer.requests).toEqual(['/keys']);
  });

  it.each([
    ['behind the path (OpenID Connect)', '/realms/a/.well-known/openid-configuration'],
    ['before the path', '/.well-known/openid-configuration/realms/a'],
  ])('are found by metadata %s', async (_, place) => {
    issuer.fault = (request, response) => {
      if (request.url === '/keys') return false;
      response.statusCode = request.url === place ? 200 : 404;
      response.end(JSON.stringify(issuer.metadata));
      return true;
    };
    expect(await status(create(), await issuer.sign(key))).toBe(200);
  });

  it('may be changed: a new key is found, at most one look per cool-down, and the old one goes', async () => {
    const authenticator = create();
    const old = await issuer.sign(key);
    expect(await status(authenticator, old)).toBe(200);
    const next = await makeKey('RS256', 'key-2');
    issuer.published = [next.publicJwk];
    const claims = issuer.claims({ exp: Math.floor(Date.now() / 1000) + 7_200 });
    const token = await issuer.sign(next, claims);
    for (let time = 0; time < 5; time += 1) expect(await status(authenticator, token)).toBe(401);
    expect(keyRequests()).toBe(1);
    pass(31_000);
    expect(await status(authenticator, token)).toBe(200);
    expect(keyRequests()).toBe(2);
    expect(await status(authenticator, old)).toBe(401);
  });

  it('may be changed under the same name', async () => {
    const authenticator = create();
    expect(await status(authenticator, await issuer.sign(key))).toBe(200);
    const next = await makeKey('ES256', 'key-1');
    issuer.published = [next.publicJwk];
    pass(31_000);
    expect(await status(authenticator, await issuer.sign(next))).toBe(200);
    expect(await status(authenticator, await issuer.sign(key))).toBe(401);
    expect(keyRequests()).toBe(2);
  });

  it('are tried one by one for a token that names none of several', async () => {
    const others = [await makeKey('ES256', 'key-2'), await makeKey('ES256', 'key-3')];
    issuer.published = [...others.map(({ publicJwk }) => publicJwk), key.publicJwk];
    const authenticator = create();
    const token = await issuer.sign(key, issuer.claims(), { kid: null });
    expect(await status(authenticator, token)).toBe(200);
    const stranger = await makeKey('ES256', 'x');
    const forged = await issuer.sign(stranger, issuer.claims(), { kid: null });
    expect(await status(authenticator, forged)).toBe(401);
  });

  it('a flood of unknown key names asks the issuer once per cool-down', async () => {
    const authenticator = create();
    await status(authenticator, await issuer.sign(key));
    pass(31_000);
    for (let index = 0; index < 20; index += 1) {
      const header = { kid: `unknown-${index}` };
      expect(await status(authenticator, await issuer.sign(key, issuer.claims(), header))).toBe(
        401,
      );
    }
    expect(keyRequests()).toBe(2);
  });
});

describe('an issuer that fails', () => {
  const json = (text: string): Issuer['fault'] => {
    return (request, response) => {
      if (request.url !== '/keys') return false;
      response.end(text);
      return true;
    };
  };
  const faults: [string, (issuer: Issuer) => void | Promise<void>, RegExp][] = [
    ['is down', (one) => one.down(), /ECONNREFUSED/],
    ['does not answer', (one) => void (one.fault = () => true), /no answer within 300 ms/],
    [
      'stops in the middle',
      (one) =>
        void (one.fault = (_, response) => {
          response.write('{"keys":[');
          return true;
        }),
      /no answer within 300 ms/,
    ],
    [
      'answers 500',
      (one) =>
        void (one.fault = (_, response) => {
          response.writeHead(500).end('canary stack');
          return true;
        }),
      /metadata answers 500/,
    ],
    [
      'has no metadata',
      (one) =>
        void (one.fault = (_, response) => {
          response.writeHead(404).end();
          return true;
        }),
      /metadata answers 404; set MINI_AGENT_HTTP_JWKS_URL/,
    ],
    [
      'sends a page',
      (one) =>
        void (one.fault = (_, response) => {
          response.end('<html>canary</html>');
          return true;
        }),
      /metadata is not JSON/,
    ],
    [
      'redirects',
      (one) =>
        void (one.fault = (_, response) => {
          response.writeHead(302, { location: `${one.url}/elsewhere` }).end();
          return true;
        }),
      /metadata answers 302/,
    ],
    [
      'is another one',
      (one) => void (one.metadata = { ...one.metadata, issuer: `${one.url}/` }),
      /must be exactly that/,
    ],
    ['names no key set', (one) => void (one.metadata = { issuer: one.url }), /no jwks_uri/],
    [
      'has its keys without TLS',
      (one) => void (one.metadata = { issuer: one.url, jwks_uri: 'http://keys.example/k' }),
      /not an https/,
    ],
    [
      'has a page as its key set',
      (one) => void (one.fault = json('<html>canary</html>')),
      /key set is none/,
    ],
    [
      'has no keys in its set',
      (one) => void (one.fault = json('{"keys":"canary"}')),
      /key set is none/,
    ],
    ['has numbers as keys', (one) => void (one.fault = json('{"keys":[1]}')), /key set is none/],
    [
      'has an endless key set',
      (one) => void (one.fault = json(`{"keys":[],"x":"${'x'.repeat(300_000)}"}`)),
      /longer than/,
    ],
    [
      'publishes a private key',
      async (one) => {
        const { exportJWK } = await import('jose');
        one.published = [{ ...(await exportJWK(key.privateKey)), kid: 'key-1', alg: 'ES256' }];
      },
      /not a valid one/,
    ],
  ];

  it.each(faults)(
    'which %s is 503 with a clear text, told once in the log, and never lets in',
    async (_, spoil, expected) => {
      // Only what never answers may be given up so soon: a busy machine is slow.
      const isSilent = expected.source.includes('no answer');
      const authenticator = create({}, isSilent ? { timeoutMs: 300 } : {});
      const token = await issuer.sign(key);
      await spoil(issuer);
      const before = performance.now();
      for (let time = 0; time < 3; time += 1) {
        const answer = await send(authenticator, token);
        expect(answer).toMatchObject({ ok: false, status: 503, headers: { 'retry-after': '5' } });
        if (answer.ok) return;
        expect(JSON.parse(answer.body)).toMatchObject({ error: 'temporarily_unavailable' });
        expect(answer.headers['www-authenticate']).toBeUndefined();
        expect(JSON.stringify(answer)).not.toContain('canary');
      }
      expect(performance.now() - before).toBeLessThan(3_000);
      expect(logged).toEqual([expect.stringMatching(expected)]);
      expect(logged.join()).not.toContain('canary');
      for (const part of token.split('.')) expect(logged.join()).not.toContain(part);
      expect(JSON.stringify(logged)).not.toContain(key.publicJwk.x);
    },
  );

  it('is asked once per pause, and comes back by itself', async () => {
    const authenticator = create();
    const token = await issuer.sign(key);
    issuer.fault = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    for (let time = 0; time < 20; time += 1) expect(await status(authenticator, token)).toBe(503);
    expect(issuer.requests.length).toBeLessThanOrEqual(3);
    issuer.fault = undefined;
    expect(await status(authenticator, token)).toBe(503);
    pass(5_001);
    expect(await status(authenticator, token)).toBe(200);
    expect(logged).toEqual([
      expect.stringMatching(/cannot be had/),
      expect.stringMatching(/there again/),
    ]);
  });

  it('locks out nobody whose key is known, while unknown keys are refused', async () => {
    const authenticator = create();
    const token = await issuer.sign(key);
    expect(await status(authenticator, token)).toBe(200);
    issuer.fault = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    pass(31_000);
    const unknown = await issuer.sign(key, issuer.claims(), { kid: 'unknown' });
    for (let time = 0; time < 3; time += 1) {
      expect(await status(authenticator, unknown)).toBe(503);
      expect(await status(authenticator, token)).toBe(200);
    }
    const stranger = await makeKey('ES256', 'key-1');
    expect(await status(authenticator, await issuer.sign(stranger))).toBe(401);
    expect(keyRequests()).toBe(2);
    expect(logged).toHaveLength(1);
  });

  it('is believed for ten minutes, not longer', async () => {
    const authenticator = create();
    const claims = issuer.claims({ exp: Math.floor(Date.now() / 1000) + 7_200 });
    const token = await issuer.sign(key, claims);
    expect(await status(authenticator, token)).toBe(200);
    await issuer.down();
    pass(599_000);
    expect(await status(authenticator, token)).toBe(200);
    pass(2_000);
    expect(await status(authenticator, token)).toBe(503);
    await issuer.up();
    pass(6_000);
    expect(await status(authenticator, token)).toBe(200);
  });

  it('does not stop static tokens', async () => {
    await issuer.down();
    const token = 'canary-static-0123456789';
    expect(await status(create({ MINI_AGENT_HTTP_TOKEN: token }), token)).toBe(200);
  });
});
