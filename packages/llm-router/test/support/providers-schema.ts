import type { Json, JsonObject } from '@mini-agent/foundation/tool';
import { endpointPresets, profileNames } from '@mini-agent/llm-router';
import { profileSchema } from '../../src/http/profile-schema.ts';

const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  pattern: String.raw`\S`,
  description,
  ...more,
});

const count = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'integer',
  minimum: 0,
  description,
  ...more,
});

const money = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'number',
  minimum: 0,
  description,
  ...more,
});

const object = (
  description: string,
  properties: JsonObject,
  more: JsonObject = {},
): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
  ...more,
});

const milliseconds = (description: string, value: number): JsonObject => ({
  type: 'integer',
  minimum: 1,
  maximum: 2_147_483_647,
  default: value,
  description,
});

const withModel = endpointPresets.filter(({ model }) => model !== undefined);
const names = (list: readonly { readonly name: string }[]): readonly Json[] =>
  list.map(({ name }) => name);

const provider = object(
  'One endpoint: baseUrl and model, or a preset; and a key, unless it is a server on this machine.',
  {
    apiKey: {
      type: 'string',
      pattern: String.raw`^[\u0021-\u007e]*$`,
      description: 'The bare key, without "Bearer". Better: name a variable in apiKeyEnv.',
    },
    apiKeyEnv: {
      type: 'string',
      pattern: String.raw`^[A-Za-z_]\w*$`,
      description: 'The environment variable that holds the key, so that the file holds none.',
      examples: ['DEEPSEEK_API_KEY'],
    },
    preset: {
      enum: names(endpointPresets),
      description:
        'A known endpoint. It gives baseUrl, and model where it names one, unless they are given here.',
    },
    baseUrl: {
      type: 'string',
      pattern: String.raw`^https?://[^\s/?#@]+(?:[/?#]\S*)?$`,
      description: 'Address of the endpoint with its version path.',
      examples: endpointPresets.map(({ baseUrl }) => baseUrl),
    },
    model: text('Name of the model, as the endpoint spells it.', {
      examples: withModel.flatMap(({ model }) => model ?? []),
    }),
    maxTokens: {
      type: 'integer',
      minimum: 1,
      maximum: 999_999_999,
      description: 'Tokens one reply may have. Default: LLM_MAX_TOKENS, or 4096.',
      default: 4096,
    },
    contextTokens: {
      type: 'integer',
      minimum: 1_000,
      maximum: 999_999_999,
      description:
        "The model's context window in tokens: an agent makes its conversation shorter before that is full.",
      examples: [131_072],
    },
    headers: {
      type: 'object',
      description: 'Sent with every request, treated as secret.',
      propertyNames: { pattern: String.raw`^[\w!#$%&'*+.^` + '`' + String.raw`|~-]+$` },
      additionalProperties: {
        type: 'string',
        pattern: String.raw`^[\t\u0020-\u007e\u0080-\u00ff]*$`,
      },
    },
    profile: {
      description:
        'What the endpoint accepts: the name of a profile, or single settings. Default: chosen by host and model.',
      anyOf: [
        { enum: profileNames },
        { type: 'string', pattern: String.raw`\S`, description: 'A profile of this file.' },
        { $ref: '#/definitions/settings' },
      ],
    },
    stream: {
      type: 'boolean',
      default: false,
      description: 'Ask for streamed replies, so that text is shown as it comes.',
    },
    price: object(
      'US dollars for a million tokens, for budgets and reports.',
      {
        input: money('Of tokens sent.', { examples: [0.28] }),
        output: money('Of tokens received.', { examples: [0.42] }),
        cachedInput: money('Of tokens sent that the provider had in its cache. Default: as input.'),
      },
      { required: ['input', 'output'] },
    ),
    timeouts: object('Deadlines in milliseconds.', {
      totalMs: milliseconds('The whole call with its retries and waits.', 300_000),
      firstByteMs: milliseconds('Until an answer begins.', 180_000),
      idleMs: milliseconds('Between two parts of an answer.', 60_000),
    }),
    retries: count('Tries after the first, where a failure may pass.', { maximum: 10, default: 2 }),
  },
  {
    anyOf: [
      { required: ['baseUrl', 'model'] },
      { required: ['preset', 'model'] },
      { required: ['preset'], properties: { preset: { enum: names(withModel) } } },
    ],
    not: {
      required: ['apiKey', 'apiKeyEnv'],
      properties: { apiKey: { pattern: String.raw`\S` } },
    },
    examples: [
      { preset: 'deepseek', apiKeyEnv: 'DEEPSEEK_API_KEY' },
      { baseUrl: 'http://localhost:11434/v1', model: 'llama3.2' },
    ],
  },
);

const profileRow = object(
  'A profile: which endpoints it is for, and what differs there. Without a host it is used where a provider names it.',
  {
    host: text(
      'Host of the base URL, its subdomains too; * stands for any characters. A regular expression is allowed.',
      {
        not: { pattern: '//' },
        examples: ['llm.acme.example'],
      },
    ),
    model: text(
      'Models it is limited to; * stands for any characters. A regular expression is allowed.',
      {
        examples: ['qwen3-*'],
      },
    ),
    settings: { $ref: '#/definitions/settings' },
  },
);

const budget = object('What one run may use, its nested runs included; 0 allows nothing.', {
  maxModelCalls: count('Replies of models.'),
  maxToolCalls: {
    description: 'Calls of each tool: one number for every tool, or a number for some by name.',
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
    ],
    examples: [20, { web_search: 5 }],
  },
  maxInputTokens: count('Tokens sent.'),
  maxOutputTokens: count('Tokens received.'),
  maxCostUsd: money('US dollars; counts the models with a price.', { examples: [0.5] }),
  timeoutMs: count('Wall time in milliseconds.'),
});

/** What `schema/providers.schema.json` must be. Draft 7, which editors know best. */
export const providersSchema: JsonObject = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://unpkg.com/@mini-agent/llm-router/schema/providers.schema.json',
  title: 'mini-agent providers file (LLM_PROVIDERS_PATH)',
  ...object(
    'Named model endpoints; LLM_PROVIDER chooses from them, several as a,b in order.',
    {
      $schema: { type: 'string', description: 'This schema, for editors.' },
      providers: {
        type: 'object',
        description: 'The endpoints by name. The one named "default" is used without LLM_PROVIDER.',
        additionalProperties: { $ref: '#/definitions/provider' },
      },
      profiles: {
        type: 'object',
        description: 'Own endpoint profiles beside the shipped ones; they win over those.',
        propertyNames: { not: { const: 'neutral' } },
        additionalProperties: { $ref: '#/definitions/profileRow' },
      },
      budget,
    },
    { required: ['providers'] },
  ),
  definitions: { provider, profileRow, settings: profileSchema },
};
