import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthenticator,
  type Authenticated,
  type Authenticator,
} from '../../src/server/http/auth/authenticator.ts';
import type { Refusal } from '../../src/server/http/auth/refusal.ts';
import { audience, makeKey, startIssuer, type Issuer, type SigningKey } from './issuer.ts';
import { httpSettings } from './settings.ts';

let issuer: Issuer;
let rsa: SigningKey;
let elliptic: SigningKey;
let edwards: SigningKey;
let stranger: SigningKey;
const logged: string[] = [];
const seen: string[] = [];

beforeAll(async () => {
  issuer = await startIssuer();
  rsa = await makeKey('RS256', 'rsa-1');
  elliptic = await makeKey('ES256', 'ec-1');
  edwards = await makeKey('EdDSA', 'ed-1');
  stranger = await makeKey('RS256', 'rsa-1');
  issuer.published = [rsa.publicJwk, elliptic.publicJwk, edwards.publicJwk];
});
afterAll(() => issuer.down());
afterEach(() => {
  expect(logged).toEqual([]);
});

function create(extra: Record<string, string> = {}): Authenticator {
  const environment = {
    MINI_AGENT_HTTP_ISSUER: issuer.url,
    MINI_AGENT_HTTP_AUDIENCE: audience,
    ...extra,
  };
  return createAuthenticator(httpSettings(environment).http, { log: (line) => logged.push(line) });
}

async function send(authenticator: Authenticator, token: string): Promise<Authenticated | Refusal> {
  const answer = await authenticator.authenticate({
    authorization: `Bearer ${token}`,
    address: '127.0.0.1',
  });
  // No part of a token may come back.
  const shown = JSON.stringify(answer);
  for (const part of token.split('.')) if (part.length > 8) expect(shown).not.toContain(part);
  seen.push(shown);
  return answer;
}

