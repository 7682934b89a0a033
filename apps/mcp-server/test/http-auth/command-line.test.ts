import { startHttpServer } from '@mini-agent/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cliCommand } from '../stdio-harness.ts';
import { makeKey, startIssuer } from './issuer.ts';

vi.setConfig({ testTimeout: 60_000 });

test('the program as it is shipped checks access tokens and static ones, and shows neither', async () => {
  const issuer = await startIssuer();
  onTestFinished(() => issuer.down());
  const key = await makeKey('RS256', 'key-1');
  issuer.published = [key.publicJwk];
  const fixed = 'canary-static-0123456789';
  const server = await startHttpServer(
    cliCommand([], { MINI_AGENT_HTTP_ISSUER: issuer.url, MINI_AGENT_HTTP_TOKEN: fixed }),
  );
  const good = await issuer.sign(key, issuer.claims({ aud: server.url }));
  const wrong = await issuer.sign(key, issuer.claims({ aud: 'https://other.example' }));
  for (const token of [good, fixed]) {
    const session = await server.connect({
      client: 'v2',
      protocol: 'auto',
      headers: { authorization: `Bearer ${token}` },
    });
    const result = await session.callTool('run_agent', { task: '6 * 7', mode: 'rule' });
    expect(result.structuredContent).toMatchObject({ status: 'completed' });
    await session.close();
  }
  for (const token of [wrong, `${fixed}x`]) {
    const refused = await server.fetch('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(refused.status).toBe(401);
  }
  await issuer.down();
  expect(await server.close()).toEqual({ code: 0, signal: null });
  const output = server.stderr() + server.stdoutLines().join('\n');
  expect(output).not.toContain('canary');
  for (const part of [...good.split('.'), ...wrong.split('.')]) expect(output).not.toContain(part);
});

test.each([
  ['a short token', { MINI_AGENT_HTTP_TOKEN: 'canary' }, /MINI_AGENT_HTTP_TOKEN.*at least 16/g],
  [
    'an issuer that is no URL',
    { MINI_AGENT_HTTP_ISSUER: 'canary' },
    /MINI_AGENT_HTTP_ISSUER must/g,
  ],
])('with %s the program does not listen, not even on loopback', async (_, env, expected) => {
  const failure = await startHttpServer(cliCommand([], env)).then(
    () => new Error('it listens'),
    (error: unknown) => error,
  );
  // Told once.
  expect(String(failure).match(expected)).toHaveLength(1);
  expect(String(failure)).not.toContain('canary');
});
