import { inspect } from 'node:util';
import { createHttpModel, endpointPresets, readProviders } from '@mini-agent/llm-router';
import type { Environment, Providers } from '@mini-agent/llm-router';
import { startModelServer } from '@mini-agent/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatRequest } from './support/requests.ts';

// Without a prefix that would give it away.
const key = 'planted0123456789abcdefplanted';
const acme = { apiKey: key, baseUrl: 'https://acme.example/v1', model: 'a1' };

function read(content: unknown, env: Environment = {}): Providers {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const providers = readProviders(
    { LLM_PROVIDERS_PATH: '/x/p.json', LLM_PROVIDER: 'acme', ...env },
    { readFile: () => text, fileMode: () => 0o600 },
  );
  expect(inspect(providers, { depth: 9 }) + JSON.stringify(providers)).not.toContain(key);
  return providers;
}

const entry = (more: object): object => ({ providers: { acme: { ...acme, ...more } } });
const label = 'LLM_PROVIDERS_PATH (/x/p.json)';

describe('an entry', () => {
  it('carries what createHttpModel takes', () => {
    const options = {
      headers: { 'x-team': 'seven' },
      profile: 'deepseek',
      stream: true,
      timeouts: { totalMs: 9000, idleMs: 100 },
      retries: 0,
      price: { input: 0.28, output: 0.42, cachedInput: 0.03 },
      contextTokens: 131_072,
    };
    const { providers, problems, warnings } = read(entry({ ...options, maxTokens: 99 }));
    expect([...problems, ...warnings]).toEqual([]);
    const { apiKey, ...rest } = providers[0] ?? { apiKey: undefined };
    expect(apiKey?.reveal()).toBe(key);
    expect(rest).toEqual({
      provider: 'acme',
      baseUrl: acme.baseUrl,
      model: 'a1',
      maxOutputTokens: 99,
      ...options,
    });
  });

  it('drives a model: headers, key, limit, profile and retries arrive on the wire', async () => {
    const server = await startModelServer([
      { status: 503, body: { error: { message: 'busy' } } },
      { content: 'never asked for' },
    ]);
    onTestFinished(() => server.close());
    const { providers } = read(
      {
        providers: {
          acme: {
            apiKeyEnv: 'ACME_KEY',
            baseUrl: server.url,
            model: 'a1',
            headers: { 'x-team': 'seven' },
            maxTokens: 7,
            retries: 0,
          },
        },
        profiles: {
          own: { host: '127.0.0.1', settings: { tokenParameter: 'max_completion_tokens' } },
        },
      },
      { ACME_KEY: key },
    );
    const [provider] = providers;
    if (provider === undefined) throw new Error('no provider');
    const signal = AbortSignal.timeout(5000);
    await expect(
      createHttpModel(provider).complete(chatRequest(), { signal }),
    ).rejects.toMatchObject({
      code: 'transient',
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'x-team': 'seven',
    });
    expect(server.requests[0]?.body).toMatchObject({ model: 'a1', max_completion_tokens: 7 });
  });

  it('takes its key from a variable', () => {
    const { baseUrl, model } = acme;
    const content = { providers: { acme: { baseUrl, model, apiKeyEnv: 'ACME_KEY' } } };
    const found = read(content, { ACME_KEY: key });
    expect(found.problems).toEqual([]);
    expect(found.providers[0]?.apiKey?.reveal()).toBe(key);
    const { providers, problems } = read(content);
    expect(providers).toEqual([]);
    expect(problems).toEqual([
      `${label}: providers.acme.apiKeyEnv names ACME_KEY, which is not set; set it to the key.`,
    ]);
    const inherited = { providers: { acme: { baseUrl, model, apiKeyEnv: 'constructor' } } };
    expect(read(inherited).problems).toEqual([
      expect.stringMatching(/names constructor, which is not set/),
    ]);
    const odd = read(content, { ACME_KEY: `${key} # mine` });
    expect(odd.problems[0]).toMatch(/apiKeyEnv \(ACME_KEY\) holds blanks/);
  });

  it('refuses a key in the place of the name of a variable, without showing it', () => {
    const content = {
      providers: { acme: { baseUrl: acme.baseUrl, model: 'm', apiKeyEnv: `${key}-x` } },
    };
    expect(read(content).problems).toEqual([
      expect.stringMatching(/apiKeyEnv is no name of a variable/),
    ]);
  });

  it('tells all its faults at once, each with its path, what was given and what is allowed', () => {
    const { providers, problems } = read(
      entry({
        baseUrl: 'acme.example',
        maxTokens: -1,
        stream: 'yes',
        retries: 99,
        price: { input: 'cheap' },
        timeouts: { totalMs: null, idleMs: [] },
        profile: { callIds: 'odd', streamOnly: {} },
      }),
    );
    expect(providers).toEqual([]);
    expect(problems).toEqual([
      `${label}: providers.acme.baseUrl is "acme.example"; allowed is an http(s) URL with its version path, such as https://api.openai.com/v1.`,
      `${label}: providers.acme.maxTokens is -1; allowed is a whole number from 1 to 999999999.`,
      `${label}: providers.acme.stream is "yes"; allowed is true or false.`,
      `${label}: providers.acme.price.input is "cheap"; allowed is a number from 0 up.`,
      `${label}: providers.acme.price.output is missing; a number of US dollars per million tokens is wanted.`,
      `${label}: providers.acme.timeouts.totalMs is null; allowed is a whole number from 1 to 2147483647.`,
      `${label}: providers.acme.timeouts.idleMs is a list; allowed is a whole number from 1 to 2147483647.`,
      `${label}: providers.acme.retries is 99; allowed is a whole number from 0 to 10.`,
      `${label}: providers.acme.profile.callIds is not valid; allowed is "any", "alphanumeric9".`,
      `${label}: providers.acme.profile.streamOnly is not valid; allowed is true or false.`,
    ]);
  });

  it('unknown fields are warned about with the nearest name', () => {
    const { providers, warnings } = read(
      entry({
        baseURL: 'x',
        pirce: 1,
        price: { input: 1, output: 2, cachedinput: 3 },
        colour: 'red',
      }),
    );
    expect(providers).toHaveLength(1);
    const start = `${label}: providers.acme`;
    expect(warnings).toEqual([
      `${start} has an unknown field "baseURL", which does nothing; did you mean "baseUrl"?`,
      `${start} has an unknown field "pirce", which does nothing; did you mean "price"?`,
      expect.stringMatching(/"colour", which does nothing; known are apiKey, /),
      `${start}.price has an unknown field "cachedinput", which does nothing; did you mean "cachedInput"?`,
    ]);
  });

  it('a key that also stands where values are shown is not shown', () => {
    const { problems } = read(
      entry({ model: 'm', maxTokens: key, profile: key, preset: `x${key}` }),
    );
    expect(problems).toHaveLength(3);
  });
});

