import { describe, expect, it } from 'vitest';
import { errorType, identity, providerName } from '../../src/telemetry/attributes.ts';

describe('gen_ai.provider.name', () => {
  it.each([
    ['https://api.openai.com/v1', 'default', 'openai'],
    ['https://me.openai.azure.com/openai/v1', 'work', 'azure.ai.openai'],
    ['https://api.deepseek.com', 'x', 'deepseek'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'g', 'gcp.gemini'],
    ['https://api.groq.com/openai/v1', 'g', 'groq'],
    ['https://api.mistral.ai/v1', 'm', 'mistral_ai'],
    ['https://api.moonshot.cn/v1', 'm', 'moonshot_ai'],
    ['https://api.x.ai/v1', 'm', 'x_ai'],
    ['https://proxy.example/api.openai.com', 'mine', 'mine'],
    ['https://api.openai.com.evil.example/v1', 'mine', 'mine'],
    ['http://localhost:11434/v1', 'default', 'openai_compatible'],
    ['not a URL', 'default', 'openai_compatible'],
    [undefined, 'client', 'client'],
  ])('of %s named %s is %s', (baseUrl, provider, name) => {
    expect(providerName({ provider, ...(baseUrl === undefined ? {} : { baseUrl }) })).toBe(name);
  });

  it('of rules is rules', () => {
    expect(providerName({ provider: '' }, 'rule')).toBe('rules');
  });
});

it('the address of a server is its host and port, never user names, paths or queries', () => {
  const baseUrl = 'http://user:password-1@host.example/v1?key=abcdef';
  const shown = identity({ baseUrl });
  expect(shown).toMatchObject({ 'server.address': 'host.example', 'server.port': 80 });
  expect(JSON.stringify(shown)).not.toMatch(/user|password|abcdef|v1/);
});

it('the type of what is no error, or has a strange name, is _OTHER', () => {
  const strange = new Error('x');
  strange.name = 'a name with https://secret.example';
  expect([errorType('text'), errorType(strange), errorType(new RangeError('x'))]).toEqual([
    '_OTHER',
    '_OTHER',
    'RangeError',
  ]);
});
