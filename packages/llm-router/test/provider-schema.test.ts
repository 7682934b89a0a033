import { readFileSync, writeFileSync } from 'node:fs';
import { endpointPresets, profileNames, readProviders } from '@mini-agent/llm-router';
import type { Providers } from '@mini-agent/llm-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSchema } from './support/check-schema.ts';
import { providersSchema } from './support/providers-schema.ts';

const schemaFile = new URL('../schema/providers.schema.json', import.meta.url);

function read(content: unknown, chosen = Object.keys(providersOf(content)).join(',')): Providers {
  return readProviders(
    { LLM_PROVIDERS_PATH: '/x/p.json', LLM_PROVIDER: chosen, ACME_KEY: 'k-0123456789' },
    { readFile: () => JSON.stringify(content), fileMode: () => 0o600 },
  );
}

function providersOf(content: unknown): object {
  return (content as { readonly providers: object }).providers;
}

const number = fc.double({ min: 0, max: 1e6, noNaN: true });
const partly = <T extends object>(model: {
  [Key in keyof T]: fc.Arbitrary<T[Key]>;
}): fc.Arbitrary<object> => fc.record<T, never>(model, { requiredKeys: [] });

const toolChoices = partly({ none: fc.boolean(), required: fc.boolean(), named: fc.boolean() });
const range = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 5, max: 9 }))
    .map(([min, max]) => ({ min, max })),
);
const settings = partly({
  tokenParameter: fc.constantFrom('max_tokens', 'max_completion_tokens', 'max_new_tokens'),
  toolChoices,
  strict: fc.boolean(),
  schema: partly({
    without: fc.array(fc.constantFrom('pattern', 'format')),
    only: fc.option(fc.array(fc.constantFrom('type', 'properties'))),
    references: fc.constantFrom('keep', 'inline'),
    tuples: fc.boolean(),
    enums: fc.constantFrom('any', 'text'),
  }),
  toolNames: partly({
    maxLength: fc.integer({ min: 8, max: 256 }),
    first: fc.constantFrom('any', 'letter'),
  }),
  callIds: fc.constantFrom('any', 'alphanumeric9'),
  reasoningEcho: fc.constantFrom('tool_turns', 'never', 'always'),
  thinkingInText: fc.constantFrom('strip', 'echo'),
  streamOnly: fc.boolean(),
  streamUsage: fc.boolean(),
  temperature: range,
  topP: range,
  emptyContent: fc.constantFrom('null', 'empty'),
  systemMessages: fc.constantFrom('many', 'one_first', 'in_user'),
  needsUserMessage: fc.boolean(),
  barePath: fc.constantFrom('', '/v1', '/api/v2'),
  modelsPath: fc.constantFrom('', '/v1/models'),
  errorCodes: fc.dictionary(fc.constantFrom('1113', '1302'), fc.constantFrom('quota', 'auth')),
  extraBody: fc.dictionary(fc.constantFrom('thinking', 'top_k'), fc.jsonValue({ maxDepth: 2 })),
});

const address = fc.oneof(
  fc.record({
    baseUrl: fc.webUrl({ validSchemes: ['http', 'https'] }),
    model: fc.constantFrom('m1', 'org/large:free', '通义'),
  }),
  fc.record({
    preset: fc.constantFrom(...endpointPresets).map(({ name }) => name),
    model: fc.constant('m'),
  }),
  fc.record({
    preset: fc
      .constantFrom(...endpointPresets.filter(({ model }) => model !== undefined))
      .map(({ name }) => name),
  }),
);
const key = fc.oneof(
  fc.record({
    apiKey: fc
      .stringMatching(/^[!-~]{8,20}$/)
      .filter((text) => !/bearer|authorization/i.test(text)),
  }),
  fc.record({ apiKeyEnv: fc.constant('ACME_KEY') }),
);
const options = partly({
  maxTokens: fc.integer({ min: 1, max: 999_999_999 }),
  headers: fc.dictionary(fc.stringMatching(/^[a-zA-Z-]{1,9}$/), fc.stringMatching(/^[ -~]{0,20}$/)),
  profile: fc.oneof(fc.constantFrom(...profileNames), settings),
  stream: fc.boolean(),
  price: fc.record(
    { input: number, output: number, cachedInput: number },
    { requiredKeys: ['input', 'output'] },
  ),
  timeouts: partly({
    totalMs: fc.integer({ min: 1, max: 2_147_483_647 }),
    firstByteMs: fc.integer({ min: 1, max: 2_147_483_647 }),
    idleMs: fc.integer({ min: 1, max: 2_147_483_647 }),
  }),
  retries: fc.integer({ min: 0, max: 10 }),
  contextTokens: fc.integer({ min: 1_000, max: 999_999_999 }),
});
const entry = fc.tuple(address, key, options).map((parts) => Object.assign({}, ...parts) as object);
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const file = fc.record(
  {
    $schema: fc.constant('./providers.schema.json'),
    providers: fc.dictionary(name, entry, { minKeys: 1, maxKeys: 3 }),
    profiles: fc.dictionary(
      name.filter((text) => text !== 'neutral'),
      fc.record(
        {
          host: fc.constantFrom('acme.example', '*.acme.example', String.raw`(?:a|b)\.example$`),
          model: fc.constantFrom('qwen3-*', 'a.b', '^q'),
          settings,
        },
        { requiredKeys: ['settings'] },
      ),
      { maxKeys: 2 },
    ),
    budget: partly({
      maxModelCalls: fc.nat(),
      maxToolCalls: fc.oneof(
        fc.nat(),
        fc.dictionary(fc.constantFrom('web_search', 'calculator'), fc.nat()),
      ),
      maxInputTokens: fc.nat(),
      maxOutputTokens: fc.nat(),
      maxCostUsd: number,
      timeoutMs: fc.nat(),
    }),
  },
  { requiredKeys: ['providers'] },
);

