import type { JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostedProfiles } from '../src/http/hosted-profiles.ts';
import { localProfiles } from '../src/http/local-profiles.ts';
import { neutralProfile } from '../src/http/profile.ts';
import { profileSchema } from '../src/http/profile-schema.ts';
import { readProfile } from '../src/http/read-profile.ts';
import { geminiSchema, wholeSchema } from '../src/http/schema-subset.ts';

const rows = [...hostedProfiles, ...localProfiles];

describe('the shipped rows', () => {
  it.each(rows.map((row, index) => [`${index} ${row.name}`, row] as const))(
    '%s is plain JSON and passes the check',
    (_name, row) => {
      expect(JSON.parse(JSON.stringify(row))).toEqual(row);
      expect(readProfile(row.settings)).toEqual({ profile: row.settings, problems: [] });
      for (const pattern of [row.host, row.model]) {
        expect(() => new RegExp(pattern ?? '')).not.toThrow();
      }
    },
  );

  it('cover every endpoint family', () => {
    expect([...new Set(rows.map(({ name }) => name))]).toEqual([
      'openai',
      'azure',
      'deepseek',
      'moonshot',
      'longcat',
      'sensenova-token',
      'sensenova',
      'dashscope',
      'zhipu',
      'minimax',
      'groq',
      'mistral',
      'together',
      'openrouter',
      'gemini',
      'vllm',
      'ollama',
      'lmstudio',
      'llamacpp',
    ]);
  });
});

describe('readProfile', () => {
  it('takes the whole neutral profile, and nothing', () => {
    expect(readProfile(neutralProfile)).toEqual({ profile: neutralProfile, problems: [] });
    expect(readProfile({})).toEqual({ profile: {}, problems: [] });
  });

  it('completes groups that are given in part', () => {
    expect(readProfile({ toolChoices: { named: false }, schema: { tuples: false } })).toEqual({
      profile: {
        toolChoices: { none: true, required: true, named: false },
        schema: { ...wholeSchema, tuples: false },
      },
      problems: [],
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', [], /must be an object/],
    ['null', null, /must be an object/],
    [
      'an unknown field',
      { tokenParam: 'x' },
      /unknown field "tokenParam"; known are tokenParameter/,
    ],
    ['__proto__', JSON.parse('{"__proto__": {"strict": true}}'), /unknown field "__proto__"/],
    ['constructor', { constructor: true }, /unknown field "constructor"/],
    ['another word', { callIds: 'uuid' }, /profile\.callIds is not valid; allowed is "any"/],
    ['a word for a flag', { strict: 'yes' }, /profile\.strict is not valid; allowed is true/],
    ['half a range', { temperature: { min: 0 } }, /profile\.temperature is not valid/],
    ['a range turned round', { topP: { min: 1, max: 0 } }, /profile\.topP is not valid/],
    ['an unknown part', { schema: { refs: 'x' } }, /profile\.schema has an unknown field "refs"/],
    ['a wrong part', { toolNames: { maxLength: 0 } }, /profile\.toolNames\.maxLength is not valid/],
    ['a class that is none', { errorCodes: { '7': 'oops' } }, /profile\.errorCodes is not valid/],
    ['no path', { modelsPath: 'v1' }, /profile\.modelsPath is not valid/],
    ['what no profile may set', { extraBody: { messages: [] } }, /profile\.extraBody is not valid/],
  ])('%s is refused', (_name, value, problem) => {
    const read = readProfile(value);
    expect(read.problems).toHaveLength(1);
    expect(read.problems[0]).toMatch(problem);
    expect(read.profile).toEqual({});
  });

  it('keeps what is right beside what is wrong, and shows no value', () => {
    const read = readProfile({
      strict: true,
      extraBody: { tools: 'canary-example-0123456789' },
    });
    expect(read.profile).toEqual({ strict: true });
    expect(read.problems.join()).not.toContain('canary');
  });

  it('never throws, and what it keeps it takes again', () => {
    const anyField = fc.dictionary(
      fc.constantFrom(...Object.keys(neutralProfile), 'other'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.oneof(anyField, fc.jsonValue()), (value) => {
        const { profile } = readProfile(value);
        expect(readProfile(profile)).toEqual({ profile, problems: [] });
      }),
    );
  });
});

describe('profileSchema', () => {
  const properties = profileSchema['properties'] as JsonObject;

  it('describes every setting, and its parts', () => {
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(neutralProfile).toSorted());
    for (const [name, whole] of Object.entries({
      schema: geminiSchema,
      toolNames: neutralProfile.toolNames,
      toolChoices: neutralProfile.toolChoices,
    })) {
      const part = properties[name] as JsonObject;
      expect(Object.keys(part['properties'] as JsonObject).toSorted()).toEqual(
        Object.keys(whole).toSorted(),
      );
    }
  });

  it('lists the same words as the check', () => {
    for (const [name, entry] of Object.entries(properties)) {
      const words = (entry as JsonObject)['enum'];
      if (!Array.isArray(words)) continue;
      for (const word of words as readonly string[]) {
        expect(readProfile({ [name]: word }).problems, `${name}: ${word}`).toEqual([]);
      }
    }
  });
});
