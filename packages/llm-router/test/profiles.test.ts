import { describe, expect, it } from 'vitest';
import type { EndpointProfile } from '@mini-agent/llm-router';
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
    ['https://token.sensenova.cn/v1', 'sensenova-6.7-flash-lite', neutralProfile],
    ['https://api.longcat.chat/openai/v1', 'LongCat-2.0', neutralProfile],
    ['http://localhost:11434/v1', 'llama3.2', neutralProfile],
    ['https://api.openai.com.evil.example/v1', 'gpt-4o', neutralProfile],
  ])('%s %s', (baseUrl, model, settings) => {
    expect(chooseProfile({ baseUrl, model })).toMatchObject(settings);
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