/** A fault: the path in an entry (or from the root, with "/"), and a value that is not allowed there. */
const faults: readonly (readonly [path: string, value: unknown])[] = [
  ['apiKey', 5],
  ['apiKey', 'two words'],
  ['apiKeyEnv', 'sk-0123'],
  ['preset', 'deepsek'],
  ['baseUrl', 'api.acme.example'],
  ['baseUrl', 'ftp://acme.example/v1'],
  ['baseUrl', 'https://u:p@acme.example'],
  ['baseUrl', 7],
  ['model', ' '],
  ['model', ['m']],
  ['maxTokens', 0],
  ['maxTokens', 1.5],
  ['maxTokens', '100'],
  ['maxTokens', 1e9],
  ['contextTokens', 999],
  ['contextTokens', 1000.5],
  ['contextTokens', '128000'],
  ['contextTokens', 1e9],
  ['headers', ['a']],
  ['headers', { a: 1 }],
  ['headers', { a: 'x\ny' }],
  ['headers', { 'a b': 'x' }],
  ['profile', 3],
  ['profile', ''],
  ['profile', { tokenParameter: 'tokens' }],
  ['profile', { nothing: true }],
  ['profile', { toolChoices: { none: 'no' } }],
  ['profile', { extraBody: { messages: [] } }],
  ['profile', { errorCodes: { 1: 'broken' } }],
  ['stream', 'yes'],
  ['price', 3],
  ['price', { input: 1 }],
  ['price', { input: -1, output: 1 }],
  ['price', { input: '1', output: 1 }],
  ['timeouts', 1000],
  ['timeouts', { totalMs: 0 }],
  ['timeouts', { idleMs: 2_147_483_648 }],
  ['retries', -1],
  ['retries', 11],
  ['/profiles', []],
  ['/profiles', { neutral: { settings: {} } }],
  ['/profiles', { own: 'x' }],
  ['/profiles', { own: { host: 'https://acme.example' } }],
  ['/profiles', { own: { settings: { streamOnly: 1 } } }],
  ['/budget', 5],
  ['/budget', { maxModelCalls: -1 }],
  ['/budget', { maxToolCalls: 'few' }],
  ['/budget', { maxToolCalls: { web_search: 1.5 } }],
  ['/budget', { maxCostUsd: '1' }],
  ['/providers', []],
];

function plant(content: object, [path, value]: (typeof faults)[number]): unknown {
  if (path.startsWith('/')) return { ...content, [path.slice(1)]: value };
  const [first, ...others] = Object.entries(
    providersOf(content) as Readonly<Record<string, unknown>>,
  );
  const broken = { ...(first?.[1] as object), [path]: value };
  // A key and a variable exclude each other, which is a fault of its own.
  if (path === 'apiKey') Reflect.deleteProperty(broken, 'apiKeyEnv');
  if (path === 'apiKeyEnv') Reflect.deleteProperty(broken, 'apiKey');
  return { ...content, providers: Object.fromEntries([[first?.[0] ?? '', broken], ...others]) };
}

describe('providers.schema.json', () => {
  it('is what the reader takes: names of presets and profiles, settings, limits', () => {
    // WRITE_SCHEMA=1 brings the file up to date.
    if (process.env['WRITE_SCHEMA'] === '1') {
      writeFileSync(schemaFile, `${JSON.stringify(providersSchema, undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(schemaFile, 'utf8'))).toEqual(providersSchema);
  });

  it('a file that fits it is accepted without a problem or a warning', () => {
    fc.assert(
      fc.property(file, (content) => {
        expect(fitsSchema(providersSchema, content)).toBe(true);
        const { providers, problems, warnings } = read(content);
        expect([...problems, ...warnings]).toEqual([]);
        expect(providers).toHaveLength(Object.keys(content.providers).length);
      }),
      { numRuns: 300 },
    );
  });

  it.each(faults)('%s: %j is refused by both, whatever stands beside it', (...fault) => {
    fc.assert(
      fc.property(file, (content) => {
        const broken = plant(content, fault);
        expect(fitsSchema(providersSchema, broken)).toBe(false);
        const { providers, problems } = read(broken, Object.keys(content.providers).join(','));
        expect(providers).toEqual([]);
        expect(problems).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
  });

  it('a field that it does not know is warned about by the reader, and all it knows are known', () => {
    const { definitions, properties } = providersSchema as unknown as {
      readonly definitions: Readonly<Record<string, { readonly properties: object }>>;
      readonly properties: Readonly<Record<string, { readonly properties?: object }>>;
    };
    const known = (fields: object | undefined): string =>
      `known are ${Object.keys(fields ?? {}).join(', ')}.`;
    const unknown = 'qqqqqqqqqqqqqqqq';
    const provider = { baseUrl: 'http://localhost/v1', model: 'm', [unknown]: 1 };
    const { price, timeouts } = definitions['provider']?.properties as Record<
      string,
      { properties: object }
    >;
    const { warnings } = read({
      [unknown]: 1,
      providers: {
        a: {
          ...provider,
          price: { input: 1, output: 1, [unknown]: 1 },
          timeouts: { [unknown]: 1 },
        },
      },
      profiles: { own: { [unknown]: 1 } },
      budget: { [unknown]: 1 },
    });
    expect(warnings.map((text) => text.slice(text.indexOf('known are')))).toEqual([
      known(properties),
      known(definitions['profileRow']?.properties),
      known(properties['budget']?.properties),
      known(definitions['provider']?.properties),
      known(price?.properties),
      known(timeouts?.properties),
    ]);
  });
});
