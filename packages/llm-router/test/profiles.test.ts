import { describe, expect, it } from 'vitest';
import type { EndpointProfile } from '@mini-agent/llm-router';
import type { ProfileRow } from '../src/http/profile.ts';
import { neutralProfile } from '../src/http/profile.ts';
import { chooseProfile } from '../src/http/profiles.ts';

describe('profiles', () => {
  it.each<[string, string, Partial<EndpointProfile>]>([
    [
      'https://api.openai.com/v1',
      'gpt-4o-mini',
      { tokenParameter: 'max_completion_tokens', temperature: { min: 0, max: 2 } },
    ],
    ['https://api.openai.com/v1', 'o4-mini', { temperature: null }],
    ['https://api.openai.com/v1', 'gpt-5-chat-latest', { temperature: { min: 0, max: 2 } }],
    [
      'https://api.deepseek.com/v1',
      'deepseek-chat',
      { toolChoices: { none: true, required: false, named: false } },
    ],
    [
      'https://api.moonshot.cn/v1',
      'kimi-k2',
      { temperature: null, tokenParameter: 'max_completion_tokens' },
    ],
    [
      'https://open.bigmodel.cn/api/paas/v4',
      'glm-5',
      { streamUsage: false, tokenParameter: 'max_tokens' },
    ],
    ['https://api.mistral.ai/v1', 'mistral-large', { callIds: 'alphanumeric9' }],
    ['https://api.minimaxi.com/v1', 'MiniMax-M2', { extraBody: { reasoning_split: true } }],
    [
      'https://dashscope.aliyuncs.com/compatible-mode/v1',
      'qwen-plus',
      { streamOnly: false, reasoningEcho: 'never' },
    ],
    [
      'https://dashscope.aliyuncs.com/compatible-mode/v1',
      'qwen3-235b-thinking',
      { streamOnly: true },
    ],
    [
      'https://api.sensenova.cn/compatible-mode/v2',
      'SenseChat',
      { tokenParameter: 'max_new_tokens' },
    ],
    [
      'https://token.sensenova.cn/v1',
      'sensenova-6.7-flash-lite',
      { tokenParameter: 'max_tokens', temperature: { min: 0.01, max: 2 } },
    ],
    ['https://api.longcat.chat/openai/v1', 'LongCat-2.0', { modelsPath: '/v1/models' }],
    [
      'http://localhost:11434/v1',
      'llama3.2',
      { toolChoices: { none: false, required: false, named: false } },
    ],
    [
      'http://localhost:1234/v1',
      'qwen',
      { toolChoices: { none: true, required: true, named: false } },
    ],
    ['http://localhost:8000/v1', 'any', neutralProfile],
    ['https://res.openai.azure.com/openai/v1', 'my-deployment', { barePath: '/openai/v1' }],
    ['https://api.groq.com/openai/v1', 'llama', { tokenParameter: 'max_completion_tokens' }],
    ['https://openrouter.ai/api/v1', 'x/y', { barePath: '/api/v1' }],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'g', { needsUserMessage: true }],
    ['https://api.z.ai/api/paas/v4', 'glm-5', { needsUserMessage: true }],
    ['https://api.together.xyz/v1', 'x', neutralProfile],
    ['https://api.openai.com.evil.example/v1', 'gpt-4o', neutralProfile],
  ])('%s %s', (baseUrl, model, settings) => {
    expect(chooseProfile({ baseUrl, model })).toMatchObject(settings);
  });

  it('of the user are chosen like the shipped ones and win over them', () => {
    const rows: readonly ProfileRow[] = [
      { name: 'corp', host: '(?:^|\\.)corp\\.example$', settings: { callIds: 'alphanumeric9' } },
      { name: 'corp', host: 'corp\\.example$', model: '^big', settings: { streamOnly: true } },
      { name: 'openai', host: 'api\\.openai\\.com$', settings: { tokenParameter: 'max_tokens' } },
    ];
    const at = (baseUrl: string, model: string): EndpointProfile =>
      chooseProfile({ baseUrl, model, rows });
    expect(at('https://llm.corp.example/v1', 'small')).toEqual({
      ...neutralProfile,
      callIds: 'alphanumeric9',
    });
    expect(at('https://LLM.corp.example/v1', 'Big-1').streamOnly).toBe(true);
    expect(at('https://api.openai.com/v1', 'gpt-4o').tokenParameter).toBe('max_tokens');
    expect(
      chooseProfile({ baseUrl: 'http://127.0.0.1/v1', model: 'big', profile: 'corp', rows }),
    ).toMatchObject({ callIds: 'alphanumeric9', streamOnly: true });
    expect(() =>
      chooseProfile({ baseUrl: 'http://h.example', model: 'm', profile: 'nope', rows }),
    ).toThrow(/corp/);
    expect(() =>
      chooseProfile({
        baseUrl: 'http://h.example',
        model: 'm',
        rows: [{ name: 'bad', host: '(', settings: {} }],
      }),
    ).toThrow(/"bad" is no regular expression/);
  });

  it('by name win over the host, single settings over both', () => {
    const place = { baseUrl: 'https://api.mistral.ai/v1', model: 'm' };
    expect(chooseProfile({ ...place, profile: 'neutral' })).toEqual(neutralProfile);
    expect(chooseProfile({ ...place, profile: { reasoningEcho: 'always' } })).toMatchObject({
      callIds: 'alphanumeric9',
      reasoningEcho: 'always',
    });
  });
});
