import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { endpointPresets, readProviders } from '@mini-agent/llm-router';
import type { Environment, Providers } from '@mini-agent/llm-router';
import { describe, expect, it, onTestFinished } from 'vitest';

const key = 'sk-planted-0123456789abcdef';
const complete: Environment = {
  LLM_API_KEY: key,
  LLM_BASE_URL: 'https://api.vendor.example/v1',
  LLM_MODEL: 'm1',
};

function read(env: Environment, file?: string, mode = 0o600): Providers {
  const providers = readProviders(
    file === undefined ? env : { LLM_PROVIDERS_PATH: '/x/providers.json', ...env },
    {
      readFile: () => {
        if (file === undefined) throw new Error('no such file');
        return file;
      },
      fileMode: () => mode,
    },
  );
  expect(inspect(providers, { depth: 9 }) + JSON.stringify(providers)).not.toContain(key);
  return providers;
}

const file = (providers: object): string => JSON.stringify({ providers });
const acme = { apiKey: key, baseUrl: 'https://acme.example/v1', model: 'a1' };
const beta = { apiKey: key, baseUrl: 'https://beta.example/v1', model: 'b1' };

describe('LLM_API_KEY, LLM_BASE_URL, LLM_MODEL', () => {
  it('make the provider "default"', () => {
    const { providers, problems, warnings } = read(complete);
    expect(providers).toMatchObject([
      {
        provider: 'default',
        baseUrl: 'https://api.vendor.example/v1',
        model: 'm1',
        maxOutputTokens: 4096,
      },
    ]);
    expect(providers[0]?.apiKey?.reveal()).toBe(key);
    expect([...problems, ...warnings]).toEqual([]);
  });

  it('unset are no problem: there is no HTTP then', () => {
    expect(read({})).toEqual({
      providers: [],
      modeOrder: ['sampling', 'http', 'rule'],
      problems: [],
      warnings: [],
      profiles: [],
    });
  });

  it.each([
    [{ LLM_API_KEY: key }, ['LLM_BASE_URL', 'LLM_MODEL']],
    [{ LLM_API_KEY: key, LLM_MODEL: 'm' }, ['LLM_BASE_URL']],
    [{ LLM_BASE_URL: 'https://h.example/v1', LLM_MODEL: 'm' }, ['LLM_API_KEY']],
    [{ ...complete, LLM_MODEL: '  ' }, ['LLM_MODEL']],
  ])('%j names what is missing', (env, missing) => {
    const { providers, problems } = read(env);
    expect(providers).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${missing.join(' and ')} missing`));
  });

  it('need no key on this machine', () => {
    const env = { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama3.2' };
    const { providers, problems } = read(env);
    expect(problems).toEqual([]);
    expect(providers).toHaveLength(1);
    expect(providers[0]).not.toHaveProperty('apiKey');
  });

  it.each(['api.vendor.example', 'ftp://h.example', 'https://u:p4ssw0rd@h.example/v1'])(
    'base URL %s is refused with what is allowed',
    (LLM_BASE_URL) => {
      const { providers, problems } = read({ ...complete, LLM_BASE_URL });
      expect(providers).toEqual([]);
      expect(problems[0]).toMatch(/^LLM_BASE_URL .*allowed is an http\(s\) URL/);
      expect(problems[0]).not.toContain('p4ssw0rd');
    },
  );

  it('take "Bearer" off a key and say so; refuse a key that is none', () => {
    const bearer = read({ ...complete, LLM_API_KEY: `Bearer ${key}` });
    expect(bearer.providers[0]?.apiKey?.reveal()).toBe(key);
    expect(bearer.warnings[0]).toMatch(/^LLM_API_KEY/);
    const odd = read({ ...complete, LLM_API_KEY: `${key} # mine` });
    expect(odd.providers).toEqual([]);
    expect(odd.problems[0]).toMatch(/^LLM_API_KEY/);
  });

  it.each(['0', '-1', '4k', '1.5', '1e99'])(
    'LLM_MAX_TOKENS=%s is told and the default used',
    (value) => {
      const { providers, problems } = read({ ...complete, LLM_MAX_TOKENS: value });
      expect(providers[0]?.maxOutputTokens).toBe(4096);
      expect(problems).toEqual([expect.stringContaining(`LLM_MAX_TOKENS is "${value}"`)]);
    },
  );

  it('LLM_MAX_TOKENS is used', () => {
    expect(read({ ...complete, LLM_MAX_TOKENS: '100' }).providers[0]?.maxOutputTokens).toBe(100);
  });
});

