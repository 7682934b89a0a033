import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';

export interface SigningKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** Takes over an answer; returning false leaves it to the issuer. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** An OAuth issuer on loopback that has real keys. */
export interface Issuer {
  readonly url: string;
  /** What is published; tests change it. */
  published: readonly JWK[];
  /** The metadata; tests change it. */
  metadata: Record<string, unknown>;
  fault: Fault | undefined;
  /** The paths that were asked for. */
  readonly requests: string[];
  /** A header that is null is left out. */
  sign(key: SigningKey, claims?: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** Claims of a good token. */
  claims(changes?: JWTPayload): JWTPayload;
  down(): Promise<void>;
  up(): Promise<void>;
}

export const audience = 'https://mcp.example.com/mcp';

export async function makeKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { alg, kid, privateKey, publicJwk };
}

/** `path` is the issuer's own, as that of a realm. */
export async function startIssuer(path = ''): Promise<Issuer> {
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (issuer.fault?.(request, response) === true) return;
    const isMetadata = request.url === `/.well-known/oauth-authorization-server${path}`;
    if (!isMetadata && request.url !== '/keys') {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isMetadata ? issuer.metadata : { keys: issuer.published }));
  });
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}${path}`;
  const requests: string[] = [];
  const issuer: Issuer = {
    url,
    published: [],
    metadata: { issuer: url, jwks_uri: `http://127.0.0.1:${port}/keys` },
    fault: undefined,
    requests,
    claims: (changes = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const good = { iss: url, aud: audience, sub: 'user-1', iat: now, exp: now + 300 };
      return { ...good, ...changes };
    },
    sign: (key, claims = issuer.claims(), header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader(headerOf({ kid: key.kid, typ: 'at+jwt', ...header }, key.alg))
        .sign(key.privateKey, { crit: { 'canary-extension': true } }),
    down: () => stop(server),
    up: async () => {
      await listen(server, port);
    },
  };
  return issuer;
}

function headerOf(header: Record<string, unknown>, alg: string): JWTHeaderParameters {
  const given = Object.entries(header).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), alg };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
