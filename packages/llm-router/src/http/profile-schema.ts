import type { JsonObject } from '@mini-agent/foundation/tool';
import { errorClasses } from './read-profile.ts';

const range: JsonObject = {
  type: 'object',
  properties: { min: { type: 'number' }, max: { type: 'number' } },
  required: ['min', 'max'],
  additionalProperties: false,
};

const keywords: JsonObject = { type: 'array', items: { type: 'string' } };

const flag = (description: string): JsonObject => ({ type: 'boolean', description });

const choice = (description: string, values: readonly string[]): JsonObject => ({
  enum: values,
  description,
});

/** JSON Schema (draft 2020-12) of the settings of an endpoint profile, for editors; `readProfile` checks the same. */
export const profileSchema: JsonObject = {
  type: 'object',
  description: 'What an endpoint accepts and needs; what is left out is neutral.',
  additionalProperties: false,
  properties: {
    tokenParameter: choice('Name of the output limit.', [
      'max_tokens',
      'max_completion_tokens',
      'max_new_tokens',
    ]),
    toolChoices: {
      type: 'object',
      description: 'Which values of tool_choice are understood beside "auto".',
      properties: {
        none: { type: 'boolean' },
        required: { type: 'boolean' },
        named: { type: 'boolean' },
      },
      additionalProperties: false,
    },
    strict: flag('Send strict: true with tools whose schema fits it.'),
    schema: {
      type: 'object',
      description: 'The part of JSON Schema that tools may use.',
      properties: {
        without: keywords,
        only: { anyOf: [keywords, { type: 'null' }] },
        references: { enum: ['keep', 'inline'] },
        typeBesideAnyOf: { type: 'boolean' },
        tuples: { type: 'boolean' },
        typeLists: { enum: ['keep', 'nullable'] },
        enums: { enum: ['any', 'text'] },
        textFormats: { anyOf: [keywords, { type: 'null' }] },
        arraysNeedItems: { type: 'boolean' },
      },
      additionalProperties: false,
    },
    toolNames: {
      type: 'object',
      description: 'What the name of a tool may be.',
      properties: {
        maxLength: { type: 'integer', minimum: 8, maximum: 256 },
        first: { enum: ['any', 'letter_or_underscore', 'letter'] },
      },
      additionalProperties: false,
    },
    callIds: choice('Form of the ids of calls.', ['any', 'alphanumeric9']),
    reasoningEcho: choice('Turns on which reasoning goes back to the model.', [
      'tool_turns',
      'never',
      'always',
    ]),
    thinkingInText: choice('Whether <think> blocks of a text go back to the model.', [
      'strip',
      'echo',
    ]),
    streamOnly: flag('Answers only as a stream.'),
    streamUsage: flag('stream_options.include_usage is understood.'),
    temperature: {
      anyOf: [range, { type: 'null' }],
      description: 'Range to which temperature is clamped; null = never send it.',
    },
    topP: {
      anyOf: [range, { type: 'null' }],
      description: 'Range outside which top_p is left out; null = never send it.',
    },
    emptyContent: choice('Content beside calls where there is no text.', ['null', 'empty']),
    systemMessages: choice('Where system texts go.', ['many', 'one_first', 'in_user']),
    needsUserMessage: flag('A conversation without a user message is refused.'),
    turnsAlternate: flag('Two user messages in a row are refused, and go as one.'),
    barePath: { type: 'string', pattern: '^(?:/.*)?$', description: 'Path of a bare host.' },
    modelsPath: { type: 'string', pattern: '^(?:/.*)?$', description: 'Path of the model list.' },
    errorCodes: {
      type: 'object',
      description: "What the endpoint's own error codes mean.",
      additionalProperties: { enum: errorClasses },
    },
    extraBody: {
      type: 'object',
      description: 'Sent with every request.',
      propertyNames: { not: { enum: ['model', 'messages', 'tools', 'stream'] } },
    },
  },
};
