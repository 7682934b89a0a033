import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/server/http/auth/authenticator.ts';
import { audience, makeKey, startIssuer, type Issuer, type SigningKey } from './issuer.ts';
import { httpSettings } from './settings.ts';

let issuer: Issuer;
let key: SigningKey;
beforeAll(async () => {
  issuer = await startIssuer();
  key = await makeKey('ES256', 'key-1');
  issuer.published = [key.publicJwk];
});
afterAll(() => issuer.down());

function create(): (authorization: string) => Promise<number> {
  const { http } = httpSettings({
    MINI_AGENT_HTTP_TOKEN: 'canary-static-0123456789',
    MINI_AGENT_HTTP_ISSUER: issuer.url,
    MINI_AGENT_HTTP_AUDIENCE: audience,
    MINI_AGENT_HTTP_SCOPES: 'agent:run',
  });
  const authenticator = createAuthenticator(http, { log: () => undefined });
  return async (authorization) => {
    const answer = await authenticator.authenticate({ authorization, address: '' });
    return answer.ok ? 200 : answer.status;
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('forged tokens', () => {
  it('are refused wherever a good one is changed', async () => {
    const ask = create();
    const token = await issuer.sign(key, issuer.claims({ scope: 'agent:run' }));
    expect(await ask(`Bearer ${token}`)).toBe(200);
    // The last letter has bits that count for nothing.
    const change = fc.record({
      at: fc.nat({ max: token.length - 2 }),
      letter: fc.constantFrom(...Array.from(letters), '.', '=', '/'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ at, letter }) => {
        fc.pre(token[at] !== letter);
        const forged = token.slice(0, at) + letter + token.slice(at + 1);
        expect(await ask(`Bearer ${forged}`)).toBe(401);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused whatever header and claims stand in them, without a throw', async () => {
    const ask = create();
    const part = fc.oneof(
      fc.json(),
      fc
        .record({ alg: fc.constantFrom('none', 'HS256', 'ES256', 'RS256', '', 1), kid: fc.json() })
        .map((value) => JSON.stringify(value)),
      fc.constant(JSON.stringify(issuer.claims({ scope: 'agent:run' }))),
    );
    const encoded = part.map((text) => Buffer.from(text).toString('base64url'));
    await fc.assert(
      fc.asyncProperty(fc.array(encoded, { minLength: 1, maxLength: 4 }), async (parts) => {
        expect(await ask(`Bearer ${parts.join('.')}`)).toBe(401);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused in any header at all', async () => {
    const ask = create();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        expect(await ask(text)).toBe(401);
        expect(await ask(`Bearer ${text}`)).toBe(401);
      }),
    );
  });

  it('with any claims the issuer itself signs never throw', async () => {
    const ask = create();
    const claims = fc.dictionary(
      fc.constantFrom('iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'scope', 'scp', 'client_id', 'azp'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(claims, async (changes) => {
        const all = { ...issuer.claims({ scope: 'agent:run' }), ...changes };
        expect([200, 401, 403]).toContain(await ask(`Bearer ${await issuer.sign(key, all)}`));
      }),
    );
  });
});
