import { createServer } from 'node:net';
import { refusedOrigin, startLoopbackServer } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  diagnose,
  models,
  onlyWithKey,
  plantedKey,
  provider,
  startServer,
  withoutKey,
} from './support/doctor.ts';

describe('an endpoint that works', () => {
  it('is reachable, takes the key, lists the model; only GETs were sent', async () => {
    const { origin, seen } = await startServer({ '/v1/models': onlyWithKey });
    const price = { input: 1, output: 2 };
    expect(
      await diagnose(provider(`${origin}/v1?token=hidden`, { price, apiKeyEnv: 'ACME_KEY' })),
    ).toEqual({
      provider: 'acme',
      url: `${origin}/v1`,
      model: 'm1',
      profile: { names: ['neutral'], by: 'nothing', settings: [] },
      key: 'accepted',
      keyVariable: 'ACME_KEY',
      reachable: true,
      listedModels: 2,
      modelListed: true,
      price,
      durationMs: expect.any(Number) as number,
      findings: [],
    });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /v1/models?token=hidden',
      'GET /v1/models?token=hidden',
    ]);
  });

  it('a list that everybody may see proves no key', async () => {
    const { origin } = await startServer({ '/v1/models': [200, models] });
    expect(await diagnose(provider(`${origin}/v1`))).toMatchObject({
      key: 'unproven',
      findings: [],
    });
  });

  it('needs no key on this machine', async () => {
    const { origin } = await startServer({ '/v1/models': [200, models] });
    expect(await diagnose(withoutKey(`${origin}/v1`))).toMatchObject({ key: 'none', findings: [] });
  });

  it.each([401, 403])('%i for its list alone is no fault', async (status) => {
    const { origin } = await startServer({
      '/v1/models': [status],
      'GET /v1/chat/completions': [405],
    });
    expect(await diagnose(provider(`${origin}/v1`))).toMatchObject({
      key: 'unproven',
      findings: [{ level: 'warning', code: 'key_doubtful', status }],
    });
  });

  it.each(['GET', 'OPTIONS'])(
    'no list at all is none either, where the chat answers to %s',
    async (method) => {
      const { origin } = await startServer({
        [`${method} /v1/chat/completions`]: [method === 'GET' ? 405 : 204],
      });
      expect(await diagnose(provider(`${origin}/v1`))).toMatchObject({
        reachable: true,
        findings: [],
      });
    },
  );

  it('nor a server that answers only to real calls: no fault, but a hint', async () => {
    const { origin, seen } = await startServer({ 'POST /v1/chat/completions': [200] });
    expect((await diagnose(provider(`${origin}/v1`))).findings).toEqual([
      { level: 'warning', code: 'path_doubtful', status: 404 },
    ]);
    expect(seen.every(({ method }) => method === 'GET' || method === 'OPTIONS')).toBe(true);
  });
});

