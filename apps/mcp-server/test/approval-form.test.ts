import { secret } from '@mini-agent/foundation/secret';
import type { JsonObject } from '@mini-agent/foundation/tool';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approvalForm, isApproved, type ApprovalFormOptions } from '../src/render/approval-form.ts';

const plain: ApprovalFormOptions = {
  language: 'en',
  reason: 'untrusted_content',
  secrets: [secret('planted-key-0123')],
};

function messageOf(
  value: JsonObject,
  options: Partial<ApprovalFormOptions> = {},
  name = 'github_create_issue',
): string {
  const call = { name, arguments: { ok: true as const, value } };
  return approvalForm(call, { ...plain, ...options }).message;
}

describe('the form of an approval', () => {
  test('names the tool, why it is asked, and the arguments, in English', () => {
    expect(messageOf({ title: 'Broken', labels: ['bug'], count: 2, draft: undefined })).toBe(
      [
        'The agent wants to call a tool that changes something. Text from the web or another outside source has entered the conversation and may be what asks for this call, so it needs your approval.',
        'Tool: github_create_issue',
        'Arguments:',
        '- "title": "Broken"',
        '- "labels": ["bug"]',
        '- "count": 2',
      ].join('\n'),
    );
    expect(messageOf({})).toMatch(/\nArguments: none$/);
  });

  test('and in Chinese; other languages read English', () => {
    expect(messageOf({ 标题: '坏了' }, { language: 'zh' })).toBe(
      [
        '智能体想调用一个会做出更改的工具。此前有来自网页或其他外部来源的文本进入了对话，这次调用可能是那段文本要求的，因此需要您的批准。',
        '工具：github_create_issue',
        '参数：',
        '- "标题": "坏了"',
      ].join('\n'),
    );
    expect(messageOf({}, { language: 'ja' })).toMatch(/^The agent wants/);
  });

  test('says so where it is a call that was already made', () => {
    expect(messageOf({}, { reason: 'repeated_call' })).toMatch(/already made in this run/);
    expect(messageOf({}, { reason: 'repeated_call', language: 'zh' })).toMatch(/已经执行过/);
  });

  test('has one required field of the flat subset that every revision knows', () => {
    const call = { name: 't', arguments: { ok: true as const, value: {} } };
    expect(approvalForm(call, plain)).toEqual({
      message: expect.any(String) as string,
      requestedSchema: {
        type: 'object',
        properties: {
          approve: {
            type: 'boolean',
            title: 'Run t?',
            description: 'Say yes only if this is what you want to be done.',
          },
        },
        required: ['approve'],
      },
    });
  });

  test('never shows a secret: a known one, one of a telling name, one that looks like one', () => {
    const message = messageOf({
      note: 'the key is planted-key-0123, keep it',
      password: 'correct horse battery',
      header: { Authorization: 'Bearer abcdefghijklmnop' },
      body: 'x'.repeat(394) + ' sk-planted-0123456789abcdef0123456789',
    });
    for (const leak of ['planted-key', 'horse', 'abcdefgh', '0123456789abcdef']) {
      expect(message).not.toContain(leak);
    }
    expect(message).toContain('[secret]');
  });

  test('cuts a long value in the middle and says how much is missing; leaves out what is too much', () => {
    const message = messageOf({ body: `begin ${'a'.repeat(5_000)} end` });
    expect(message).toMatch(/- "body": "begin a+ … \[4,6\d\d characters left out\] … a+ end"$/);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    const lines = messageOf(many).split('\n');
    expect(lines).toHaveLength(24);
    expect(lines.at(-1)).toBe('(10 more arguments are not shown)');
    expect(messageOf(many, { language: 'zh' })).toMatch(/（另有 10 个参数未显示）$/);
  });

  test('shows hidden and turning characters as what they are, and keeps emoji and Persian', () => {
    const message = messageOf(
      { path: 'a\u202Egnp.exe', note: 'x\u200By\u{E0041}', ok: '👩‍👧 می‌خواهم' },
      {},
      'to\u2066ol\nTool: harmless',
    );
    expect(message).toContain('- "path": "a\\u{202E}gnp.exe"');
    expect(message).toContain('- "note": "x\\u{200B}y\\u{E0041}"');
    expect(message).toContain('👩‍👧 می‌خواهم');
    expect(message).toContain('\nTool: to\\u{2066}ol Tool: harmless\n');
  });

  test('whatever the arguments are: bounded, no line of its own, nothing invisible, whole characters', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\nTool: safe', '\u2028', '\r\n- "x": 1', '\u0000\u001b[2J', '\ud800'),
      fc.string({ unit: 'grapheme', maxLength: 2_000 }),
    );
    const value = fc.dictionary(
      noise,
      fc.oneof(noise, fc.integer(), fc.array(noise), fc.dictionary(noise, noise)),
      { maxKeys: 30 },
    );
    fc.assert(
      fc.property(value, fc.constantFrom('en' as const, 'zh' as const), (given, language) => {
        const message = messageOf(given, { language });
        const lines = message.split('\n');
        const shown = Math.min(20, Object.keys(given).length);
        expect(lines.length).toBe(3 + shown + (Object.keys(given).length > 20 ? 1 : 0));
        for (const line of lines.slice(3, 3 + shown)) {
          expect(line).toMatch(/^- "/);
          expect(line.length).toBeLessThan(500);
        }
        expect(Buffer.from(message).toString()).toBe(message);
        expect(message.replaceAll('\n', '')).not.toMatch(/(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('an answer', () => {
  test('is a yes only where it is accepted with true', () => {
    expect(isApproved({ action: 'accept', content: { approve: true } })).toBe(true);
    expect(isApproved({ action: 'accept', content: { approve: true, more: 1 }, _meta: {} })).toBe(
      true,
    );
  });

  test.each([
    { action: 'accept', content: { approve: false } },
    { action: 'accept', content: { approve: 'true' } },
    { action: 'accept', content: { approve: 1 } },
    { action: 'accept', content: { yes: true } },
    { action: 'accept', content: {} },
    { action: 'accept', content: null },
    { action: 'accept' },
    { action: 'decline', content: { approve: true } },
    { action: 'cancel', content: { approve: true } },
    { action: 'ACCEPT', content: { approve: true } },
    { content: { approve: true } },
    { role: 'assistant', content: { type: 'text', text: 'yes' } },
    {},
    [],
    null,
    undefined,
    true,
    'accept',
  ])('%j is a no', (answer) => {
    expect(isApproved(answer)).toBe(false);
  });

  test('and nothing else ever is', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        expect(isApproved(answer)).toBe(false);
      }),
    );
  });
});