describe('a preset', () => {
  it.each(endpointPresets.map((preset) => [preset.name, preset] as const))(
    '%s gives what the entry does not',
    (name, preset) => {
      const given = preset.model === undefined ? { model: 'm' } : {};
      const withKey = preset.needsKey ? { apiKey: key } : {};
      const { providers, problems } = read({
        providers: { acme: { preset: name, ...given, ...withKey } },
      });
      expect(problems).toEqual([]);
      expect(providers).toMatchObject([{ baseUrl: preset.baseUrl, model: preset.model ?? 'm' }]);
    },
  );

  it('gives way to what the entry says', () => {
    expect(read(entry({ preset: 'moonshot' })).providers).toMatchObject([
      { baseUrl: acme.baseUrl, model: 'a1' },
    ]);
  });

  it.each([
    [
      { preset: 'deepsek', apiKey: key },
      /preset is "deepsek"; allowed is .*\(did you mean "deepseek"\?\)/,
    ],
    [{ preset: 'groq', apiKey: key }, /acme\.model is missing; the preset "groq" names none/],
    [{ preset: 'groq', model: 'm' }, /acme\.apiKey is missing/],
  ])('%j is refused', (content, message) => {
    expect(read({ providers: { acme: content } }).problems).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('is offered where an entry with its name has no address', () => {
    const { problems } = read(
      { providers: { deepseek: { apiKey: key, model: 'm' } } },
      { LLM_PROVIDER: 'deepseek' },
    );
    expect(problems).toEqual([
      `${label}: providers.deepseek.baseUrl is missing; give it, or add "preset": "deepseek".`,
    ]);
  });
});

describe('several entries', () => {
  const broken = { ...acme, stream: 1 };

  it('a fault in one hides none in another, and nothing is used', () => {
    const { providers, problems } = read(
      { providers: { acme, one: broken, two: { model: 'm' } } },
      { LLM_PROVIDER: 'acme,one,two' },
    );
    expect(providers).toEqual([]);
    expect(problems).toEqual([
      expect.stringMatching(/providers\.one\.stream is 1/),
      expect.stringMatching(/providers\.two\.baseUrl is missing/),
    ]);
  });

  it('faults of an entry that is not chosen are warnings; a key that is not set there is none', () => {
    const { providers, problems, warnings } = read({
      providers: { acme, one: broken, two: { preset: 'deepseek', apiKeyEnv: 'UNSET' } },
    });
    expect(providers).toHaveLength(1);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/providers\.one\.stream is 1/)]);
  });

  it('a name with odd characters is quoted in its path', () => {
    const { problems } = read({ providers: { 'my llm': broken } }, { LLM_PROVIDER: 'my llm' });
    expect(problems).toEqual([expect.stringMatching(/: providers\["my llm"\]\.stream is 1/)]);
  });

  it('a name given twice is warned about', () => {
    const text = `{"providers": {"acme": ${JSON.stringify(acme)},\n "acme": ${JSON.stringify(acme)}}}`;
    expect(read(text).warnings).toEqual([
      `${label} gives the name "acme" twice, again in line 2; only the last one counts.`,
    ]);
  });
});