async function principalOf(token: string): Promise<string | undefined> {
  const answer = await send(create(), token);
  if (!answer.ok) throw new Error(answer.body);
  return answer.principal;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

describe('access tokens', () => {
  it('are taken when signed with RS256, ES256 or EdDSA, after one look at the issuer', async () => {
    const authenticator = create();
    issuer.requests.length = 0;
    for (const key of [rsa, elliptic, edwards]) {
      const claims = issuer.claims({ client_id: 'app', scope: 'a b' });
      const answer = await send(authenticator, await issuer.sign(key, claims));
      expect(answer).toMatchObject({
        ok: true,
        info: { token: '[secret]', clientId: 'app', scopes: ['a', 'b'], expiresAt: claims.exp },
      });
    }
    expect(issuer.requests).toEqual(['/.well-known/oauth-authorization-server', '/keys']);
  });

  it('name the caller by issuer and subject, whatever else they hold', async () => {
    const one = await principalOf(await issuer.sign(rsa));
    const later = issuer.claims({ iat: seconds() - 5, jti: 'x', client_id: 'app' });
    expect(await principalOf(await issuer.sign(elliptic, later))).toBe(one);
    const other = await principalOf(await issuer.sign(rsa, issuer.claims({ sub: 'user-2' })));
    const nobody = issuer.claims({ client_id: 'user-1', sub: undefined as never });
    const client = await principalOf(await issuer.sign(rsa, nobody));
    expect(new Set([one, other, client]).size).toBe(3);
    expect(one).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[string, (key: SigningKey) => Promise<string>]>([
    [
      'with a list of audiences',
      (key) => issuer.sign(key, issuer.claims({ aud: ['x', audience] })),
    ],
    ['without a type', (key) => issuer.sign(key, issuer.claims(), { typ: null })],
    ['with the type JWT', (key) => issuer.sign(key, issuer.claims(), { typ: 'JWT' })],
    [
      'that expired within the tolerance',
      (key) => issuer.sign(key, issuer.claims({ exp: seconds() - 20 })),
    ],
    [
      'that begin within the tolerance',
      (key) => issuer.sign(key, issuer.claims({ nbf: seconds() + 20, iat: seconds() + 20 })),
    ],
    ['that name no key', (key) => issuer.sign(key, issuer.claims(), { kid: null })],
  ])('are taken %s', async (_, token) => {
    expect(await send(create(), await token(rsa))).toMatchObject({ ok: true });
  });

  it.each<[string, JWTPayload, RegExp]>([
    ['expired', { exp: 1_000_000_000 }, /expired/],
    ['that expired beyond the tolerance', { exp: Math.floor(Date.now() / 1000) - 40 }, /expired/],
    [
      'for another audience',
      { aud: 'https://other.example/mcp' },
      /audience; this server is https:\/\/mcp/,
    ],
    ['for an audience that begins alike', { aud: `${audience}/x` }, /audience/],
    ['of another issuer', { iss: 'https://evil.example' }, /another issuer/],
    ['not valid yet', { nbf: 9_000_000_000 }, /not valid yet/],
    ['made in the future', { iat: 9_000_000_000, exp: 9_000_000_300 }, /not valid yet/],
    ['without an end', { exp: undefined as never }, /exp/],
    ['without an audience', { aud: undefined as never }, /audience/],
    ['without an issuer', { iss: undefined as never }, /another issuer/],
    ['of nobody', { sub: undefined as never }, /whose it is/],
    ['whose end is a text', { exp: '9000000000' as never }, /./],
    ['whose subject is a number', { sub: 7 as never }, /./],
  ])('are refused when %s', async (_, changes, expected) => {
    const answer = await send(create(), await issuer.sign(rsa, issuer.claims(changes)));
    expect(answer).toMatchObject({ ok: false, status: 401 });
    if (answer.ok) return;
    expect(JSON.parse(answer.body)).toMatchObject({
      error: 'invalid_token',
      error_description: expect.stringMatching(expected) as string,
    });
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", error="invalid_token"',
    );
  });

  it.each<[string, () => Promise<string> | string]>([
    ['alg none', () => new UnsecuredJWT(issuer.claims()).encode()],
    [
      'alg none in other letters',
      async () => {
        const [, payload] = (await issuer.sign(rsa)).split('.');
        return `${Buffer.from('{"alg":"nOnE","kid":"rsa-1"}').toString('base64url')}.${payload ?? ''}.`;
      },
    ],
    [
      'HS256 with the public key as its secret',
      () => {
        const pem = createPublicKey({ key: rsa.publicJwk as JsonWebKey, format: 'jwk' }).export({
          type: 'spki',
          format: 'pem',
        });
        return new SignJWT(issuer.claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'rsa-1' })
          .sign(Buffer.from(pem));
      },
    ],
    ['the key of somebody else under a known name', () => issuer.sign(stranger)],
    [
      'the key of somebody else under an unknown name',
      () => issuer.sign(stranger, issuer.claims(), { kid: 'unknown' }),
    ],
    [
      'a key of its own in the header',
      () => issuer.sign(stranger, issuer.claims(), { kid: null, jwk: stranger.publicJwk }),
    ],
    [
      'a key set of its own in the header',
      () => issuer.sign(stranger, issuer.claims(), { jku: 'http://127.0.0.1:1/keys' }),
    ],
    [
      'a changed payload',
      async () => {
        const [header, , signature] = (await issuer.sign(rsa)).split('.');
        const payload = Buffer.from(JSON.stringify(issuer.claims({ sub: 'admin' }))).toString(
          'base64url',
        );
        return `${header ?? ''}.${payload}.${signature ?? ''}`;
      },
    ],
    ['no signature', async () => (await issuer.sign(rsa)).replace(/[^.]+$/, '')],
    ['the name of a key of another kind', () => issuer.sign(rsa, issuer.claims(), { kid: 'ec-1' })],
    ['the type of a logout token', () => issuer.sign(rsa, issuer.claims(), { typ: 'logout+jwt' })],
    [
      'an extension that must be understood',
      () =>
        issuer.sign(rsa, issuer.claims(), { crit: ['canary-extension'], 'canary-extension': 1 }),
    ],
    [
      'more claims than a header holds',
      () => issuer.sign(rsa, issuer.claims({ x: 'x'.repeat(20_000) })),
    ],
    ['garbage', () => 'garbage'],
    ['garbage in three parts', () => 'aaaa.bbbb.cccc'],
    ['five parts', () => 'aaaa.bbbb.cccc.dddd.eeee'],
    ['a header of 100 kB', () => `${'a'.repeat(100_000)}.b.c`],
  ])('are refused with %s', async (_, token) => {
    expect(await send(create(), await token())).toMatchObject({ ok: false, status: 401 });
  });

  it('stand beside static tokens', async () => {
    const token = 'canary-static-0123456789';
    const authenticator = create({ MINI_AGENT_HTTP_TOKEN: token });
    expect(await send(authenticator, token)).toMatchObject({ ok: true });
    expect(await send(authenticator, await issuer.sign(rsa))).toMatchObject({ ok: true });
    expect(await send(authenticator, `${token}x`)).toMatchObject({ ok: false, status: 401 });
  });
});

describe('scopes', () => {
  const needed = { MINI_AGENT_HTTP_SCOPES: 'agent:run agent:read' };

  it.each<[string, JWTPayload]>([
    ['scope', { scope: 'x agent:read agent:run' }],
    ['a list scp', { scp: ['agent:run', 'agent:read'] }],
    ['a text scp', { scp: 'agent:run agent:read' }],
  ])('are found in %s', async (_, changes) => {
    const answer = await send(create(needed), await issuer.sign(rsa, issuer.claims(changes)));
    expect(answer).toMatchObject({ ok: true });
  });

  it.each<[string, JWTPayload]>([
    ['there is none', {}],
    ['one is missing', { scope: 'agent:run' }],
    ['one only begins alike', { scope: 'agent:run agent:read-only' }],
    ['they have another type', { scope: { 'agent:run': true }, scp: [1, null] as never }],
  ])('are 403 with the scopes to ask for when %s', async (_, changes) => {
    const answer = await send(create(needed), await issuer.sign(rsa, issuer.claims(changes)));
    expect(answer).toMatchObject({
      ok: false,
      status: 403,
      headers: {
        'www-authenticate':
          'Bearer resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="agent:run agent:read"',
      },
    });
  });

  it('do not save a token that is wrong otherwise', async () => {
    const claims = issuer.claims({ scope: 'agent:run agent:read', aud: 'other' });
    expect(await send(create(needed), await issuer.sign(rsa, claims))).toMatchObject({
      status: 401,
    });
  });
});

describe('the metadata of the resource', () => {
  it('names the resource, the issuer and the scopes, at both paths', () => {
    const metadata = create({ MINI_AGENT_HTTP_SCOPES: 'agent:run' }).metadata();
    expect(metadata?.paths).toEqual([
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ]);
    expect(JSON.parse(metadata?.body ?? '')).toEqual({
      resource: audience,
      authorization_servers: [issuer.url],
      scopes_supported: ['agent:run'],
      bearer_methods_supported: ['header'],
      resource_name: 'mini-agent',
    });
  });

  it.each<[string, Record<string, string>, string, string]>([
    [
      'the first audience that is a URL',
      { MINI_AGENT_HTTP_AUDIENCE: 'api://x,https://a.example/x/mcp' },
      'https://a.example/x/mcp',
      'https://a.example/.well-known/oauth-protected-resource/x/mcp',
    ],
    [
      'a bare origin',
      { MINI_AGENT_HTTP_AUDIENCE: 'https://a.example' },
      'https://a.example',
      'https://a.example/.well-known/oauth-protected-resource',
    ],
    [
      'the first allowed host',
      { MINI_AGENT_HTTP_AUDIENCE: '', MCP_ALLOWED_HOSTS: '*,b.example:8443' },
      'https://b.example:8443/mcp',
      'https://b.example:8443/.well-known/oauth-protected-resource/mcp',
    ],
    [
      'an allowed host that is an origin',
      { MINI_AGENT_HTTP_AUDIENCE: 'api://x', MCP_ALLOWED_HOSTS: 'http://b.example/' },
      'http://b.example/mcp',
      'http://b.example/.well-known/oauth-protected-resource/mcp',
    ],
    [
      'the address it listens at',
      { MINI_AGENT_HTTP_AUDIENCE: '' },
      'http://127.0.0.1:7/mcp',
      'http://127.0.0.1:7/.well-known/oauth-protected-resource/mcp',
    ],
  ])('calls the resource by %s', async (...[, environment, resource, metadataUrl]) => {
    const settings = httpSettings({
      MINI_AGENT_HTTP_ISSUER: issuer.url,
      MINI_AGENT_HTTP_AUDIENCE: audience,
      ...environment,
    });
    const authenticator = createAuthenticator(settings.http, {
      log: (line) => logged.push(line),
      resource: () => 'http://127.0.0.1:7/mcp',
    });
    expect(JSON.parse(authenticator.metadata()?.body ?? '')).toMatchObject({ resource });
    const refusal = await authenticator.authenticate({ authorization: undefined, address: '' });
    expect(refusal).toMatchObject({
      headers: { 'www-authenticate': `Bearer resource_metadata="${metadataUrl}"` },
    });
  });

  it('is the audience where none is set', async () => {
    const authenticator = create({ MINI_AGENT_HTTP_AUDIENCE: '', MCP_ALLOWED_HOSTS: 'b.example' });
    const good = issuer.claims({ aud: 'https://b.example/mcp' });
    expect(await send(authenticator, await issuer.sign(rsa, good))).toMatchObject({ ok: true });
    expect(await send(authenticator, await issuer.sign(rsa))).toMatchObject({ status: 401 });
  });
});
