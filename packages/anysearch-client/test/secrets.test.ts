import type { AnySearchStep } from '@mini-agent/testkit';
import { describe, expect, it } from 'vitest';
import type { AnySearchClient } from '@mini-agent/anysearch-client';
import { noSignal, setUp, traceOf } from './client-setup.ts';

function search(client: AnySearchClient): Promise<unknown> {
  return client.search('reeds', { limit: 3, signal: noSignal });
}

function textResult(text: string): AnySearchStep {
  return { result: { content: [{ type: 'text', text }] } };
}

describe('secrets', () => {
  const accountText =
    'Free quota used up; account made: username=CANARY_user password=CANARY_pw api_key=as_sk_CANARY0000';

  it.each<[string, AnySearchStep]>([
    ['a tool error', { toolError: accountText }],
    ['an ordinary result', textResult(accountText)],
    ['Chinese words', textResult('额度已用完，账号 username：CANARY_user，password：CANARY_pw')],
    ['a message', { status: 402, body: { code: -1, message: accountText } }],
    [
      'data',
      {
        status: 402,
        body: { code: -1, message: 'x', data: { username: 'CANARY_user', password: 'CANARY_pw' } },
      },
    ],
    [
      'data.auto_registered',
      { status: 402, body: { data: { auto_registered: { api_key: { key: 'as_sk_CANARY' } } } } },
    ],
    [
      'result.auto_registered',
      { result: { auto_registered: { username: 'CANARY' }, content: [] } },
    ],
    ['result.new_key', { result: { new_key: 'as_sk_CANARY00000', content: [] } }],
    [
      'Markdown',
      textResult(
        '**Username**: CANARY_user\n**Password**: `CANARY_pw`\n**API Key**: `as_sk_CANARY0000`',
      ),
    ],
  ])('in %s are a quota failure, and stay out of it', async (_name, step) => {
    const { fake, client } = await setUp();
    fake.plan({ tool: 'search' }, [step, step]);
    await expect(search(client)).rejects.toMatchObject({ code: 'quota' });
    expect(await traceOf(search(client))).not.toContain('CANARY');
    expect(fake.violations).toEqual([]);
  });

  it.each([
    'username CANARY_user password CANARY_pw',
    'Password is CANARY_pw and username is CANARY_user',
    'login: CANARY_user / pass: CANARY_pw',
    '{"user":"CANARY_user","pwd":"CANARY_pw"}',
    '| username | password |\n|---|---|\n| CANARY_user | CANARY_pw |',
    '用户名：CANARY_user 密码：CANARY_pw',
    '账号为 CANARY_user，口令为 CANARY_pw，密钥 as_sk_CANARY0000',
    'daily_free_quota_exhausted\nWe made an account. Name CANARY_user, secret CANARY_pw',
    'email: x@CANARY.test, passcode\nCANARY_pw',
    'Your new key: as_sk_CANARY0000abcdef',
  ])('in whatever words stay out of every kind of answer: %s', async (words) => {
    const { fake, client } = await setUp();
    const batch = `## Query 1: reeds\n\n${words}\n\n---\n\n## Query 2: x\n\n${words}\n`;
    const steps: readonly AnySearchStep[] = [
      { toolError: words },
      textResult(words),
      { status: 402, body: { code: -1, message: words } },
      { status: 429, body: { code: -1, message: words } },
      { status: 500, body: words },
      { status: 200, body: `<html>${words}</html>` },
      { error: { code: -32_000, message: words, data: { words } } },
    ];
    fake.plan({ tool: 'search' }, [...steps]);
    for (const step of steps) {
      expect(await traceOf(search(client)), JSON.stringify(step)).not.toContain('CANARY');
    }
    fake.plan({ tool: 'batch_search' }, [textResult(batch)]);
    const items = await client.batch([{ query: 'reeds' }, { query: 'x' }]);
    expect(items.every((item) => 'error' in item && !item.error.message.includes('CANARY'))).toBe(
      true,
    );
  });

  it('of our own that was changed meanwhile stay out of the answer to the older call', async () => {
    const keys = ['as_sk_FAKE_VALID00000000000000000001', 'as_sk_FAKE_VALID00000000000000000002'];
    const { fake, client } = await setUp({ apiKey: () => keys.shift() ?? 'as_sk_other0000000' });
    fake.plan({ tool: 'search' }, [
      textResult(
        `## Search Results (1 results, 1ms)\n\n### 1. T\n- **URL**: https://a.example/\n- key ${keys[0] ?? ''}\n`,
      ),
    ]);
    expect(JSON.stringify(await search(client))).not.toContain('FAKE_VALID');
  });

  it('of our own stay out of results too', async () => {
    const apiKey = 'as_sk_FAKE_VALID00000000000000000000';
    const { fake, client } = await setUp({ apiKey });
    fake.plan({ tool: 'search' }, [
      textResult(
        `## Search Results (1 results, 1ms)\n\n### 1. T\n- **URL**: https://a.example/\n- key ${apiKey}\n`,
      ),
      { toolError: `rate_limit_exceeded\nkey ${apiKey} is too fast` },
    ]);
    expect(JSON.stringify(await search(client))).not.toContain('FAKE_VALID');
    expect(await traceOf(search(client))).not.toContain('FAKE_VALID');
  });
});