describe('profiles', () => {
  const settings = { tokenParameter: 'max_new_tokens', streamOnly: true };

  it('go to every provider, that of LLM_* too', () => {
    const rows = [
      { name: 'own', host: String.raw`(?:^|\.)acme\.example$`, model: '^a.*$', settings },
      { name: 'raw', host: String.raw`^(?:x|y)\.example$`, settings: {} },
      { name: 'named', settings: {} },
    ];
    const content = {
      ...entry({ profile: 'named' }),
      profiles: {
        own: { host: 'acme.example', model: 'a*', settings },
        raw: { host: String.raw`^(?:x|y)\.example$`, settings: {} },
        named: {},
      },
    };
    const { providers, profiles, problems } = read(content, {
      LLM_PROVIDER: 'acme,default',
      LLM_BASE_URL: 'https://h.example/v1',
      LLM_MODEL: 'm',
      LLM_API_KEY: key,
    });
    expect(problems).toEqual([]);
    expect(profiles).toEqual(rows);
    expect(providers.map((provider) => provider.profiles)).toEqual([rows, rows]);
    expect(providers[0]?.profile).toBe('named');
  });

  it.each([
    [
      { own: { host: 'https://a.example' } },
      /profiles\.own\.host is "https:\/\/a.example"; allowed is the name of a host/,
    ],
    [{ own: { host: '(a' } }, /profiles\.own\.host is "\(a", which is no regular expression/],
    [{ own: { model: 5 } }, /profiles\.own\.model is 5/],
    [
      { own: { settings: { streamOnly: 'x' } } },
      /profiles\.own\.settings\.streamOnly is not valid/,
    ],
    [{ own: { settings: [] } }, /profiles\.own\.settings is a list/],
    [{ own: [] }, /profiles\.own is a list/],
    [{ neutral: {} }, /profiles\.neutral is the name/],
  ])('%j is refused and switches HTTP off', (profiles, message) => {
    const { providers, problems } = read({ ...entry({}), profiles });
    expect(providers).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(message)]);
  });
});