describe('a fault', () => {
  it('refused connection', async () => {
    const found = await diagnose(provider(`${await refusedOrigin()}/v1`));
    expect(found).toMatchObject({
      reachable: false,
      key: 'unproven',
      findings: [{ level: 'fault', code: 'connection_refused' }],
    });
    expect(found).not.toHaveProperty('modelListed');
  });

  it.each([
    ['ENOTFOUND', 'unknown_host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['UND_ERR_CONNECT_TIMEOUT', 'slow'],
    ['EWHATEVER', 'network'],
  ])('%s is %s', async (code, finding) => {
    const broken = (): Promise<Response> =>
      Promise.reject(
        new TypeError('fetch failed', {
          cause: Object.assign(new Error(`with ${plantedKey}`), { code }),
        }),
      );
    const { findings } = await diagnose(provider('https://acme.example/v1'), { fetch: broken });
    expect(findings).toEqual([{ level: 'fault', code: finding }]);
  });

  it('a key that is refused everywhere', async () => {
    const { origin } = await startServer({
      '*': [401, { error: { message: `Incorrect key ${plantedKey}` } }],
    });
    expect(await diagnose(provider(`${origin}/v1`))).toMatchObject({
      reachable: true,
      key: 'refused',
      findings: [{ level: 'fault', code: 'key_refused', status: 401 }],
    });
    expect((await diagnose(withoutKey(`${origin}/v1`))).findings).toMatchObject([
      { code: 'key_missing' },
    ]);
  });

  it('a path at which there is nothing, with the one that is right', async () => {
    const { origin } = await startServer({ '/openai/v1/models': onlyWithKey });
    expect((await diagnose(provider(`${origin}/api/v3`))).findings).toEqual([
      { level: 'fault', code: 'wrong_path', status: 404, better: `${origin}/openai/v1` },
    ]);
  });

  it('a path that every call has to correct first is worth a warning', async () => {
    const { origin } = await startServer({ 'GET /api/v1/chat/completions': [405] });
    expect((await diagnose(provider(`${origin}/api`))).findings).toEqual([
      { level: 'warning', code: 'other_form', status: 404, better: `${origin}/api/v1` },
    ]);
  });

  it('a web page instead of an API', async () => {
    const { origin } = await startServer({ '*': [200, '<!doctype html><title>Acme</title>'] });
    expect((await diagnose(provider(`${origin}/app`))).findings).toEqual([
      { level: 'fault', code: 'web_page', status: 200 },
    ]);
    const behind = await startServer({
      '/api/v1/models': [200, models],
      '*': [200, '<!doctype html>'],
    });
    expect((await diagnose(provider(behind.origin))).findings).toEqual([
      { level: 'fault', code: 'web_page', status: 200, better: `${behind.origin}/api/v1` },
    ]);
  });

  it('a redirect, which no call follows', async () => {
    const { origin, seen } = await startServer({
      '*': [301, {}, { location: `https://elsewhere.example/v1/models?key=${plantedKey}` }],
    });
    expect((await diagnose(provider(`${origin}/v1`))).findings).toEqual([
      { level: 'fault', code: 'moved', status: 301, better: 'https://elsewhere.example/v1/models' },
    ]);
    expect(seen).toHaveLength(1);
  });

  it('a server that does not answer, at its deadline', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.close();
    });
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no address');
    const begun = performance.now();
    const found = await diagnose(provider(`http://127.0.0.1:${address.port}/v1`), {
      timeoutMs: 60,
    });
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(found).toMatchObject({ reachable: false, findings: [{ level: 'fault', code: 'slow' }] });
  });

  it('a body that never ends, at its deadline', async () => {
    const server = await startLoopbackServer(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data": [');
    });
    onTestFinished(() => server.close());
    const { findings } = await diagnose(provider(`${server.origin}/v1`), { timeoutMs: 60 });
    expect(findings).toEqual([{ level: 'fault', code: 'slow' }]);
  });

  it.each([
    ['m2', 'm1'],
    ['qwen', undefined],
  ])('a model that is not listed: %s, nearest %s', async (model, better) => {
    const { origin } = await startServer({ '/v1/models': [200, models] });
    expect(await diagnose(provider(`${origin}/v1`, { model }))).toMatchObject({
      modelListed: false,
      findings: [
        { level: 'fault', code: 'unknown_model', ...(better === undefined ? {} : { better }) },
      ],
    });
  });

  it.each([
    ['llama3.2', 'llama3.2:latest'],
    ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['claude-x', 'claude-x-20250929'],
    ['org/model:free', 'org/model'],
    ['M1', 'm1'],
  ])('%s is known where %s is listed', async (model, id) => {
    const { origin } = await startServer({ '/v1/models': [200, { data: [{ id }] }] });
    expect(await diagnose(provider(`${origin}/v1`, { model }))).toMatchObject({
      modelListed: true,
      findings: [],
    });
  });

  it('gpt-4o is not known where only gpt-4o-mini is listed', async () => {
    const { origin } = await startServer({
      '/v1/models': [200, { data: [{ id: 'gpt-4o-mini' }] }],
    });
    expect((await diagnose(provider(`${origin}/v1`, { model: 'gpt-4o' }))).modelListed).toBe(false);
  });

  it.each([
    [402, 'fault', 'no_credit'],
    [429, 'warning', 'rate_limited'],
    [503, 'warning', 'server_error'],
    [418, 'warning', 'odd_status'],
  ])('%i is a %s', async (status, level, code) => {
    const { origin } = await startServer({ '*': [status] });
    expect((await diagnose(provider(`${origin}/v1`))).findings).toEqual([{ level, code, status }]);
  });

  it('a key that an endpoint gives back as the name of a model is not shown', async () => {
    const { origin } = await startServer({ '/v1/models': [200, { data: [{ id: plantedKey }] }] });
    const { findings } = await diagnose(
      provider(`${origin}/v1`, { model: `${plantedKey.slice(1)}x` }),
    );
    expect(findings).toEqual([{ level: 'fault', code: 'unknown_model', better: '[secret]' }]);
  });

  it('a key without encryption', async () => {
    const answer = (): Promise<Response> => Promise.resolve(Response.json(models));
    const { findings } = await diagnose(provider('http://acme.example/v1'), { fetch: answer });
    expect(findings).toEqual([{ level: 'warning', code: 'plain_http' }]);
  });
});