describe('LLM_PROVIDER and LLM_PROVIDERS_PATH', () => {
  it('choose by name, several in order', () => {
    const { providers, problems } = read({ LLM_PROVIDER: 'beta, acme' }, file({ acme, beta }));
    expect(problems).toEqual([]);
    expect(providers.map(({ provider, model }) => [provider, model])).toEqual([
      ['beta', 'b1'],
      ['acme', 'a1'],
    ]);
  });

  it.each([undefined, 'default'])('D-050: LLM_PROVIDER %s uses the entry "default"', (name) => {
    const env = { ...complete, LLM_PROVIDER: name };
    const { providers } = read(env, file({ default: acme, beta }));
    expect(providers).toMatchObject([{ provider: 'default', model: 'a1' }]);
  });

  it('use LLM_* where the file has no default', () => {
    const { providers, problems } = read(complete, file({ acme }));
    expect(problems).toEqual([]);
    expect(providers).toMatchObject([{ provider: 'default', model: 'm1' }]);
    expect(
      read({ ...complete, LLM_PROVIDER: 'acme,default' }, file({ acme })).providers,
    ).toMatchObject([{ model: 'a1' }, { model: 'm1' }]);
  });

  it.each([
    [
      'a missing name',
      { LLM_PROVIDER: 'zzz' },
      file({ acme }),
      /LLM_PROVIDER is "zzz".*allowed are acme/,
    ],
    ['one missing of two', { LLM_PROVIDER: 'acme,zzz' }, file({ acme }), /no provider "zzz"/],
    ['a name like a property', { LLM_PROVIDER: 'constructor' }, file({ acme }), /"constructor"/],
    [
      'broken JSON',
      {},
      '{"providers": ',
      /^LLM_PROVIDERS_PATH \(\/x\/providers.json\) is not valid JSON at line 1, column 15: the text ends too early/,
    ],
    ['a flat file', {}, JSON.stringify(acme), /no "providers" object/],
    ['a list', {}, '[]', /no JSON object/],
    ['no providers', { LLM_PROVIDER: 'acme' }, file({}), /LLM_PROVIDER is "acme"/],
    [
      'an entry without a URL',
      { LLM_PROVIDER: 'x' },
      file({ x: { apiKey: key, model: 'm' } }),
      /: providers\.x\.baseUrl is missing/,
    ],
    [
      'an entry without a key',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, apiKey: '' } }),
      /: providers\.x\.apiKey is missing/,
    ],
    [
      'a key that is no text',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, apiKey: 5 } }),
      /: providers\.x\.apiKey is no text/,
    ],
    [
      'an entry that is text',
      { LLM_PROVIDER: 'x' },
      file({ x: 'y' }),
      /: providers\.x is "y"; allowed is an object/,
    ],
    [
      'a wrong limit',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, maxTokens: '9' } }),
      /: providers\.x\.maxTokens is "9"; allowed is a whole number from 1/,
    ],
    [
      'a wrong profile',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, profile: 'p' } }),
      /: providers\.x\.profile is "p"; allowed is neutral/,
    ],
    [
      'a header with a line break',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, headers: { a: 'b\nc: d' } } }),
      /: providers\.x\.headers\.a holds a character that HTTP does not allow/,
    ],
    [
      'a list of headers',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, headers: ['a'] } }),
      /: providers\.x\.headers is no object of texts/,
    ],
    [
      'wrong headers',
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, headers: { a: 1 } } }),
      /: providers\.x\.headers\.a is no text/,
    ],
  ])(
    'D-049: %s switches HTTP off and never reaches another vendor',
    (...[, env, content, message]) => {
      const { providers, problems } = read({ ...complete, ...env }, content);
      expect(providers).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(message)]);
    },
  );

  it('D-049: a missing file switches HTTP off', () => {
    const { providers, problems } = read({ ...complete, LLM_PROVIDERS_PATH: '/nowhere.json' });
    expect(providers).toEqual([]);
    expect(problems[0]).toMatch(/LLM_PROVIDERS_PATH \(\/nowhere.json\) cannot be read/);
  });

  it('D-049: a name without a file is told', () => {
    const { providers, problems } = read({ ...complete, LLM_PROVIDER: 'deepseek' });
    expect(providers).toEqual([]);
    expect(problems[0]).toMatch(/LLM_PROVIDER is "deepseek", but LLM_PROVIDERS_PATH/);
  });

  it('a file of which nothing is chosen is told', () => {
    expect(read({}, file({ acme, beta })).problems[0]).toMatch(
      /LLM_PROVIDER is not set.*acme, beta/,
    );
  });

  it('an unknown field is only a warning', () => {
    const { providers, warnings } = read(
      { LLM_PROVIDER: 'x' },
      file({ x: { ...acme, pirces: 1 } }),
    );
    expect(providers).toHaveLength(1);
    expect(warnings[0]).toMatch(/unknown field "pirces"/);
  });

  it.each([0o644, 0o640, 0o604])('mode %s is warned about', (mode) => {
    const { providers, warnings } = read({ LLM_PROVIDER: 'acme' }, file({ acme }), mode);
    expect(providers).toHaveLength(1);
    expect(warnings[0]).toMatch(/LLM_PROVIDERS_PATH.*chmod 600/);
  });

  it.skipIf(process.platform === 'win32')('reads a real file and its mode', () => {
    const folder = mkdtempSync(join(tmpdir(), 'providers-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const path = join(folder, 'providers.json');
    writeFileSync(path, `\uFEFF${file({ acme })}`);
    chmodSync(path, 0o600);
    const env = { LLM_PROVIDERS_PATH: path, LLM_PROVIDER: 'acme' };
    expect(readProviders(env)).toMatchObject({ providers: [{ model: 'a1' }], warnings: [] });
    chmodSync(path, 0o644);
    expect(readProviders(env).warnings).toHaveLength(1);
  });
});

