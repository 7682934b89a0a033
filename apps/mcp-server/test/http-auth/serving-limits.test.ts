import { describe, expect, it, vi } from 'vitest';
import { ruleCall } from './server.ts';
import { start, startOAuth, startSilentModel } from './worlds.ts';

// The first call loads the agent.
vi.setConfig({ testTimeout: 30_000 });

const alice = 'canary-alice-0123456789';
const bob = 'canary-bob-0123456789ab';
const tokens = { MINI_AGENT_HTTP_TOKEN: `${alice},${bob}` };

describe('limits', () => {
  it('answer 429 with Retry-After once a caller has used its minute, and only that caller', async () => {
    const server = await start({ ...tokens, MINI_AGENT_HTTP_CALLS_PER_MINUTE: '2' });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const response = await server.post(ruleCall(`Bearer ${alice}`, `${call} + 1`));
      statuses.push(response.status);
      await response.text();
      if (response.status === 429)
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(20);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await server.post(ruleCall(`Bearer ${bob}`))).status).toBe(200);
    const list = await server.post({
      method: 'tools/list',
      headers: { authorization: `Bearer ${alice}` },
    });
    expect(list.status).toBe(200);
  });

  it('answer 429 while a caller has too many calls open', async () => {
    const server = await start({
      ...tokens,
      MINI_AGENT_HTTP_MAX_CONCURRENT: '1',
      LLM_API_KEY: 'canary-model-key',
      LLM_BASE_URL: await startSilentModel(),
      LLM_MODEL: 'm',
    });
    const stop = new AbortController();
    const params = { name: 'run_agent', arguments: { task: 'Tell a story' } };
    const headers = { authorization: `Bearer ${alice}` };
    const open = await server.post({ method: 'tools/call', params, headers, signal: stop.signal });
    expect(open.status).toBe(200);
    const refused = await server.post(ruleCall(`Bearer ${alice}`));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await server.post(ruleCall(`Bearer ${bob}`))).status).toBe(200);
    stop.abort();
    await expect
      .poll(async () => (await server.post(ruleCall(`Bearer ${alice}`))).status, { timeout: 5_000 })
      .toBe(200);
  });
});

it('neither tokens nor keys are in any log, answer or metric', async () => {
  const { server, key, token } = await startOAuth({ ...tokens, MINI_AGENT_METRICS: 'on' });
  const jwt = await token();
  const forged = `${(await token({ sub: 'canary-subject' })).slice(0, -8)}AAAAAAAA`;
  const texts: string[] = [];
  for (const secret of [
    alice,
    bob,
    `${alice}x`,
    jwt,
    forged,
    await token({ exp: 1 }),
    await token({ aud: 'x' }),
  ]) {
    const response = await server.post(ruleCall(`Bearer ${secret}`));
    texts.push(await response.text(), JSON.stringify([...response.headers]));
  }
  const metrics = await fetch(new URL('/metrics', server.url), {
    headers: { authorization: `Bearer ${jwt}` },
  });
  expect(metrics.status).toBe(200);
  expect((await fetch(new URL('/metrics', server.url))).status).toBe(401);
  texts.push(await metrics.text(), ...server.logged);
  const all = texts.join('\n');
  expect(all).toContain('mini_agent');
  expect(all).not.toContain('canary');
  for (const part of [...jwt.split('.'), ...forged.split('.')]) expect(all).not.toContain(part);
  expect(all).not.toContain(key.publicJwk.x);
});
