import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { makeKey, startIssuer, type Issuer, type SigningKey } from './issuer.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What is closed after each test, the last first. */
export const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function start(environment: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer(environment);
  closing.push(() => server.close());
  return server;
}

export async function startOAuth(extra: Record<string, string> = {}): Promise<{
  server: TestServer;
  issuer: Issuer;
  key: SigningKey;
  token: (changes?: Record<string, unknown>) => Promise<string>;
}> {
  const issuer = await startIssuer();
  closing.push(() => issuer.down());
  const key = await makeKey('ES256', 'key-1');
  issuer.published = [key.publicJwk];
  const server = await start({ MINI_AGENT_HTTP_ISSUER: issuer.url, ...extra });
  const token = (changes: Record<string, unknown> = {}): Promise<string> =>
    issuer.sign(key, issuer.claims({ aud: server.url, ...changes }));
  return { server, issuer, key, token };
}

/** A model that never answers. */
export async function startSilentModel(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