describe('LLM_MODE_ORDER', () => {
  it.each([
    ['http,rule', ['http', 'rule']],
    [' Rule , HTTP ', ['rule', 'http']],
    ['http,http', ['http']],
    ['http rule', ['http', 'rule']],
    ['sampling', ['sampling']],
  ])('%s', (value, order) => {
    const { modeOrder, problems } = read({ LLM_MODE_ORDER: value });
    expect(modeOrder).toEqual(order);
    expect(problems).toEqual([]);
  });

  it.each(['http,rules', 'none', ','])('%s makes the default count and is told', (value) => {
    const { modeOrder, problems } = read({ LLM_MODE_ORDER: value });
    expect(modeOrder).toEqual(['sampling', 'http', 'rule']);
    expect(problems).toEqual([expect.stringContaining(`LLM_MODE_ORDER is "${value}"`)]);
  });
});

it('the presets of the product are there, and each can be used as it is', () => {
  const whole = endpointPresets.flatMap(({ model, ...preset }) =>
    model === undefined ? [] : [{ ...preset, model }],
  );
  expect(whole.map(({ name }) => name)).toEqual([
    'longcat',
    'openai',
    'deepseek',
    'moonshot',
    'sensenova',
    'ollama',
  ]);
  for (const { baseUrl, model, needsKey } of whole) {
    const env = {
      LLM_BASE_URL: baseUrl,
      LLM_MODEL: model,
      LLM_API_KEY: needsKey ? key : undefined,
    };
    expect(read(env)).toMatchObject({ providers: [{ baseUrl, model }], problems: [] });
  }
});
