import { createHttpModel } from '@mini-agent/llm-router';
import { startLoopbackServer } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endpointUrls, isLoopbackUrl } from '../src/http/base-url.ts';
import { neverAborted } from './support/endpoint.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { chatRequest } from './support/requests.ts';

const options = { signal: neverAborted };

describe('rule 16: the base URL', () => {
  it.each([
    ['ab-056', 'https://h.example/api/paas/v4', 'https://h.example/api/paas/v4/chat/completions'],
    ['ab-056', 'https://h.example/v1/', 'https://h.example/v1/chat/completions'],
    ['ab-056', 'https://h.example', 'https://h.example/v1/chat/completions'],
    ['ab-056', 'https://h.example/v1/chat/completions', 'https://h.example/v1/chat/completions'],
    [
      'ab-056',
      'https://h.example/compatible-mode/v1',
      'https://h.example/compatible-mode/v1/chat/completions',
    ],
    [
      'ab-056',
      'https://h.example/v1beta/openai/',
      'https://h.example/v1beta/openai/chat/completions',
    ],
    ['ab-056', 'https://h.example/openai', 'https://h.example/openai/v1/chat/completions'],
    [
      'D-025',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    ],
    [
      'Azure',
      'https://r.openai.azure.com/openai/v1?api-version=preview',
      'https://r.openai.azure.com/openai/v1/chat/completions?api-version=preview',
    ],
    ['slashes', 'https://h.example///', 'https://h.example/v1/chat/completions'],
    ['port', 'http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['gateway', 'https://h.example/gate', 'https://h.example/gate/chat/completions'],
  ])('%s: %s', (_id, baseUrl, url) => {
    expect(endpointUrls(baseUrl).preferred).toBe(url);
  });

  it.each([
    ['https://h.example', 'https://h.example/chat/completions'],
    ['https://h.example/v1', 'https://h.example/chat/completions'],
    ['https://h.example/gate', 'https://h.example/gate/v1/chat/completions'],
    ['https://h.example/openai', 'https://h.example/openai/chat/completions'],
  ])('the other form of %s is %s', (baseUrl, url) => {
    expect(endpointUrls(baseUrl).other).toBe(url);
  });

  it.each(['nonsense', 'ftp://h.example', 'https://user:pw@h.example/v1'])(
    'refuses %s without repeating it',
    (baseUrl) => {
      const build = (): unknown => createHttpModel({ baseUrl, model: 'm' });
      expect(build).toThrow(/base URL/);
      expect(build).not.toThrow(/pw@/);
    },
  );

  it.each([
    ['http://localhost:1/v1', true],
    ['http://127.0.0.2', true],
    ['http://[::1]:1', true],
    ['https://127.0.0.1.example', false],
    ['https://localhost.example', false],
  ])('%s is loopback: %s', (url, expected) => {
    expect(isLoopbackUrl(url)).toBe(expected);
  });
});

async function startPaths(paths: readonly string[], notFound: unknown) {
  const seen: string[] = [];
  const server = await startLoopbackServer((exchange) => {
    const { path } = exchange.request;
    seen.push(path);
    const found = paths.includes(path);
    const body = found ? { choices: [{ message: { content: 'ok' } }] } : notFound;
    exchange.response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    exchange.response.end(JSON.stringify(body));
    return Promise.resolve();
  });
  onTestFinished(() => server.close());
  return { server, seen };
}

describe('rule 16: a 404', () => {
  it('ab-056: tries the other form once and remembers it', async () => {
    const { server, seen } = await startPaths(['/chat/completions'], { error: 'not here' });
    const model = createHttpModel({ baseUrl: server.origin, model: 'm' });
    await model.complete(chatRequest(), options);
    await model.complete(chatRequest(), options);
    expect(seen).toEqual(['/v1/chat/completions', '/chat/completions', '/chat/completions']);
  });

  it('ab-056: names the URL tried where both forms fail, and tries no third time', async () => {
    const { server, seen } = await startPaths([], { error: 'not here' });
    const model = createHttpModel({ baseUrl: `${server.origin}/gate`, model: 'm' });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'bad_request',
      status: 404,
      message: expect.stringContaining(`${server.origin}/gate/v1/chat/completions`) as string,
    });
    expect(seen).toHaveLength(2);
  });

  it('does not doubt the URL where the model is what was not found', async () => {
    const { server, seen } = await startPaths([], {
      error: { message: 'model "m" not found, try pulling it first', code: 'model_not_found' },
    });
    const model = createHttpModel({ baseUrl: `${server.origin}/v1`, model: 'm' });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });

  it('never follows a redirect', async () => {
    const server = await startLoopbackServer((exchange) => {
      exchange.response.writeHead(307, { location: '/elsewhere' });
      exchange.response.end();
      return Promise.resolve();
    });
    onTestFinished(() => server.close());
    const model = createHttpModel({
      baseUrl: server.origin,
      model: 'm',
      clock: createFakeClock(),
    });
    await expect(model.complete(chatRequest(), options)).rejects.toMatchObject({
      code: 'bad_request',
      status: 307,
      message: expect.stringContaining('redirects') as string,
    });
  });
});
